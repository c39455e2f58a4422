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
  private static let rounds =
    ProcessInfo.processInfo.environment["ALBUMSCAN_TORTURE_ROUNDS"].flatMap { Int($0) } ?? Torture.rounds(4, full: 200)

  private static let commands = [
    "delete 1", "delete --undo", "redo 1 --from review", "redo 2 --from reading", "redo 1 --undo", "reject 2",
    "reject 3", "accept 3 1", "retry 4", "retry --reviews", "wallet refresh", "stats", "delete 2 3", "pause", "resume",
    "status", "doctor", "export --format jsonl",
  ]

  @Test(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are missing; run scripts/setup"))
  func `whoever replaces what is read, written or deleted reaches nothing outside, and stops nothing for good`()
    async throws
  {
    let mpd = try await RunningMPD.withDiscs()
    let settings = ["identification.require": "corroborated", "mpd.address": mpd.socket.string]
    try await withTestHome(.anthropic, settings) { home, simulator in
      let sentinels = try SentinelTree(in: home)
      let before = try sentinels.state()
      let said = home.home.appending("hostile.log")
      let script = FilePath("\(#filePath)").removingLastComponent().appending("hostile-writer.py").string
      let aside = try home.folder.makeFolder("aside")
      let targets = [home.state.string, home.root.appending("originals").string, home.root.appending("done").string]
      let writer = try SpawnedProgram(
        "/usr/bin/python3",
        [script, "\(Torture.seed)", home.root.string, sentinels.path.string, aside.string] + targets,
        errors: .appended(to: said))
      var chance = SeededRandom(Torture.seed)
      for round in 0..<Self.rounds {
        try await Self.work(home, simulator, round: round, &chance)
        try sentinels.expectUntouched(since: before, "round \(round), seed \(Torture.seed)")
        #expect(writer.isRunning, "\(home.contents(of: said).map { String(decoding: $0, as: UTF8.self) } ?? "")")
      }
      writer.send(SIGTERM)
      try await until("the hostile writer to take back what is its own") { !writer.isRunning }
      try sentinels.expectUnseen(simulator, "seed \(Torture.seed)")

      for service in [ServiceID.anthropic, .musicbrainz, .coverart] { try await simulator.heal(service) }
      try await home.withDaemon { _ in
        _ = try await home.ctl("resume")
        try home.copy(try Photos.front(DrawnCollection.paperLanterns), as: "last.jpg")
        try await home.bundle(ofPhoto: "last.jpg").expectWhole()
        try await home.scan(ofPhoto: "last.jpg", in: "done")
        try await until("the gallery to show it") { home.gallery().contains("Paper Lanterns") }
      }
      try sentinels.expectUntouched(since: before, "seed \(Torture.seed)")
      try sentinels.expectUnseen(simulator, "seed \(Torture.seed)")
      try await home.expectSoundLedger()
      let counts = String(decoding: home.contents(of: said) ?? Data(), as: UTF8.self)
      Torture.report("links: \(Self.rounds) rounds, \(counts)")
    }
  }

  /// Photos, late answers and commands, and an end: by a crash, or in order.
  private static func work(
    _ home: TestHome, _ simulator: Simulator, round: Int, _ chance: inout SeededRandom
  ) async throws {
    let commands = (0..<6).map { _ in Self.commands.randomElement(using: &chance) ?? "status" }
    let photos: [DrawnPhoto.Subject] = [
      .front(DrawnCollection.undertow), .front(DrawnCollection.nightShift), .front(DrawnCollection.slowWeather), .wall,
    ]
    let (isCrash, pause) = (Bool.random(using: &chance), Int.random(in: 0...1500, using: &chance))
    await simulator.fail(.coverart, with: .status(503), times: round % 2 * 3)
    await simulator.fail(.anthropic, with: .nothingButMoney, times: round % 3)
    try await home.withDaemon { daemon in
      for (number, photo) in photos.enumerated() {
        // The inbox is AlbumScan's to make; its folders may be anything at this moment.
        _ = try? home.copy(
          Photos.copy(10 * round + number, of: try Photos.photo(photo)), as: "\(round)-\(number).jpg",
          into: "AlbumScan/inbox/\(number % 2 == 0 ? "sub" : "sub/deep")")
      }
      for words in commands { _ = try await home.ctl(words.split(separator: " ").map(String.init)) }
      // Moments that nothing marks: the time itself is what is tried out.
      try await Task.sleep(for: .milliseconds(pause))
      #expect(daemon.isAlive, "\(home.log.suffix(2000))")
      if isCrash { daemon.killAtOnce() }
    }
  }
}
