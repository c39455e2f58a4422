internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import MPD
internal import Records
internal import Setup
internal import SystemPackage
internal import Wallet

/// The wallet, and the music player.
extension CommandContext {
  var walletStore: WalletStore { WalletStore(folder: loaded.places.wallet) }

  var music: MPDMusic {
    get throws {
      let endpoint = try Self.mpd(loaded)
      return MPDMusic(MPDSession(endpoint), at: endpoint)
    }
  }

  /// MPD according to the settings. Prints a message and exits if they are unusable.
  static func mpd(_ loaded: LoadedSettings) throws(ExitCode) -> MPDEndpoint {
    let (mpd, environment) = (loaded.settings.mpd, ProcessInfo.processInfo.environment)
    do {
      let password = try Credentials(environment: environment, folder: loaded.places.credentials).find(.mpd)
      return try MPDEndpoint(
        setting: mpd.address, environment: environment,
        password: password.flatMap { MPDPassword($0.secret.reveal()) }, home: loaded.places.home.string,
        partition: mpd.partition, allowsRemotePassword: mpd.allowRemotePassword)
    } catch {
      CommandOutput.complain("\(error)")
      throw error is CredentialError ? .needsAttention : .wrongSettings
    }
  }

  /// Writes the wallet page beside the gallery.
  /// - Returns: an error that names a symbolic link in the place of a folder; without it, everything else was written.
  @discardableResult
  func publish(_ wallet: Wallet) throws(DiskError) -> DiskError? {
    let marker = try resultsMarker()
    var link: DiskError?
    do throws(DiskError) {
      try WalletPublisher(store: walletStore, folder: root.appending("done"))
        .publish(wallet, keepsPlaying: loaded.settings.wallet.keepPlaying)
    } catch {
      guard error.isLink else { throw error }
      link = error
    }
    marker?.clear()
    return link
  }

  /// The current wallet, rebuilt if anything has changed or `isForced` is set.
  func wallet(isForced: Bool = false) async throws -> Wallet {
    var loaded = loaded
    loaded.keep(ledger.keptDefaults)
    let terms = loaded.settings.wallet.terms
    return try await WalletBuilder(server: try music, store: walletStore)
      .refresh(albums: try await ledger.offeredAlbums(for: terms), terms: terms, isForced: isForced)
  }

  /// If something is wrong with the wallet, prints it and exits.
  static func end(_ wallet: Wallet) throws {
    guard let message = wallet.state.message else { return }
    switch wallet.state.name {
    case .needsAuthorization:
      CommandOutput.complain(message)
      throw ExitCode.needsAttention
    case .error:
      CommandOutput.complain(message)
      throw ExitCode.tryLater
    case .ready, .loading, .empty: return
    }
  }

  /// The disc with this ID; exits if there is none.
  static func disc(_ word: String, in wallet: Wallet) throws -> Disc {
    if let disc = wallet.disc(word.lowercased()) { return disc }
    // If MPD can't be asked, that is the reason, not the ID.
    try end(wallet)
    CommandOutput.complain("There is no disc \(word) in the wallet. See: albumscanctl wallet list")
    throw ExitCode.noSuchScan
  }
}
