import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What commands print with `--json` is what docs/json-output.schema.json says: keys, types and units.
@Suite struct JSONContractTests {
  @Test func `every document is as it is written down, whatever state its scans are in`() async throws {
    try await withHousehold { home, simulator in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "good.jpg")
      try home.copy(try Photos.photo(.wall), as: "wall.jpg")
      #expect(try await home.albumscand("--once").code == 2)
      try home.configure(["identification.require": "verified"])
      await simulator.fail(.coverart, with: .status(404))
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "unsure.jpg")
      #expect(try await home.albumscand("--once").code == 2)
      await simulator.fail(.anthropic, with: .quota)
      try home.copy(try Photos.front(DrawnCollection.wharf), as: "later.jpg")
      _ = try await home.albumscand("--once")

      let scans = try await home.history()
      #expect(Set(scans.map(\.state)) == ["done", "failed", "unsure", "waiting"])
      var commands = [
        "status", "history", "unsure", "costs", "costs --by day", "doctor --offline", "doctor", "config show",
        "config check", "config path", "config set review.holdSeconds 1", "config unset review.holdSeconds", "known",
        "export --output albums.csv", "prompts diff", "key remove openai", "setup --no-service", "backup copy.db",
        "pause for now", "resume", "retry 99", "accept 99", "reject 99",
        "delete \(scans.last?.id ?? 1)", "delete --undo",
      ]
      for scan in scans { commands += ["show \(scan.id)", "show \(scan.id) --raw"] }
      commands.append("redo \(scans.last?.id ?? 1) --from review --dry-run")
      var documents = ""
      for command in commands {
        let ended = try await home.ctl(command.split(separator: " ").map(String.init) + ["--json"])
        guard !ended.output.isEmpty else {
          Issue.record("'\(command)' prints nothing: \(ended.errors)")
          continue
        }
        let document = try JSONSerialization.data(withJSONObject: try ended.document())
        documents += String(decoding: document, as: UTF8.self) + "\n"
      }
      let file = try home.folder.write(documents.utf8, to: "documents.jsonl")
      let checkout = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
      let said = try await home.sh("\(checkout)/scripts/json-contract < \(file) || true")
      #expect(said.isEmpty, "\(said)")
    }
  }
}
