package import Albums
package import Foundation
internal import GRDB

extension Ledger {
  /// Takes the next scan whose time has come in progress; nil when there is none, or the queue is paused. A scan that
  /// somebody asked for by name goes before those that only arrived, one that failed less often before others, and the
  /// other sleeves of a photo before photos that nobody has looked at.
  /// - Parameters:
  ///   - ids: only these scans, and those of the other sleeves in their photos; nil for all.
  ///   - others: scans that are still in progress from before somebody put them back into the queue.
  package func claim(only ids: [ScanID]? = nil, except others: [ScanID] = [], now: Date) async throws -> Scan? {
    try await write { db in
      // Of the two origins 'command' comes first in the alphabet too: an index has them in this order.
      let chosen = (ids.map { "AND id IN (\(Self.group($0)))" } ?? "") + " AND id NOT IN (\(Self.list(others)))"
      return try Scan.fetchOne(
        db,
        sql: """
          UPDATE scan SET state = 'running', attempts = attempts + 1, heldBy = NULL, heldReason = NULL,
            faultCode = NULL, stepSince = :now, claimed = :now
          WHERE NOT EXISTS (SELECT 1 FROM pause) AND id = (
            SELECT id FROM scan WHERE state = 'waiting' AND \(Self.dueFrom("scan")) <= :now \(chosen)
            ORDER BY origin, attempts, part IS NULL, id LIMIT 1)
          RETURNING *
          """, arguments: ["now": now.stamp])
    }
  }

  /// When the next waiting scan or follow-up is due; nil if nothing waits for a time, or the queue is paused.
  /// - Parameters:
  ///   - ids: only these scans and their follow-ups.
  ///   - followUps: whether they count; false while no other can be begun.
  package func nextDue(only ids: [ScanID]? = nil, followUps: Bool = true) async throws -> Date? {
    try await read { db in
      let (chosen, chosenScans) = (
        ids.map { "AND id IN (\(Self.group($0)))" } ?? "", ids.map { "AND scan IN (\(Self.group($0)))" } ?? ""
      )
      return try Double.fetchOne(
        db,
        sql: """
          SELECT min(due) FROM (
            SELECT \(Self.due("min(scan.notBefore)", heldBy: "scan.heldBy")) AS due FROM scan
            WHERE state = 'waiting' \(chosen) GROUP BY heldBy
            UNION ALL SELECT \(Self.dueFrom("followUp")) FROM followUp WHERE ? AND \(Self.isFree) \(chosenScans))
          WHERE NOT EXISTS (SELECT 1 FROM pause) AND due < ?
          """, arguments: [followUps, Date.distantFuture.stamp]
      ).map(Date.init(stamp:))
    }
  }

  /// Which of these scans, all in progress, the user has withdrawn meanwhile.
  package func withdrawn(of ids: [ScanID]) async throws -> [ScanID] {
    try await read { db in
      try Int64.fetchAll(
        db,
        sql: """
          SELECT id FROM scan WHERE id IN (\(Self.list(ids))) AND state IN ('rejected', 'waiting') AND joined IS NULL
          """
      ).map(ScanID.init)
    }
  }

  /// Which of these scans, in progress or not, are rejected or deleted.
  package func rejectedOrDeleted(of ids: [ScanID]) async throws -> [ScanID] {
    guard !ids.isEmpty else { return [] }
    return try await read { db in
      try Int64.fetchAll(
        db,
        sql: "SELECT id FROM scan WHERE id IN (\(Self.list(ids))) AND (state = 'rejected' OR deleted IS NOT NULL)"
      ).map(ScanID.init)
    }
  }

  /// When a scan's or a follow-up's time comes: not before the service is asked again for which it waits, so that thousands
  /// who wait for one aren't taken up each time that one of them asks in vain.
  static func dueFrom(_ table: String) -> String { due("\(table).notBefore", heldBy: "\(table).heldBy") }

  private static func due(_ notBefore: String, heldBy holder: String) -> String {
    "max(\(notBefore), coalesce((SELECT until FROM condition WHERE code = \(holder) AND fault IS NOT NULL), 0))"
  }

  static func list(_ ids: [ScanID]) -> String { ids.map { String($0.number) }.joined(separator: ",") }

  /// Gives a scan back untouched, with its attempt: the program is being stopped.
  package func release(_ id: ScanID) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE scan SET state = 'waiting', attempts = max(0, attempts - 1) WHERE id = ? AND state = 'running'",
        arguments: [id.number])
    }
  }

  /// Lets a scan wait until a time, for a fault that `status` shows; `distantFuture` is until a person acts.
  package func hold(_ id: ScanID, until: Date, fault: Fault, now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE scan SET state = 'waiting', notBefore = ?, heldBy = ?, heldReason = ?, faultCode = ?,
            attempts = CASE WHEN ? THEN attempts ELSE max(0, attempts - 1) END
          WHERE id = ? AND state = 'running'
          """, arguments: [until.stamp, fault.holder, fault.reason, fault.printedCode, fault.isCounted, id.number])
      // A wait is no fault.
      if !fault.isWait { try note(fault, of: id, now: now, in: db) }
    }
  }

  /// Scans that a crash left in progress wait again; the attempt stays counted. A call that was under way may be billed,
  /// so it counts as one that wasn't answered: otherwise each crash would allow another.
  /// - Returns: how many scans there were.
  package func recover() async throws -> Int {
    try await write { db in
      // A trial belongs to another process, which may still be running.
      try db.execute(
        sql: """
          UPDATE expense SET unanswered = 1
          WHERE state = 'reserved' AND answer IS NULL AND scan IN (
            SELECT id FROM scan WHERE state <> 'done' UNION SELECT scan FROM followUp WHERE claim IS NOT NULL)
          """)
      // That it isn't done needn't be said but to the index of the others.
      try db.execute(
        sql: "UPDATE scan SET state = 'waiting', notBefore = 0 WHERE state <> 'done' AND state = 'running'")
      let count = db.changesCount
      try db.execute(sql: "DELETE FROM followUp WHERE isBegun")
      try db.execute(sql: "UPDATE followUp SET claim = NULL, again = 0")
      return count
    }
  }

  /// Ends a scan without a result.
  /// - Parameter kinds: the messages that somebody wants.
  /// - Throws: `ScanWithdrawn` when the scan is no longer in progress.
  package func fail(
    _ id: ScanID, state: ScanState = .failed, reason: String, hint: String?, folder: String?, photoNow: String?,
    fault: Fault?, telling kinds: Set<FollowUp.Kind> = [], now: Date
  ) async throws {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE scan SET state = ?, reason = ?, hint = ?, bundle = ?, photoNow = ?, finished = ?, heldBy = NULL,
            heldReason = NULL, faultCode = ? WHERE id = ? AND state = 'running'
          """,
        arguments: [state.rawValue, reason, hint, folder, photoNow, now.stamp, fault?.printedCode, id.number])
      guard db.changesCount == 1 else { throw ScanWithdrawn() }
      if let fault { try note(fault, of: id, now: now, in: db) }
      // Its other photos may do better. With an earlier result they stay with that.
      if try scan(id, in: db)?.document == nil { try releasePhotos(of: id, in: db) }
      try wakePhotosWaitingForFront(besides: id, in: db)
      try addMessages(kinds, for: id, in: state, now: now, in: db)
    }
  }

  /// The kinds of faults, as the ledger has them. An excused one wasn't the scan's: nothing was tried.
  static let (excused, permanent) = ("excused", "permanent")

  /// Notes a fault of a scan.
  /// - Parameter step: nil for the last one that the scan was at.
  package func note(_ fault: Fault, of id: ScanID, at step: Step? = nil, now: Date) async throws {
    try await write { db in try note(fault, of: id, at: step, now: now, in: db) }
  }

  func note(_ fault: Fault, of id: ScanID, at step: Step? = nil, now: Date, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO fault (scan, at, step, code, kind, service, reason)
        SELECT id, ?, coalesce(?, step), ?, ?, ?, ? FROM scan WHERE id = ?
        """,
      arguments: [
        now.stamp, step?.rawValue, fault.printedCode, Self.kind(of: fault), fault.service?.rawValue, fault.reason,
        id.number,
      ])
  }

  private static func kind(of fault: Fault) -> String {
    switch fault.next {
    case .retry(_, isCounted: true): "transient"
    case .retry, .wait: excused
    case .fail: permanent
    case .needsPerson: "needsAttention"
    }
  }
}
