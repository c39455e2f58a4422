internal import GRDB

extension Ledger {
  /// How often commands have changed settings, or stored a key. A running daemon reads them again when it differs.
  package func settingsVersion() async throws -> Int { try await read { db in try settingsVersion(in: db) } }

  /// Settings were changed, or a key was stored: a running daemon takes them.
  package func noteChangedSettings() async throws {
    try await write { db in
      let version = try settingsVersion(in: db)
      try setSettingsVersion(version < Int(Int32.max) ? version + 1 : 0, in: db)
    }
  }

  /// SQLite has a number for its user in each database.
  func settingsVersion(in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
  }

  func setSettingsVersion(_ version: Int, in db: Database) throws {
    try db.execute(sql: "PRAGMA user_version = \(version)")
  }
}
