package import Albums
package import Foundation
internal import GRDB

/// A question on its way into a batch: as it was asked, with its picture's name in place of its bytes.
package struct BatchItem: Equatable, Sendable {
  package let expense: ExpenseID
  package let question: Question
  package let picture: Digest?
}

/// A batch that was handed in, or is being handed in.
package struct BatchRecord: Equatable, Sendable {
  package let id: Int64
  package let nonce: String
  package let service: ServiceName
  /// The provider's id; nil until it is known that the provider took it.
  package let handle: String?
  package let began: Date
  /// By which the provider promises to be through.
  package let expires: Date
  /// How often it was looked at.
  package let looks: Int
  /// When it is looked at next.
  package let notBefore: Date
  package let readings: Int
  package let reviews: Int

  package var count: Int { readings + reviews }
}

/// Questions that wait to be handed in.
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

/// What decides whether a question goes into a batch.
package struct BulkFacts: Equatable, Sendable {
  /// Photos that only arrived, weren't read yet, and aren't in a batch.
  package var unread: Int
  /// A person named this scan, and waits for it.
  package var isAskedFor: Bool
  package var wasReadInBulk: Bool
  /// This question, or another one of this scan's review, was in a batch before.
  package var hadItsTurn: Bool

  package init(unread: Int, isAskedFor: Bool = false, wasReadInBulk: Bool = false, hadItsTurn: Bool = false) {
    self.unread = unread
    self.isAskedFor = isAskedFor
    self.wasReadInBulk = wasReadInBulk
    self.hadItsTurn = hadItsTurn
  }
}

extension Ledger {
  package func bulkFacts(of id: ScanID, asking recipe: Digest) async throws -> BulkFacts {
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
      return BulkFacts(
        unread: row?["unread"] ?? 0, isAskedFor: row?["isAskedFor"] ?? false, wasReadInBulk: row?["wasRead"] ?? false,
        hadItsTurn: row?["hadItsTurn"] ?? false)
    }
  }

  package func batchQueue(now: Date) async throws -> BatchQueue {
    try await read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT
            count(*) FILTER (WHERE step <> 'review') AS readings, count(*) FILTER (WHERE step = 'review') AS reviews,
            min(at) AS oldest, max(at) AS newest,
            NOT EXISTS (SELECT 1 FROM scan WHERE state = 'running' OR (state = 'waiting' AND notBefore <= ?)) AS isQuiet,
            EXISTS (SELECT 1 FROM pause) AS isPaused
          FROM batchItem JOIN expense ON expense.id = batchItem.expense WHERE batchItem.state = 'queued'
          """, arguments: [now.stamp])
      return BatchQueue(
        readings: row?["readings"] ?? 0, reviews: row?["reviews"] ?? 0,
        oldest: (row?["oldest"] as Double?).map(Date.init(stamp:)),
        newest: (row?["newest"] as Double?).map(Date.init(stamp:)), isQuiet: row?["isQuiet"] ?? true,
        isPaused: row?["isPaused"] ?? false)
    }
  }

  /// Questions that wait, the oldest first, all for one model of the service. Those that nobody wants an answer to any
  /// more are taken away first.
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

  package func items(of batch: BatchRecord) async throws -> [BatchItem] {
    try await read { db in
      try Self.items(
        "batch = :batch AND batchItem.state = 'sent' ORDER BY expense.id", ["batch": batch.id], in: db)
    }
  }

  /// Takes questions out of the queue that were never sent: they are on nobody's bill, and their scans ask anew.
  /// - Parameter expenses: nil for all.
  package func unqueue(_ expenses: [ExpenseID]? = nil) async throws {
    try await write { db in
      let numbers =
        try expenses?.map(\.number) ?? Int64.fetchAll(db, sql: "SELECT expense FROM batchItem WHERE state = 'queued'")
      guard !numbers.isEmpty else { return }
      try unqueue(numbers, in: db)
      try wakeAfterBatch(in: db)
    }
  }

  /// Writes down that these questions are being handed in, before they are: after a crash it is known what to look for.
  package func beginBatch(
    _ expenses: [ExpenseID], nonce: String, service: ServiceName, now: Date
  ) async throws -> BatchRecord {
    try await write { db in
      try db.execute(
        sql: "INSERT INTO batch (nonce, service, state, began, expires) VALUES (?, ?, 'submitting', ?, ?)",
        arguments: [nonce, service.rawValue, now.stamp, now.stamp + 86_400])
      let id = db.lastInsertedRowID
      for expense in expenses {
        try db.execute(
          sql: "UPDATE batchItem SET batch = ?, state = 'sent' WHERE expense = ? AND state = 'queued'",
          arguments: [id, expense.number])
      }
      guard let record = try Self.batches("batch.id = ?", [id], in: db).first else {
        throw LedgerError("A batch was written down and isn't there.")
      }
      return record
    }
  }

  /// The provider has it.
  package func took(_ batch: BatchRecord, as standing: BatchStanding) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE batch SET state = 'open', handle = ?, expires = coalesce(?, expires) WHERE id = ?",
        arguments: [standing.handle, standing.expires?.stamp, batch.id])
    }
  }

  /// The provider doesn't have it: its questions wait again.
  package func giveBack(_ batch: BatchRecord) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE batchItem SET batch = NULL, state = 'queued' WHERE batch = ? AND state = 'sent'",
        arguments: [batch.id])
      try db.execute(sql: "UPDATE batch SET state = 'over' WHERE id = ?", arguments: [batch.id])
    }
  }

  package func looked(at batch: BatchRecord, nextAt next: Date) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE batch SET looks = looks + 1, notBefore = ? WHERE id = ?", arguments: [next.stamp, batch.id])
    }
  }

  /// Batches that aren't over, the oldest first.
  package func openBatches() async throws -> [BatchRecord] {
    try await read { db in try Self.batches("batch.state IN ('submitting', 'open')", [], in: db) }
  }

  /// The provider's ids of all batches there ever were.
  package func batchHandles() async throws -> Set<String> {
    try await read { db in try String.fetchSet(db, sql: "SELECT handle FROM batch WHERE handle IS NOT NULL") }
  }

  /// Books what became of a batch, all in one transaction, and lets its scans go on. Doing it again changes nothing.
  ///
  /// A question without an outcome may have been billed: its reservation stands. A failure that no other try would mend
  /// is kept for its scan to meet; after any other the scan asks by itself.
  package func collect(_ batch: BatchRecord, _ outcomes: [ExpenseID: BatchOutcome]) async throws {
    try await write { db in
      let expenses = try Int64.fetchAll(
        db, sql: "SELECT expense FROM batchItem WHERE batch = ? AND state = 'sent'", arguments: [batch.id])
      for expense in expenses.map(ExpenseID.init(number:)) {
        var failure: ModelFailure?
        switch outcomes[expense] {
        case .answered(let answer):
          try settle(
            expense, usage: answer.usage, cost: answer.cost, answer: try JSONText.encode(answer), in: db)
        case .failed(let failed):
          try settle(expense, billed: failed.bill, in: db)
          if failed.setback.kind == .permanent { failure = failed }
        case .untouched: try settle(expense, billed: .nothing, in: db)
        case nil: break
        }
        if let failure {
          try db.execute(
            sql: "UPDATE batchItem SET state = 'failed', failure = ? WHERE expense = ?",
            arguments: [try JSONText.encode(failure), expense.number])
        } else {
          try db.execute(sql: "DELETE FROM batchItem WHERE expense = ?", arguments: [expense.number])
        }
      }
      try db.execute(sql: "UPDATE batch SET state = 'over' WHERE id = ?", arguments: [batch.id])
      try wakeAfterBatch(in: db)
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

  func enqueue(_ question: Question, picture: Digest?, as expense: ExpenseID, for scan: ScanID, in db: Database) throws
  {
    var bare = question
    bare.picture?.jpeg = Data()
    try db.execute(sql: "UPDATE expense SET batched = 1 WHERE id = ?", arguments: [expense.number])
    try db.execute(
      sql: "INSERT INTO batchItem (expense, scan, question, picture, state) VALUES (?, ?, ?, ?, 'queued')",
      arguments: [expense.number, scan.number, try JSONText.encode(bare), picture?.hex])
  }

  // MARK: Own

  private func unqueue(_ expenses: [Int64], in db: Database) throws {
    for expense in expenses {
      try db.execute(sql: "DELETE FROM batchItem WHERE expense = ? AND state = 'queued'", arguments: [expense])
      guard db.changesCount == 1 else { continue }
      try db.execute(
        sql: "UPDATE expense SET state = 'released', microdollars = 0, batched = 0 WHERE id = ?", arguments: [expense])
    }
  }

  /// Scans that waited for a batch and have nothing in one any more go on: their own question, or the same one of
  /// another scan, is through.
  private func wakeAfterBatch(in db: Database) throws {
    let isThrough = "NOT EXISTS (SELECT 1 FROM batchItem WHERE scan = %@ AND state IN ('queued', 'sent'))"
    try db.execute(
      sql: """
        UPDATE scan SET notBefore = 0 WHERE state = 'waiting' AND heldBy = 'batch'
          AND \(isThrough.replacing("%@", with: "scan.id"))
        """)
    // Where somebody has one in hand, it is begun again afterwards.
    try db.execute(
      sql: """
        UPDATE errand SET notBefore = 0, again = claim IS NOT NULL WHERE kind = 'review'
          AND EXISTS (SELECT 1 FROM expense WHERE expense.scan = errand.scan AND batched)
          AND \(isThrough.replacing("%@", with: "errand.scan"))
        """)
  }

  private static func items(
    _ condition: String, _ arguments: StatementArguments, in db: Database
  ) throws -> [BatchItem] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT batchItem.expense, question, picture FROM batchItem JOIN expense ON expense.id = batchItem.expense
        WHERE \(condition)
        """, arguments: arguments
    ).map { row in
      BatchItem(
        expense: ExpenseID(number: row["expense"]), question: try JSONText.decode(row["question"]),
        picture: (row["picture"] as String?).map(Digest.init(hex:)))
    }
  }

  private static func batches(
    _ condition: String, _ arguments: StatementArguments, in db: Database
  ) throws -> [BatchRecord] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT batch.*, count(expense.id) FILTER (WHERE step <> 'review') AS readings,
          count(expense.id) FILTER (WHERE step = 'review') AS reviews
        FROM batch LEFT JOIN batchItem ON batch = batch.id AND batchItem.state = 'sent'
          LEFT JOIN expense ON expense.id = batchItem.expense
        WHERE \(condition) GROUP BY batch.id ORDER BY batch.id
        """, arguments: arguments
    ).compactMap { row in
      guard let service = ServiceName(rawValue: row["service"]) else { return nil }
      return BatchRecord(
        id: row["id"], nonce: row["nonce"], service: service, handle: row["handle"], began: Date(stamp: row["began"]),
        expires: Date(stamp: row["expires"]), looks: row["looks"], notBefore: Date(stamp: row["notBefore"]),
        readings: row["readings"], reviews: row["reviews"])
    }
  }
}
