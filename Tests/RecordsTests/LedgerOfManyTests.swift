import Albums
import Foundation
import GRDB
import Synchronization
import TestSupport
import Testing

@testable import Records

/// What is counted and searched in a ledger of very many scans.
@Suite struct LedgerOfManyTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger() }

  @Test func `scans are counted as they come, change, end, go and come back`() async throws {
    let done = try await ledger.done(1)
    let failed = try await ledger.waiting(2)
    _ = try await ledger.waiting(3)
    #expect(try await ledger.counts() == [.done: 1, .waiting: 2])
    _ = try await ledger.claim(only: [failed], now: Sample.now)
    #expect(try await ledger.counts() == [.done: 1, .waiting: 1, .running: 1])
    #expect(try await !ledger.isIdle())
    try await ledger.fail(
      failed, reason: "no", hint: nil, folder: nil, photoNow: nil, fault: nil, now: Sample.now)
    #expect(try await ledger.counts() == [.done: 1, .waiting: 1, .failed: 1])
    #expect(try await ledger.isIdle())
    _ = try await ledger.delete(done, now: Sample.now)
    #expect(try await ledger.galleryMonths().isEmpty)
    try await ledger.undelete(done, bundle: "done/1")
    _ = try await ledger.redo(failed, from: .reading, strategy: nil, now: Sample.now)
    #expect(try await ledger.counts() == [.done: 1, .waiting: 2])
  }

  @Test func `the hundreds that are counted are the gallery's`() async throws {
    let id = try await ledger.done()
    try await ledger.write { db in
      try db.execute(
        sql: """
          INSERT INTO scan (id, name, path, origin, digest, state, arrived, finished, bundle, document, reviewStatus)
          SELECT \(GalleryMonthPage.size) + id, name, path, origin, 'f' || substr(digest, 2), state, arrived, finished, bundle,
            document, reviewStatus FROM scan WHERE id = ?
          """, arguments: [id.number])
    }
    let month = try #require(try await ledger.galleryMonths().first)
    #expect(month == Gallery.Month(name: month.name, counts: [1: 1, 2: 1]))
  }

  @Test(arguments: [
    ("The Paper Lanterns", 1), ("LANTERN", 1), ("slow 1974", 1), ("ow ti", 1), ("Röck", 1), ("RÖCK", 1), ("rock", 1),
    ("röckx", 0), ("tide1974", 0), ("AND", 0), ("NEAR(", 0), ("*", 0), ("-", 0),
    ("1.jpg", 1), (".jpg 1974", 1), ("w", 1), ("\"", 1), ("\"x", 0), ("R&", 1), ("r&b", 1), ("Mörk", 1), ("mork", 1),
    ("slow zz", 0), ("zzz", 0), ("100%", 0), ("l_w", 0), ("Lanterns\u{0}", 1), ("ka' OR", 0), ("日本語", 1), ("本語", 1),
  ])
  func `the history is searched by words of one letter and of many`(words: String, found: Int) async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(only: [id], now: Sample.now)
    var document = Sample.document(id)
    document.album.genres = ["Röck", "r&b"]
    document.album.recordLabel = "Mörk 日本語"
    try await ledger.finish(
      id, as: document, album: "paperlanterns\u{1f}slow tide mork rock", bundle: "done/1", now: Sample.now)
    #expect(try await ledger.scans(search: words).map(\.id) == (found == 0 ? [] : [id]))
  }

  @Test func `what is found is what a scan is called by now, newest first, of the states and numbers asked for`()
    async throws
  {
    var ids: [ScanID] = []
    for seed in 1...4 { ids.append(try await ledger.done(seed)) }
    let failed = try await ledger.waiting(5)
    _ = try await ledger.claim(only: [failed], now: Sample.now)
    try await ledger.fail(
      failed, reason: "no", hint: nil, folder: nil, photoNow: nil, fault: nil, now: Sample.now)
    var document = Sample.document(ids[1])
    document.album.recordLabel = "Another Label"
    try await ledger.revise(ids[1], to: document, bundle: "done/2")
    #expect(try await ledger.scans(search: "another lab").map(\.id) == [ids[1]])
    #expect(try await ledger.scans(limit: 2, search: "lanterns").map(\.id) == [ids[3], ids[2]])
    #expect(try await ledger.scans(before: ids[2], search: "lanterns").map(\.id) == [ids[1], ids[0]])
    #expect(
      try await ledger.scans(search: "slow", newestFirst: false).map(\.id) == ids)
    #expect(try await ledger.scans(states: [.failed], search: "jpg").map(\.id) == [failed])
    #expect(try await ledger.scans(states: [.failed]).map(\.id) == [failed])
    #expect(try await ledger.scans(states: [.failed, .done]).map(\.id) == [failed] + ids.reversed())
    _ = try await ledger.delete(ids[3], now: Sample.now)
    #expect(try await ledger.scans(limit: 1, search: "lanterns").map(\.id) == [ids[2]])
  }

  @Test func `no question that is asked all the time reads all scans themselves`() async throws {
    let asked = Statements()
    _ = try await ledger.done()
    try await ledger.write { db in
      db.trace { event in if case .statement(let statement) = event { asked.note(statement.sql) } }
    }
    _ = try await ledger.recover()
    _ = try await ledger.summary()
    _ = try await ledger.isIdle()
    _ = try await ledger.newestDone(limit: 3)
    _ = try await ledger.scans(limit: 20)
    _ = try await ledger.scans(limit: 20, states: [.unsure])
    _ = try await ledger.deletedBundles()
    _ = try await ledger.bundlesWithoutResult()
    _ = try await ledger.spent(since: Sample.now)
    _ = try await ledger.scansCounted(since: Sample.now)
    _ = try await ledger.priorKnowledge(of: Sample.document(ScanID(1)).identity, before: ScanID(9))
    _ = try await ledger.galleryMonths()
    _ = try await ledger.newestEntries(limit: 60)
    var document = Sample.document(ScanID(1))
    document.album.recordLabel = "Tide Records"
    _ = try await ledger.related(to: document)
    _ = try await ledger.listedAlbums()
    _ = try await ledger.done(2)
    let plans = try await ledger.write { db in
      db.trace(options: [])
      return try asked.all.filter { ["SELECT", "UPDATE", "DELETE"].contains($0.prefix(6)) }.map { sql in
        let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
        statement.setUncheckedArguments(StatementArguments())
        return (sql, try Row.fetchAll(statement).map { $0["detail"] as String })
      }
    }
    #expect(plans.count > 20)
    for (sql, plan) in plans {
      // Those who want the newest read in order, and stop.
      let isOrdered = sql.contains("ORDER BY scan.id DESC LIMIT 20")
      let slow = plan.filter {
        $0 == "SCAN scan" && !isOrdered || ["SCAN expense", "SCAN album", "SCAN step"].contains($0)
      }
      #expect(slow.isEmpty && !(isOrdered && plan.contains { $0.contains("TEMP B-TREE") }), "\(sql): \(plan)")
    }
  }
}

/// What was asked, in order.
private final class Statements: Sendable {
  private let list = Mutex<[String]>([])
  var all: [String] { list.withLock { $0 } }
  func note(_ sql: String) { list.withLock { $0.append(sql) } }
}
