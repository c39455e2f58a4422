package import Foundation
internal import GRDB

/// Makes, inspects, and restores copies of the whole ledger in one file, even while others write.
///
/// It uses SQLite's online backup (https://sqlite.org/backup.html), which copies a consistent state. A plain copy of
/// the file may miss what is still in the write-ahead log.
package enum LedgerBackup {
  /// The contents of a copy.
  package struct Contents: Equatable, Sendable {
    package var scans: Int
    /// Known covers.
    package var covers: Int
    /// When its last scan arrived; nil if it has none.
    package var newest: Date?
  }

  /// Copies the ledger in its present state. Blocks until that is done.
  /// - Parameter file: empty or missing; a single file without a journal when this returns.
  package static func copy(_ ledger: Ledger, to file: String) throws(LedgerError) -> Contents {
    try copy(to: file) { ledger.queue }
  }

  /// The same of a file that can't be opened as a ledger, because its file system doesn't let processes share memory.
  /// Nobody else can use it meanwhile. Its schema stays as it is.
  package static func copy(unshared ledger: String, to file: String) throws(LedgerError) -> Contents {
    try copy(to: file) {
      var configuration = Configuration()
      // Before the first access, this keeps the index of the write-ahead log in our own memory.
      configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
      return try DatabaseQueue(path: ledger, configuration: configuration)
    }
  }

  private static func copy(to file: String, from open: () throws -> DatabaseQueue) throws(LedgerError) -> Contents {
    try inWords("The ledger can't be copied to \(file)") {
      let copy = try DatabaseQueue(path: file)
      try open().backup(to: copy)
      try copy.writeWithoutTransaction { db in
        // The copy is marked as having a write-ahead log, like the ledger; a backup is a single file.
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
      }
      let contents = try copy.read(contents)
      try copy.close()
      return contents
    }
  }

  /// Checks whether a file is a complete ledger that this program can read. Changes nothing in it.
  package static func contents(of file: String) throws(LedgerError) -> Contents {
    try inWords("\(file) can't be read as a ledger") {
      let queue = try open(file)
      return try queue.read(contents)
    }
  }

  /// Replaces the ledger's contents with those of a copy, in one transaction, and migrates its schema. Nobody else may
  /// use the ledger meanwhile. Blocks until that is done.
  /// - Parameters:
  ///   - copy: of this schema or an earlier one.
  ///   - file: the ledger; created if missing.
  package static func restore(_ copy: String, to file: String) throws(LedgerError) -> Contents {
    let contents = try contents(of: copy)
    try inWords("\(copy) can't replace \(file)") {
      let ledger = try DatabaseQueue(path: file, configuration: Ledger.configuration)
      try open(copy).backup(to: ledger)
      try Schema.migrator.migrate(ledger)
      try ledger.close()
    }
    return contents
  }

  private static func open(_ file: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "backup"
    return try DatabaseQueue(path: file, configuration: configuration)
  }

  /// - Throws: `LedgerError` if it isn't a ledger, is newer, or is damaged.
  private static func contents(of db: Database) throws -> Contents {
    let applied = try Schema.migrator.appliedIdentifiers(db)
    guard applied.contains(Schema.first) else { throw LedgerError("it isn't an AlbumScan ledger") }
    if try Schema.migrator.hasBeenSuperseded(db) {
      throw LedgerError("it was written by a newer AlbumScan; update this one")
    }
    let faults = try String.fetchAll(db, sql: "PRAGMA integrity_check(3)").filter { $0 != "ok" }
    guard faults.isEmpty else { throw LedgerError("it is damaged: \(faults.joined(separator: "; "))") }
    guard try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") == nil else {
      throw LedgerError("it is damaged: rows that it refers to are missing")
    }
    return Contents(
      scans: try Int.fetchOne(db, sql: "SELECT count(*) FROM scan WHERE deleted IS NULL") ?? 0,
      covers: applied.contains(Schema.withCovers) ? try Int.fetchOne(db, sql: "SELECT count(*) FROM cover") ?? 0 : 0,
      newest: try Double.fetchOne(db, sql: "SELECT max(arrived) FROM scan").map(Date.init(stamp:)))
  }

  private static func inWords<Result>(_ failure: String, _ body: () throws -> Result) throws(LedgerError) -> Result {
    do { return try body() } catch { throw LedgerError("\(failure): \(error)") }
  }
}
