package import Albums
package import Foundation
internal import GRDB

/// Money saved because something was already known or free.
package struct SavingLine: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The same photo again: its reading and identification were reused.
    case photo
    /// Another photo that gave an identical prepared picture.
    case answer
    /// A review from an earlier scan.
    case review
    /// The catalog had a clear winner for the text, and no web search was needed.
    case search
    /// The words on a sleeve, read on this computer, and its artwork: no model had to read it.
    case reading
  }

  package let kind: Kind
  package let count: Int
  package let value: Money
  /// Whether a part of the value is an average of what such calls have cost.
  package let isEstimate: Bool
}

extension SavingLine.Kind {
  /// The step whose average cost is used as the estimate.
  fileprivate var step: Step {
    switch self {
    case .search: .search
    case .reading: .reading
    case .photo, .answer, .review: .review
    }
  }
}

extension Ledger {
  /// The catalog made a web search unnecessary.
  package func savedSearch(for scan: ScanID, now: Date) async throws {
    try await write { db in try save(.search, "", for: scan, value: nil, now: now, in: db) }
  }

  /// An album was found by words and artwork on this computer, and no model was asked.
  package func savedReading(for scan: ScanID, now: Date) async throws {
    try await write { db in try save(.reading, "", for: scan, value: nil, now: now, in: db) }
  }

  /// A review was reused; its value is what it cost the scan for which it was written.
  package func savedReview(of album: String, prompt: Digest, for scan: ScanID, now: Date) async throws {
    try await write { db in
      let writtenFor = try Int64.fetchOne(
        db, sql: "SELECT scan FROM review WHERE album = ? AND prompt = ?", arguments: [album, prompt.hex])
      // Finding its own review again after a crash saved nothing.
      if writtenFor == scan.number { return }
      let value = try writtenFor.flatMap { try paid(for: "scan = \($0) AND step = 'review'", in: db) }
      try save(.review, album, for: scan, value: value, now: now, in: db)
    }
  }

  /// The cost of the steps adopted from an earlier scan of these bytes, if any.
  func savePhoto(_ digest: Digest, for scan: ScanID, now: Date, in db: Database) throws {
    let adopted = try Bool.fetchOne(
      db, sql: "SELECT 1 FROM step WHERE scan = ? AND name = 'reading'", arguments: [scan.number])
    guard adopted == true else { return }
    let value = try paid(
      for: """
        step IN ('reading', 'search') AND dropped = 0
          AND scan IN (SELECT id FROM scan WHERE digest = '\(digest.hex)' AND id <> \(scan.number))
        """, in: db)
    try save(.photo, digest.hex, for: scan, value: value ?? 0, now: now, in: db)
  }

  /// Counted once per scan and subject, however often a crash repeats it.
  func save(
    _ kind: SavingLine.Kind, _ what: String, for scan: ScanID, value: Int?, now: Date, in db: Database
  ) throws {
    try db.execute(
      sql: "INSERT OR IGNORE INTO saving (scan, kind, what, at, microdollars) VALUES (?, ?, ?, ?, ?)",
      arguments: [scan.number, kind.rawValue, what, now.stamp, value])
  }

  /// Nil where nothing was.
  private func paid(for condition: String, in db: Database) throws -> Int? {
    try Int.fetchOne(
      db, sql: "SELECT sum(microdollars) FROM expense WHERE state <> 'released' AND answer IS NOT NULL AND \(condition)"
    )
  }

  /// The savings by kind. If something has no price of its own, the average cost of such a step is used.
  /// - Parameter search: the estimated price of a search if none was ever made.
  package func savings(search: Money?) async throws -> [SavingLine] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT kind, count(*) AS n, coalesce(sum(microdollars), 0) AS known,
            sum(microdollars IS NULL) AS unknown FROM saving GROUP BY kind
          """
      ).compactMap { row -> SavingLine? in
        guard let kind = SavingLine.Kind(rawValue: row["kind"]) else { return nil }
        let unknown: Int = row["unknown"]
        let average = unknown > 0 ? try averageCost(of: kind.step, in: db) : nil
        let each = average ?? (kind == .search ? search : nil) ?? .zero
        return SavingLine(
          kind: kind, count: row["n"], value: Money(microdollars: row["known"] + unknown * each.microdollars),
          isEstimate: unknown > 0)
      }
      .sorted { $0.kind.rawValue < $1.kind.rawValue }
    }
  }

  private func averageCost(of step: Step, in db: Database) throws -> Money? {
    try Double.fetchOne(
      db,
      sql: """
        SELECT avg(cost) FROM (
          SELECT sum(microdollars) AS cost FROM expense WHERE step = ? AND state = 'settled' GROUP BY scan)
        """, arguments: [step.rawValue]
    ).map { Money(microdollars: Int($0.rounded())) }
  }
}
