import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What a phone and a program of the user's are told of scans.
@Suite struct MessageTests {
  private static let topic = "records-TOPICLEAK-5f21"

  /// What a phone shows in the end: a later message of the same scan replaces the earlier one.
  private struct Message: Decodable {
    let topic: String
    let title: String
    let message: String
    let priority: Int
    let sequence: String

    enum CodingKeys: String, CodingKey {
      case topic, title, message, priority
      case sequence = "sequence_id"
    }
  }

  private struct Event: Decodable {
    struct Album: Decodable {
      let albumTitle: String
    }

    let schema: String
    let id: String
    let thread: String
    let event: String
    let photo: String?
    let album: Album?
    let hint: String?
  }

  private static func sent(_ simulator: Simulator) throws -> [Message] {
    try simulator.requests(to: .ntfy).filter { $0.status == 200 }.compactMap(\.body).map {
      try JSONDecoder().decode(Message.self, from: $0)
    }
  }

  private static func events(_ home: TestHome) throws -> [Event] {
    let text = String(decoding: FileManager.default.contents(atPath: "\(home.home)/events") ?? Data(), as: UTF8.self)
    return try text.split(separator: "\n").map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
  }

  /// A program that writes down what it is given, and its environment.
  private static func writeProgram(_ rest: String = "", in home: TestHome) throws {
    let path = try home.folder.write("#!/bin/sh\ncat >> events\nenv > environment\n\(rest)\n".utf8, to: "told")
    chmod(path.string, 0o755)
  }

  private static func withMessages(
    _ settings: [String: String?] = [:], token: String? = nil,
    _ body: @escaping @Sendable (TestHome, Simulator) async throws -> Void
  ) async throws {
    var options = Simulator.Options.quick
    options.keys[.ntfy] = token
    try await withServices(options) { simulator in
      let home = try TestHome(
        simulator,
        settings.merging(
          ["notifications.ntfy": "\(simulator.address(.ntfy))/\(topic)", "notifications.enabled": "false"]
        ) { $1 })
      try await body(home, simulator)
      #expect(simulator.violations.isEmpty)
      // The topic is like a password.
      #expect(!home.log.contains(topic))
      let status = try await home.ctl("status", "--json")
      #expect(!status.output.contains(topic))
      let shown = try await home.ctl("config", "show")
      #expect(!shown.output.contains(topic) && shown.output.contains("notifications.ntfy"))
    }
  }

  @Test func `a wall, a known cover, and an unknown one each reach phone and program, once`() async throws {
    try await Self.withMessages(["notifications.command": "[~/told, --quietly]"]) { home, simulator in
      try Self.writeProgram(in: home)
      try await home.withDaemon { _ in
        let known = try Photos.front(DrawnCollection.undertow)
        try home.copy(known, as: "known.jpg")
        _ = try await home.scan(ofPhoto: "known.jpg", in: "done")
        try await until("the first message") { try Self.sent(simulator).count == 1 }
        try home.copy(try Photos.photo(.wall), as: "wall.jpg")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "unknown.jpg")
        try home.copy(Photos.copy(2, of: known), as: "again.jpg")
        try await until("all messages") {
          try Self.sent(simulator).count == 4 && Self.events(home).count == 7
        }
      }
      let sent = try Self.sent(simulator)
      #expect(sent.allSatisfy { $0.topic == Self.topic })
      #expect(Set(sent.map(\.sequence)).count == 4)
      let first = try #require(sent.first)
      #expect(first.title == "Sable/Finch – Undertow")
      #expect(first.message.contains(#/^\d\.\d \S+ [A-Z' ]+ · .+\.$/#), "\(first.message)")
      #expect(first.priority == 3)
      // Nothing new.
      #expect(sent.filter { $0.title == first.title }.map(\.priority).sorted() == [2, 3])
      let wall = try #require(sent.first { $0.title == "wall.jpg: no album" })
      #expect(wall.message.contains("\nMake sure the front of the album cover is clear"))
      #expect(sent.contains { $0.title.hasSuffix("Night Shift Radio") })
      for message in sent { #expect(!message.message.contains("$") && !message.message.contains(home.home.string)) }

      let events = try Self.events(home)
      #expect(events.allSatisfy { $0.schema == "albumscan/event/1" })
      #expect(Set(events.map(\.id)).count == 7)
      #expect(events.filter { $0.photo == "unknown.jpg" }.map(\.event) == ["known", "reviewed"])
      #expect(events.filter { $0.photo == "wall.jpg" }.map(\.event) == ["failed"])
      let text = String(decoding: FileManager.default.contents(atPath: "\(home.home)/events") ?? Data(), as: UTF8.self)
      #expect(!text.contains(home.home.string) && !text.contains("usd"))
      try await home.sh(
        """
        /usr/bin/python3 -c 'import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        for line in open(sys.argv[2]): jsonschema.validate(json.loads(line), schema)
        ' \(TestHome.checkout)/docs/event.schema.json \(home.home)/events
        """)
      let environment = String(
        decoding: FileManager.default.contents(atPath: "\(home.home)/environment") ?? Data(), as: UTF8.self)
      #expect(environment.contains("HOME=\(home.home)") && !environment.contains("KEYLEAK"))
    }
  }

  @Test func `after an outage each message arrives, once, and no scan waits for it`() async throws {
    try await Self.withMessages { home, simulator in
      await simulator.fail(.ntfy, with: .refused)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        _ = try await home.scan(ofPhoto: "one.jpg", in: "done")
        _ = try await home.scan(ofPhoto: "two.jpg", in: "done")
        try await until("it to be known") { try await home.status().health.contains { $0.code == "ntfy" } }
      }
      #expect(try Self.sent(simulator).isEmpty)
      try await simulator.heal(.ntfy)
      try await home.withDaemon { _ in
        try await until("both messages") { try Self.sent(simulator).count == 2 }
        try await until("it to be over") { try await home.status().health.allSatisfy { $0.code != "ntfy" } }
      }
      #expect(Set(try Self.sent(simulator).map(\.sequence)).count == 2)
      #expect(try await home.asked("SELECT count(*) FROM followUp") == "0")
    }
  }

  @Test func `killed while it sends, a phone shows one message`() async throws {
    try await Self.withMessages { home, simulator in
      // It has the message, and its answer never arrives.
      await simulator.fail(.ntfy, with: .truncated, times: 1)
      await simulator.fail(.ntfy, with: .stall, times: 1)
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        try await until("it to be sent twice") { simulator.requests(to: .ntfy).count == 2 }
        daemon.killAtOnce()
      }
      try await home.withDaemon { _ in try await until("an answer") { simulator.requests(to: .ntfy).count == 3 } }
      let messages = try simulator.requests(to: .ntfy).compactMap(\.body).map {
        try JSONDecoder().decode(Message.self, from: $0)
      }
      #expect(Set(messages.map(\.sequence)).count == 1)
      #expect(Set(messages.map(\.title)) == ["Sable/Finch – Undertow"])
    }
  }

  @Test func `killed while the program runs, it isn't given the event again`() async throws {
    try await Self.withMessages(["notifications.command": "[~/told]", "review.enabled": "false"]) { home, _ in
      try Self.writeProgram("sleep 20", in: home)
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        try await until("it to run") { try Self.events(home).count == 1 }
        daemon.killAtOnce()
      }
      try Self.writeProgram(in: home)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        try await until("the next event") { try Self.events(home).count == 2 }
      }
      #expect(try Self.events(home).map(\.photo) == ["one.jpg", "two.jpg"])
    }
  }

  @Test func `a program that fails is a finding, and gets its event once it works`() async throws {
    try await Self.withMessages(["notifications.command": "[~/told]", "review.enabled": "false"]) { home, _ in
      try Self.writeProgram("rm events; exit 3", in: home)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        let found = try await awaited("a finding") { try await home.status().health.first { $0.code == "command" } }
        #expect(found.reason.contains("exited with 3"))
        try Self.writeProgram(in: home)
        _ = try await home.ctl("resume")
        try await until("its event") { try Self.events(home).map(\.event) == ["known"] }
        try await until("it to be over") { try await home.status().health.allSatisfy { $0.code != "command" } }
      }
    }
  }

  @Test func `a topic that needs a token says so, and the doctor's test message arrives with it`() async throws {
    try await Self.withMessages(token: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2") { home, simulator in
      let before = try await home.doctor(["--notify"])
      let finding = try #require(before.findings.first { $0.code == "ntfy" })
      #expect(finding.verdict == "bad" && finding.cure == "albumscanctl key set ntfy")
      let stored = try await home.ctl(["key", "set", "ntfy"], input: "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2\n")
      #expect(stored.code == 0, "\(stored.errors)")
      let after = try await home.doctor(["--notify"])
      #expect(after.findings.first { $0.code == "ntfy" }?.verdict == "good")
      #expect(try Self.sent(simulator).map(\.title) == ["AlbumScan"])
    }
  }
}
