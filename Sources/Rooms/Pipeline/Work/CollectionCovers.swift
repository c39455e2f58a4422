internal import Albums
internal import Foundation
internal import Logging
package import Records
internal import ServiceLifecycle

/// Fetches the covers of imported albums, so that photos of them are recognized without a model: one question at a time,
/// and only while no scan is in progress.
package final class CollectionCovers: Service {
  private let ledger: Ledger
  private let context: @Sendable () -> ScanContext
  private let wakeSignal = WakeSignal()

  /// After a question that a service didn't answer.
  private static let rest: Duration = .seconds(300)

  package init(ledger: Ledger, context: @escaping @Sendable () -> ScanContext) {
    self.ledger = ledger
    self.context = context
  }

  /// There may be something to fetch, or time for it.
  package func look() { wakeSignal.fire() }

  package func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      var isResting = false
      while !Task.isCancelled {
        if isResting {
          // Canceled while it sleeps: over.
          guard (try? await context().time.sleep(Self.rest)) != nil else { return }
        } else {
          await wakeSignal.wait()
        }
        do { isResting = try await !fetchAll() } catch is CancellationError {} catch {
          Logger.current.info("the covers of the collection have to wait: \(error)")
          isResting = true
        }
      }
    }
  }

  /// - Returns: false if a service doesn't answer.
  package func fetchAll() async throws -> Bool {
    while !Task.isCancelled, try await ledger.isIdle() {
      let context = context()
      guard let lookup = ReferenceLookup(context),
        let wanted = try await ledger.nextWantedCover(now: context.time.now())
      else { return true }
      do { try await fetch(wanted, lookup, context) } catch let fault as Fault {
        guard fault.next == .fail else {
          Logger.current.info("the covers of the collection have to wait: \(fault.reason)")
          return false
        }
        try await ledger.note(coverOf: wanted.row, group: nil, due: nil)
      }
    }
    return true
  }

  private func fetch(_ wanted: WantedCover, _ lookup: ReferenceLookup, _ context: ScanContext) async throws {
    guard let found = try await album(wanted.album, lookup, context) else {
      return try await ledger.note(coverOf: wanted.row, group: nil, due: nil)
    }
    // With the catalog's names: what is recognized by its cover is called so.
    let album = KnownAlbum(found, release: nil)
    let outcome = try await context.artworkFetcher.artworkOrFault(of: album.identity, release: nil)
    if case .present(let kept) = outcome { await context.coverStore.add([(album, kept)], from: .candidate) }
    try await ledger.note(
      coverOf: wanted.row, group: found.releaseGroup,
      due: outcome == .pending ? context.time.now().addingTimeInterval(86400) : nil)
  }

  /// The catalog's album, if there is no doubt which one it is.
  private func album(
    _ album: KnownAlbum, _ lookup: ReferenceLookup, _ context: ScanContext
  ) async throws -> CatalogAlbum? {
    if let group = album.releaseGroup { return try await lookup.releases(ofGroup: group) }
    if let release = album.release { return try await lookup.tracks(ofRelease: release) }
    if let release = album.discogsRelease {
      let address = CatalogReference.address("https://www.discogs.com/release/\(release)")
      let linked = try await context.gate.pass(.musicbrainz) { try await context.catalog.albums(at: address) }
      if let first = linked.first, linked.allSatisfy({ $0.releaseGroup == first.releaseGroup }) { return first }
    }
    let named = try await lookup.albums(titled: album.albumTitle, by: album.artistName).filter { found in
      AlbumKey(artistName: found.artistName, albumTitle: found.title)
        == AlbumKey(
          artistName: album.artistName, albumTitle: album.albumTitle)
    }
    return Set(named.map(\.releaseGroup)).count == 1 ? named.first : nil
  }
}
