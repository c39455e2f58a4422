internal import Albums
internal import Services
internal import Setup

extension CommandContext {
  /// What the daemon says that cures a service, and why that may not do: nobody can see whether the daemon's environment
  /// has the key that ours has.
  func cure(_ text: String?, of service: ServiceName) -> String? {
    guard let text, let name = overridingVariable(text, of: service) else { return text }
    return "\(text) \(name) is set here and takes precedence over the stored key. Change it where it is set."
  }

  /// The variable before which a key that is kept comes to nothing; nil where `cure` isn't about the key, or there is none.
  func overridingVariable(_ cure: String?, of service: ServiceName) -> String? {
    guard cure?.contains(APIKey.command(for: service)) == true else { return nil }
    return Credential(for: service).flatMap(credentials.variable(of:))
  }
}
