import Albums
import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import Records

/// A ledger of an earlier version, with data in it, brought up to date.
@Suite struct MigrationTests {
  @Test func `scans that were paid for before plans were counted count from then on`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    try await Sample.writeLedger(to: file, upTo: "2: redo") { db in
      for (id, seed) in [(1, 1), (2, 2), (3, 2), (4, 3)] {
        try db.execute(
          sql: """
            INSERT INTO scan (id, name, path, origin, digest, state, arrived, finished)
            VALUES (?, 'a.jpg', x'61', 'inbox', ?, 'failed', 0, 1)
            """, arguments: [id, Sample.digest(seed).hex])
      }
      // Two calls of one scan, two scans of one photo, and a call that was never worked on.
      for (scan, at, state) in [(1, 5, "settled"), (1, 9, "reserved"), (2, 20, "settled"), (3, 30, "settled")]
        + [(4, 40, "released")]
      {
        try db.execute(
          sql: """
            INSERT INTO expense (scan, at, step, service, model, recipe, state, microdollars)
            VALUES (?, ?, 'reading', 'anthropic', 'm', 'r', ?, 1)
            """, arguments: [scan, at, state])
      }
      try db.execute(
        sql: """
          INSERT INTO review (album, prompt, searched, model, writtenAt, review) VALUES ('a', 'p', 0, 'm', 0, '{}');
          INSERT INTO health (code, since, reason) VALUES ('disk', 0, 'full');
          """)
    }
    let ledger = try Ledger(file: file)
    #expect(try await ledger.scansCounted(since: .distantPast) == 2)
    #expect(try await ledger.scansCounted() == 2)
    #expect(try await ledger.scansCounted(since: Date(timeIntervalSince1970: 10)) == 1)
    #expect(try await ledger.conditions().map(\.code) == ["disk"])
  }

  @Test func `errands that were there before somebody could have them in hand can be taken`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    try await Sample.writeLedger(to: file, upTo: "4: decisions") { db in
      try db.execute(
        sql: """
          INSERT INTO scan (id, name, path, origin, digest, state, arrived, finished)
          VALUES (1, 'a.jpg', x'61', 'inbox', ?, 'failed', 0, 1);
          """, arguments: [Sample.digest(1).hex])
      try db.execute(sql: "INSERT INTO errand (scan, kind, attempts, notBefore) VALUES (1, 'artwork', 3, 7)")
    }
    let ledger = try Ledger(file: file)
    #expect(try await ledger.nextDue() == Date(timeIntervalSince1970: 7))
    let followUp = try #require(try await ledger.claimFollowUp(now: Sample.now))
    #expect(followUp.attempts == 3)
    #expect(try await ledger.claimFollowUp(now: Sample.now) == nil)
  }

  @Test func `what a page lacked before photos could join a scan, it still lacks`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    try await Sample.writeLedger(to: file, upTo: "28: standing and durations") { db in
      try db.execute(
        sql: """
          INSERT INTO scan (id, name, path, origin, digest, state, arrived, finished)
          VALUES (1, 'a.jpg', x'61', 'inbox', ?, 'rejected', 0, 1);
          """, arguments: [Sample.digest(1).hex])
      try db.execute(sql: "INSERT INTO followUp (scan, kind, attempts, notBefore) VALUES (1, 'lists', 3, 7)")
    }
    let ledger = try Ledger(file: file)
    let followUp = try #require(try await ledger.claimFollowUp(now: Sample.now))
    #expect(followUp.kind == .lists && followUp.attempts == 3)
    let scan = try #require(try await ledger.scan(ScanID(1)))
    #expect(scan.joined == nil && scan.taken == nil && !scan.isAlone)
    // Rejected by a person, it is counted as that.
    #expect(try await ledger.counts() == [.rejected: 1])
    try await ledger.write { db in
      try db.execute(sql: "INSERT INTO followUp (scan, kind) VALUES (1, 'photos')")
    }
  }

  @Test func `a batch that is under way is given up: who waited asks again, and what it may cost stays booked`()
    async throws
  {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    try await Self.writeLedger(of: "17: a million scans", to: file)
    do {
      let old = try DatabaseQueue(path: file, configuration: Ledger.configuration)
      // Two photos of which one's question was sent, and a review's that was.
      try await old.write { db in
        try db.execute(
          sql: """
            INSERT INTO scan (id, name, path, origin, digest, state, attempts, notBefore, heldBy, heldReason, arrived)
              SELECT id + 3, name, x'62', origin, substr(digest, 2) || 'f', 'waiting', attempts, 4e9, 'batch',
                'It is waiting for the batch service, at half price.', arrived FROM scan WHERE id IN (1, 2);
            INSERT INTO errand (scan, kind, attempts, notBefore, heldBy) VALUES (2, 'review', 1, 4e9, 'batch');
            INSERT INTO batch (id, nonce, service, handle, state, began, expires, looks, notBefore)
              VALUES (1, '495b2767ceeb28c9', 'anthropic', 'msgbatch_1', 'open', 10, 86410, 2, 13);
            """)
        for (scan, step, state) in [(4, "reading", "sent"), (5, "reading", "queued"), (2, "review", "sent")] {
          try db.execute(
            sql: """
              INSERT INTO expense (scan, at, step, service, model, recipe, state, microdollars, batched)
              VALUES (?, 9, ?, 'anthropic', 'm', 'r' || ?, 'reserved', 14070, 1)
              """, arguments: [scan, step, scan])
          try db.execute(
            sql: "INSERT INTO batchItem VALUES (?, ?, '{}', NULL, ?, ?, NULL)",
            arguments: [db.lastInsertedRowID, scan, state, state == "sent" ? 1 : nil])
        }
      }
      try old.close()
    }
    let ledger = try Ledger(file: file)
    for id in [4, 5] {
      let scan = try await ledger.scan(ScanID(Int64(id)))
      #expect(scan?.state == .waiting && scan?.heldBy == nil && scan?.notBefore == Date(timeIntervalSince1970: 0))
    }
    #expect(try await ledger.claimFollowUp(now: Sample.now)?.scan.number == 2)
    #expect(try await ledger.spent(since: .distantPast) == Money(microdollars: 5000 + 2 * 14070))
    #expect(try await ledger.calls(of: ScanID(5)).isEmpty)
    // What was sent counts among the calls that weren't answered, after which only a person sends another.
    for call in 1...2 {
      guard
        case .granted(let expense) = try await ledger.reserve(
          Money(dollars: 0.01), for: ScanID(4), step: .reading, service: .anthropic, model: "m",
          recipe: Sample.digest(call), caps: Sample.caps(), now: Sample.now)
      else {
        Issue.record("call \(call) not granted")
        return
      }
      try await ledger.settle(expense, billed: .unknown)
    }
    let third = try await ledger.reserve(
      Money(dollars: 0.01), for: ScanID(4), step: .reading, service: .anthropic, model: "m",
      recipe: Sample.digest(3), caps: Sample.caps(), now: Sample.now)
    #expect(third == .unanswered(3))
  }

  private static let schemas = Schema.migrator.migrations

  @Test(arguments: schemas)
  func `a ledger of every schema there ever was is brought up to date, with its history`(schema: String) async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    try await Self.writeLedger(of: schema, to: file)
    let ledger = try Ledger(file: file)
    try await Self.expectItsHistory(in: ledger)
    // It is one that can be worked on.
    _ = try await ledger.waiting(7)
    #expect(try await ledger.claim(now: Sample.now)?.digest == Sample.digest(3))
  }

  @Test(arguments: schemas.dropFirst())
  func `an update that fails in the middle leaves the ledger as it was`(schema: String) async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    let place = try #require(Self.schemas.firstIndex(of: schema))
    let before = Self.schemas[place - 1]
    // What the migration makes last stands in its way, so that it fails when the rest is done.
    guard let last = try Self.objects(of: schema).last(where: { try !Self.objects(of: before).contains($0) }) else {
      return
    }
    try await Self.writeLedger(of: before, to: file)
    let old = try DatabaseQueue(path: file)
    try await old.write { db in try db.execute(sql: "CREATE TABLE \(last) (a INTEGER)") }
    #expect(throws: LedgerError.self) { try Ledger(file: file) }
    #expect(try await old.read(Schema.migrator.appliedMigrations) == Array(Self.schemas[..<place]))
    #expect(try await old.read { try Self.objects(in: $0) } == Self.objects(of: before) + [last])
    try await old.write { db in try db.execute(sql: "DROP TABLE \(last)") }
    try old.close()
    try await Self.expectItsHistory(in: try Ledger(file: file))
  }

  @Test func `a ledger that has the queue's indexes from its thirteenth step comes to the same shape`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    try await Self.writeLedger(of: "13: waiting photos", to: file)
    let old = try DatabaseQueue(path: file)
    try await old.write { db in try db.execute(sql: Schema.queueQuestions) }
    try old.close()
    try await Self.expectItsHistory(in: try Ledger(file: file))
    let after = try DatabaseQueue(path: file, configuration: Ledger.configuration)
    let shape = try #require(Self.schemas.last)
    #expect(try await after.read { try Self.objects(in: $0).sorted() } == Self.objects(of: shape).sorted())
  }

  @Test func `faults from before they had codes are kept, and so is whatever was paused or wrong`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    try await Sample.writeLedger(to: file, upTo: "21: follow-ups") { db in
      try db.execute(
        sql: """
          INSERT INTO scan (id, name, path, origin, digest, state, step, heldBy, heldReason, arrived)
          VALUES (1, 'a.jpg', x'61', 'inbox', ?, 'waiting', 'reading', 'anthropic', 'busy', 1);
          INSERT INTO setback (scan, at, step, kind, service, reason)
          VALUES (1, 2, 'reading', 'transient', 'anthropic', 'busy'), (1, 3, 'reading', 'excused', NULL, 'offline');
          INSERT INTO closure VALUES ('anthropic', 'needsAttention', 4, 9, 'no credit', 'Add credit.', 1),
            ('musicbrainz', 'transient', 5, 8, 'busy', NULL, 0);
          INSERT INTO health (code, since, reason, cure, isTold) VALUES ('unreadable /a', 6, 'no', 'albumscanctl doctor', 1)
          """, arguments: [Sample.digest(1).hex])
    }
    let ledger = try Ledger(file: file)
    let faults = try await ledger.faults(of: ScanID(1))
    #expect(faults.map(\.code) == ["unknown", "unknown"] && faults.map(\.reason) == ["busy", "offline"])
    #expect(try await ledger.faults(of: ScanID(1), at: .reading) == 1)
    #expect(try await ledger.faults(of: ScanID(1), at: .reading, code: .timeout) == 0)
    let conditions = try await ledger.conditions()
    #expect(conditions.map(\.code) == ["unreadable /a", "anthropic", "musicbrainz"])
    #expect(conditions.map(\.service) == [nil, .anthropic, .musicbrainz])
    #expect(conditions.map(\.needsPerson) == [true, true, false])
    #expect(conditions.map(\.isTold) == [true, true, false])
    #expect(conditions[1].cure == .advice("Add credit.") && conditions[1].until == Date(timeIntervalSince1970: 9))
    #expect(conditions[0].place == "/a" && conditions[0].until == .distantFuture)
    // A scan still waits for its service.
    #expect(try await ledger.nextDue() == Date(timeIntervalSince1970: 9))
  }

  private static func objects(of schema: String) throws -> [String] {
    let queue = try DatabaseQueue()
    try Schema.migrator.migrate(queue, upTo: schema)
    return try queue.read(objects)
  }

  /// Tables and indexes, in the order in which they were made.
  private static func objects(in db: Database) throws -> [String] {
    try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid")
  }

  @Test func `a ledger of a newer version is refused, and stays as it is`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    do {
      let newer = try DatabaseQueue(path: file, configuration: Ledger.configuration)
      var migrator = Schema.migrator
      migrator.registerMigration("99: from the future") { db in try db.execute(sql: "CREATE TABLE marvel (a INTEGER)") }
      try migrator.migrate(newer)
      try newer.close()
    }
    let error = #expect(throws: LedgerError.self) { try Ledger(file: file) }
    #expect(error?.description.contains("newer AlbumScan") == true)
    #expect(error?.description.contains("albumscanctl restore") == true)
    let after = try DatabaseQueue(path: file)
    #expect(try await after.read(Schema.migrator.appliedMigrations) == Self.schemas)
    #expect(try await after.read(Schema.migrator.hasBeenSuperseded))
  }

  /// What the first version wrote of a result.
  private static let firstDocument = """
    {"schema":"albumscan/album/1","id":2,"scannedAt":"2026-11-21T14:03:22Z","state":"done",
    "photo":{"name":"a.jpg","sha256":"\(Sample.digest(2).hex)","now":"originals/2026-11/a.jpg"},
    "album":{"artistName":"Artist","albumTitle":"Title","releaseYear":"1997","genres":["rock"],"recordLabel":null,
    "musicbrainz":{"releaseGroup":null,"release":null,"artists":[]}},
    "identification":{"strategy":"two-tier","by":"call-1","confidence":"corroborated",
    "evidence":[{"kind":"text","matched":["artist","title"]}],"extractedText":"Title","albumDescription":null,
    "candidates":[]},
    "artwork":{"status":"none","file":null,"thumbnail":null,"width":null,"height":null,"source":null},
    "review":{"status":"pending","contextSummary":null,"contextBullets":null,"rating":null,"recommendation":null,
    "emoji":null,"label":null,"tier":null,"keyTracks":null,"sources":null,"cached":null,"model":null,"prompt":null,
    "writtenAt":null},
    "cost":{"usd":0.005,"calls":[]}}
    """

  /// A ledger as a program of that schema left it: a failed scan with its answers and bill, a done one, one that waits.
  private static func writeLedger(of schema: String, to file: String) async throws {
    let old = try DatabaseQueue(path: file)
    try Schema.migrator.migrate(old, upTo: schema)
    try await old.write { db in
      try db.execute(sql: "INSERT INTO album (id, key, artistName, albumTitle) VALUES (1, 'a|t', 'Artist', 'Title')")
      for (id, state, finished) in [(1, "failed", 2.0), (2, "done", 3), (3, "waiting", nil)] as [(Int, String, Double?)]
      {
        let isDone = state == "done"
        try db.execute(
          sql: """
            INSERT INTO scan (id, name, path, origin, digest, state, arrived, finished, album, bundle, document, reviewStatus)
            VALUES (?, 'a.jpg', x'61', 'inbox', ?, ?, 1, ?, ?, ?, ?, ?)
            """,
          arguments: [
            id, Sample.digest(id).hex, state, finished, isDone ? 1 : nil, isDone ? "done/a Artist - Title" : nil,
            isDone ? Self.firstDocument : nil, isDone ? "pending" : nil,
          ])
      }
      try db.execute(
        sql: """
          INSERT INTO expense (scan, at, step, service, model, recipe, state, microdollars)
          VALUES (1, 5, 'reading', 'anthropic', 'm', 'r', 'settled', 5000)
          """)
    }
    try old.close()
  }

  private static func expectItsHistory(in ledger: Ledger) async throws {
    #expect(try await ledger.scan(ScanID(1))?.state == .failed)
    let done = try await ledger.scan(ScanID(2))
    #expect(done?.bundle == "done/a Artist - Title" && done?.document?.album.albumTitle == "Title")
    #expect(try await ledger.scan(ScanID(3))?.state == .waiting)
    #expect(try await ledger.scans(search: "artist rock").map(\.id) == [ScanID(2)])
    #expect(try await ledger.counts() == [.failed: 1, .done: 1, .waiting: 1])
    #expect(try await ledger.galleryMonths().map(\.count) == [1])
    #expect(try await ledger.spent(since: .distantPast) == Money(microdollars: 5000))
    #expect(try await ledger.conditions().isEmpty)
  }
}
