internal import Albums
internal import Foundation
internal import Records

extension ReviewProducer {
  /// The review that an earlier scan of the very same photo came with, whatever prompt is set now: the same bytes cost
  /// nothing twice. Nil where that scan says another album, has no review, or a person wants another one.
  func reviewOfSamePhoto(
    _ known: Recognition, showing album: Identification, for scan: Scan
  ) async throws -> ReviewOutcome? {
    guard let earlier = known.samePhoto, !scan.wantsFreshReview,
      let document = try await ledger.scan(earlier)?.document, document.identity.isSame(as: album.identity),
      let kept = KeptReview(document.review)
    else { return nil }
    let key = AlbumKey(artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear)
    try await ledger.savedReview(of: key.text, prompt: kept.prompt, for: scan.id, now: time.now())
    return .written(kept, cached: true)
  }
}

extension KeptReview {
  /// Nil for a review that isn't written.
  fileprivate init?(_ entry: AlbumDocument.ReviewEntry) {
    guard entry.status == .written, let summary = entry.contextSummary, let bullets = entry.contextBullets,
      let rating = entry.rating, let recommendation = entry.recommendation, let label = entry.label,
      let tracks = entry.keyTracks, let model = entry.model, let prompt = entry.prompt,
      let writtenAt = entry.writtenAt.flatMap({ try? Date($0, strategy: .iso8601) })
    else { return nil }
    self.init(
      review: Review(
        contextSummary: summary, contextBullets: bullets, rating: rating, recommendation: recommendation, label: label,
        keyTracks: tracks, forFansOf: entry.forFansOf, sources: entry.sources ?? []), model: model,
      prompt: Digest(hex: String(prompt.dropFirst("sha256:".count))), writtenAt: writtenAt)
  }
}
