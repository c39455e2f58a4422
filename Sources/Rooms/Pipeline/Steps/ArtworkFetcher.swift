internal import Albums
internal import Disk
internal import Foundation
internal import ImagingProcess
internal import Logging
internal import Records

/// The result of looking for an album's front cover.
enum ArtworkOutcome: Codable, Equatable, Sendable {
  case present(KeptArtwork)
  /// The archive has none.
  case none
  /// It couldn't be had now; an errand goes on looking.
  case pending
}

/// Fetches front covers, and caches them forever.
struct ArtworkFetcher: Sendable {
  let covers: any CoverArchive
  let imaging: ImagingClient
  let store: PictureStore
  let ledger: Ledger
  let gate: ServiceGate
  let time: TimeSource

  /// That the archive has none is asked again after this.
  static let noneHolds: Duration = .seconds(7 * 86400)

  /// The archive's cover; where it can't give one, a cover of the album that is known here. Never throws for a failure of
  /// the archive: artwork never blocks a result.
  func artwork(of album: AlbumIdentity, release: MBID?) async throws -> ArtworkOutcome {
    let outcome = try await archived(release: release, group: album.releaseGroup)
    if case .present = outcome { return outcome }
    return try await shelved(album).map { .present($0) } ?? outcome
  }

  func has(_ kept: KeptArtwork) -> Bool {
    store.picture(kept.picture) != nil && store.picture(kept.thumbnail) != nil
  }

  private func archived(release: MBID?, group: MBID?) async throws -> ArtworkOutcome {
    guard let group else { return .none }
    let key = release ?? group
    switch try await ledger.artwork(key) {
    case .present(let kept) where has(kept): return .present(kept)
    case .none(let asked) where asked + Self.noneHolds > time.now(): return .none
    case .present, .none, .unknown: break
    }
    do {
      let found = try await gate.pass(.coverartarchive) { try await covers.front(ofRelease: release, inGroup: group) }
      guard let found else {
        try await ledger.remember(artwork: nil, of: key, now: time.now())
        return .none
      }
      let kept = try await develop(found)
      try await ledger.remember(artwork: kept, of: key, now: time.now())
      return .present(kept)
    } catch let fault as ServiceFault {
      Logger.current.info("the artwork has to wait: \(fault.reason)")
      return .pending
    } catch let error as ImagingClientError {
      Logger.current.notice("the Cover Art Archive's picture can't be used: \(error.reason)")
      return error.isForGood ? .none : .pending
    } catch let error as DiskError {
      // A full disk is the bundle's to report; a review that is being written beside this must not be lost by it.
      Logger.current.notice("couldn't store the artwork: \(error.description)")
      return .pending
    } catch is Postponed {
      return .pending
    }
  }

  /// How many albums to choose from are shown with their covers.
  static let mostCovers = 5

  /// Covers of albums to choose from, by number from 1: those that came in time. What is found is kept like any artwork,
  /// so that a second walk asks nobody.
  /// - Parameter comparison: artwork that was looked for before.
  func covers(
    of albums: [Identification], seen comparison: ArtworkComparison? = nil, within patience: Duration
  ) async throws -> [Int: KeptArtwork] {
    let shown = albums.prefix(Self.mostCovers)
    _ = try await withGrace(patience, sleep: time.sleep) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for album in shown where comparison?.outcome(for: album.identity) == nil {
          group.addTask { _ = try await artwork(of: album.identity, release: album.release) }
        }
        try await group.waitForAll()
      }
    } beside: {
    }
    var covers: [Int: KeptArtwork] = [:]
    for (index, album) in shown.enumerated() {
      covers[index + 1] = try await remembered(album.identity, release: album.release)
    }
    return covers
  }

  /// What is here already.
  func remembered(_ album: AlbumIdentity, release: MBID?) async throws -> KeptArtwork? {
    if let key = release ?? album.releaseGroup, case .present(let kept) = try await ledger.artwork(key), has(kept) {
      return kept
    }
    return try await shelved(album)
  }

  /// Of the covers known here.
  private func shelved(_ album: AlbumIdentity) async throws -> KeptArtwork? {
    try await ledger.cover(of: album).map(\.artwork).flatMap { has($0) ? $0 : nil }
  }

  private func develop(_ found: DownloadedArtwork) async throws -> KeptArtwork {
    let prepared = try await imaging.artwork(Data(found.bytes))
    return KeptArtwork(
      picture: try store.keep(prepared.jpeg), thumbnail: try store.keep(prepared.thumbnail), width: prepared.width,
      height: prepared.height, source: found.source)
  }
}
