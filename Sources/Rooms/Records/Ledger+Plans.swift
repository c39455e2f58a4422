internal import Albums
package import Foundation
internal import GRDB

/// How many scans with a model the plan still allows.
package struct ScanLimit: Equatable, Sendable {
  package var scans: Int
  /// Scans counted before this time don't matter.
  package var since: Date

  package init(scans: Int, since: Date) {
    self.scans = scans
    self.since = since
  }
}

extension Ledger {
  /// The number of scans for which a model was asked under a plan with a limit, each counted once.
  /// - Parameter since: nil for all time.
  package func scansCounted(since: Date? = nil) async throws -> Int {
    try await read { db in try counted(since: since ?? .distantPast, in: db) }
  }

  /// Counts a scan when a model is asked for it the first time under a plan with a limit. Photos are counted: retries,
  /// repeated scans of the same photo, and deletions don't change the number.
  /// - Parameter limit: nil where the plan has none; then the scan doesn't count against a later plan either.
  /// - Returns: the refusal if the plan has no scan left; then nothing is counted.
  func count(_ scan: ScanID, within limit: ScanLimit?, now: Date, in db: Database) throws -> Reservation? {
    guard let limit else { return nil }
    let known = try Bool.fetchOne(
      db, sql: "SELECT 1 FROM counted JOIN scan USING (digest) WHERE scan.id = ?", arguments: [scan.number])
    if known == true { return nil }
    let used = try counted(since: limit.since, in: db)
    if used >= limit.scans { return .usedUp(used, of: limit.scans) }
    try db.execute(
      sql: "INSERT INTO counted (digest, at) SELECT digest, ? FROM scan WHERE id = ?",
      arguments: [now.stamp, scan.number])
    return nil
  }

  private func counted(since: Date, in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "SELECT count(*) FROM counted WHERE at >= ?", arguments: [since.stamp]) ?? 0
  }
}
