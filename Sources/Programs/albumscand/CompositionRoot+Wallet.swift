internal import Albums
internal import MPD
internal import Pages
internal import Setup
internal import SystemPackage
internal import Wallet

/// The wallet's part of the settings. A reload creates a new one.
struct WalletPlan: Equatable, Sendable {
  let terms: WalletTerms
  let endpoint: MPDEndpoint
  let keepsPlaying: Bool
}

extension CompositionRoot {
  /// - Throws: an address or a password of MPD's that nobody can put right but the user.
  func walletPlan() throws -> WalletPlan {
    WalletPlan(
      terms: loaded.settings.wallet.terms, endpoint: try MPDEndpoint(loaded, environment: Environment.current),
      keepsPlaying: loaded.settings.wallet.keepPlaying)
  }

  var walletStore: WalletStore { WalletStore(folder: loaded.places.wallet) }

  var walletPublisher: WalletPublisher {
    WalletPublisher(
      store: walletStore, folder: loaded.settings.folders.root.appending("done"), renderer: HTMLRenderer())
  }
}
