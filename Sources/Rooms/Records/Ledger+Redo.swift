package import Albums
package import Foundation
internal import GRDB

/// An answer that a redo replaced.
package struct EarlierAnswer: Equatable, LedgerRecord, Sendable {
  /// When it was replaced.
  package let at: Date
  /// The step from which the scan was made again.
  package let from: Step
  package let document: AlbumDocument
}

extension Ledger {
  /// Repeats a settled scan from a step on. Its previous result is kept with everything that led to it, until the next
  /// redo or its undo; paid answers are asked for again.
  /// - Parameter strategy: the strategy to use; nil for that of the settings.
  package func redo(_ id: ScanID, from step: Step, strategy: Strategy?, now: Date) async throws -> CommandOutcome {
    try await write { db in
      guard let scan = try scan(id, in: db) else { return .unknown }
      if let elsewhere = belongsElsewhere(scan) { return elsewhere }
      guard scan.deleted == nil else { return .notNow(try wasDeleted(id, in: db)) }
      guard scan.finished != nil else {
        return .notNow("Scan \(id) is still in the queue. See: albumscanctl status")
      }
      if try isInLine(scan, in: db) { return .notNow(Self.alreadyInLine) }
      let dropped = try dropAnswers(from: step, of: scan, in: db)
      try keepResult(of: scan, from: step, without: dropped, now: now, in: db)
      if step == .review, scan.state == .done {
        // The page keeps its review until the new one replaces it.
        try db.execute(sql: "UPDATE scan SET wantsFreshReview = 1 WHERE id = ?", arguments: [id.number])
        try addFollowUp(.review, for: id, in: db)
        return .carriedOut
      }
      try dropSteps(from: step, of: id, in: db)
      try wait(id, in: db)
      try db.execute(
        sql: "UPDATE scan SET strategy = ?, wantsFreshReview = 0 WHERE id = ?",
        arguments: [strategy?.rawValue, id.number])
      // Whoever has the cover read again wants to know what comes of it.
      if step < .catalog { try forgetStatement(on: id, in: db) }
      return .carriedOut
    }
  }

  /// Keeps a scan's result, with everything that led to it, before it is replaced. A scan without a result has nothing to
  /// go back to.
  /// - Parameter expenses: those whose answers are dropped.
  func keepResult(of scan: Scan, from step: Step, without expenses: [Int64] = [], now: Date, in db: Database) throws {
    guard let document = scan.document, scan.state == .done || scan.state == .unsure else { return }
    let steps = try KeptStep.fetchAll(db, sql: "SELECT * FROM step WHERE scan = ?", arguments: [scan.id.number])
    let reviews =
      step == .review
      ? try KeptReviewRow.fetchAll(
        db,
        sql: "SELECT review.* FROM review JOIN album ON album.key = review.album WHERE album.id = ?",
        arguments: [try Int64.fetchOne(db, sql: "SELECT album FROM scan WHERE id = ?", arguments: [scan.id.number])])
      : []
    try db.execute(
      sql: """
        INSERT INTO earlier (scan, at, fromStep, strategy, document, steps, expenses, reviews)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        scan.id.number, now.stamp, step.rawValue, scan.strategy?.rawValue, try JSONText.encode(document),
        try JSONText.encode(steps), try JSONText.encode(expenses), try JSONText.encode(reviews),
      ])
  }

  /// Undoes the last redo of a scan, also while it waits: its previous result is valid again, at no cost.
  package func undoRedo(_ id: ScanID) async throws -> CommandOutcome {
    try await write { db in
      guard let scan = try scan(id, in: db) else { return .unknown }
      if scan.state == .running { return .notNow(Self.isWorkedOn(id)) }
      if scan.finished != nil, try isInLine(scan, in: db) { return .notNow(Self.alreadyInLine) }
      guard
        let earlier = try Row.fetchOne(
          db, sql: "SELECT * FROM earlier WHERE scan = ? ORDER BY id DESC LIMIT 1", arguments: [id.number])
      else { return .notNow("Scan \(id) has no earlier result to go back to.") }
      // What it asks now isn't wanted any longer.
      try db.execute(sql: "DELETE FROM step WHERE scan = ?", arguments: [id.number])
      let steps: [KeptStep] = try JSONText.decode(earlier["steps"])
      // The folder is built again and replaces the present one.
      for step in steps where step.name != Step.bundle.rawValue { try step.insert(for: id, in: db) }
      let expenses: [Int64] = try JSONText.decode(earlier["expenses"])
      for expense in expenses {
        try db.execute(sql: "UPDATE expense SET dropped = 0 WHERE id = ?", arguments: [expense])
      }
      let reviews: [KeptReviewRow] = try JSONText.decode(earlier["reviews"])
      // What was written since, by whatever prompt, would be newer.
      for album in Set(reviews.map(\.album)) {
        try db.execute(sql: "DELETE FROM review WHERE album = ?", arguments: [album])
      }
      for review in reviews { try review.insert(db) }
      try wait(id, in: db)
      try db.execute(
        sql: "UPDATE scan SET strategy = ?, wantsFreshReview = 0 WHERE id = ?",
        arguments: [earlier["strategy"] as String?, id.number])
      try forgetStatement(on: id, in: db)
      try db.execute(sql: "DELETE FROM earlier WHERE id = ?", arguments: [earlier["id"] as Int64])
      return .carriedOut
    }
  }

  /// The previous results of a scan, newest first.
  package func earlierAnswers(of id: ScanID) async throws -> [EarlierAnswer] {
    try await read { db in
      try EarlierAnswer.fetchAll(
        db, sql: "SELECT at, fromStep AS 'from', document FROM earlier WHERE scan = ? ORDER BY id DESC",
        arguments: [id.number])
    }
  }

  /// Whether a model reads the cover although it is known: the user requested it, or it was already read.
  package func wantsReading(_ id: ScanID) async throws -> Bool {
    try await read { db in
      let from = try String.fetchOne(
        db, sql: "SELECT fromStep FROM earlier WHERE scan = ? ORDER BY id DESC LIMIT 1", arguments: [id.number])
      if let from = from.flatMap(Step.init(rawValue:)), (Step.reading...Step.catalog).contains(from) { return true }
      return try Bool.fetchOne(
        db, sql: "SELECT EXISTS (SELECT 1 FROM step WHERE scan = ? AND name = 'reading')", arguments: [id.number])
        ?? false
    }
  }

  /// The average cost of calls of this step and model; nil if there were none.
  package func usualCost(of step: Step, model: String) async throws -> Money? {
    try await read { db in
      try Double.fetchOne(
        db, sql: "SELECT avg(microdollars) FROM expense WHERE step = ? AND model = ? AND state = 'settled'",
        arguments: [step.rawValue, model]
      ).map { Money(microdollars: Int($0.rounded())) }
    }
  }

  /// The scan's answers from this step on, and those of other scans to the same questions, which would be reused.
  /// - Returns: the numbers of their expenses.
  private func dropAnswers(from step: Step, of scan: Scan, in db: Database) throws -> [Int64] {
    let steps = Step.allCases.filter { $0 >= step }.map(\.rawValue)
    return try Int64.fetchAll(
      db,
      sql: """
        UPDATE expense SET dropped = 1
        WHERE dropped = 0 AND answer IS NOT NULL AND step IN (\(databaseQuestionMarks(count: steps.count)))
          AND (step <> 'review' OR ?) AND scan IN (
            SELECT id FROM scan WHERE digest = ?
              OR (expense.step = 'review' AND album = (SELECT album FROM scan WHERE id = ?)))
        RETURNING id
        """, arguments: StatementArguments(steps) + [step == .review, scan.digest.hex, scan.id.number])
  }

  func dropSteps(from step: Step, of id: ScanID, in db: Database) throws {
    let steps = Step.allCases.filter { $0 >= step }.map(\.rawValue)
    try db.execute(
      sql: "DELETE FROM step WHERE scan = ? AND name IN (\(databaseQuestionMarks(count: steps.count)))",
      arguments: [id.number] + StatementArguments(steps))
  }

  private func wait(_ id: ScanID, in db: Database) throws {
    try db.execute(sql: "DELETE FROM followUp WHERE scan = ?", arguments: [id.number])
    try requeue(id, in: db)
  }
}

/// A row of `step`, to be put back as it was.
struct KeptStep: Codable, FetchableRecord {
  let name: String
  let recipe: String
  let began: Double?
  let made: Double
  let output: String

  func insert(for id: ScanID, in db: Database) throws {
    try db.execute(
      sql: "INSERT INTO step (scan, name, recipe, began, made, output) VALUES (?, ?, ?, ?, ?, ?)",
      arguments: [id.number, name, recipe, began, made, output])
  }
}

/// A row of `review`, to be put back as it was.
private struct KeptReviewRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "review"
  static let persistenceConflictPolicy = PersistenceConflictPolicy(insert: .replace)

  let album: String
  let prompt: String
  let searched: Bool
  let model: String
  let writtenAt: Double
  let review: String
}
