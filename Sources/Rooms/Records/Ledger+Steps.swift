package import Albums
package import Foundation
internal import GRDB

/// The user has withdrawn a scan in progress: rejected it, deleted it, or put it back into the queue.
package struct ScanWithdrawn: Error {}

extension Ledger {
  /// What a step of a scan made; nil if it wasn't made.
  package func output<Output: Decodable & Sendable>(
    of step: Step, in id: ScanID, as type: Output.Type = Output.self
  ) async throws -> Output? {
    try await read { db in
      try String.fetchOne(
        db, sql: "SELECT output FROM step WHERE scan = ? AND name = ?", arguments: [id.number, step.rawValue]
      ).map { try JSONText.decode($0) }
    }
  }

  /// The scan is at this step now.
  /// - Throws: `ScanWithdrawn` when the scan is no longer in progress.
  package func begin(_ step: Step, of id: ScanID, now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE scan SET step = ?, stepSince = ? WHERE id = ? AND state = 'running'",
        arguments: [step.rawValue, now.stamp, id.number])
      guard db.changesCount == 1 else { throw ScanWithdrawn() }
    }
  }

  /// Has a step and later ones made again.
  package func dropSteps(from step: Step, of id: ScanID) async throws {
    try await write { db in try dropSteps(from: step, of: id, in: db) }
  }

  /// Keeps what a step made.
  /// - Parameter began: when it began, if that is known.
  /// - Throws: `ScanWithdrawn` when the scan is no longer in progress; nothing is kept then.
  package func keep(
    _ output: some Encodable & Sendable, of step: Step, in id: ScanID, began: Date? = nil, now: Date
  ) async throws {
    let json = try JSONText.encode(output)
    try await write { db in
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO step (scan, name, recipe, began, made, output)
          SELECT id, ?, '', ?, ?, ? FROM scan WHERE id = ? AND state IN ('running', 'done') AND deleted IS NULL
          """, arguments: [step.rawValue, began?.stamp, now.stamp, json, id.number])
      guard db.changesCount == 1 else { throw ScanWithdrawn() }
    }
  }

  /// How long each step of a scan took, in seconds, in order; without those that another scan made.
  package func durations(of id: ScanID) async throws -> [(step: Step, seconds: Double)] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: "SELECT name, max(made - began, 0) AS seconds FROM step WHERE scan = ? AND began IS NOT NULL",
        arguments: [id.number]
      ).compactMap { row in Step(rawValue: row["name"]).map { (step: $0, seconds: row["seconds"]) } }
        .sorted { $0.step < $1.step }
    }
  }

  /// Since when services have failed a scan at a step: since it began, or failed. Nil where they haven't.
  package func failing(_ id: ScanID, at step: Step) async throws -> Date? {
    try await read { db in
      try Double.fetchOne(
        db,
        sql: """
          SELECT min(at) FROM fault WHERE scan = :id AND step = :step AND kind = 'transient' AND service IS NOT NULL
            AND id > coalesce((SELECT max(id) FROM fault WHERE scan = :id AND kind = 'permanent'), 0)
          """, arguments: ["id": id.number, "step": step.rawValue]
      ).map(Date.init(stamp:))
    }
  }

  /// The other scan that a service refused last, where it has answered nothing of use since.
  package func lastRefusal(
    by service: ServiceName, except id: ScanID
  ) async throws -> (scan: ScanID, code: String)? {
    try await read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT scan, code FROM fault WHERE service = :service AND kind = 'permanent' AND scan <> :id
            AND NOT EXISTS (SELECT 1 FROM expense WHERE service = :service AND expense.at >= fault.at
              AND answer IS NOT NULL AND NOT dropped)
          ORDER BY id DESC LIMIT 1
          """, arguments: ["service": service.rawValue, "id": id.number]
      ).map { (ScanID($0["scan"]), $0["code"]) }
    }
  }

  /// Whether a service's model ever gave an answer of use at this step.
  package func hasAnswer(to step: Step, from service: ServiceName, by model: String) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT 1 FROM expense WHERE service = ? AND model = ? AND step = ? AND answer IS NOT NULL AND NOT dropped LIMIT 1
          """, arguments: [service.rawValue, model, step.rawValue]) ?? false
    }
  }

  /// How often a step of this scan met a fault.
  /// - Parameters:
  ///   - step: nil for the one that the scan is at, where its next fault is noted.
  ///   - code: only faults with this code.
  ///   - excused: counts those in which nothing was tried (offline, say) instead of those in which it was.
  package func faults(
    of id: ScanID, at step: Step? = nil, code: FaultCode? = nil, excused: Bool = false
  ) async throws -> Int {
    try await read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM fault
          WHERE scan = :scan AND step IS coalesce(:step, (SELECT step FROM scan WHERE id = :scan))
            AND code = coalesce(:code, code) AND (kind = :excused) = :isExcused
          """,
        arguments: [
          "scan": id.number, "step": step?.rawValue, "code": code?.rawValue, "excused": Self.excused,
          "isExcused": excused,
        ]) ?? 0
    }
  }
}
