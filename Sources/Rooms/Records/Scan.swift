package import Albums
package import Foundation
package import GRDB

/// A scan in the ledger.
package struct Scan: Equatable, LedgerRecord, Sendable {
  package enum Origin: String, Decodable, Sendable { case inbox, command }

  package let id: ScanID
  /// The photo's name, for people.
  package let name: String
  /// The photo's path, as bytes.
  package let path: Data
  package let origin: Origin
  /// The identity of what is scanned: of the photo's bytes, or of one of several sleeves in it.
  package let digest: Digest
  package let state: ScanState
  package let step: Step?
  package let stepSince: Date?
  /// When it was taken in progress.
  package let claimed: Date?
  /// How often it was begun without an excuse.
  package let attempts: Int
  package let notBefore: Date
  /// What it waits for: a service's name, `budget`, `plan`, or `disk`; nil if only for its turn.
  package let heldBy: String?
  package let heldReason: String?
  /// The printed code of the fault for which it waits, or failed; nil if none is to blame.
  package let faultCode: String?
  package let arrived: Date
  package let finished: Date?
  /// Why it failed or is unsure.
  package let reason: String?
  package let hint: String?
  /// Its result folder, relative to the root.
  package let bundle: String?
  package let photoNow: String?
  /// The last published `album.json`.
  package let document: AlbumDocument?
  package let reviewStatus: ReviewStatus?
  package let artworkStatus: ArtworkStatus?
  package let viewed: Date?
  package let deleted: Date?
  /// The strategy, if the user chose one for this scan; nil for that of the settings.
  package let strategy: Strategy?
  /// Which album a person says it is; nil if none does.
  package let statement: String?
  /// What the file beside the photo said when it was last taken into account.
  package let fileStatement: String?
  /// The lists that its album is put on once it is known, a line each; nil for none.
  private let list: String?
  /// The user wants another review, so an existing one isn't used.
  package let wantsFreshReview: Bool
  /// When its photo was taken, as the camera or else its file says; nil until it was prepared.
  package let taken: Date?
  /// The folder in which its photo arrived, as bytes; nil for scans of earlier versions.
  package let folder: Data?
  /// The scan whose record its photo shows as well.
  package let joined: ScanID?
  /// What its photo shows of that record; nil unless it joined one.
  package let side: PhotoSide?
  /// It joins no other scan: a person separated it, or `--once` ended its wait for a front.
  package let isAlone: Bool
  /// These three and the photo's digest are nil for all of a photo.
  private let partNumber, parts: Int?
  private let partCorners: String?
  private let digestOfPhoto: Digest?

  private enum CodingKeys: String, CodingKey {
    case id, name, path, origin, digest, state, step, stepSince, claimed, attempts, notBefore, heldBy, heldReason
    case faultCode, arrived, finished, reason, hint, bundle, photoNow, document, reviewStatus, artworkStatus, viewed
    case deleted, strategy, statement, fileStatement, list, wantsFreshReview, taken, folder, joined, side
    case isAlone, parts, partCorners
    case partNumber = "part"
    case digestOfPhoto = "photoDigest"
  }

  /// The digest of the photo's bytes.
  package var photoDigest: Digest { digestOfPhoto ?? digest }

  /// Which of several sleeves in the photo it is of; nil for all of the photo.
  package var part: PhotoPart? {
    guard let partNumber, let parts, let corners: [SIMD2<Double>] = try? JSONText.decode(partCorners ?? "") else {
      return nil
    }
    return PhotoPart(number: partNumber, of: parts, corners: corners)
  }

  /// The photo's name, with the sleeve where it shows several, for people.
  package var photoTitle: String { part.map { "\(name) (\($0.words))" } ?? name }

  /// How many seconds ago it was taken in progress.
  package func inProgress(at now: Date) -> TimeInterval { max(0, now.timeIntervalSince(claimed ?? stepSince ?? now)) }

  /// The lists that its album is put on once it is known.
  var lists: [ListName] { (list ?? "").split(separator: "\n").compactMap { ListName(name: String($0)) } }

  /// A command, not the file beside the photo, says which album it is.
  package var isStatedByCommand: Bool { statement != nil && statement != fileStatement }

  /// It is finished, and `retry` has its review written.
  package var lacksReview: Bool { state == .done && (reviewStatus != .written || wantsFreshReview) }
}

/// A row whose columns are called as its properties are; times are seconds since 1970.
package protocol LedgerRecord: Decodable, FetchableRecord {}

extension LedgerRecord {
  package static func databaseDateDecodingStrategy(for column: String) -> DatabaseDateDecodingStrategy {
    .timeIntervalSince1970
  }
}
