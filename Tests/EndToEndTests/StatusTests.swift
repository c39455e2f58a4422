import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// `status` as people see it: in a terminal, outside of one, and as it changes.
@Suite struct StatusTests {
  @Test func `a newcomer is told how to begin, and what came is shown`() async throws {
    try await withTestHome { home, _ in
      let first = try await home.ctl("status").output
      #expect(first.contains("albumscanctl setup"))
      #expect(first.contains("Scan your first album: copy a photo of its cover to \(home.inbox)"))
      // Tests have no login session.
      #expect(first.contains("It can't be started from here: "))
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "good.jpg")
      try home.copy(try Photos.photo(.wall), as: "wall.jpg")
      try await home.once(endingWith: 2)
      let status = try await home.ctl("status")
      #expect(status.output.contains("1 done, 0 unsure, 1 failed"))
      #expect(status.output.contains("albumscanctl history --state failed"))
      // Which is nothing that stands in the way of others, as what status ends with 5 for.
      #expect(status.output.contains("For you to look at") && !status.output.contains("Needs attention"))
      #expect(status.output.contains("Sable/Finch – Undertow"))
      #expect(!status.output.contains("\u{1B}"))

      // The same in a terminal, which it fits, with colors unless somebody doesn't want them.
      for (variables, inks) in [([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false)] {
        let (written, code) = try await home.inTerminal(["status"], columns: 40, variables: variables)
        #expect(code == 3)
        #expect(written.contains("\u{1B}[32m") == inks)
        if variables["TERM"] == nil {
          #expect(written.contains("\u{1B}[1m"))
          let latest = try #require(Terminal.plain(written).split(separator: "\n").first { $0.contains("Sable") })
          #expect(latest.count <= 40)
        }
      }
    }
  }

  @Test func `watching draws over the screen, follows a scan and the window, and leaves the screen as it was`()
    async throws
  {
    try await withTestHome(.anthropic, ["review.holdSeconds": "60"]) { home, _ in
      try await home.withDaemon { _ in
        let (written, code) = try await home.inTerminal(["status", "--watch"]) { terminal in
          try await until("the first frame") { terminal.frame.contains("Press Ctrl-C to quit.") }
          try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
          try await until("the find") { terminal.frame.contains("We found Undertow by Sable/Finch") }
          #expect(terminal.frame.contains("━"))
          terminal.resize(columns: 30, rows: 6)
          try await until("a smaller frame") {
            let lines = terminal.frame.split(separator: "\n", omittingEmptySubsequences: false)
            return lines.count <= 6 && lines.allSatisfy { $0.count <= 30 } && terminal.frame.contains("more.")
          }
          try terminal.type("\u{3}")
        }
        #expect(code == 0)
        #expect(written.hasPrefix("\u{1B}[?1049h"))
        #expect(written.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
        // A frame is one piece, and what didn't change isn't drawn again.
        #expect(!written.dropFirst(20).contains("\u{1B}[2J"))
      }
    }
  }

  @Test(arguments: [false, true])
  func `dots come one by one, but for those who asked for stillness`(isStill: Bool) async throws {
    try await withTestHome { home, simulator in
      simulator.slow(.anthropic, by: .seconds(100))
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        try await until("it to be read") { simulator.requests(to: .anthropic).count == 1 }
        _ = try await home.inTerminal(
          ["status", "--watch"], columns: 120, variables: isStill ? ["NO_MOTION": "1"] : [:]
        ) {
          terminal in
          var seen: Set<String> = []
          let end = ContinuousClock.now + .seconds(30)
          while seen.count < (isStill ? 3 : 4), ContinuousClock.now < end {
            if let words = terminal.frame.firstMatch(of: /IMG\.jpg +[A-Z][a-z ]*(\.*) +(\d+) s/) {
              seen.insert(String(isStill ? words.2 : words.1))
            }
            try await Task.sleep(for: .milliseconds(50))
          }
          #expect(seen.count == (isStill ? 3 : 4), "\(seen)")
          if isStill { #expect(terminal.frame.contains("...")) }
          try terminal.type("\u{3}")
        }
      }
    }
  }

  @Test func `outside a terminal each change is a line, or a document in a line`() async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon { _ in
        let watching = { (options: String, name: String) in
          """
          \(BuiltProgram.ctl) status --watch \(options) > watched & watch=$!
          until grep -q running watched 2>/dev/null; do kill -0 $watch; sleep 0.1; done
          cp ../photo.jpg "$INBOX/\(name).jpg"
          until grep -q "Undertow" watched; do kill -0 $watch; sleep 0.1; done
          kill $watch; wait $watch; cat watched; rm watched
          """
        }
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "photo.jpg", into: ".")
        let words = try await home.sh(watching("", "a"))
        #expect(words.contains("albumscand is running"))
        #expect(words.contains(#/[0-9:]{8}  1  a.jpg: /#) || words.contains("a.jpg is done: Sable/Finch – Undertow"))
        #expect(!words.contains("\u{1B}"))
        let documents = try await home.sh(watching("--json", "b"))
        for line in documents.split(separator: "\n") {
          let document = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
          #expect(document?["schema"] as? String == "albumscan/status/2")
        }
      }
    }
  }

  @Test func `who answered nothing is told what works, what lies in the inbox, and how to start the daemon from here`()
    async throws
  {
    try await withTestHome(keys: []) { home, _ in
      try home.write(settings: "")
      let before = try await home.ctl("status")
      #expect(before.code == 3 && before.output.contains("New here?"), "\(before.output)")
      let setup = try await home.ctl("setup", "--no-service")
      #expect(setup.code == 0)
      #expect(setup.output.contains("Without an API key, only covers of your own music are recognized."))
      #expect(setup.output.hasSuffix("To answer the questions again: albumscanctl setup\n"))
      let after = try await home.ctl("status")
      #expect(after.code == 3 && !after.output.contains("New here?"), "\(after.output)")
      #expect(after.output.contains("It can't be started from here: "), "\(after.output)")
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "front.jpg")
      let lying = try await home.ctl("status")
      #expect(lying.output.contains("1 file in the inbox, to be scanned when albumscand runs."), "\(lying.output)")
      #expect(!lying.output.contains("copy a photo"))
    }
  }

  @Test func `wrong usage is refused with what is wrong and where to look`() async throws {
    try await withTestHome { home, _ in
      let slips: [(typed: [String], meant: String)] = [
        (["histroy"], "'histroy'"), (["config", "shw"], "'shw'"), (["serch", "blue"], "'serch'"),
        (["--config", "my.yaml", "status"], "--help"), (["costs", "1", "2"], "albumscanctl costs --help"),
        (["history", "--state", "faild"], "failed"), (["redo", "1", "--from", "reviw"], "review"),
        (["key", "set", "antropic"], "'anthropic'"), (["setup", "--provider", "mpd"], "'compatible'"),
        (["status", "--jsn"], "'--json'"), (["show", "IMG_1.jpg"], "The scan's number"),
        (["history", "--limit", "-1"], "--limit is -1, but must be a whole number of at least 0"),
        (["history", "--limit=-1"], "--limit is -1"), (["history", "--before", "-4"], "--before is -4"),
        (["known", "--limit", "-2"], "--limit is -2"), (["play", "1", "--track", "0"], "--track is 0"),
        (["wallet", "play", "a", "--track", "-1"], "--track is -1"), (["history", "--limit", "x"], "The value 'x'"),
        (["show"], "Missing expected argument '<id>'"),
      ]
      for (typed, meant) in slips {
        let ended = try await home.ctl(typed)
        #expect(ended.code == 64, "\(typed)")
        #expect(ended.errors.contains(meant), "\(ended.errors)")
        // Whoever complains, the parser or we.
        #expect(ended.errors.hasPrefix("albumscanctl: "), "\(ended.errors)")
        #expect(ended.output.isEmpty)
      }
      for help in [["help"], ["help", "help"], ["help", "config", "show"], ["config", "--help"]] {
        #expect(try await home.ctl(help).code == 0, "\(help)")
      }
      #expect(try await home.ctl("show", "7").errors.contains("there are no scans yet"))
      #expect(try await home.ctl("open", "7").code == 4)
      #expect(try await home.ctl("open").errors.contains("There is no gallery yet"))
      #expect(try await home.ctl("restore", "none.db").errors.contains("albumscanctl backup FILE"))
      try home.write(settings: "review: {holdSecond: 3}")
      #expect(try await home.ctl("config", "check").code == 78)
      #expect(try await home.ctl("config", "path").output == "\(home.settingsFile)\n")
    }
  }

  @Test func `a photo that isn't there holds up none of those that are`() async throws {
    try await withTestHome { home, _ in
      try home.folder.write(try Photos.front(DrawnCollection.undertow), to: "a.jpg")
      let ended = try await home.ctl("scan", "none.jpg", "a.jpg", "--json")
      #expect(ended.code == 2 && ended.errors.contains("none.jpg can't be read"), "\(ended)")
      #expect(try ended.decoded(as: ScansDocument.self).scans.map(\.state) == ["done"])
      #expect(try await home.ctl("scan", "none.jpg").code == 1)
    }
  }
}
