import Foundation
import Subprocess
import SystemPackage
import Testing

/// The ledger, as others than our programs see it.
extension TestHome {
  /// What SQLite's own program says to a question, a line a row.
  func asked(_ question: String) async throws -> String {
    let ledger = state.appending("albumscan.db")
    let result = try await Subprocess.run(
      .name("sqlite3"), arguments: ["-readonly", ledger.string, question], output: .string(limit: 1 << 20),
      error: .string(limit: 1 << 16))
    #expect(result.terminationStatus == .exited(0), "\(result.standardError)")
    return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func expectSoundLedger(after story: String = "", sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let answer = try await asked("PRAGMA integrity_check; PRAGMA foreign_key_check;")
    #expect(answer == "ok", "\(story)", sourceLocation: sourceLocation)
  }
}
