package import Albums
internal import Disk
package import FoundationEssentials
internal import MPD

/// Keeps the wallet up to date: looks what changed, as cheaply as it can be told, and makes the wallet anew only where
/// something did.
///
/// What goes wrong on the way is told in the wallet's state and diagnostics; the discs from before stay.
package actor WalletBuilder {
  private let server: any MusicServer
  private let shelf: WalletShelf
  private let now: @Sendable () -> Date
  /// How often a wallet was made.
  package private(set) var rebuilds = 0

  package init(
    server: any MusicServer, shelf: WalletShelf, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.server = server
    self.shelf = shelf
    self.now = now
  }

  /// The wallet as it is to be now.
  /// - Parameters:
  ///   - scans: all that are in `done/`, whether or not the wallet takes any.
  ///   - isForced: makes it anew whatever the hints say.
  ///   - willBuild: called before whole albums are asked for.
  /// - Throws: `DiskError` where it can't be kept; `CancellationError`.
  package func refresh(
    scans: [ScannedAlbum], terms: WalletTerms, isForced: Bool = false, willBuild: @Sendable () -> Void = {}
  ) async throws -> Wallet {
    var memory = shelf.memory
    let stored = shelf.wallet
    let facts = shelf.facts
    let made: Wallet
    do throws(MPDError) {
      var round = WalletRound(server: server, terms: terms, scans: scans, facts: facts)
      let lookedAt = Int(now().timeIntervalSince1970)
      try await round.look()
      let basis = round.basis
      if !isForced, let stored, !stored.fingerprint.isEmpty, memory.basis == basis, let seen = memory.signals,
        round.signals?.proveNoChange(since: seen, lookedAt: memory.lookedAt) == true
      {
        return stored
      }
      try await round.choose()
      memory.signals = round.signals
      memory.lookedAt = lookedAt
      memory.basis = basis
      if !isForced, let stored, stored.fingerprint == round.fingerprint {
        try? shelf.keep(memory)
        return stored
      }
      willBuild()
      var wallet = try await round.build()
      rebuilds += 1
      wallet.builtAt = now().formatted(.iso8601)
      noteUnavailable(in: &wallet, databaseUpdate: round.databaseUpdate)
      wallet.show(memory.artwork, on: shelf)
      made = wallet
    } catch {
      if error == .cancelled { throw CancellationError() }
      return try failed(error, stored: stored, scans: scans, terms: terms, memory: memory)
    }
    try shelf.keep(made)
    try shelf.keep(memory)
    return made
  }

  /// MPD couldn't be asked: discs from before stay, else there are the scans alone.
  private func failed(
    _ error: MPDError, stored: Wallet?, scans: [ScannedAlbum], terms: WalletTerms, memory: WalletMemory
  ) throws -> Wallet {
    var wallet: Wallet
    if terms.usesPlaylist, let stored, stored.discs.contains(where: { $0.sources.contains(.playlist) }) {
      wallet = stored
    } else {
      wallet = .assembled(of: WalletMaterials(library: nil, scans: scans, facts: shelf.facts, terms: terms))
      wallet.diagnostics.lookups = stored?.diagnostics.lookups ?? []
      wallet.show(memory.artwork, on: shelf)
      wallet.builtAt = stored?.discs == wallet.discs ? stored?.builtAt : now().formatted(.iso8601)
    }
    wallet.fingerprint = ""
    wallet.diagnostics.failures = ["\(error)"]
    if terms.usesPlaylist {
      var words = "\(error)"
      // Who never had one may not want one.
      if case .notReached = error, terms.usesScans, !wallet.discs.contains(where: { $0.sources.contains(.playlist) }) {
        words += "; to do without it: albumscanctl config set wallet.sources scans"
      }
      wallet.state = error.needsAuthorization ? .needsAuthorization(words) : .error(words)
    }
    var memory = memory
    memory.signals = nil
    // The same as before is as old as before.
    if var before = stored {
      before.builtAt = wallet.builtAt
      if before == wallet { wallet.builtAt = stored?.builtAt }
    }
    try shelf.keep(wallet)
    try shelf.keep(memory)
    return wallet
  }

  private func noteUnavailable(in wallet: inout Wallet, databaseUpdate: Int?) {
    var unavailable = shelf.unavailable.current(
      databaseUpdate: databaseUpdate, now: Int(now().timeIntervalSince1970))
    for lookup in wallet.diagnostics.lookups where lookup.found == nil {
      guard let databaseUpdate else { continue }
      let key = UnavailableAlbums.key(artistName: lookup.artistName, albumTitle: lookup.albumTitle)
      unavailable.note(key, notInLibrary: databaseUpdate)
    }
    wallet.diagnostics.unavailable = unavailable.entries.keys.sorted()
    try? shelf.keep(unavailable)
  }
}
