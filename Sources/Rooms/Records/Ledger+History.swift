package import Albums
package import Foundation
internal import GRDB

/// The queue in numbers.
package struct QueueSummary: Sendable {
  package let counts: [ScanState: Int]
  /// Scans that wait for a service, the budget, or a disk.
  package let held: [(by: String, count: Int)]
  /// Why the queue is paused.
  package let pause: String?

  /// Nothing is in progress.
  package var isIdle: Bool { (counts[.running] ?? 0) == 0 }
}

/// A recorded fault.
package struct RecordedFault: Equatable, Sendable {
  package let at: Date
  package let step: Step?
  /// As printed.
  package let code: String
  package let kind: String
  package let service: String?
  package let reason: String
}

/// Spending on a day, in a month, with a model, or for a step.
package typealias CostLine = (name: String, calls: Int, usage: Usage, cost: Money)

extension Ledger {
  package func scan(_ id: ScanID) async throws -> Scan? {
    try await read { db in try scan(id, in: db) }
  }

  func scan(_ id: ScanID, in db: Database) throws -> Scan? {
    try Scan.fetchOne(db, sql: "SELECT * FROM scan WHERE id = ?", arguments: [id.number])
  }

  /// Scans in the order of their numbers.
  /// - Parameters:
  ///   - limit: nil for all.
  ///   - before: only scans with a smaller number.
  ///   - states: empty for all.
  ///   - search: words, each of which has to occur in artist, title, label, genre, year, or the photo's name.
  ///   - list: only scans of albums on it.
  package func scans(
    limit: Int? = nil, before: ScanID? = nil, states: [ScanState] = [], search words: String = "",
    list: ListName? = nil, newestFirst: Bool = true
  ) async throws -> [Scan] {
    try await read { db in
      // A photo of another scan is no entry of its own.
      var conditions = ["deleted IS NULL", "joined IS NULL"]
      var arguments = StatementArguments()
      if let before {
        conditions.append("id < ?")
        arguments += [before.number]
      }
      if !states.isEmpty {
        // Most scans are done, so a full pass finds them quickly; the others have an index.
        let way = states.contains(.done) ? "+" : "state <> 'done' AND "
        conditions.append("\(way)state IN (\(databaseQuestionMarks(count: states.count)))")
        arguments += StatementArguments(states.map(\.rawValue))
      }
      if let list {
        conditions.append(
          """
          scan.album IN (SELECT album FROM listing WHERE list = ? UNION
            SELECT other.id FROM listing JOIN album ON album.id = listing.album
              JOIN album AS other ON other.releaseGroup = album.releaseGroup WHERE list = ?)
          """)
        arguments += [list.key, list.key]
      }
      let words = words.split(whereSeparator: \.isWhitespace).prefix(20).map(String.init)
      for word in words {
        // In a key letters have no accents: who types bjork finds Björk. A word of marks alone has no letters.
        let letters = TitleKey.fold(word)
        conditions.append("(words LIKE ? ESCAPE '\\' OR key LIKE ? ESCAPE '\\')")
        arguments += StatementArguments([word, letters.isEmpty ? word : letters].map { "%\(Self.escaped($0))%" })
      }
      // The words first, where they are asked for, so that only what is found is read.
      let source = words.isEmpty ? "scan" : "scanWords CROSS JOIN scan ON scan.id = scanWords.scan"
      let number = words.isEmpty ? "scan.id" : "scanWords.scan"
      let order = newestFirst ? "DESC" : "ASC"
      return try Scan.fetchAll(
        db,
        sql: """
          SELECT scan.* FROM \(source) WHERE \(conditions.joined(separator: " AND "))
          ORDER BY \(number) \(order) LIMIT \(limit ?? -1)
          """, arguments: arguments)
    }
  }

  /// Whether a scan that ended since then has no result, or one still waits for a time or for the user.
  /// - Parameter ids: only these scans; nil for all.
  package func hasTrouble(since: Date, only ids: [ScanID]? = nil) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT 1 FROM scan WHERE state <> 'done' AND deleted IS NULL AND (state IN ('failed', 'unsure') AND finished >= ?
            OR state IN ('waiting', 'running')) \(ids.map { "AND id IN (\(Self.group($0)))" } ?? "") LIMIT 1
          """, arguments: [since.stamp]) ?? false
    }
  }

  /// The number of scans in each state, without deleted ones.
  package func counts() async throws -> [ScanState: Int] {
    try await read { db in
      var counts: [ScanState: Int] = [:]
      // Read from two indexes alone: most scans are done.
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT 'done' AS state, count(*) AS n FROM scan INDEXED BY scanDone WHERE state = 'done' AND deleted IS NULL
          UNION ALL
          SELECT state, count(*) FROM scan INDEXED BY scanNotDone WHERE state <> 'done' AND deleted IS NULL GROUP BY state
          UNION ALL
          SELECT 'joined', count(*) FROM scan INDEXED BY scanJoined WHERE joined IS NOT NULL AND deleted IS NULL
          """)
      for row in rows {
        let count: Int = row["n"]
        if count > 0, let state = ScanState(rawValue: row["state"]) { counts[state] = count }
        // They are among the rejected ones, but nobody rejected them.
        if row["state"] == "joined", count > 0 {
          counts[.rejected] = (counts[.rejected] ?? 0) - count
          if counts[.rejected] == 0 { counts[.rejected] = nil }
        }
      }
      return counts
    }
  }

  /// The states, at one moment, of the newest photos (also those that joined another's scan), of all that are waiting or
  /// running, and of these.
  /// - Parameter count: a number of scans, deleted ones included.
  package func states(ofNewest count: Int, and ids: [ScanID]) async throws -> [ScanID: ScanState] {
    try await read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT id, state FROM scan WHERE deleted IS NULL AND id > (SELECT max(id) FROM scan) - ? UNION
          SELECT id, state FROM scan WHERE deleted IS NULL AND state <> 'done' AND state IN ('waiting', 'running') UNION
          SELECT id, state FROM scan WHERE deleted IS NULL AND id IN (\(Self.list(ids)))
          """, arguments: [count])
      return Dictionary(
        uniqueKeysWithValues: rows.compactMap { row in
          ScanState(rawValue: row["state"]).map { (ScanID(row["id"]), $0) }
        })
    }
  }

  /// The newest scans in `done/`.
  package func newestDone(limit: Int) async throws -> [Scan] {
    try await read { db in
      try Scan.fetchAll(
        db,
        sql: "SELECT * FROM scan WHERE state = 'done' AND deleted IS NULL ORDER BY finished DESC, id DESC LIMIT ?",
        arguments: [limit])
    }
  }

  /// Nothing is in progress. Cheaper than the summary, which counts all scans.
  package func isIdle() async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT 1 FROM scan INDEXED BY scanNotDone WHERE state <> 'done' AND state = 'running' AND deleted IS NULL LIMIT 1
          """) == nil
    }
  }

  /// The queue in numbers, and what holds it.
  package func summary() async throws -> QueueSummary {
    let counts = try await counts()
    let held = try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT heldBy, count(*) AS n FROM scan WHERE state = 'waiting' AND heldBy IS NOT NULL
          GROUP BY heldBy ORDER BY heldBy
          """
      ).map { row -> (by: String, count: Int) in (row["heldBy"], row["n"]) }
    }
    return QueueSummary(counts: counts, held: held, pause: try await pause()?.reason)
  }

  package func faults(of id: ScanID) async throws -> [RecordedFault] {
    try await read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM fault WHERE scan = ? ORDER BY id", arguments: [id.number]).map {
        RecordedFault(
          at: Date(stamp: $0["at"]), step: ($0["step"] as String?).flatMap(Step.init(rawValue:)), code: $0["code"],
          kind: $0["kind"], service: $0["service"], reason: $0["reason"])
      }
    }
  }

  /// What spending is grouped by.
  package enum Grouping: String, Sendable, CaseIterable { case day, month, model, step }

  package func costs(by grouping: Grouping, since: Date? = nil) async throws -> [CostLine] {
    let name =
      switch grouping {
      case .day: "strftime('%Y-%m-%d', at, 'unixepoch', 'localtime')"
      case .month: "strftime('%Y-%m', at, 'unixepoch', 'localtime')"
      case .model: "model"
      case .step: "step"
      }
    return try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT \(name) AS name, count(*) AS calls, sum(inputTokens) AS input, sum(outputTokens) AS output,
            sum(searches) AS searches, sum(microdollars) AS cost
          FROM expense WHERE state <> 'released' AND at >= ? GROUP BY 1 ORDER BY 1 DESC
          """, arguments: [since?.stamp ?? 0]
      ).map {
        (
          $0["name"], $0["calls"],
          Usage(inputTokens: $0["input"], outputTokens: $0["output"], searches: $0["searches"]),
          Money(microdollars: $0["cost"])
        )
      }
    }
  }
}

extension Ledger {
  /// Text for `LIKE … ESCAPE '\\'` in which nothing stands for something else.
  static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
  }
}
