internal import Albums
internal import Foundation
internal import Records

/// The short JSON form of a scan.
struct ScanSummary: Encodable {
  let id: ScanID
  let photo: String
  let state: ScanState
  let arrivedAt: Date
  @Nullable var finishedAt: Date?
  @Nullable var artistName: String?
  @Nullable var albumTitle: String?
  @Nullable var releaseYear: String?
  @Nullable var confidence: Confidence?
  @Nullable var rating: Double?
  @Nullable var recommendation: Recommendation?
  @Nullable var review: ReviewStatus?
  @Nullable var artwork: ArtworkStatus?
  /// Relative to the root; null if there is no bundle (any longer).
  @Nullable var bundle: String?
  /// Of the fault for which it waits, or failed; null if none is to blame.
  @Nullable var code: String?
  @Nullable var reason: String?
  @Nullable var hint: String?

  init(_ scan: Scan) {
    id = scan.id
    photo = scan.name
    state = scan.state
    arrivedAt = scan.arrived
    finishedAt = scan.finished
    artistName = scan.document?.album.artistName
    albumTitle = scan.document?.album.albumTitle
    releaseYear = scan.document?.album.releaseYear
    confidence = scan.document?.identification.confidence
    rating = scan.document?.review.rating
    recommendation = scan.document?.review.recommendation
    review = scan.reviewStatus
    artwork = scan.artworkStatus
    bundle = scan.state == .rejected ? nil : scan.bundle
    code = scan.faultCode
    reason = scan.reason
    hint = scan.hint
  }
}

/// What `scan` and `history` print with `--json`.
struct ScanList: Encodable {
  let schema: String
  let scans: [ScanSummary]

  init(_ verb: String, _ scans: [Scan]) { (schema, self.scans) = ("albumscan/\(verb)/1", scans.map(ScanSummary.init)) }
}
