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

  @Test func `what config set changes holds in the running daemon at once, and one word sets all that searches`()
    async throws
  {
    try await withTestHome { home, _ in
      let stopped = try await home.ctl("config", "set", "review.enabled", "true")
      #expect(stopped.code == 0 && stopped.output.contains("albumscand isn't running"), "\(stopped)")
      try await home.withDaemon { _ in
        let changed = try await home.ctl("config", "set", "review.enabled", "false")
        #expect(changed.code == 0 && changed.output.contains("albumscand uses this from now on"), "\(changed)")
        try await awaited("the settings to be read") { home.log.contains("the settings were reloaded") ? true : nil }
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        #expect(try await home.bundle(ofPhoto: "IMG.jpg").document.review.status == .pending)
      }
      let advanced = try await home.ctl("config", "set", "search", "advanced")
      #expect(advanced.code == 0, "\(advanced)")
      let keys = ["identification.webSearch", "identification.alwaysSearch", "review.webSearch"]
      for key in keys { #expect(advanced.output.contains("\(key) is true, from")) }
      #expect(try await home.ctl("config", "set", "search", "standard").code == 0)
      let file = String(decoding: home.contents(of: home.settingsFile) ?? Data(), as: UTF8.self)
      for key in ["alwaysSearch", "webSearch"] { #expect(!file.contains(key)) }
      let wrong = try await home.ctl("config", "set", "search", "more")
      #expect(wrong.code == 78 && wrong.errors.contains("search is advanced or standard, not \"more\""), "\(wrong)")
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

  @Test func `photos under way at a reload end by the settings they began with, and are paid once`() async throws {
    let settings = ["review.enabled": "false"]
    try await withTestHome(.anthropic, settings) { home, simulator in
      simulator.slow(.anthropic, by: .seconds(4))
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        try await until("both to be read", every: .milliseconds(20)) { simulator.requests(to: .anthropic).count == 2 }
        try home.configure(settings.merging(["photos.afterwards": "keep"]) { $1 })
        try await daemon.reload()
        #expect(home.originals().isEmpty, "they ended before the reload")
        simulator.slow(.anthropic, by: .zero)
        for photo in ["one.jpg", "two.jpg"] { try await home.bundle(ofPhoto: photo) }
        #expect(Set(home.originals().keys) == ["one.jpg", "two.jpg"])
        // Whatever comes after it goes by the new ones.
        try home.copy(try Photos.front(DrawnCollection.wharf), as: "three.jpg")
        try await home.bundle(ofPhoto: "three.jpg")
        #expect(home.exists(home.inbox.appending("three.jpg")))
        #expect(home.originals().count == 2)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "reading", "reading"])
    }
  }

  @Test func `settings say how an album is looked for`() async throws {
    let settings = ["identification.alwaysSearch": "true"]
    try await withTestHome(.anthropic, settings) { home, simulator in
      // A cover without a word.
      let photo = try Photos.front(DrawnCollection.cobaltField)
      try home.copy(photo, as: "one.jpg")
      try await home.once(endingWith: 0)
      #expect(simulator.paidCalls.map(\.question) == ["reading", "search", "review"])
      // It is known now, but nobody looks for it here, nor on the web.
      try home.configure(
        settings.merging(
          ["identification.onDevice": "false", "identification.webSearch": "false"]) { $1 })
      try home.copy(try HardPhoto(DrawnCollection.cobaltField, .tilted).jpeg(), as: "two.jpg")
      try await home.once(endingWith: 2)
      #expect(simulator.paidCalls.dropFirst(3).map(\.question) == ["reading"])
      #expect(try await home.scan(ofPhoto: "two.jpg", in: "failed").bundle != nil)
    }
  }

  @Test func `without a key photos wait, and go on when there is one`() async throws {
    try await withTestHome(.anthropic, ["models.provider": "auto"], keys: []) { home, simulator in
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

  @Test func `without a contact the public catalog isn't asked at all`() async throws {
    let settings: [String: String?] = [
      "musicbrainz.baseURL": nil, "musicbrainz.contact": nil, "musicbrainz.requestsPerSecond": nil,
    ]
    try await withTestHome(.anthropic, settings) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg", withArtwork: false)
        #expect(bundle.document.identification.confidence == .claimed && bundle.document.review.status == .written)
        let health = try #require(try await home.status().health.first { $0.code == "musicbrainz" })
        #expect(health.cure?.contains("albumscanctl config set musicbrainz.contact ADDRESS") == true)
        #expect(try await home.ctl("status").code == 5)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      #expect(simulator.requests(to: .musicbrainz).isEmpty)
    }
  }
}
