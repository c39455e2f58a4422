internal import Albums
internal import Disk
internal import Foundation
internal import ImagingClient
internal import ImagingProtocol
internal import Logging
internal import Records

/// Fetches front covers, and caches them forever.
struct ArtworkFetcher: Sendable {
  let context: ScanContext

  /// After this time, the archive is asked again for a missing cover.
  static let noneHolds: Duration = .seconds(7 * 86400)

  /// The archive's cover, or if it gives none, a known cover of the album. Faults of the archive are never thrown:
  /// artwork never blocks a result.
  func artwork(of album: AlbumIdentity, release: MBID?) async throws -> ArtworkOutcome {
    do { return try await artworkOrFault(of: album, release: release) } catch is Fault { return .pending }
  }

  /// The same for a follow-up.
  /// - Throws: a `Fault` if no later try would bring it.
  func artworkOrFault(of album: AlbumIdentity, release: MBID?) async throws -> ArtworkOutcome {
    let outcome: ArtworkOutcome
    do {
      outcome = try await fromArchive(release: release, group: album.releaseGroup)
    } catch let fault as Fault {
      guard let known = try await knownCover(album) else { throw fault }
      return .present(known)
    }
    if case .present = outcome { return outcome }
    return try await knownCover(album).map { .present($0) } ?? outcome
  }

  func has(_ kept: KeptArtwork) async -> Bool {
    await context.pictures.holds(kept)
  }

  private func fromArchive(release: MBID?, group: MBID?) async throws -> ArtworkOutcome {
    guard let group else { return .none }
    let key = release ?? group
    switch try await context.ledger.artwork(key) {
    case .present(let kept) where await has(kept): return .present(kept)
    case .none(let asked) where asked + Self.noneHolds > context.time.now(): return .none
    case .present, .none, .unknown: break
    }
    do {
      let found = try await context.gate.pass(.coverartarchive) {
        try await context.coverArchive.front(ofRelease: release, inGroup: group)
      }
      guard let found else {
        try await context.ledger.remember(artwork: nil, of: key, now: context.time.now())
        return .none
      }
      let kept = try await store(Data(found.bytes), source: found.source)
      try await context.ledger.remember(artwork: kept, of: key, now: context.time.now())
      return .present(kept)
    } catch let fault as Fault {
      if fault.next == .fail { throw fault }
      if !fault.isWait { Logger.current.info("the artwork has to wait: \(fault.reason)") }
      return .pending
    } catch let error as ImagingClientError {
      Logger.current.notice("the Cover Art Archive's picture can't be used: \(error.reason)")
      return error.isForGood ? .none : .pending
    } catch let error as DiskError {
      // A full disk is reported by the bundle step; missing artwork mustn't stop a result.
      Logger.current.notice("couldn't store the artwork: \(error.description)")
      return .pending
    }
  }

  /// The number of candidates shown with their covers.
  static let mostCovers = 5

  /// The covers of the candidates, by number from 1, as far as they arrived in time. They are cached like any artwork,
  /// so that another pass asks nobody.
  /// - Parameter comparison: artwork that was looked for before.
  func covers(
    of albums: [Identification], seen comparison: ArtworkComparison? = nil, within patience: Duration
  ) async throws -> [Int: KeptArtwork] {
    let shown = albums.prefix(Self.mostCovers)
    _ = try await withGrace(patience, sleep: context.time.sleep) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for album in shown where comparison?.outcome(for: album.identity) == nil {
          group.addTask { _ = try await artwork(of: album.identity, release: album.release) }
        }
        try await group.waitForAll()
      }
    }
    var covers: [Int: KeptArtwork] = [:]
    for (index, album) in shown.enumerated() {
      covers[index + 1] = try await remembered(album.identity, release: album.release)
    }
    return covers
  }

  /// Artwork that is already stored.
  func remembered(_ album: AlbumIdentity, release: MBID?) async throws -> KeptArtwork? {
    if let key = release ?? album.releaseGroup, case .present(let kept) = try await context.ledger.artwork(key),
      await has(kept)
    {
      return kept
    }
    return try await knownCover(album)
  }

  /// From the known covers.
  private func knownCover(_ album: AlbumIdentity) async throws -> KeptArtwork? {
    guard let kept = try await context.ledger.cover(of: album)?.artwork, await has(kept) else { return nil }
    return kept
  }

  /// Stores a picture of a cover.
  func store(_ picture: Data, source: ArtworkSource) async throws -> KeptArtwork {
    let prepared = try await context.imaging.artwork(picture)
    return KeptArtwork(
      picture: try await context.pictures.keep(Data(prepared.jpeg)),
      thumbnail: try await context.pictures.keep(Data(prepared.thumbnail)),
      width: prepared.width,
      height: prepared.height, source: source)
  }
}
