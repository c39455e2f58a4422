package import Albums
package import Foundation
internal import GRDB

/// The spending limits, and the times from which spending counts.
package struct Caps: Equatable, Sendable {
  package var budget: ScanSettings.Budget
  /// The beginnings of this day and this month, where the user lives.
  package var dayBegan: Date
  package var monthBegan: Date
  /// How many scans the plan gives; nil for any number.
  package var scans: ScanLimit?

  package init(budget: ScanSettings.Budget, dayBegan: Date, monthBegan: Date, scans: ScanLimit? = nil) {
    self.budget = budget
    self.dayBegan = dayBegan
    self.monthBegan = monthBegan
    self.scans = scans
  }
}

/// The ledger's reply to a request to reserve money for a call.
package enum Reservation: Equatable, Sendable {
  /// Send it, and settle this expense.
  case granted(ExpenseID)
  /// The very same question was answered before: nothing is sent, nothing paid.
  case answered(Answer)
  /// It might pass a limit: nothing may be sent.
  case refused(Cap, spent: Money, limit: Money)
  /// So many calls of this scan ended without an answer, and are or may be on the bill: only a person sends another.
  case unanswered(Int)
  /// The plan has no scan left for this one: nothing may be sent.
  case usedUp(Int, of: Int)

  package enum Cap: String, Equatable, Sendable { case scan, day, month }
}

/// The number of an expense.
package struct ExpenseID: Hashable, Sendable {
  package let number: Int64
}

extension Ledger {
  /// Reserves the worst case of a call, in the transaction that checks the limits and the plan: what is reserved,
  /// settled or not, never passes one, whoever else reserves at the same moment and whatever crashes.
  /// - Parameter scan: nil for a trial, which is for no scan, and is booked all the same.
  package func reserve(
    _ worstCase: Money, for scan: ScanID?, step: Step, service: ServiceName, model: String, recipe: Digest, caps: Caps,
    prompt: Digest? = nil, now: Date
  ) async throws -> Reservation {
    try await write { db in
      if let known = try String.fetchOne(
        db,
        sql: """
          SELECT answer FROM expense
          WHERE recipe = ? AND answer IS NOT NULL AND dropped = 0 ORDER BY id DESC LIMIT 1
          """, arguments: [recipe.hex])
      {
        return .answered(try JSONText.decode(known))
      }
      if let scan {
        let unanswered = try unansweredCalls(of: scan, in: db)
        if unanswered >= Self.mostUnanswered { return .unanswered(unanswered) }
      }
      if let refusal = try refusal(of: worstCase, for: scan, by: caps, in: db) { return refusal }
      if let scan, let refusal = try count(scan, within: caps.scans, now: now, in: db) { return refusal }
      try db.execute(
        sql: """
          INSERT INTO expense (scan, at, step, service, model, recipe, prompt, state, microdollars)
          VALUES (?, ?, ?, ?, ?, ?, ?, 'reserved', ?)
          """,
        arguments: [
          scan?.number, now.stamp, step.rawValue, service.rawValue, model, recipe.hex, prompt?.hex,
          worstCase.microdollars,
        ])
      return .granted(ExpenseID(number: db.lastInsertedRowID))
    }
  }

  /// How many calls of a scan may end without an answer though they are, or may be, on the bill.
  static let mostUnanswered = 3

  private func unansweredCalls(of scan: ScanID, in db: Database) throws -> Int {
    try Int.fetchOne(
      db,
      sql: "SELECT count(*) FROM expense WHERE scan = ? AND unanswered AND NOT dropped AND microdollars > 0",
      arguments: [scan.number]) ?? 0
  }

  private func refusal(of cost: Money, for scan: ScanID?, by caps: Caps, in db: Database) throws -> Reservation? {
    let checks: [(Reservation.Cap, Money, SQL)] = [
      // A trial is capped call by call.
      (.scan, caps.budget.perScan, scan.map { "scan = \($0.number)" } ?? "FALSE"),
      (.day, caps.budget.perDay, "at >= \(caps.dayBegan.stamp)"),
      (.month, caps.budget.perMonth, "at >= \(caps.monthBegan.stamp)"),
    ]
    for (cap, limit, condition) in checks {
      let spent = Money(microdollars: try sum(where: condition, in: db))
      if spent + cost > limit { return .refused(cap, spent: spent, limit: limit) }
    }
    return nil
  }

  /// Reserves so much more for a call that is under way.
  /// - Returns: the refusal where it might pass a limit; nothing is reserved then.
  package func extend(
    _ expense: ExpenseID, by cost: Money, for scan: ScanID?, caps: Caps
  ) async throws -> Reservation? {
    try await write { db in
      if let refusal = try refusal(of: cost, for: scan, by: caps, in: db) { return refusal }
      try db.execute(
        sql: "UPDATE expense SET microdollars = microdollars + ? WHERE id = ? AND state = 'reserved'",
        arguments: [cost.microdollars, expense.number])
      return nil
    }
  }

  /// Books what a call cost, with its answer, before anybody tries to understand it. Where usage or price are not
  /// known the reservation stands.
  package func settle(_ expense: ExpenseID, with answer: Answer) async throws {
    let json = try JSONText.encode(answer)
    try await write { db in try settle(expense, usage: answer.usage, cost: answer.cost, answer: json, in: db) }
  }

  /// Books a call that gave no answer.
  package func settle(_ expense: ExpenseID, billed bill: Fault.Bill) async throws {
    try await write { db in try settle(expense, billed: bill, in: db) }
  }

  func settle(_ expense: ExpenseID, billed bill: Fault.Bill, in db: Database) throws {
    switch bill {
    case .nothing:
      try db.execute(
        sql: "UPDATE expense SET state = 'released', microdollars = 0 WHERE id = ?", arguments: [expense.number])
      try wakeOneForMoney(in: db)
      return
    case .unknown: break
    case .known(let usage, let cost): try settle(expense, usage: usage, cost: cost, answer: nil, in: db)
    }
    try db.execute(sql: "UPDATE expense SET unanswered = 1 WHERE id = ?", arguments: [expense.number])
  }

  /// An answer that nobody can use is not taken for the same question again.
  package func drop(answerTo recipe: Digest) async throws {
    try await write { db in
      try db.execute(sql: "UPDATE expense SET dropped = 1 WHERE recipe = ?", arguments: [recipe.hex])
    }
  }

  func settle(_ expense: ExpenseID, usage: Usage?, cost: Money?, answer: String?, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE expense SET state = CASE WHEN :cost IS NULL THEN state ELSE 'settled' END,
          microdollars = coalesce(:cost, microdollars), inputTokens = :input, outputTokens = :output,
          searches = :searches, answer = :answer WHERE id = :id
        """,
      arguments: [
        "cost": cost?.microdollars, "input": usage?.inputTokens ?? 0, "output": usage?.outputTokens ?? 0,
        "searches": usage?.searches ?? 0, "answer": answer, "id": expense.number,
      ])
    if cost != nil { try wakeOneForMoney(in: db) }
  }

  /// A bill is lower than what was reserved for it: the longest waiting scan, or review, may find that there is money for it after
  /// all. It is one a bill, so that a budget that is really spent doesn't have all of them try in vain.
  private func wakeOneForMoney(in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE scan SET notBefore = 0 WHERE id = (
          SELECT id FROM scan WHERE state = 'waiting' AND heldBy = 'budget' AND notBefore > 0 AND notBefore < ?
          ORDER BY id LIMIT 1)
        """, arguments: [Date.distantFuture.stamp])
    guard db.changesCount == 0 else { return }
    // Nobody waits to be identified: then a review may be next.
    try db.execute(
      sql: """
        UPDATE followUp SET notBefore = 0 WHERE (scan, kind) IN (
          SELECT scan, kind FROM followUp
          WHERE heldBy = 'budget' AND claim IS NULL AND notBefore > 0 AND notBefore < ? ORDER BY scan LIMIT 1)
        """, arguments: [Date.distantFuture.stamp])
  }

  /// What has been spent or reserved since a time.
  package func spent(since: Date) async throws -> Money {
    try await read { db in Money(microdollars: try sum(where: "at >= \(since.stamp)", in: db)) }
  }

  /// What reviews cost that were written for no scan, since a time.
  package func spentOnTrials(since: Date) async throws -> Money {
    try await read { db in Money(microdollars: try sum(where: "scan IS NULL AND at >= \(since.stamp)", in: db)) }
  }

  private func sum(where condition: SQL, in db: Database) throws -> Int {
    let request: SQLRequest<Int> = "SELECT coalesce(sum(microdollars), 0) FROM expense WHERE \(literal: condition)"
    return try request.fetchOne(db) ?? 0
  }
}
