package import Albums
package import Foundation
internal import GRDB

/// A batch that was submitted or is being submitted.
package struct BatchRecord: Equatable, Sendable {
  package let id: Int64
  package let nonce: String
  package let service: ServiceName
  /// The provider's id; nil until the provider confirmed it.
  package let handle: String?
  package let began: Date
  /// The time by which the provider promises to be done.
  package let expires: Date
  /// The number of times it was checked.
  package let looks: Int
  /// When it is checked next.
  package let notBefore: Date
  package let readings: Int
  package let reviews: Int

  package var count: Int { readings + reviews }
}

extension Ledger {
  package func items(of batch: BatchRecord) async throws -> [BatchItem] {
    try await read { db in
      try Self.items(
        "batch = :batch AND batchItem.state = 'sent' ORDER BY expense.id", ["batch": batch.id], in: db)
    }
  }

  /// Records that these questions are about to be submitted, so that after a crash it is known what to look for.
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
        throw LedgerError("A recorded batch is missing.")
      }
      return record
    }
  }

  /// The provider has received it.
  package func took(_ batch: BatchRecord, as standing: BatchStanding) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE batch SET state = 'open', handle = ?, expires = coalesce(?, expires) WHERE id = ?",
        arguments: [standing.handle, standing.expires?.stamp, batch.id])
    }
  }

  /// The provider hasn't received it: its questions wait again.
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

  /// Unfinished batches, the oldest first.
  package func openBatches() async throws -> [BatchRecord] {
    try await read { db in try Self.batches("batch.state IN ('submitting', 'open')", [], in: db) }
  }

  /// The provider's ids of all batches ever submitted.
  package func batchHandles() async throws -> Set<String> {
    try await read { db in try String.fetchSet(db, sql: "SELECT handle FROM batch WHERE handle IS NOT NULL") }
  }

  /// Books a batch's outcomes in one transaction, and lets its scans continue. Doing so again changes nothing.
  ///
  /// A question without an outcome may have been billed, so its reservation stays. A permanent failure is stored for
  /// its scan; after any other failure the scan asks individually.
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
          if failed.fault.kind == .permanent { failure = failed }
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

  /// Scans that waited for a batch and have nothing in one anymore continue: their own question, or the same one of
  /// another scan, is through.
  func wakeAfterBatch(in db: Database) throws {
    let isThrough = "NOT EXISTS (SELECT 1 FROM batchItem WHERE scan = %@ AND state IN ('queued', 'sent'))"
    try db.execute(
      sql: """
        UPDATE scan SET notBefore = 0 WHERE state = 'waiting' AND heldBy = 'batch'
          AND \(isThrough.replacing("%@", with: "scan.id"))
        """)
    // Where somebody has one in progress, it is begun again afterwards.
    try db.execute(
      sql: """
        UPDATE followUp SET notBefore = 0, again = claim IS NOT NULL WHERE kind = 'review'
          AND EXISTS (SELECT 1 FROM expense WHERE expense.scan = followUp.scan AND batched)
          AND \(isThrough.replacing("%@", with: "followUp.scan"))
        """)
  }

  static func items(
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
