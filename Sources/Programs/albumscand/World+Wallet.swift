internal import MPD
internal import Pages
internal import Pipeline
internal import Records
internal import Setup
internal import SystemPackage
internal import Wallet

extension World {
  /// - Parameters:
  ///   - line: as it is now, with what is asked about discs.
  ///   - bell: rung when the gallery changed.
  /// - Throws: an address or a password of MPD's that nobody can put right but the user.
  func walletKeeper(
    _ ledger: Ledger, line: @escaping @Sendable () -> Line, bell: Bell
  ) throws -> WalletKeeper {
    let (settings, places) = (loaded.settings, loaded.places)
    let shelf = WalletShelf(folder: places.state.appending("wallet"))
    return WalletKeeper(
      ledger: ledger, root: settings.folders.root, shelf: shelf,
      terms: WalletTerms(
        playlist: settings.wallet.playlist, limit: settings.wallet.limit,
        usesPlaylist: settings.wallet.sources.contains(.playlist),
        usesScans: settings.wallet.sources.contains(.scans)),
      endpoint: try MPDEndpoint(loaded, environment: Environment.current),
      publisher: WalletPublisher(shelf: shelf, folder: settings.folders.root.appending("done"), press: Press()),
      darkroom: darkroom, disc: LoadedDiscFile(places.loadedDisc), line: line, bell: bell)
  }
}
