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
    do {
      let old = try DatabaseQueue(path: file)
      try Schema.migrator.migrate(old, upTo: "2: redo")
      try await old.write { db in
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
      try old.close()
    }
    let ledger = try Ledger(file: file)
    #expect(try await ledger.scansCounted(since: .distantPast) == 2)
    #expect(try await ledger.scansCounted(since: Date(timeIntervalSince1970: 10)) == 1)
    #expect(try await ledger.health().map(\.code) == ["disk"])
    #expect(try await ledger.savings(search: nil).isEmpty)
  }

  @Test func `errands that were there before somebody could have them in hand can be taken`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    do {
      let old = try DatabaseQueue(path: file)
      try Schema.migrator.migrate(old, upTo: "4: decisions")
      try await old.write { db in
        try db.execute(
          sql: """
            INSERT INTO scan (id, name, path, origin, digest, state, arrived, finished)
            VALUES (1, 'a.jpg', x'61', 'inbox', ?, 'failed', 0, 1);
            """, arguments: [Sample.digest(1).hex])
        try db.execute(sql: "INSERT INTO errand (scan, kind, attempts, notBefore) VALUES (1, 'artwork', 3, 7)")
      }
      try old.close()
    }
    let ledger = try Ledger(file: file)
    #expect(try await ledger.nextDue() == Date(timeIntervalSince1970: 7))
    let errand = try #require(try await ledger.claimErrand(now: Sample.now))
    #expect(errand.attempts == 3)
    #expect(try await ledger.claimErrand(now: Sample.now) == nil)
  }
}
