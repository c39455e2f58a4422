internal import GRDB

extension Ledger {
  /// The file system (`f_fsid`) that the results were on when they were last seen; nil for a root that was never used.
  package func disk(ofResultsAt root: String) async throws -> Int64? {
    try await read { db in
      try Int64.fetchOne(db, sql: "SELECT disk FROM resultsPlace WHERE root = ?", arguments: [root])
    }
  }

  /// The results are at `root`, on the file system `disk`.
  package func note(resultsAt root: String, on disk: Int64) async throws {
    guard try await self.disk(ofResultsAt: root) != disk else { return }
    try await write { db in
      try db.execute(
        sql: """
          INSERT INTO resultsPlace (root, disk) VALUES (?, ?)
          ON CONFLICT (root) DO UPDATE SET disk = excluded.disk
          """, arguments: [root, disk])
    }
  }
}
