import Albums
import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import Records

/// Copies of a ledger, and ledgers from copies.
@Suite struct LedgerBackupTests {
  private let folder: TemporaryFolder
  private var file: String { folder.appending("ledger.db").string }
  private var copy: String { folder.appending("copy.db").string }

  init() throws { folder = try TemporaryFolder() }

  @Test func `a copy made while others write is whole, one file, and as of one moment`() async throws {
    let ledger = try Ledger(file: file)
    let scans = 60
    try await withThrowingTaskGroup(of: Void.self) { group in
      let other = try Ledger(file: file)
      group.addTask { for seed in 1...scans { _ = try await other.waiting(seed) } }
      var most = 0
      while most < scans {
        let name = folder.appending("copy-\(most).db").string
        try? FileManager.default.removeItem(atPath: name)
        let contents = try LedgerBackup.copy(ledger, to: name)
        #expect(contents.scans >= most && contents.scans <= scans)
        #expect(try LedgerBackup.contents(of: name) == contents)
        #expect(!FileManager.default.fileExists(atPath: name + "-wal"))
        most = contents.scans
        await Task.yield()
      }
      try await group.waitForAll()
    }
  }

  @Test func `a ledger is what it was when it was copied`() async throws {
    let ledger = try Ledger(file: file)
    let first = try await ledger.waiting(1)
    let contents = try LedgerBackup.copy(ledger, to: copy)
    #expect(contents.scans == 1 && contents.newest != nil)
    let second = try await ledger.waiting(2)
    try ledger.queue.close()
    #expect(try LedgerBackup.restore(copy, to: file) == contents)
    let restored = try Ledger(file: file)
    #expect(try await restored.scan(first)?.digest == Sample.digest(1))
    #expect(try await restored.scan(second) == nil)
  }

  @Test func `a copy by an earlier version is brought up to date where it is restored, and only there`() async throws {
    let old = try DatabaseQueue(path: copy)
    try Schema.migrator.migrate(old, upTo: "3: plans")
    try old.close()
    let before = try folder.read("copy.db")
    #expect(try LedgerBackup.restore(copy, to: file) == .init(scans: 0, covers: 0, newest: nil))
    #expect(try await Ledger(file: file).coverIDs().isEmpty)
    #expect(try folder.read("copy.db") == before)
  }

  @Test func `what is no ledger, a newer one, damaged or not there is refused, and the ledger stays`() async throws {
    let ledger = try Ledger(file: file)
    _ = try await ledger.waiting(1)
    _ = try LedgerBackup.copy(ledger, to: copy)
    try ledger.queue.close()
    try folder.write("hello".utf8, to: "text.db")
    try folder.write([], to: "empty.db")
    let other = try DatabaseQueue(path: folder.appending("other.db").string)
    try await other.write { db in try db.execute(sql: "CREATE TABLE scan (id)") }
    try other.close()
    // Cut in the middle, as by a full disk or a download that broke off.
    try folder.write(try folder.read("copy.db").prefix(9 * 4096), to: "cut.db")
    for name in ["text.db", "empty.db", "other.db", "cut.db", "missing.db"] {
      let error = #expect(throws: LedgerError.self) {
        try LedgerBackup.restore(folder.appending(name).string, to: file)
      }
      #expect(error?.description.contains(name) == true, "\(name)")
    }
    #expect(try await Ledger(file: file).scan(ScanID(1)) != nil)
  }
}
