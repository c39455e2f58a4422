import Albums
import Foundation
import GRDB
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Records

/// Random histories of paid calls by several scans, with crashes, over days and months, against books that are kept
/// independently of the ledger.
///
/// A commit is a transaction, so that calls side by side are an order of commits: a history is such an order, drawn from
/// its number and the seed, and the same on each run. `ALBUMSCAN_TEST_SEED` draws others, `ALBUMSCAN_TEST_HISTORIES` more
/// (`make torture`: 10,000).
@Suite struct LedgerHistoriesTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let seed = UInt64(environment["ALBUMSCAN_TEST_SEED"] ?? "") ?? 20_261_121
  private static let count = Int(environment["ALBUMSCAN_TEST_HISTORIES"] ?? "") ?? 2000

  @Test func `no history of calls, crashes and clocks passes a cap or the plan, at any moment`() async throws {
    // In memory where there is such a folder: it is not the disk that is tried here.
    let memory = FilePath("/dev/shm")
    let folder = try TemporaryFolder(in: access(memory.string, W_OK) == 0 ? memory : nil)
    let file = folder.appending("ledger.db").string
    let began = ContinuousClock.now
    var steps = 0
    var ledgers = [try Ledger(file: file), try Ledger(file: file)]
    try await ledgers[0].write { db in
      for id in 1...(Self.count * LedgerHistory.mostScans) {
        try db.execute(
          sql: """
            INSERT INTO scan (id, name, path, origin, digest, state, arrived) VALUES (?, '', x'61', 'inbox', ?, 'waiting', 0)
            """, arguments: [id, Sample.digest(id).hex])
      }
    }
    for number in 0..<Self.count {
      let history = LedgerHistory(number: number, seed: Self.seed, file: file, ledgers: ledgers)
      steps += try await history.play()
      ledgers = history.ledgers
      if let fault = history.fault {
        Issue.record("history \(number) of seed \(Self.seed): \(fault)")
        return
      }
    }
    print("\(Self.count) histories of seed \(Self.seed), \(steps) steps in \(ContinuousClock.now - began)")
  }
}
