package import Albums
internal import Foundation
internal import Records

/// Asks MusicBrainz and the Cover Art Archive questions that no scan waits for. It uses the same gate as scans do: a
/// service that is paused for scans is paused for these questions, and the other way round.
package struct ReferenceLookup: BackgroundCatalog {
  private let reference: any BackgroundCatalog
  private let context: ScanContext

  /// Nil where the catalog is asked nothing.
  package init?(_ context: ScanContext) {
    guard let reference = context.backgroundCatalog else { return nil }
    self.reference = reference
    self.context = context
  }

  package func tracks(ofRelease release: MBID) async throws(Fault) -> CatalogAlbum? {
    try await ask(.musicbrainz) { try await reference.tracks(ofRelease: release) }
  }

  package func releases(ofGroup group: MBID) async throws(Fault) -> CatalogAlbum? {
    try await ask(.musicbrainz) { try await reference.releases(ofGroup: group) }
  }

  package func albums(titled title: String, by artist: String?) async throws(Fault) -> [CatalogAlbum] {
    try await ask(.musicbrainz) { try await reference.albums(titled: title, by: artist) }
  }

  private func ask<Answer>(_ service: ServiceName, _ question: () async throws -> Answer) async throws(Fault)
    -> Answer
  {
    do { return try await context.gate.pass(service, question) } catch {
      switch error {
      case let fault as Fault:
        guard case .wait(let until) = fault.next else { throw fault }
        throw .retry(
          fault.code, detail: fault.detail, fault.reason, service: service,
          after: max(0, until.timeIntervalSince(context.time.now())), isCounted: false)
      // The ledger's, which says so itself; or the question was given up.
      default: throw .retry(.unknown, "\(error)", service: service, isCounted: false)
      }
    }
  }
}

extension ReferenceLookup: CoverArchive {
  /// A cover that a scan brought is at hand, and that there is none is asked again after a week only, by whomever.
  package func front(ofRelease release: MBID?, inGroup group: MBID) async throws(Fault) -> DownloadedArtwork? {
    let key = release ?? group
    do {
      switch try await context.ledger.artwork(key) {
      case .present(let kept):
        if let bytes = await context.pictures.picture(kept.picture) {
          return DownloadedArtwork(bytes: Array(bytes), source: kept.source)
        }
      case .none(let asked) where asked + ArtworkFetcher.noneHolds > context.time.now(): return nil
      case .none, .unknown: break
      }
      let found = try await ask(.coverartarchive) {
        try await context.coverArchive.front(ofRelease: release, inGroup: group)
      }
      if found == nil { try await context.ledger.remember(artwork: nil, of: key, now: context.time.now()) }
      return found
    } catch {
      throw error as? Fault ?? .retry(.unknown, "\(error)", service: .coverartarchive, isCounted: false)
    }
  }
}
