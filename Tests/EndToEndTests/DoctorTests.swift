import DrawnCovers
import Foundation
import Glibc
import Simulator
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// `doctor` names what is wrong, and the command that it prints puts it right.
@Suite struct DoctorTests {
  @Test func `what ails settings, keys, prompts and models is cured by what is printed`() async throws {
    try await withTestHome(keys: []) { home, simulator in
      // A network of a test's own has no public MusicBrainz; offline, nobody asks it.
      let publicServer = "https://musicbrainz.org/ws/2"
      let ailments = [
        DoctorCase(code: "key", naming: "there is no API key, so") { try $0.configure(["models.provider": "auto"]) },
        DoctorCase(code: "key", naming: "openai") { try $0.configure(["models.provider": "openai"]) },
        DoctorCase(code: "key-unusable", naming: "read by others") { chmod($0.keyFile("openai"), 0o644) },
        DoctorCase(code: "key-unusable", naming: "one key and nothing else") {
          try $0.folder.write("two words\nand lines\n".utf8, to: ".config/albumscan/credentials/openai_api_key")
        },
        DoctorCase(code: "key-unusable", naming: "can't be read") { chmod($0.keyFile("openai"), 0o000) },
        DoctorCase(code: "credentials-exposed") {
          chmod($0.settingsFile.removingLastComponent().string + "/credentials", 0o755)
        },
        DoctorCase(
          code: "contact", by: "person",
          inflict: {
            try $0.configure([
              "musicbrainz.baseURL": publicServer, "musicbrainz.contact": nil, "musicbrainz.requestsPerSecond": nil,
            ])
          }, act: { _ = try await $0.ctl("config", "set", "musicbrainz.contact", "me@example.org") }),
        DoctorCase(code: "settings", naming: "holdSecond") {
          try $0.write(settings: "# mine\nreview:\n  holdSecond: 3\n")
        },
        DoctorCase(code: "settings", naming: "expected") {
          try $0.write(settings: "review:\n  holdSeconds: soon\nplan: own\n")
        },
        DoctorCase(code: "bulk", options: []) { try $0.configure(["models.bulkAbove": "10"]) },
        DoctorCase(code: "ca-file") { try $0.configure(["network.caFile": "/nowhere/ca.pem"]) },
        DoctorCase(code: "notifications") { try $0.configure(["notifications.enabled": "true"]) },
        DoctorCase(code: "budget-too-small") { try $0.configure(["budget.perScanUSD": "0.0001"]) },
        DoctorCase(code: "prompt-unusable") {
          try $0.folder.write(" \n".utf8, to: ".config/albumscan/prompts/album_review.txt")
        },
        DoctorCase(code: "prompt-unknown") {
          try $0.folder.write("Be kind.".utf8, to: ".config/albumscan/prompts/album_reviw.txt")
        },
        DoctorCase(code: "models-file") { try $0.folder.write("{".utf8, to: ".config/albumscan/models.json") },
        DoctorCase(code: "price-unknown", naming: "claude-from-the-future") {
          try $0.configure(["models.search": "claude-from-the-future"])
        },
        DoctorCase(
          code: "prices-old", by: "person",
          inflict: { try $0.folder.write(#"{"pricesAsOf": "2026-01-01"}"#.utf8, to: ".config/albumscan/models.json") },
          act: { home in
            let today = Date().formatted(.iso8601.year().month().day())
            try home.folder.write(#"{"pricesAsOf": "\#(today)"}"#.utf8, to: ".config/albumscan/models.json")
          }),
        DoctorCase(code: "model-missing", options: []) {
          try $0.configure(["models.review": "claude-from-the-future"])
        },
      ]
      try home.folder.makeFolder(".config/albumscan/prompts")
      for doctorCase in ailments { try await home.expectCured(doctorCase) }
      #expect(simulator.paidCalls.isEmpty)
    }
  }

  @Test func `what ails folders and the ledger is cured by what is printed`() async throws {
    try await withTestHome { home, _ in
      let ledger = home.state.appending("albumscan.db").string
      _ = try await home.ctl("status")
      let ailments = [
        DoctorCase(code: "folder-missing") { try FileManager.default.removeItem(atPath: $0.inbox.string) },
        DoctorCase(code: "folder-permission", naming: "inbox") { chmod($0.inbox.string, 0o500) },
        DoctorCase(code: "folder-permission", naming: "done") {
          try $0.folder.makeFolder("AlbumScan/done")
          chmod($0.root.appending("done").string, 0o500)
        },
        DoctorCase(code: "folder-blocked") { try $0.folder.write("".utf8, to: "AlbumScan/unsure") },
        DoctorCase(code: "folder-blocked", naming: "link") {
          try FileManager.default.removeItem(atPath: $0.root.appending("unsure").string)
          symlink($0.home.string, $0.root.appending("unsure").string)
        },
        DoctorCase(code: "sync-conflict") {
          try $0.copy(try Photos.tiny(1), as: "it's.sync-conflict-20261121-101112-ABCDEFG.jpg")
        },
        DoctorCase(code: "state-exposed") { chmod($0.state.string, 0o755) },
        DoctorCase(code: "covers") {
          try $0.folder.write(Data(repeating: 7, count: 9999), to: ".local/state/albumscan/albumscan.covers")
        },
        DoctorCase(code: "ledger-permission", naming: "albumscan.db") { _ in chmod(ledger, 0o400) },
        DoctorCase(code: "ledger-permission", naming: "state") { chmod($0.state.string, 0o500) },
      ]
      for doctorCase in ailments { try await home.expectCured(doctorCase) }

      let hog = Mutex<LedgerLocker?>(nil)
      try await home.expectCured(
        DoctorCase(
          code: "ledger-locked", naming: "sqlite3",
          inflict: { home in
            let new = try await LedgerLocker(home, "IMMEDIATE")
            hog.withLock { $0 = new }
          },
          outcome: { home in
            try await until("the ledger to be free") {
              try await !home.doctor().findings.contains { $0.code == "ledger-locked" }
            }
          }))
      // Last, since the cure begins anew.
      try await home.expectCured(
        DoctorCase(code: "ledger-damaged") { _ in
          try Data("no database, but long enough to be taken for one".utf8 + Data(count: 9000)).write(
            to: URL(filePath: ledger))
        })
      #expect(home.exists(home.state.appending("damaged/albumscan.db")))
      #expect(try await home.ctl("status").code == 3)
    }
  }

  @Test(arguments: [ServiceID.anthropic, .openai])
  func `a key that its provider doesn't take is replaced by what is printed, and the daemon takes the new one`(
    provider: ServiceID
  ) async throws {
    var options = Simulator.Options.quick
    options.keys[provider] = TestHome.key
    try await withTestHome(provider, keys: [], options: options) { home, simulator in
      let file = home.keyFile(provider.rawValue)
      try home.folder.makeFolder(".config/albumscan/credentials")
      try home.folder.write("sk-of-last-year\n".utf8, to: ".config/albumscan/credentials/\(provider)_api_key")
      chmod(file, 0o600)
      chmod(FilePath(file).removingLastComponent().string, 0o700)
      let before = try #require(try await home.doctor([]).findings.first { $0.code == provider.rawValue })
      #expect(before.verdict == "bad" && before.cure == "albumscanctl key set \(provider)", "\(before)")
      try await home.withDaemon { _ in
        try await home.expectCured(
          DoctorCase(
            code: provider.rawValue, naming: "key",
            inflict: { home in
              try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
              try await home.held("a.jpg", by: provider.rawValue)
            }, outcome: { try await $0.scan(ofPhoto: "a.jpg", in: "done") }))
      }
      #expect(!(try await home.doctor([]).findings.contains { $0.code == provider.rawValue && $0.verdict != "good" }))
    }
  }

  @Test func `a refused key of the environment is changed there, and is said once`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.anthropic, with: .status(401))
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.held("a.jpg", by: "anthropic")
        let found = try await home.doctor([]).findings.filter { $0.code == "anthropic" && $0.verdict != "good" }
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.cure == "Change ANTHROPIC_API_KEY where it is set" && found.first?.cureBy == "person")
        #expect(found.first?.said.contains("the key comes from environment ANTHROPIC_API_KEY") == true, "\(found)")
        // Of the daemon's own environment nobody knows, so that either may do.
        for cure in [
          try await home.doctor().findings.first { $0.code == "anthropic" }?.cure,
          try await home.status().health.first { $0.code == "anthropic" }?.cure,
        ] {
          #expect(cure?.contains("albumscanctl key set anthropic") == true, "\(cure ?? "")")
          #expect(cure?.contains("ANTHROPIC_API_KEY is set here and takes precedence") == true, "\(cure ?? "")")
        }
      }
    }
  }

  @Test func `services that shut their doors are asked again by what is printed, and scans go through`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try await home.expectCured(
          DoctorCase(
            code: "anthropic", naming: "credit", by: "person",
            inflict: { home in
              await simulator.fail(.anthropic, with: .quota)
              try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
              try await home.held("a.jpg", by: "anthropic")
            }, act: { _ in try await simulator.heal(.anthropic) },
            outcome: { try await $0.scan(ofPhoto: "a.jpg", in: "done") }))
        try await home.expectCured(
          DoctorCase(
            code: "coverartarchive",
            inflict: { home in
              await simulator.fail(.coverart, with: .status(403))
              try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
              try await home.bundle(ofPhoto: "b.jpg", withArtwork: false)
            }, act: { _ in try await simulator.heal(.coverart) },
            outcome: { try await $0.bundle(ofPhoto: "b.jpg") }))
        try await home.expectCured(
          DoctorCase(
            code: "musicbrainz",
            inflict: { home in
              await simulator.fail(.musicbrainz, with: .status(401))
              try home.copy(try Photos.front(DrawnCollection.paperLanterns), as: "c.jpg")
              try await until("it to be said") {
                try await home.status().health.contains { $0.code == "musicbrainz" && $0.cure == "albumscanctl doctor" }
              }
            }, act: { _ in try await simulator.heal(.musicbrainz) },
            outcome: { try await $0.bundle(ofPhoto: "c.jpg") }))
      }
    }
  }

  @Test func `offline, each service is named, and nothing is said of them when the network is back`() async throws {
    try await withTestHome { home, simulator in
      let services = [ServiceID.anthropic: "anthropic", .musicbrainz: "musicbrainz", .coverart: "coverartarchive"]
      for (service, code) in services {
        try await home.expectCured(
          DoctorCase(
            code: code, by: "person", options: [],
            inflict: { _ in await simulator.fail(service, with: .refused) },
            act: { _ in try await simulator.heal(service) }))
      }
      #expect(simulator.paidCalls.isEmpty)
    }
  }

  @Test func `a photo that can't be read is by what is printed, and scanned`() async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon(readingAll: false) { _ in
        try await home.expectCured(
          DoctorCase(
            code: "unreadable", naming: "it's closed.jpg",
            inflict: { home in
              let photo = try Photos.front(DrawnCollection.undertow)
              let path = try home.copy(photo, as: "it's closed.jpg", into: "elsewhere")
              chmod(path.string, 0)
              rename(path.string, home.inbox.appending("it's closed.jpg").string)
              try await until("it to be said") {
                try await home.status().health.contains { $0.code.hasPrefix("unreadable ") }
              }
            }, outcome: { try await $0.scan(ofPhoto: "it's closed.jpg", in: "done") }))
      }
    }
  }

  @Test func `a photo that couldn't be read is forgotten with its file`() async throws {
    try await withTestHome { home, _ in
      let path = try home.copy(try Photos.front(DrawnCollection.undertow), as: "closed.jpg", into: "elsewhere")
      chmod(path.string, 0)
      let photo = home.inbox.appending("closed.jpg")
      try await home.withDaemon(readingAll: false) { _ in
        rename(path.string, photo.string)
        try await until("it to be said") { try await !home.status().health.isEmpty }
      }
      unlink(photo.string)
      try await home.withDaemon(readingAll: false) { _ in
        let health = try await home.status().health
        #expect(health.isEmpty, "\(health)")
      }
    }
  }

  @Test func `beside a daemon the doctor leaves MusicBrainz to it, whose pace is for both`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        let doctor = try await home.ctl("doctor")
        #expect(doctor.code == 0 && doctor.output.contains("No problems found."), "\(doctor.output)")
        #expect(doctor.output.contains("because albumscand is using it"), "\(doctor.output)")
        #expect(simulator.requests(to: .musicbrainz).isEmpty)
      }
      let alone = try await home.ctl("doctor")
      #expect(alone.code == 5 && alone.output.contains("albumscand isn't running"), "\(alone.output)")
      #expect(simulator.requests(to: .musicbrainz).count == 1)
    }
  }

  @Test func `a paused line goes on by what is printed, and what no command can do is called a person's`() async throws
  {
    try await withTestHome { home, _ in
      try home.copy(try Photos.tiny(1), as: "a.jpg")
      _ = try await home.albumscand("--once")
      try await home.expectCured(DoctorCase(code: "paused") { _ = try await $0.ctl("pause", "gone fishing") })
      try await home.expectCured(
        DoctorCase(code: "clock", by: "person") { home in
          try await home.sh("sqlite3 \(home.state)/albumscan.db 'UPDATE scan SET arrived = unixepoch() + 86400'")
        })
    }
  }
}

extension TestHome {
  fileprivate func keyFile(_ provider: String) -> String {
    home.appending(".config/albumscan/credentials/\(provider)_api_key").string
  }
}
