package import Albums
package import Foundation
internal import GRDB

/// A service that is paused.
package struct Closure: Equatable, Sendable {
  package let service: ServiceName
  package let kind: ServiceFault.Kind
  package let since: Date
  /// When it is retried.
  package let until: Date
  package let reason: String
  package let cure: String?
  /// A person was told of it.
  package let isTold: Bool

  /// Nil if a later AlbumScan with more services wrote it.
  fileprivate init?(_ row: Row) {
    guard let service = ServiceName(rawValue: row["service"]), let kind = ServiceFault.Kind(rawValue: row["kind"])
    else {
      return nil
    }
    (self.service, self.kind, reason, cure) = (service, kind, row["reason"], row["cure"])
    (since, until, isTold) = (Date(stamp: row["since"]), Date(stamp: row["until"]), row["isTold"])
  }

  /// Whether to notify the user at once: of faults that only the user can fix, and of outages that make photos wait for
  /// more than a minute. Without the archive, only artwork is late.
  package var isToBeTold: Bool {
    kind == .needsAttention || service != .coverartarchive && until.timeIntervalSince(since) >= 60
  }

  fileprivate func needsPerson(at now: Date) -> Bool { kind == .needsAttention && until > now }
}

/// A condition on this computer that the user should know about.
package struct HealthItem: Equatable, Sendable {
  /// The printed form: a `HealthCode`, followed by a folder or file if there may be several.
  package let code: String
  package let since: Date
  package let reason: String
  package let cure: String?
  /// When it ends by itself; nil if that isn't known.
  package let until: Date?
  /// A person was told of it.
  package let isTold: Bool

  /// For information only, such as an inbox on a network file system, which is listed regularly.
  package var isOnlyToKnow: Bool { HealthCode(printed: code)?.isOnlyToKnow == true }
}

/// The queue is paused.
package struct Pause: Equatable, Sendable {
  package let at: Date
  package let reason: String
}

extension Ledger {
  /// Pauses a service for all scans until a given time. It never shortens a longer pause, and never replaces one that
  /// needs the user: another answer, to a call that was already under way, doesn't hide the cure.
  package func pauseService(_ service: ServiceName, until: Date, for fault: ServiceFault, now: Date) async throws {
    try await write { db in
      let standing = try Row.fetchOne(db, sql: "SELECT * FROM closure WHERE service = ?", arguments: [service.rawValue])
        .flatMap(Closure.init)
      guard fault.kind == .needsAttention || standing?.needsPerson(at: now) != true else {
        return try db.execute(
          sql: "UPDATE closure SET until = max(until, ?) WHERE service = ?", arguments: [until.stamp, service.rawValue])
      }
      try db.execute(
        sql: """
          INSERT INTO closure (service, kind, since, until, reason, cure) VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (service) DO UPDATE SET kind = excluded.kind, until = max(until, excluded.until),
            reason = excluded.reason, cure = excluded.cure
          """,
        arguments: [
          service.rawValue, fault.kind.rawValue, now.stamp, until.stamp, fault.reason, fault.cure,
        ])
    }
  }

  /// The service answered, or the user acted: it is asked again, and scans that waited for it continue.
  /// - Parameter now: ignores a pause that hasn't ended at this time; nil ends any pause.
  /// - Returns: false if it wasn't paused.
  @discardableResult
  package func resumeService(_ service: ServiceName, ifOverAt now: Date? = nil) async throws -> Bool {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM closure WHERE service = ? AND until <= coalesce(?, until)",
        arguments: [service.rawValue, now?.stamp])
      guard db.changesCount > 0 else { return false }
      try wake(heldBy: service.rawValue, in: db)
      return true
    }
  }

  /// Retries everything that waits for a time or for the user: settings were changed, or the user ran `resume`.
  package func resumeAllServices() async throws {
    try await write { db in
      try db.execute(sql: "DELETE FROM closure")
      try wakeAll(in: db)
      // A scan that hits the budget, the plan, or a disk reports it again.
      try db.execute(
        sql: "DELETE FROM health WHERE code IN (\(databaseQuestionMarks(count: Self.holders.count)))",
        arguments: StatementArguments(Self.holders))
    }
  }

  /// After a start, retries everything that waits for a time or for the user. A condition that still holds counts as
  /// the same one, so that the user isn't notified twice.
  /// - Parameter services: the configured ones. Conditions of other services are removed.
  package func tryAgain(asking services: [ServiceName], now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: """
          DELETE FROM closure WHERE service NOT IN (\(databaseQuestionMarks(count: services.count)))
            OR NOT EXISTS (SELECT 1 FROM scan WHERE state = 'waiting' AND heldBy = service)
            AND NOT EXISTS (SELECT 1 FROM followUp WHERE heldBy = service)
          """, arguments: StatementArguments(services.map(\.rawValue)))
      try db.execute(sql: "UPDATE closure SET until = min(until, ?)", arguments: [now.stamp])
      try db.execute(
        sql: """
          DELETE FROM health WHERE code IN (\(databaseQuestionMarks(count: Self.holders.count)))
            AND NOT EXISTS (SELECT 1 FROM scan WHERE state = 'waiting' AND heldBy = code)
            AND NOT EXISTS (SELECT 1 FROM followUp WHERE heldBy = code)
          """, arguments: StatementArguments(Self.holders))
      try wakeAll(in: db)
    }
  }

  private func wakeAll(in db: Database) throws {
    try db.execute(sql: "UPDATE scan SET notBefore = 0 WHERE state = 'waiting'")
    try db.execute(sql: "UPDATE followUp SET notBefore = 0")
  }

  /// What holds scans and follow-ups besides services; whoever meets it reports it.
  private static let holders = [HealthCode.budget, .plan, .disk, .unanswered].map(\.rawValue)

  /// Retries scans and reviews that wait for the budget or the plan.
  package func openBudget() async throws {
    try await write { db in
      for holder in [HealthCode.budget.rawValue, HealthCode.plan.rawValue] {
        try wake(heldBy: holder, in: db)
        try db.execute(sql: "DELETE FROM health WHERE code = ?", arguments: [holder])
      }
    }
  }

  /// Retries what waits for this.
  /// - Returns: whether there is any.
  package func wake(heldBy holder: String) async throws -> Bool {
    try await write { db in
      try wake(heldBy: holder, in: db)
      return try Bool.fetchOne(
        db, sql: "SELECT 1 FROM scan WHERE state = 'waiting' AND heldBy = ?", arguments: [holder]) ?? false
    }
  }

  package func closure(of service: ServiceName) async throws -> Closure? {
    try await closures().first { $0.service == service }
  }

  package func closures() async throws -> [Closure] {
    try await read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM closure ORDER BY service").compactMap(Closure.init)
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
  ///   - until: when it ends by itself; nil if that isn't known.
  /// - Returns: true if it is new, so that each condition is logged once.
  @discardableResult
  package func report(
    _ code: HealthCode, at place: String? = nil, reason: String, cure: String?, until: Date? = nil, now: Date
  ) async throws -> Bool {
    let code = code.printed(at: place)
    return try await write { db in
      try db.execute(sql: "DELETE FROM health WHERE code = ? AND until <= ?", arguments: [code, now.stamp])
      let known = try Bool.fetchOne(db, sql: "SELECT 1 FROM health WHERE code = ?", arguments: [code]) ?? false
      try db.execute(
        sql: """
          INSERT INTO health (code, since, reason, cure, until) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (code) DO UPDATE SET reason = excluded.reason, cure = excluded.cure, until = excluded.until
          """, arguments: [code, now.stamp, reason, cure, until?.stamp])
      return !known
    }
  }

  /// Removes a condition.
  /// - Returns: false if there was none.
  @discardableResult
  package func clear(_ code: HealthCode, at place: String? = nil) async throws -> Bool {
    try await write { db in
      try db.execute(sql: "DELETE FROM health WHERE code = ?", arguments: [code.printed(at: place)])
      return db.changesCount > 0
    }
  }

  /// At whatever place: what still stands is reported again.
  package func clearEverywhere(_ code: HealthCode) async throws {
    try await write { db in
      try db.execute(
        sql: "DELETE FROM health WHERE code = ?1 OR substr(code, 1, length(?2)) = ?2",
        arguments: [code.rawValue, code.printed(at: "")])
    }
  }

  package func isReported(_ code: HealthCode) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(db, sql: "SELECT 1 FROM health WHERE code = ?", arguments: [code.rawValue]) ?? false
    }
  }

  /// A person was told of a condition, or of a service that is paused; nobody is again, for as long as it lasts.
  /// - Parameter code: as it is printed.
  package func noteTold(_ code: String) async throws {
    try await write { db in
      try db.execute(sql: "UPDATE health SET isTold = 1 WHERE code = ?", arguments: [code])
      try db.execute(sql: "UPDATE closure SET isTold = 1 WHERE service = ?", arguments: [code])
    }
  }

  /// A scan came through: these conditions are over, but for those that still hold others, or a review.
  package func clearUnlessHolding(_ conditions: [HealthCode], now: Date) async throws {
    let codes = conditions.map(\.rawValue)
    let marks = databaseQuestionMarks(count: codes.count)
    try await write { db in
      try db.execute(
        sql: """
          DELETE FROM health WHERE code IN (\(marks))
            AND NOT EXISTS (SELECT 1 FROM scan WHERE state = 'waiting' AND heldBy = health.code)
            AND NOT EXISTS (SELECT 1 FROM followUp WHERE heldBy = health.code AND notBefore > ?)
          """, arguments: StatementArguments(codes) + [now.stamp])
    }
  }

  /// - Parameter now: leaves out what is over by itself at this moment; nil leaves out nothing.
  package func health(now: Date? = nil) async throws -> [HealthItem] {
    try await read { db in
      try Row.fetchAll(
        db, sql: "SELECT * FROM health WHERE coalesce(until > ?, 1) ORDER BY since", arguments: [now?.stamp]
      ).map {
        HealthItem(
          code: $0["code"], since: Date(stamp: $0["since"]), reason: $0["reason"], cure: $0["cure"],
          until: ($0["until"] as Double?).map(Date.init(stamp:)), isTold: $0["isTold"])
      }
    }
  }

  private func wake(heldBy holder: String, in db: Database) throws {
    try db.execute(
      sql: "UPDATE scan SET notBefore = 0 WHERE state = 'waiting' AND heldBy = ?", arguments: [holder])
    try db.execute(sql: "UPDATE followUp SET notBefore = 0 WHERE heldBy = ?", arguments: [holder])
  }
}
