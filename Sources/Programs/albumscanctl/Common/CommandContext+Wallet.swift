internal import Albums
internal import ArgumentParser
internal import Disk
internal import Foundation
internal import MPD
internal import Pages
internal import Records
internal import Setup
internal import SystemPackage
internal import Wallet

/// The wallet, and the music player.
extension CommandContext {
  var walletStore: WalletStore { WalletStore(folder: loaded.places.wallet) }

  /// MPD, as the settings name it; ends the program, with words, where they name none.
  var music: MPDMusic {
    get throws {
      do {
        let endpoint = try MPDEndpoint(loaded, environment: ProcessInfo.processInfo.environment)
        return MPDMusic(MPDSession(endpoint), at: endpoint)
      } catch {
        CommandOutput.complain("\(error)")
        throw error is CredentialError ? ExitCode.needsAttention : .wrongSettings
      }
    }
  }

  /// Puts the wallet's page beside the gallery's.
  func publish(_ wallet: Wallet) throws {
    let marker = try resultsMarker()
    try WalletPublisher(store: walletStore, folder: root.appending("done"), renderer: HTMLRenderer())
      .publish(wallet, keepsPlaying: loaded.settings.wallet.keepPlaying)
    marker?.clear()
  }

  /// The wallet as it is now: made again where anything changed, or where that is wanted.
  func wallet(isForced: Bool = false) async throws -> Wallet {
    try await WalletBuilder(server: try music, store: walletStore)
      .refresh(albums: try await ledger.scannedAlbums(), terms: loaded.settings.wallet.terms, isForced: isForced)
  }

  /// Says what is wrong with the wallet, and ends the program where something is.
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

  /// The disc that a word names; ends the program where there is none.
  static func disc(_ word: String, in wallet: Wallet) throws -> Disc {
    if let disc = wallet.disc(word.lowercased()) { return disc }
    // While MPD can't be asked that is the reason, not the name.
    try end(wallet)
    CommandOutput.complain("There is no disc \(word) in the wallet. See: albumscanctl wallet list")
    throw ExitCode.noSuchScan
  }
}
