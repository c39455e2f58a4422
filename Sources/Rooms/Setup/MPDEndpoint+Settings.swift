package import MPD
internal import SystemPackage

extension MPDEndpoint {
  /// As the settings and the environment have it; the password from where keys are kept.
  /// - Throws: `MPDError` for what can be no address, `CredentialError` for a password that can't be read.
  package init(_ loaded: LoadedSettings, environment: [String: String]) throws {
    let settings = loaded.settings.mpd
    let kept = try Credentials(environment: environment, folder: loaded.places.credentials).find(.mpd)
    try self.init(
      setting: settings.address, environment: environment,
      password: kept.flatMap { MPDPassword($0.secret.reveal()) }, home: loaded.places.home.string)
    allowsRemotePassword = settings.allowRemotePassword
    // MPD's own choice needs no question.
    partition = settings.partition == "default" ? nil : settings.partition
  }
}
