package import Albums
package import Foundation
internal import GRDB

/// Something that the user should know about: a service that is paused, or a problem of this computer.
package struct Condition: Equatable, Sendable {
  /// As printed: a `HealthCode`, which for a paused service is its name, followed by a folder or file if there may be
  /// several.
  package let code: String
  /// The printed code of the fault that paused the service; nil for all other conditions.
  package let fault: String?
  /// False if it resolves itself, such as a service that is paused for a while.
  package let needsPerson: Bool
  package let since: Date
  /// When it ends by itself, or the service is asked again; `distantFuture` if that isn't known.
  package let until: Date
  package let reason: String
  package let cure: Cure?
  /// A person was told of it.
  package let isTold: Bool

  fileprivate init(_ row: Row) {
    (code, fault, needsPerson, reason) = (row["code"], row["fault"], row["needsPerson"], row["reason"])
    (since, isTold) = (Date(stamp: row["since"]), row["isTold"])
    until = (row["until"] as Double?).map(Date.init(stamp:)) ?? .distantFuture
    let isCommand: Bool = row["cureIsCommand"]
    cure = (row["cure"] as String?).map { isCommand ? .command($0) : .advice($0) }
  }

  /// Nil if a later AlbumScan with more codes wrote it.
  package var health: HealthCode? { HealthCode(printed: code) }

  /// The folder or file, if there may be several.
  package var place: String? { code.firstIndex(of: " ").map { String(code[code.index(after: $0)...]) } }

  /// The service that is paused.
  package var service: ServiceName? { fault == nil ? nil : ServiceName(rawValue: code) }

  package var faultCode: FaultCode? { fault.flatMap(FaultCode.init(printed:)) }

  /// For information only, such as an inbox on a network file system, which is listed regularly.
  package var isOnlyToKnow: Bool { health?.isOnlyToKnow == true }

  /// Whether to notify the user at once. Of services: of faults that only the user can fix, and of outages that make
  /// photos wait for more than a minute. Without the archive only artwork is late, and messages keep no photo waiting.
  package var isToBeTold: Bool {
    guard let service else { return health?.headline != nil }
    let delaysPhotos = ![.coverartarchive, .ntfy, .command].contains(service)
    return needsPerson || delaysPhotos && until.timeIntervalSince(since) >= 60
  }

  /// The fault of who would ask the service while it is paused.
  package func wait(of service: ServiceName, until turn: Date? = nil) -> Fault {
    let detail = fault?.split(separator: ".", maxSplits: 1).dropFirst().first.map(String.init)
    return Fault(faultCode ?? .unknown, detail: detail, .wait(until: turn ?? until), reason, service: service)
  }
}

/// The queue is paused.
package struct Pause: Equatable, Sendable {
  package let at: Date
  package let reason: String
}

extension Ledger {
  /// Pauses a service for all scans until a given time. It never shortens a longer pause, and never replaces one that
  /// needs the user: another answer, to a call that was already under way, doesn't hide the cure.
  package func pauseService(_ service: ServiceName, until: Date, for fault: Fault, now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: """
          INSERT INTO condition (code, fault, needsPerson, since, until, reason, cure, cureIsCommand)
          VALUES (:code, :fault, :needsPerson, :now, :until, :reason, :cure, :isCommand)
          ON CONFLICT (code) DO UPDATE SET fault = excluded.fault, needsPerson = excluded.needsPerson,
            reason = excluded.reason, cure = excluded.cure, cureIsCommand = excluded.cureIsCommand
          WHERE excluded.needsPerson OR NOT needsPerson OR until <= :now
          """,
        arguments: [
          "code": service.rawValue, "fault": fault.printedCode, "needsPerson": fault.next == .needsPerson,
          "now": now.stamp,
          "until": until.stamp, "reason": fault.reason, "cure": fault.cure?.text,
          "isCommand": fault.cure?.isCommand ?? false,
        ])
      try db.execute(
        sql: "UPDATE condition SET until = max(until, ?) WHERE code = ?", arguments: [until.stamp, service.rawValue])
    }
  }

  /// The service answered, or the user acted: it is asked again, and scans that waited for it continue.
  /// - Parameter now: ignores a pause that hasn't ended at this time; nil ends any pause.
  /// - Returns: false if it wasn't paused.
  @discardableResult
  package func resumeService(_ service: ServiceName, ifOverAt now: Date? = nil) async throws -> Bool {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM condition WHERE code = ? AND until <= coalesce(?, until)",
        arguments: [service.rawValue, now?.stamp])
      guard db.changesCount > 0 else { return false }
      try wake(heldBy: service.rawValue, in: db)
      return true
    }
  }

  /// What holds scans and follow-ups: paused services, and what is reported by whoever meets it.
  private static let holds = "(fault IS NOT NULL OR code IN ('budget', 'plan', 'disk', 'unanswered'))"

  /// Retries everything that waits for a time or for the user: settings were changed, or the user ran `resume`.
  package func resumeAllServices() async throws {
    try await write { db in
      try db.execute(sql: "DELETE FROM condition WHERE \(Self.holds)")
      try wakeAll(in: db)
      // Where nothing waits, this alone is written: a running daemon notices only what is, and looks for a new key then.
      try setSettingsVersion(try settingsVersion(in: db), in: db)
    }
  }

  /// After a start, retries everything that waits for a time or for the user. A condition that still holds counts as
  /// the same one, so that the user isn't notified twice.
  /// - Parameter services: the configured ones. Conditions of other services are removed.
  package func tryAgain(asking services: [ServiceName], now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: """
          DELETE FROM condition WHERE \(Self.holds) AND NOT EXISTS (SELECT 1 FROM scan WHERE state = 'waiting' AND heldBy = code)
              AND NOT EXISTS (SELECT 1 FROM followUp WHERE heldBy = code)
            OR fault IS NOT NULL AND code NOT IN (\(databaseQuestionMarks(count: services.count)))
          """, arguments: StatementArguments(services.map(\.rawValue)))
      try db.execute(
        sql: "UPDATE condition SET until = min(until, ?) WHERE fault IS NOT NULL", arguments: [now.stamp])
      try wakeAll(in: db)
    }
  }

  private func wakeAll(in db: Database) throws {
    try db.execute(sql: "UPDATE scan SET notBefore = 0 WHERE state = 'waiting'")
    // If the clock was set back, those in progress began in the future.
    try db.execute(
      sql: """
        UPDATE followUp SET notBefore = CASE WHEN claim IS NULL THEN 0 ELSE min(notBefore, unixepoch('now')) END
        """)
  }

  /// Retries scans and reviews that wait for the budget or the plan.
  package func openBudget() async throws {
    try await write { db in
      for holder in [HealthCode.budget.rawValue, HealthCode.plan.rawValue] {
        try wake(heldBy: holder, in: db)
        try db.execute(sql: "DELETE FROM condition WHERE code = ?", arguments: [holder])
      }
    }
  }

  /// Retries what waits for this.
  package func wake(heldBy holder: String) async throws {
    try await write { db in try wake(heldBy: holder, in: db) }
  }

  /// Nil if the service isn't paused.
  package func servicePause(of service: ServiceName) async throws -> Condition? {
    try await read { db in
      try Row.fetchOne(
        db, sql: "SELECT * FROM condition WHERE code = ? AND fault IS NOT NULL", arguments: [service.rawValue]
      ).map(Condition.init)
    }
  }

  /// All conditions, those of services last.
  /// - Parameter now: leaves out what is over by itself at this moment; nil leaves out nothing. A service that is asked
  ///   again stays paused until it answers.
  package func conditions(now: Date? = nil) async throws -> [Condition] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT * FROM condition WHERE fault IS NOT NULL OR coalesce(until > ?, 1)
          ORDER BY fault IS NOT NULL, iif(fault IS NULL, since, code)
          """, arguments: [now?.stamp]
      ).map(Condition.init)
    }
  }

  /// Pauses the queue after the current steps.
  package func pause(_ reason: String, now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO pause (id, at, reason) VALUES (1, ?, ?)", arguments: [now.stamp, reason])
    }
  }

  /// Continues the queue, and retries all paused services.
  /// - Returns: false if it wasn't paused.
  @discardableResult
  package func resume() async throws -> Bool {
    let paused = try await write { db in
      try db.execute(sql: "DELETE FROM pause")
      return db.changesCount > 0
    }
    try await resumeAllServices()
    return paused
  }

  package func pause() async throws -> Pause? {
    try await read { db in
      try Row.fetchOne(db, sql: "SELECT * FROM pause").map { Pause(at: Date(stamp: $0["at"]), reason: $0["reason"]) }
    }
  }

  /// Records a condition once; `since` keeps its first value.
  /// - Parameters:
  ///   - place: the folder or file, if there may be several.
  ///   - until: when it ends by itself, if that is known.
  /// - Returns: true if it is new, so that each condition is logged once.
  @discardableResult
  package func report(
    _ code: HealthCode, at place: String? = nil, reason: String, cure: Cure?, until: Date = .distantFuture, now: Date
  ) async throws -> Bool {
    let code = code.printed(at: place)
    return try await write { db in
      try db.execute(sql: "DELETE FROM condition WHERE code = ? AND until <= ?", arguments: [code, now.stamp])
      let known = try Bool.fetchOne(db, sql: "SELECT 1 FROM condition WHERE code = ?", arguments: [code]) ?? false
      try db.execute(
        sql: """
          INSERT INTO condition (code, since, until, reason, cure, cureIsCommand) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (code) DO UPDATE SET reason = excluded.reason, cure = excluded.cure,
            cureIsCommand = excluded.cureIsCommand, until = excluded.until
          """,
        arguments: [
          code, now.stamp, until == .distantFuture ? nil : until.stamp, reason, cure?.text, cure?.isCommand ?? false,
        ])
      return !known
    }
  }

  /// Removes a condition.
  /// - Returns: false if there was none.
  @discardableResult
  package func clear(_ code: HealthCode, at place: String? = nil) async throws -> Bool {
    try await write { db in
      try db.execute(sql: "DELETE FROM condition WHERE code = ?", arguments: [code.printed(at: place)])
      return db.changesCount > 0
    }
  }

  /// At whatever place: what still stands is reported again.
  package func clearEverywhere(_ code: HealthCode) async throws {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM condition WHERE code = ?1 OR substr(code, 1, length(?2)) = ?2",
        arguments: [code.rawValue, code.printed(at: "")])
    }
  }

  package func isReported(_ code: HealthCode, at place: String? = nil) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(db, sql: "SELECT 1 FROM condition WHERE code = ?", arguments: [code.printed(at: place)])
        ?? false
    }
  }

  /// A person was told of a condition, or of a service that is paused; nobody is again, for as long as it lasts.
  /// - Parameter code: as it is printed.
  package func noteTold(_ code: String) async throws {
    try await write { db in
      try db.execute(sql: "UPDATE condition SET isTold = 1 WHERE code = ?", arguments: [code])
    }
  }

  /// A scan came through: these conditions are over, but for those that still hold others, or a review.
  package func clearUnlessHolding(_ conditions: [HealthCode], now: Date) async throws {
    let codes = conditions.map(\.rawValue)
    let marks = databaseQuestionMarks(count: codes.count)
    try await write { db in
      try db.execute(
        sql: """
          DELETE FROM condition WHERE code IN (\(marks))
            AND NOT EXISTS (SELECT 1 FROM scan WHERE state = 'waiting' AND heldBy = condition.code)
            AND NOT EXISTS (SELECT 1 FROM followUp WHERE heldBy = condition.code AND notBefore > ?)
          """, arguments: StatementArguments(codes) + [now.stamp])
    }
  }

  private func wake(heldBy holder: String, in db: Database) throws {
    try db.execute(
      sql: "UPDATE scan SET notBefore = 0 WHERE state = 'waiting' AND heldBy = ?", arguments: [holder])
    try db.execute(sql: "UPDATE followUp SET notBefore = 0 WHERE heldBy = ?", arguments: [holder])
  }
}
