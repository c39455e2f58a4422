package import Albums
package import Foundation
internal import GRDB

/// A question for a batch, with the name of its picture instead of the bytes.
package struct BatchItem: Equatable, Sendable {
  package let expense: ExpenseID
  package let question: Question
  package let picture: Digest?
}

/// The questions waiting to be submitted as a batch.
package struct BatchQueue: Equatable, Sendable {
  package let readings: Int
  package let reviews: Int
  package let oldest: Date?
  package let newest: Date?
  /// Nothing is being worked on, or could be now, that might add to them.
  package let isQuiet: Bool
  package let isPaused: Bool

  package var count: Int { readings + reviews }
}

/// The facts on which the decision for or against a batch is based.
package struct BatchPolicyFacts: Equatable, Sendable {
  /// Photos that only arrived, weren't read yet, and aren't in a batch.
  package var unread: Int
  /// A person named this scan, and waits for it.
  package var isAskedFor = false
  package var wasReadInBulk = false
  /// This question, or another one of this scan's review, was in a batch before.
  package var hadItsTurn = false
}

extension Ledger {
  package func bulkFacts(of id: ScanID, asking recipe: Digest) async throws -> BatchPolicyFacts {
    try await read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT
            (SELECT count(*) FROM scan WHERE state IN ('waiting', 'running') AND origin = 'inbox'
              AND NOT EXISTS (SELECT 1 FROM step WHERE step.scan = scan.id AND name = 'reading')
              AND NOT EXISTS (SELECT 1 FROM batchItem WHERE batchItem.scan = scan.id AND state = 'sent')) AS unread,
            EXISTS (SELECT 1 FROM scan WHERE id = :id
              AND (origin = 'command' OR wantsFreshReview OR strategy IS NOT NULL)) AS isAskedFor,
            EXISTS (SELECT 1 FROM expense WHERE scan = :id AND batched AND NOT dropped AND step = 'reading'
              AND answer IS NOT NULL) AS wasRead,
            EXISTS (SELECT 1 FROM expense WHERE scan = :id AND batched
              AND (recipe = :recipe OR step = 'review')) AS hadItsTurn
          """, arguments: ["id": id.number, "recipe": recipe.hex])
      return BatchPolicyFacts(
        unread: row?["unread"] ?? 0, isAskedFor: row?["isAskedFor"] ?? false, wasReadInBulk: row?["wasRead"] ?? false,
        hadItsTurn: row?["hadItsTurn"] ?? false)
    }
  }

  /// - Parameter service: nil for all.
  package func batchQueue(for service: ServiceName? = nil, now: Date) async throws -> BatchQueue {
    try await read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT
            count(*) FILTER (WHERE step <> 'review') AS readings, count(*) FILTER (WHERE step = 'review') AS reviews,
            min(at) AS oldest, max(at) AS newest,
            NOT EXISTS (SELECT 1 FROM scan
              WHERE state IN ('waiting', 'running') AND (state = 'running' OR notBefore <= ?)) AS isQuiet,
            EXISTS (SELECT 1 FROM pause) AS isPaused
          FROM batchItem JOIN expense ON expense.id = batchItem.expense WHERE batchItem.state = 'queued'
            AND service = coalesce(?, service)
          """, arguments: [now.stamp, service?.rawValue])
      return BatchQueue(
        readings: row?["readings"] ?? 0, reviews: row?["reviews"] ?? 0,
        oldest: (row?["oldest"] as Double?).map(Date.init(stamp:)),
        newest: (row?["newest"] as Double?).map(Date.init(stamp:)), isQuiet: row?["isQuiet"] ?? true,
        isPaused: row?["isPaused"] ?? false)
    }
  }

  /// Questions that wait, the oldest first, all for one model of the service. Those that nobody wants an answer to any
  /// more are removed first.
  package func queuedItems(for service: ServiceName, limit: Int) async throws -> [BatchItem] {
    try await write { db in
      let unwanted = try Int64.fetchAll(
        db,
        sql: """
          SELECT expense FROM batchItem JOIN expense ON expense.id = batchItem.expense
            LEFT JOIN scan ON scan.id = batchItem.scan
          WHERE batchItem.state = 'queued'
            AND (expense.dropped OR scan.id IS NULL OR scan.state = 'rejected' OR scan.deleted IS NOT NULL)
          """)
      try unqueue(unwanted, in: db)
      return try Self.items(
        """
        batchItem.state = 'queued' AND expense.service = :service AND model = (
          SELECT model FROM batchItem JOIN expense ON expense.id = batchItem.expense
          WHERE batchItem.state = 'queued' AND service = :service ORDER BY expense.id LIMIT 1)
        ORDER BY expense.id LIMIT :limit
        """, ["service": service.rawValue, "limit": limit], in: db)
    }
  }

  /// Takes questions out of the queue that were never sent: they are on nobody's bill, and their scans ask again.
  package func unqueue(_ expenses: [ExpenseID]) async throws {
    try await write { db in
      try unqueue(expenses.map(\.number), in: db)
      try wakeAfterBatch(in: db)
    }
  }

  /// The same with all questions but those for one service; nil for all.
  /// - Returns: false when there were none.
  package func unqueueAll(but service: ServiceName?) async throws -> Bool {
    try await write { db in
      let numbers = try Int64.fetchAll(
        db,
        sql: """
          SELECT expense FROM batchItem JOIN expense ON expense.id = batchItem.expense
          WHERE batchItem.state = 'queued' AND service <> coalesce(?, '')
          """, arguments: [service?.rawValue])
      guard !numbers.isEmpty else { return false }
      try unqueue(numbers, in: db)
      try wakeAfterBatch(in: db)
      return true
    }
  }

  // MARK: For `reserve`

  /// Where the same question stands that is on its way already; nil when it isn't.
  func inBatch(_ recipe: Digest, in db: Database) throws -> Reservation? {
    guard
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT batchItem.expense, batchItem.state, failure FROM batchItem
            JOIN expense ON expense.id = batchItem.expense
          WHERE recipe = ? AND NOT dropped ORDER BY batchItem.expense DESC LIMIT 1
          """, arguments: [recipe.hex])
    else { return nil }
    guard let failure: String = row["failure"] else { return .inBatch }
    // It is met once; who asks again after that asks by itself.
    try db.execute(sql: "DELETE FROM batchItem WHERE expense = ?", arguments: [row["expense"] as Int64])
    return .failed(try JSONText.decode(failure))
  }

  /// The scan asks something else now (another prompt, another model): what it asked before and wasn't sent yet, isn't.
  func unqueueEarlier(_ step: Step, of scan: ScanID, in db: Database) throws {
    try unqueue(
      try Int64.fetchAll(
        db,
        sql: """
          SELECT expense FROM batchItem JOIN expense ON expense.id = batchItem.expense
          WHERE batchItem.scan = ? AND step = ? AND batchItem.state = 'queued'
          """, arguments: [scan.number, step.rawValue]), in: db)
  }

  func enqueue(_ question: Question, picture: Digest?, as expense: ExpenseID, for scan: ScanID, in db: Database) throws
  {
    var bare = question
    bare.picture?.jpeg = Data()
    try db.execute(sql: "UPDATE expense SET batched = 1 WHERE id = ?", arguments: [expense.number])
    try db.execute(
      sql: "INSERT INTO batchItem (expense, scan, question, picture, state) VALUES (?, ?, ?, ?, 'queued')",
      arguments: [expense.number, scan.number, try JSONText.encode(bare), picture?.hex])
  }

  private func unqueue(_ expenses: [Int64], in db: Database) throws {
    for expense in expenses {
      try db.execute(sql: "DELETE FROM batchItem WHERE expense = ? AND state = 'queued'", arguments: [expense])
      guard db.changesCount == 1 else { continue }
      try settle(ExpenseID(number: expense), billed: .nothing, in: db)
      try db.execute(sql: "UPDATE expense SET batched = 0 WHERE id = ?", arguments: [expense])
    }
  }
}
