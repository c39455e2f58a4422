import DrawnCovers
import Foundation
import Glibc
import RunningMPD
import Simulator
import SystemPackage
import TestSupport
import Testing

/// A whole job beside somebody who replaces whatever AlbumScan touches, at the moment when it is touched
/// (`hostile-writer.py`).
@Suite struct HostileWriterTorture {
  /// `ALBUMSCAN_TORTURE_ROUNDS=500` takes about an hour.
  private static let rounds =
    ProcessInfo.processInfo.environment["ALBUMSCAN_TORTURE_ROUNDS"].flatMap { Int($0) } ?? Torture.rounds(2, full: 100)

  private static let commands = [
    "delete 1", "delete --undo", "redo 1 --from review", "redo 2 --from reading", "redo 1 --undo", "reject 2",
    "reject 3", "accept 3 1", "retry 4", "retry --reviews", "wallet refresh", "stats", "delete 2 3", "pause", "resume",
    "status", "doctor", "export --format jsonl", "mark 1 wanted", "mark 3 Lisbon", "share 1 --output shared.html",
    "show 1", "history --json", "unsure --json",
    "config set phone.albums 1", "config set phone.albums 0",
  ]

  @Test(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are missing; run scripts/setup"))
  func `whoever replaces what is read, written or deleted reaches nothing outside, and stops nothing for good`()
    async throws
  {
    // A home lasts for some of them, since all requests are kept.
    for first in stride(from: 0, to: Self.rounds, by: 20) {
      try await Self.disturb(rounds: first..<min(first + 20, Self.rounds), seed: Torture.seed &+ UInt64(first))
    }
  }

  private static func disturb(rounds: Range<Int>, seed: UInt64) async throws {
    let mpd = try await RunningMPD.withDiscs()
    let settings = [
      "identification.require": "corroborated", "mpd.address": mpd.socket.string, "budget.perDayUSD": "1000",
      "budget.perMonthUSD": "1000",
    ]
    try await withTestHome(.anthropic, settings) { home, simulator in
      let sentinels = try SentinelTree(in: home)
      let before = try sentinels.state()
      let report = home.home.appending("hostile.log")
      @Sendable func said() -> String { home.contents(of: report).map { String(decoding: $0, as: UTF8.self) } ?? "" }
      let writer = try Self.start("\(seed)", in: home, sentinels, reporting: report)
      var chance = SeededRandom(seed)
      for round in rounds {
        try await Self.work(home, simulator, round: round, &chance)
        try sentinels.expectUntouched(since: before, "round \(round), seed \(Torture.seed)")
        #expect(writer.isRunning, "\(said())")
      }
      writer.send(SIGTERM)
      try await until("the hostile writer to take back what is its own") { !writer.isRunning }
      try sentinels.expectUnseen(simulator, "seed \(Torture.seed)")

      for service in [ServiceID.anthropic, .coverart] { try await simulator.heal(service) }
      try await home.withDaemon { _ in
        _ = try await home.ctl("resume")
        try home.copy(try Photos.front(DrawnCollection.paperLanterns), as: "last.jpg")
        // Other folders may lack what the writer took.
        let bundle = try #require(try await home.scan(ofPhoto: "last.jpg", in: "done").bundle)
        try Bundle(home.root.appending(bundle)).expectWhole()
        try await until("the gallery to show it") { home.gallery().contains("Paper Lanterns") }
      }
      try sentinels.expectUntouched(since: before, "seed \(Torture.seed)")
      try sentinels.expectUnseen(simulator, "seed \(Torture.seed)")
      try await home.expectSoundLedger()
      let scans = try await home.asked(
        "SELECT group_concat(state || ' ' || n) FROM (SELECT state, count(*) n FROM scan GROUP BY state)")
      Torture.report("links: \(rounds.count) rounds beside \(said().trimmingCharacters(in: .newlines)); \(scans)")
    }
  }

  private static func start(
    _ seed: String, in home: TestHome, _ sentinels: SentinelTree, reporting: FilePath
  ) throws -> SpawnedProgram {
    let script = FilePath("\(#filePath)").removingLastComponent().appending("hostile-writer.py").string
    let aside = try home.folder.makeFolder("aside")
    let targets = [home.state, home.root.appending("originals"), home.root.appending("done")].map(\.string)
    return try SpawnedProgram(
      "/usr/bin/python3", [script, seed, home.root.string, sentinels.path.string, aside.string] + targets,
      errors: .appended(to: reporting))
  }

  /// Photos, late answers and commands, and an end: by a crash, or in order.
  private static func work(
    _ home: TestHome, _ simulator: Simulator, round: Int, _ chance: inout SeededRandom
  ) async throws {
    let commands = (0..<5).map { _ in Self.commands.randomElement(using: &chance) ?? "status" }
    let photos: [DrawnPhoto.Subject] = [
      .front(DrawnCollection.undertow), .front(DrawnCollection.nightShift), .front(DrawnCollection.slowWeather), .wall,
    ]
    let (isCrash, limit) = (Bool.random(using: &chance), Int.random(in: 500...5000, using: &chance))
    await simulator.fail(.coverart, with: .status(503), times: round % 2 * 3)
    await simulator.fail(.anthropic, with: .nothingButMoney, times: round % 3)
    try await home.withDaemon { daemon in
      // Else half of the rounds would have nothing to disturb.
      _ = try await home.ctl("resume")
      for (number, photo) in photos.enumerated() {
        // Whole folders are moved in: a copy into one that is there would follow a link in its place.
        let folder = "\(round)-\(number)"
        try home.copy(
          Photos.copy(10 * round + number, of: try Photos.photo(photo)), as: "\(folder).jpg",
          into: "phone/\(folder)/deep")
        #expect(rename(home.folder.appending("phone/\(folder)").string, home.inbox.appending(folder).string) == 0)
      }
      for words in commands { _ = try await home.ctl(words.split(separator: " ").map(String.init)) }
      // Some come to their end, and some are still under way: the time itself is what is tried out.
      try? await until("all to be done", within: .milliseconds(limit)) {
        try await home.asked("SELECT count(*) FROM scan WHERE name GLOB '\(round)-*' AND finished NOT NULL") == "4"
      }
      #expect(daemon.isAlive, "\(home.log.suffix(2000))")
      if isCrash { daemon.killAtOnce() }
    }
  }
}
