internal import Albums
internal import Foundation
internal import Logging
internal import Records

/// Brings a finished scan what it lacks: its artwork, or its review.
struct ErrandRunner: Sendable {
  let line: Line
  let ledger: Ledger
  let gallery: GalleryKeeper

  func run(_ errand: Errand) async throws {
    guard let scan = try await ledger.scan(errand.scan), scan.state == .done, scan.deleted == nil,
      let document = scan.document, let bundle = scan.bundle
    else { return try await ledger.complete(errand) }
    do {
      switch errand.kind {
      case .artwork: try await bringArtwork(errand, document, bundle)
      case .review: try await bringReview(errand, scan, document, bundle)
      }
    } catch let setback as Setback {
      Logger.current.info("the \(errand.kind.rawValue) of scan \(errand.scan) must wait: \(setback.reason)")
      try await putOff(errand)
    } catch is CancellationError {
      try await ledger.putOff(errand, until: line.time.now())
    }
  }

  private func bringArtwork(_ errand: Errand, _ document: AlbumDocument, _ bundle: String) async throws {
    let ids = document.album.musicbrainz
    let outcome = try await line.curator(ledger).artwork(release: ids.release, group: ids.releaseGroup)
    guard outcome != .pending else { return try await putOff(errand) }
    var document = document
    document.artwork = outcome.entry
    try await publish(document, outcome, bundle, errand)
  }

  private func bringReview(_ errand: Errand, _ scan: Scan, _ document: AlbumDocument, _ bundle: String) async throws {
    let outcome = try await line.critic(ledger).review(document.identified, of: scan, patient: false)
    var document = document
    switch outcome {
    case .pending(let until):
      guard let until else { return try await ledger.complete(errand) }
      return try await ledger.putOff(errand, until: until)
    case .unavailable(let reason, let tryAgain):
      Logger.current.info("no review of scan \(errand.scan) yet: \(reason)")
      document.review = outcome.entry
      if tryAgain { try await putOff(errand) } else { try await ledger.complete(errand) }
      if document.review.status == scan.reviewStatus { return }
    case .written:
      document.review = outcome.entry
    }
    let calls = try await ledger.calls(of: scan.id)
    document.cost = AlbumDocument.Cost(
      usd: calls.reduce(Money.zero) { $0 + Money(dollars: $1.usd) }.dollars, calls: calls)
    let ids = document.album.musicbrainz
    var artwork = ArtworkOutcome.none
    if let key = ids.release ?? ids.releaseGroup, case .present(let kept) = try await ledger.artwork(key) {
      artwork = document.artwork.status == .present ? .present(kept) : .none
    }
    try await publish(document, artwork, bundle, errand)
  }

  private func publish(
    _ document: AlbumDocument, _ artwork: ArtworkOutcome, _ bundle: String, _ errand: Errand
  ) async throws {
    let published = try line.publisher(ledger).republish(document, artwork: artwork, bundle: bundle)
    try await ledger.revise(errand.scan, to: document, bundle: published.bundle)
    if document.review.status != .unavailable || errand.kind == .artwork { try await ledger.complete(errand) }
    gallery.changed(at: line.time.now())
  }

  private func putOff(_ errand: Errand) async throws {
    // An errand is no hurry: the first comes after half a minute.
    let delay = RetrySchedule().delay(after: errand.attempts + 5, jitter: Double.random(in: 0...1))
    try await ledger.putOff(errand, until: line.time.now() + delay)
  }
}

extension AlbumDocument {
  /// What a critic needs to know of it.
  fileprivate var identified: Identification {
    Identification(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear, genres: album.genres,
      recordLabel: album.recordLabel, releaseGroup: album.musicbrainz.releaseGroup, release: album.musicbrainz.release,
      artists: album.musicbrainz.artists, means: identification.by, confidence: identification.confidence,
      evidence: identification.evidence)
  }
}
