internal import Foundation
internal import GRDB
internal import Glibc

/// The ledger: everything AlbumScan stores, in one SQLite file. Each method is one transaction and keeps one invariant.
///
/// The daemon and albumscanctl open the same file and see each other's commits. Canceling a task never aborts a commit
/// that has begun: money and results are booked even while the program is stopping.
package struct Ledger: Sendable {
  let queue: DatabaseQueue
  /// Nil for callers that want errors at once.
  private let retries: LedgerRetries?

  /// Opens the ledger and brings its schema up to date.
  /// - Parameters:
  ///   - file: path of the database; its folder must exist (mode 0700).
  ///   - whileLocked: asked again and again while another process keeps it locked, with how long that has been so;
  ///     false gives up.
  ///   - willUpdate: called before the schema of an earlier version is brought up to date, which takes seconds
  ///     for 100,000 scans.
  /// - Throws: `LedgerError` in the words of SQLite, for a ledger of a newer version, or when commits could not be made
  ///   durable.
  package init(
    file: String, retries: LedgerRetries? = nil,
    whileLocked: @escaping @Sendable (Duration) -> Bool = { $0 < .seconds(10) }, willUpdate: () -> Void = {}
  ) throws(LedgerError) {
    self.retries = retries
    do {
      var configuration = Self.configuration
      let lockPatience = LockTimeout(whileLocked)
      configuration.busyMode = .callback { lockPatience.wait(tries: $0) }
      queue = try Self.opened(file, configuration)
      if try !Self.isUpToDate(queue) {
        willUpdate()
        try Self.alone(with: file) { [queue] in try Self.bringUpToDate(queue, file) }
      }
      // With less, WAL may lose the last commits, and so a bill, on a power cut.
      let level = try queue.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA synchronous = FULL")
        return try Int.fetchOne(db, sql: "PRAGMA synchronous")
      }
      guard level == 2 else { throw LedgerError("SQLite does not keep 'synchronous = FULL' for \(file)") }
    } catch let error as LedgerError {
      throw error
    } catch let error as DatabaseError {
      throw LedgerError(error, at: file)
        ?? LedgerError(
          "The ledger \(file) can't be opened: \(error)",
          isDamaged: [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode))
    } catch {
      throw LedgerError("The ledger \(file) can't be opened: \(error)")
    }
  }

  private static func opened(_ file: String, _ configuration: Configuration) throws -> DatabaseQueue {
    var status = stat()
    if stat(file, &status) == 0, status.st_size > 0 {
      return try DatabaseQueue(path: file, configuration: configuration)
    }
    return try alone(with: file) { try DatabaseQueue(path: file, configuration: configuration) }
  }

  private static func isUpToDate(_ queue: DatabaseQueue) throws -> Bool {
    do {
      return try queue.read { db in
        try !Schema.migrator.hasBeenSuperseded(db) && Schema.migrator.hasCompletedMigrations(db)
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // Another process is creating its first tables at this moment.
      return false
    }
  }

  private static func bringUpToDate(_ queue: DatabaseQueue, _ file: String) throws {
    if try queue.read(Schema.migrator.hasBeenSuperseded) {
      throw LedgerError(
        """
        The ledger \(file) was written by a newer AlbumScan, which this one doesn't understand; nothing was changed. \
        Update AlbumScan, or go back to a backup from before: albumscanctl restore FILE
        """, isNewer: true)
    }
    try Schema.migrator.migrate(queue)
  }

  /// Lets only one process at a time create or migrate a ledger: a migration checks once what is missing, so two
  /// processes would both begin, and SQLite doesn't wait when it switches to write-ahead logging.
  private static func alone<Result>(with file: String, _ body: () throws -> Result) rethrows -> Result {
    let path = URL(filePath: file).deletingLastPathComponent().path
    let folder = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    // Released with the descriptor, even by a crash. A file system without locks works without.
    defer { if folder >= 0 { Glibc.close(folder) } }
    let lock: (Int32, Int32) -> Int32 = flock
    while folder >= 0, lock(folder, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }

  /// An in-memory ledger, for tests.
  package init() throws {
    queue = try DatabaseQueue()
    retries = nil
    try Schema.migrator.migrate(queue)
  }

  static var configuration: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    // GRDB's way of switching to WAL writes a table if the log is empty: readers would have to wait for whoever keeps
    // the ledger locked, and would wake a disk. It is meant for pools.
    configuration.prepareDatabase { db in
      let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
      guard mode == "wal" else {
        throw DatabaseError(message: "write-ahead logging isn't possible here (\(mode ?? "no mode"))")
      }
    }
    configuration.foreignKeysEnabled = true
    configuration.label = "ledger"
    return configuration
  }

  /// Changes each time another process commits; never by our own commits.
  package func version() async throws -> Int {
    try await read(Self.version(in:))
  }

  /// Another one after each commit, also one of ours.
  package func edition() async throws -> String {
    try await read { db in "\(try Self.version(in: db)) \(db.totalChangesCount)" }
  }

  @Sendable private static func version(in db: Database) throws -> Int {
    try Int.fetchOne(db, sql: "PRAGMA data_version") ?? 0
  }

  /// Who waits needs neither pages of the file nor statements in memory.
  package func releaseMemory() async {
    await withCheckedContinuation { done in
      queue.asyncWriteWithoutTransaction { db in
        db.releaseMemory()
        done.resume()
      }
    }
  }

  func write<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    try await carry { [queue] in
      try await withCheckedThrowingContinuation { continuation in
        queue.asyncWrite(body) { _, result in continuation.resume(with: result) }
      }
    }
  }

  func read<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    try await carry { [queue] in
      try await withCheckedThrowingContinuation { continuation in
        queue.asyncRead { result in continuation.resume(with: Swift.Result { try body(try result.get()) }) }
      }
    }
  }

  /// For queries over all scans: they use a separate connection, so that no other work waits for them.
  func readAside<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws -> Result {
    // An in-memory ledger has only one connection.
    guard queue.path != ":memory:" else { return try await read(body) }
    return try await carry { [queue] in
      var configuration = Self.configuration
      configuration.readonly = true
      return try await DatabaseQueue(path: queue.path, configuration: configuration).read(body)
    }
  }

  private func carry<Result: Sendable>(_ attempt: () async throws -> Result) async throws -> Result {
    guard let retries else { return try await inOurWords(attempt) }
    return try await retries.carry { try await inOurWords(attempt) }
  }

  /// Describes errors caused by the disk or another process for people.
  private func inOurWords<Result: Sendable>(_ attempt: () async throws -> Result) async throws -> Result {
    do { return try await attempt() } catch let error as DatabaseError {
      throw LedgerError(error, at: queue.path) ?? error
    }
  }
}

/// An error that makes the ledger unusable.
package struct LedgerError: Error, CustomStringConvertible {
  package let description: String
  /// The disk is at fault; it may work again at any moment.
  package let mayPass: Bool
  /// Another process kept it locked for longer than the wait; try again later.
  package let isLocked: Bool
  /// A newer AlbumScan wrote it.
  package let isNewer: Bool
  /// It isn't a database, or no longer one that can be read.
  package let isDamaged: Bool

  package init(
    _ description: String, mayPass: Bool = false, isLocked: Bool = false, isNewer: Bool = false,
    isDamaged: Bool = false
  ) {
    self.description = description
    self.mayPass = mayPass
    self.isLocked = isLocked
    self.isNewer = isNewer
    self.isDamaged = isDamaged
  }
}

extension Date {
  /// A time as the ledger stores it: seconds since 1970.
  var stamp: Double { timeIntervalSince1970 }

  init(stamp: Double) { self.init(timeIntervalSince1970: stamp) }
}

enum JSONText {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func decode<Value: Decodable>(_ text: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: Data(text.utf8))
  }
}
