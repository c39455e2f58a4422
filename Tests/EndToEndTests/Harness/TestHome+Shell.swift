import DrawnCovers
import Foundation
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// What people's other programs do.
extension TestHome {
  /// On the same disk as the inbox.
  var workplace: FilePath { home.appending("elsewhere") }

  /// Runs a script of the shell in `workplace`; `$INBOX` is the inbox.
  /// - Returns: what it printed.
  @discardableResult
  func sh(_ script: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
    try folder.makeFolder("elsewhere")
    let environment = environment.merging(["INBOX": inbox.string, "LC_ALL": "C.UTF-8"]) { $1 }
    let workplace = workplace
    return try await within(.seconds(600)) {
      let result = try await Subprocess.run(
        .path("/bin/sh"), arguments: ["-euc", script], environment: .custom(environment.asKeys),
        workingDirectory: workplace, input: .none, output: .string(limit: 4 << 20), error: .string(limit: 1 << 20))
      #expect(
        result.terminationStatus == .exited(0), "\(script)\n\(result.standardError)", sourceLocation: sourceLocation)
      return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }

  /// Documents that were printed with `--json`, one a line, are as docs/json-output.schema.json describes them.
  func expectContract(_ documents: String, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let file = try folder.write(documents.utf8, to: "documents.jsonl")
    let said = try await sh("\(Self.checkout)/scripts/json-contract < \(file) || true")
    #expect(said.isEmpty, "\(said)", sourceLocation: sourceLocation)
  }

  /// All scans in the order of their arrival: a column of the ledger each, `|` between them.
  func scans(_ columns: String = "name, state") async throws -> [String] {
    try await asked("SELECT \(columns) FROM scan ORDER BY id").split(separator: "\n").map(String.init)
  }
}

extension Photos {
  /// Small files that are whole photos, and all differ: while the line is paused nobody needs more of them.
  static func tiny(_ number: Int) throws -> Data { copy(number, of: try tinyCover.get()) }

  private static let tinyCover = Result { try DrawnCover(DrawnCollection.undertow).jpeg(size: 64) }
}
