package import Albums
package import Foundation
package import GRDB

/// A scan as the ledger has it.
package struct Scan: Equatable, Sendable {
  package enum Origin: String, Sendable { case inbox, command }

  package let id: ScanID
  /// The photo's name, for people.
  package let name: String
  /// Where the photo lies: bytes of a path.
  package let path: Data
  package let origin: Origin
  package let digest: Digest
  package let state: ScanState
  package let step: Step?
  package let stepSince: Date?
  /// How often it was taken in hand without a good excuse.
  package let attempts: Int
  package let notBefore: Date
  /// What it waits for: a service's name, `budget`, `plan` or `disk`; nil when only for its turn.
  package let heldBy: String?
  package let heldReason: String?
  package let arrived: Date
  package let finished: Date?
  /// Why it failed or is unsure.
  package let reason: String?
  package let hint: String?
  /// Its folder, relative to the root.
  package let bundle: String?
  package let photoNow: String?
  /// `album.json` as it was last published.
  package let document: AlbumDocument?
  package let reviewStatus: ReviewStatus?
  package let artworkStatus: ArtworkStatus?
  package let viewed: Date?
  package let deleted: Date?
  /// How models are to be asked, where a person said so; nil for the way of the settings.
  package let strategy: Strategy?
  /// A person asked for another review: one that was written before doesn't do.
  package let wantsFreshReview: Bool

  /// It is finished, and `retry` has its review written.
  package var lacksReview: Bool { state == .done && reviewStatus != .written }
}

extension Scan: FetchableRecord {
  package init(row: Row) throws {
    func date(_ column: String) -> Date? { (row[column] as Double?).map(Date.init(stamp:)) }
    func value<Value: RawRepresentable>(_ column: String) -> Value? where Value.RawValue == String {
      (row[column] as String?).flatMap(Value.init(rawValue:))
    }
    guard let state: ScanState = value("state"), let origin: Origin = value("origin") else {
      throw LedgerError("Scan \(row["id"] as Int64) has a state that this version doesn't know; update AlbumScan.")
    }
    id = ScanID(row["id"])
    name = row["name"]
    path = row["path"]
    self.origin = origin
    digest = Digest(hex: row["digest"])
    self.state = state
    step = value("step")
    stepSince = date("stepSince")
    attempts = row["attempts"]
    notBefore = Date(stamp: row["notBefore"])
    heldBy = row["heldBy"]
    heldReason = row["heldReason"]
    arrived = Date(stamp: row["arrived"])
    finished = date("finished")
    reason = row["reason"]
    hint = row["hint"]
    bundle = row["bundle"]
    photoNow = row["photoNow"]
    document = try (row["document"] as String?).map { try JSONText.decode($0) }
    reviewStatus = value("reviewStatus")
    artworkStatus = value("artworkStatus")
    viewed = date("viewed")
    deleted = date("deleted")
    strategy = value("strategy")
    wantsFreshReview = row["wantsFreshReview"]
  }
}
