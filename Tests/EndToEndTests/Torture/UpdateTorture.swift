import DrawnCovers
import Foundation
import Simulator
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// A ledger of the first version, brought up to date by a program that dies in the middle of it.
@Suite struct UpdateTorture {
  private static let dump = FilePath("\(#filePath)").removingLastComponent().removingLastComponent()
    .appending("Ledgers/first.sql")

  @Test func `killed at every step of an update, the ledger is the old one or the new one, with all that it held`()
    async throws
  {
    let whole = try await inOldHome { home in
      let run = try await home.run(["history"], program: BuiltProgram.ctl)
      return try #require(Int(run.calls), "\(run.ended)")
    }
    var chance = SeededRandom(Torture.seed &+ UInt64(whole))
    let stride = Torture.isFull ? 1 : max(1, whole / 5)
    let deaths = Swift.stride(from: 1, through: whole, by: stride).map { call in
      DiskFaults.Death(
        call: Torture.isFull ? call : Int.random(in: call..<(call + stride), using: &chance),
        isTorn: Bool.random(using: &chance))
    }
    let crashes = try await sideBySide(deaths) { death in
      try await inOldHome { home in
        let died = try await home.run(["history"], dying: death, program: BuiltProgram.ctl)
        let history = try await home.history()
        #expect(history.map(\.state) == ["rejected", "done", "failed"], "\(death): \(died.calls)")
        #expect(history.map(\.photo) == ["c.jpg", "b.jpg", "a.jpg"], "\(death): \(died.calls)")
        #expect(try await home.ctl("costs").output.contains("0.005"), "\(death): \(died.calls)")
        try await home.expectSoundLedger(after: died.calls)
        return died.wasKilled ? 1 : 0
      }
    }
    Torture.report("update: \(crashes.reduce(0, +)) crashes, \(whole) calls an update, nothing lost")
  }

  private func inOldHome<Result: Sendable>(
    _ body: @escaping @Sendable (TestHome) async throws -> Result
  ) async throws -> Result {
    try await withTestHome { home, _ in
      try home.folder.makeFolder(".local/state/albumscan")
      let made = try await Subprocess.run(
        .name("sqlite3"), arguments: [home.state.appending("albumscan.db").string, ".read \(Self.dump.string)"],
        output: .discarded, error: .string(limit: 4096))
      #expect(made.terminationStatus == .exited(0), "\(made.standardError)")
      return try await body(home)
    }
  }
}
