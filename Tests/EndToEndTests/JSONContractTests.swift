import DrawnCovers
import Foundation
import Glibc
import MusicFiles
import RunningMPD
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What commands print with `--json` is what docs/json-output.schema.json says: keys, types and units.
@Suite struct JSONContractTests {
  @Test func `every document is as it is written down, whatever state its scans are in`() async throws {
    try await withTestHome { home, simulator in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "good.jpg")
      try home.copy(try Photos.photo(.wall), as: "wall.jpg")
      try await home.once(endingWith: 2)
      try home.configure(["identification.require": "verified"])
      await simulator.fail(.coverart, with: .status(404))
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "unsure.jpg")
      try await home.once(endingWith: 2)
      await simulator.fail(.anthropic, with: .quota)
      try home.copy(try Photos.front(DrawnCollection.wharf), as: "later.jpg")
      _ = try await home.albumscand("--once")

      let scans = try await home.history()
      #expect(Set(scans.map(\.state)) == ["done", "failed", "unsure", "waiting"])
      var commands = [
        "status", "history", "unsure", "costs", "costs --by day", "doctor --offline", "doctor", "config show",
        "config check", "config path", "config set review.holdSeconds 1", "config unset review.holdSeconds", "known",
        "export --output albums.csv", "collection import discogs.csv", "collection list", "collection remove 99",
        "share \(scans.last?.id ?? 1) --output shared.html", "prompts diff",
        "key remove openai", "setup --no-service", "backup copy.db",
        "pause for now", "resume", "retry 99", "mark 99 wanted", "accept 99", "reject 99", "split 99",
        "delete \(scans.last?.id ?? 1)", "delete --undo", "stats", "open", "open \(scans.last?.id ?? 1)",
        "learn Music", "learn Music --dry-run --again", "known", "known --remove 1 999", "albumscan-eval labeled",
        "albumscan-eval --reviews trial --estimate",
        "scan another.jpg", "restore copy.db",
      ]
      try home.writeTrack(try MusicFile(of: DrawnCollection.brassTacks), to: "brass/1.flac")
      try home.writeMusic("no music".utf8, to: "broken/1.flac")
      try home.folder.write(try Photos.front(DrawnCollection.amber), to: "another.jpg")
      for (folder, side) in [("covers", 500), ("photos/camera", 1000)] {
        try home.copy(
          try DrawnCover(DrawnCollection.undertow).jpeg(size: side), as: "1.jpg", into: "labeled/\(folder)")
      }
      try home.copy(Data("no photo".utf8), as: "2.jpg", into: "labeled/photos/camera")
      try home.copy(
        Data("artist,title,year,kind\nSable/Finch,Undertow,1981,good\n".utf8), as: "albums.csv", into: "trial")
      try home.folder.write("Artist,Title\nCan,Tago Mago\n,\n,Nobody\n".utf8, to: "discogs.csv")
      // Nobody looks at the pages that are opened.
      try home.folder.makeFolder("tools")
      try home.folder.write("#!/bin/sh\n".utf8, to: "tools/xdg-open")
      chmod(home.home.appending("tools/xdg-open").string, 0o755)
      let mpd = try await RunningMPD.withDiscs()
      try home.configure(["identification.require": "verified", "mpd.address": mpd.socket.string])
      struct Discs: Decodable { let discs: [Disc] }
      struct Disc: Decodable { let id: String }
      let discs: Discs = try await home.ctl("wallet", "list", "--json").decoded()
      commands += ["wallet list", "wallet refresh", "wallet diagnose", "wallet status"]
      commands += discs.discs.prefix(1).flatMap { ["wallet show \($0.id)", "wallet play \($0.id)", "wallet eject"] }
      let path = "\(home.home.appending("tools")):\(home.environment["PATH"] ?? "")"
      for scan in scans { commands += ["show \(scan.id)", "show \(scan.id) --raw"] }
      commands.append("redo \(scans.last?.id ?? 1) --from review --dry-run")
      var (documents, printed) = ("", Set<String>())
      for command in commands {
        var words = command.split(separator: " ").map(String.init)
        let program = words[0] == "albumscan-eval" ? BuiltProgram.eval : BuiltProgram.ctl
        if program == BuiltProgram.eval { words.removeFirst() }
        let ended = try await home.run(program, words + ["--json"], input: "", variables: ["PATH": path])
        guard !ended.output.isEmpty else {
          Issue.record("'\(command)' prints nothing: \(ended.errors)")
          continue
        }
        let fields = try ended.document()
        printed.insert((fields["schema"] as? String)?.split(separator: "/").dropFirst().first.map(String.init) ?? "")
        let document = try JSONSerialization.data(withJSONObject: fields)
        documents += String(decoding: document, as: UTF8.self) + "\n"
      }
      try await home.expectContract(documents)

      // None that is written down is left out here.
      let schema = try JSONSerialization.jsonObject(
        with: try Data(contentsOf: URL(filePath: "\(TestHome.checkout)/docs/json-output.schema.json")))
      let written = try #require((schema as? [String: Any])?["anyOf"] as? [[String: String]])
      let names = Set(written.compactMap { $0["$ref"]?.split(separator: "/").last.map(String.init) })
      #expect(names == printed, "\(names.symmetricDifference(printed))")
    }
  }
}
