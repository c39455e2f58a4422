package import Albums
internal import Disk
package import FoundationEssentials
internal import MPD

/// Keeps the wallet up to date. It checks for changes as cheaply as possible, and rebuilds the wallet only if something
/// has changed.
///
/// Errors are reported in the wallet's state and diagnostics; the previous discs stay.
package actor WalletBuilder {
  private let server: any MusicServer
  private let store: WalletStore
  private let now: @Sendable () -> Date
  /// How often the wallet was built.
  package private(set) var rebuilds = 0

  package init(
    server: any MusicServer, store: WalletStore, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.server = server
    self.store = store
    self.now = now
  }

  /// The current wallet.
  /// - Parameters:
  ///   - albums: of all sources but MPD, used or not; all scans in `done/`.
  ///   - isForced: rebuild even if the hints show no change.
  ///   - willBuild: called before whole albums are requested.
  /// - Throws: `DiskError` if the wallet can't be stored; `CancellationError`.
  package func refresh(
    albums: [OfferedAlbum], terms: WalletTerms, isForced: Bool = false, willBuild: @Sendable () -> Void = {}
  ) async throws -> Wallet {
    var cache = store.cache
    let stored = store.wallet
    let facts = store.facts
    let made: Wallet
    do throws(MPDError) {
      var round = WalletRound(server: server, terms: terms, albums: albums, facts: facts)
      let lookedAt = Int(now().timeIntervalSince1970)
      try await round.look()
      let basis = round.basis
      if !isForced, let stored, cache.isOf(stored), cache.basis == basis, let seen = cache.signals,
        round.signals?.proveNoChange(since: seen, lookedAt: cache.lookedAt) == true
      {
        return stored
      }
      try await round.choose()
      cache.signals = round.signals
      cache.lookedAt = lookedAt
      cache.basis = basis
      cache.wallet = round.fingerprint
      if !isForced, let stored, stored.fingerprint == cache.wallet {
        // The cache only saves the next check some questions.
        try? store.keep(cache)
        return stored
      }
      willBuild()
      var wallet = try await round.build()
      rebuilds += 1
      wallet.builtAt = now().formatted(.iso8601)
      wallet.exceededSince = wallet.hidden == 0 ? nil : stored?.exceededSince ?? wallet.builtAt
      noteUnavailable(in: &wallet, databaseUpdate: round.databaseUpdate)
      wallet.show(cache.artwork, on: store)
      made = wallet
    } catch {
      if error == .canceled { throw CancellationError() }
      return try failed(error, stored: stored, albums: albums, terms: terms, cache: cache)
    }
    try store.keep(made)
    try store.keep(cache)
    return made
  }

  /// The stored wallet if MPD's hints haven't changed; nil if it may be outdated.
  ///
  /// For callers that know that nothing else has changed: with very many scans, reading them is most of a check.
  package func unchanged(terms: WalletTerms) async throws -> Wallet? {
    guard let stored = store.wallet else { return nil }
    let cache = store.cache
    do throws(MPDError) {
      var round = WalletRound(server: server, terms: terms, albums: [], facts: [:])
      try await round.look()
      guard cache.isOf(stored), let seen = cache.signals,
        round.signals?.proveNoChange(since: seen, lookedAt: cache.lookedAt) == true
      else { return nil }
      return stored
    } catch {
      if error == .canceled { throw CancellationError() }
      return stored.diagnostics.failures == ["\(error)"] ? stored : nil
    }
  }

  /// MPD couldn't be asked: the earlier discs stay; without any, only the offered albums are shown.
  private func failed(
    _ error: MPDError, stored: Wallet?, albums: [OfferedAlbum], terms: WalletTerms, cache: WalletCache
  ) throws -> Wallet {
    var wallet: Wallet
    if terms.usesPlaylist, let stored, stored.discs.contains(where: { $0.sources.contains(.playlist) }) {
      wallet = stored
    } else {
      wallet = .assembled(of: WalletMaterials(library: nil, albums: albums, facts: store.facts, terms: terms))
      wallet.diagnostics.lookups = stored?.diagnostics.lookups ?? []
      wallet.show(cache.artwork, on: store)
      wallet.builtAt = stored?.discs == wallet.discs ? stored?.builtAt : now().formatted(.iso8601)
    }
    // Without the library, fewer albums are known. What was told of all of them isn't told again when it is back.
    wallet.exceededSince = stored?.exceededSince
    wallet.fingerprint = ""
    wallet.diagnostics.failures = ["\(error)"]
    wallet.diagnostics.server = server.endpoint
    if terms.usesPlaylist {
      var words = "\(error)"
      // A user who never had MPD may not want it.
      let others = terms.sources.subtracting([.playlist]).map(\.setting).sorted()
      if error.isAbsenceOfMPD, !others.isEmpty, !wallet.discs.contains(where: { $0.sources.contains(.playlist) }) {
        words += "; to go without it: albumscanctl config set wallet.sources \(others.joined(separator: ","))"
      }
      wallet.state = error.needsAuthorization ? .needsAuthorization(words) : .error(words)
    }
    var cache = cache
    cache.signals = nil
    // If nothing has changed, the wallet keeps its time.
    if var before = stored {
      before.builtAt = wallet.builtAt
      if before == wallet { wallet.builtAt = stored?.builtAt }
    }
    try store.keep(wallet)
    try store.keep(cache)
    return wallet
  }

  private func noteUnavailable(in wallet: inout Wallet, databaseUpdate: Int?) {
    var unavailable = store.unavailable.current(
      databaseUpdate: databaseUpdate, now: Int(now().timeIntervalSince1970))
    for lookup in wallet.diagnostics.lookups where lookup.found == nil {
      guard let databaseUpdate else { continue }
      let key = UnavailableAlbums.key(artistName: lookup.artistName, albumTitle: lookup.albumTitle)
      unavailable.note(key, notInLibrary: databaseUpdate)
    }
    wallet.diagnostics.unavailable = unavailable.entries.keys.sorted()
    // The cache only saves the next check some questions.
    try? store.keep(unavailable)
  }
}
