import Albums
import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Settings and keys, as the programs meet them.
@Suite struct SettingsTests {
  @Test func `a mistake in the settings keeps the daemon from starting, and is shown where it is`() async throws {
    try await withTestHome { home, _ in
      try home.write(settings: "models:\n  provder: anthropic\nreview:\n  holdSeconds: -3\n")
      for arguments in [[], ["--check"]] {
        let refused = arguments.isEmpty ? try await home.albumscand() : try await home.albumscand("--check")
        #expect(refused.code == 78)
        #expect(refused.errors.contains("\(home.settingsFile):2"))
        #expect(refused.errors.contains("did you mean 'models.provider'?"))
        #expect(refused.errors.contains("\(home.settingsFile):4"))
      }
      for verb in [["status"], ["config", "check"], ["config", "show"], ["history"]] {
        #expect(try await home.ctl(verb).code == 78, "\(verb)")
      }
      try home.configure([:])
      #expect(try await home.albumscand("--check").code == 0)
      #expect(try await home.ctl("config", "check").code == 0)
    }
  }

  @Test func `what is typed wrong is named, and nothing is written`() async throws {
    try await withTestHome { home, _ in
      let before = home.contents(of: home.settingsFile)
      let typed = try await home.ctl("config", "set", "review.holdSeconds", "soon")
      #expect(typed.code == 78)
      let expected = "albumscanctl: review.holdSeconds is 'soon'; expected a number of seconds from 0 to 3600\n"
      #expect(typed.errors == expected)
      let contact = try await home.ctl("setup", "--no-service", "--contact", "nobody")
      #expect(contact.code == 78)
      #expect(contact.errors.hasPrefix("albumscanctl: musicbrainz.contact is 'nobody'; expected"), "\(contact.errors)")
      #expect(home.contents(of: home.settingsFile) == before)
    }
  }

  @Test func `a file of authorities that isn't there is a mistake in the settings`() async throws {
    try await withTestHome { home, _ in
      for missing in ["/nowhere/ca.pem", "/etc"] {
        try home.configure(["network.caFile": missing])
        let check = try await home.ctl("config", "check")
        #expect(check.code == 78)
        #expect(check.errors.contains(#/albumscan\.yaml:[0-9]+: network\.caFile names /#), "\(check.errors)")
        #expect(check.errors.contains(missing))
      }
      try home.folder.write("".utf8, to: "ca.pem")
      try home.configure(["network.caFile": home.home.appending("ca.pem").string])
      #expect(try await home.ctl("config", "check").code == 0)
    }
  }

  @Test func `a key that is kept in vain is said to be`() async throws {
    try await withTestHome(keys: []) { home, _ in
      let said = "ANTHROPIC_API_KEY is set and takes precedence over a stored key"
      for verb in ["set", "remove"] {
        let variables = ["ANTHROPIC_API_KEY": TestHome.key]
        let over = try await home.ctl(["key", verb, "anthropic"], input: "sk-ant-kept\n", variables: variables)
        #expect(over.code == 0 && over.errors.contains(said), "\(over)")
        let alone = try await home.ctl(["key", verb, "anthropic"], input: "sk-ant-kept\n")
        #expect(alone.code == 0 && alone.errors.isEmpty, "\(alone)")
      }
    }
  }

  @Test func `an environment variable goes before the file, and a wrong one is named`() async throws {
    try await withTestHome { home, _ in
      let variables = ["ALBUMSCAN_BUDGET_PER_DAY_USD": "7.5"]
      let shown = try await home.ctl(["config", "show", "--json"], variables: variables).document()
      let entries = try #require(shown["settings"] as? [[String: Any]])
      let entry = try #require(entries.first { $0["key"] as? String == "budget.perDayUSD" })
      #expect((entry["value"] as? String)?.contains("7.5") == true)
      #expect((entry["from"] as? String)?.contains("ALBUMSCAN_BUDGET_PER_DAY_USD") == true)
      let wrong = try await home.albumscand("--check", variables: ["ALBUMSCAN_BUDGET_PER_DAY_USD": "much"])
      #expect(wrong.code == 78)
      #expect(wrong.errors.contains("ALBUMSCAN_BUDGET_PER_DAY_USD"))
    }
  }

  @Test func `wrong settings at a reload leave the old ones in force, and status says so`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { daemon in
        try home.write(settings: "nonsense: 1\n")
        try await daemon.reload()
        #expect(home.log.contains("the new settings were rejected"))
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        try await awaited("the old settings to do their work") { try home.bundles().first }
        // The command line reads the file, too: it can't answer before it is right.
        #expect(try await home.ctl("status").code == 78)
        try home.configure(["review.enabled": "false"])
        let status = try await home.status()
        #expect(status.health.contains { $0.code == "settings" && $0.reason.contains("nonsense") })

        try await daemon.reload()
        #expect(try await home.status().health.isEmpty)
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "second.jpg")
        #expect(try await home.bundle(ofPhoto: "second.jpg").document.review.status == .pending)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review", "reading"])
    }
  }

  @Test(arguments: ["auto", "anthropic"])
  func `without a key photos wait, and go on when there is one`(provider: String) async throws {
    try await withTestHome(.anthropic, ["models.provider": provider], keys: []) { home, simulator in
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let held = try await home.held("IMG.jpg")
        #expect(held.reason?.contains("albumscanctl key set anthropic") == true)
        #expect(simulator.requests(to: .anthropic).isEmpty)

        let given = try await home.ctl(["key", "set", "anthropic"], input: TestHome.key + "\n")
        #expect(given.code == 0, "\(given.errors)")
        #expect(!given.output.contains(TestHome.key))
        let file = home.home.appending(".config/albumscan/credentials/anthropic_api_key")
        var status = stat()
        #expect(stat(file.string, &status) == 0 && status.st_mode & 0o777 == 0o600)
        try await daemon.reload()
        try await home.bundle(ofPhoto: "IMG.jpg")
        #expect(try await home.ctl("key", "remove", "anthropic").code == 0)
        #expect(!home.exists(file))
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a key file that others can read is refused, and says how to cure it`() async throws {
    try await withTestHome(keys: []) { home, _ in
      _ = try await home.ctl(["key", "set", "anthropic"], input: TestHome.key + "\n")
      chmod(home.home.appending(".config/albumscan/credentials/anthropic_api_key").string, 0o644)
      let refused = try await home.albumscand("--once")
      #expect(refused.code != 0)
      #expect(refused.errors.contains("chmod 600"))
      #expect(!refused.errors.contains(TestHome.key))
    }
  }

  @Test func `without a contact the public catalogue isn't asked at all`() async throws {
    let settings: [String: String?] = [
      "musicbrainz.baseURL": nil, "musicbrainz.contact": nil, "musicbrainz.requestsPerSecond": nil,
    ]
    try await withTestHome(.anthropic, settings) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg", withArtwork: false)
        #expect(bundle.document.identification.confidence == .claimed && bundle.document.review.status == .written)
        let health = try #require(try await home.status().health.first { $0.code == "musicbrainz" })
        #expect(health.cure?.contains("albumscanctl config set musicbrainz.contact you@example.org") == true)
        #expect(try await home.ctl("status").code == 5)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      #expect(simulator.requests(to: .musicbrainz).isEmpty)
    }
  }

  @Test func `a spent budget holds photos back before anything is sent, and says until when`() async throws {
    try await withTestHome(.anthropic, ["budget.perDayUSD": "0.001"]) { home, simulator in
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let held = try await home.held("IMG.jpg", by: "budget")
        #expect(held.reason?.contains("budget.perDayUSD") == true)
        let time = try #require(held.until)
        #expect(time > Date() && time <= Date(timeIntervalSinceNow: 86_400))
        #expect(simulator.requests(to: .anthropic).isEmpty)
        #expect(try await home.ctl("status").code == 5)
        #expect(try await home.status().spend.todayUSD == 0)

        try home.configure(["budget.perDayUSD": "2"])
        try await daemon.reload()
        try await home.bundle(ofPhoto: "IMG.jpg")
        try await until("status to be content again") { try await home.ctl("status").code == 0 }
      }
      #expect(simulator.paidCalls.count == 2)
    }
  }

  @Test func `money for the reading alone leaves the review for later`() async throws {
    // A reading and its reservation fit; a review on top of that doesn't.
    try await withTestHome(.anthropic, ["budget.perScanUSD": "0.03"]) { home, simulator in
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        #expect(bundle.document.review.status == .pending)
        #expect(simulator.paidCalls.map(\.question) == ["reading"])
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        try home.configure(["budget.perScanUSD": "0.50"])
        try await daemon.reload()
        try await until("the review to be written") { try home.bundles().first?.document.review.status == .written }
      }
    }
  }
}
