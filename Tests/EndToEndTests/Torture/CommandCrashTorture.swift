import Albums
import DrawnCovers
import Foundation
import MusicFiles
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Commands that change something, and the daemon that brings what a result still lacks, killed at a step that changes
/// the disk: said again, they come to their end, and nothing is there twice or half.
@Suite struct CommandCrashTorture {
  enum Command: String, CaseIterable, Sendable {
    case delete, undo, redo, learn
    /// Artwork that comes after its result.
    case lateArtwork

    var program: FilePath { self == .lateArtwork ? BuiltProgram.daemon : BuiltProgram.ctl }
  }

  @Test(arguments: Torture.chosen(Command.allCases))
  func `a command that is killed can be said again`(command: Command) async throws {
    let whole = try await prepared(for: command) { home, _ in
      let run = try await home.run(Self.words(command, home), program: command.program)
      return try #require(Int(run.calls), "\(run.ended)")
    }
    var chance = SeededRandom(Torture.seed &+ UInt64(whole))
    let last = whole + 2
    let deaths = (Torture.isFull ? Array(1...last) : (0..<2).map { _ in Int.random(in: 1...last, using: &chance) })
      .map { DiskFaults.Death(call: $0, isTorn: Bool.random(using: &chance)) }
    let crashes = try await sideBySide(deaths) { death in
      try await prepared(for: command) { home, simulator in
        let run = try await home.run(Self.words(command, home), dying: death, program: command.program)
        // The daemon comes by before the command is said again, or after.
        let story = "\(command) \(death): \(run.calls)"
        if death.call % 2 == 0 { _ = try await home.albumscand("--once") }
        try await Self.sayAgain(command, in: home, story)
        let ended = try await home.albumscand("--once")
        #expect(ended.code == 0, "\(story): \(ended.errors)")
        try await Self.expectOutcome(of: command, in: home, story)
        #expect(home.leftovers() == [], "\(story)")
        try await home.expectSoundLedger(after: story)
        #expect(simulator.violations.map(\.description) == [], "\(story)")
        return run.wasKilled ? 1 : 0
      }
    }
    Torture.report("crash: \(command): \(crashes.reduce(0, +)) crashes, \(whole) calls a run, nothing lost")
  }

  private static func words(_ command: Command, _ home: TestHome) -> [String] {
    switch command {
    case .delete: ["delete", "1"]
    case .undo: ["delete", "--undo"]
    case .redo: ["redo", "1", "--from", "review"]
    case .learn: ["learn", home.music.string]
    case .lateArtwork: ["--once"]
    }
  }

  private static func sayAgain(_ command: Command, in home: TestHome, _ story: String) async throws {
    // The daemon comes by anyway.
    if command == .lateArtwork { return }
    let again = try await home.ctl(words(command, home))
    // What was done before the crash is not there to be done any more, or is under way.
    let isDone =
      switch command {
      case .delete, .undo: again.code == 4
      case .redo: again.errors.contains("is still in the queue")
      case .learn, .lateArtwork: false
      }
    #expect(again.code == 0 || isDone, "\(story): \(again)")
  }

  private static func expectOutcome(of command: Command, in home: TestHome, _ story: String) async throws {
    let history = try await home.history().map(\.state)
    switch command {
    case .delete:
      #expect(history == [], "\(story)")
      #expect(try home.bundles().isEmpty, "\(story)")
      #expect(!home.gallery().contains("Undertow"), "\(story)")
    case .undo, .redo, .lateArtwork:
      #expect(history == ["done"], "\(story)")
      #expect(try home.bundles().count == 1, "\(story)")
      for bundle in try home.bundles() { try bundle.expectWhole() }
      #expect(home.gallery().contains("Undertow"), "\(story)")
      #expect(try home.bundles().map(\.document.artwork.status) == [.present], "\(story)")
    case .learn:
      #expect(try await home.known().covers == 2, "\(story)")
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "night.jpg")
      #expect(try await home.albumscand("--once").code == 0, "\(story)")
      #expect(try home.bundles().map(\.document.identification.by) == [.coverIndex], "\(story)")
    }
    if command != .learn { #expect(home.originals().count == 1, "\(story)") }
  }

  private func prepared<Result: Sendable>(
    for command: Command, _ body: @escaping @Sendable (TestHome, Simulator) async throws -> Result
  ) async throws -> Result {
    try await withTestHome { home, simulator in
      if command == .learn {
        try home.writeTrack(try MusicFile(of: DrawnCollection.paperLanterns), to: "Lanterns/1.flac")
        try home.writeTrack(try MusicFile(of: DrawnCollection.nightShift), to: "Night/1.flac")
      } else {
        if command == .lateArtwork { await simulator.fail(.coverart, with: .status(503)) }
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let ended = try await home.albumscand("--once")
        #expect(ended.code == 0, "\(ended.errors)")
      }
      if command == .lateArtwork {
        #expect(try home.bundles().map(\.document.artwork.status) == [.pending])
        try await simulator.heal(.coverart)
      }
      if command == .undo { #expect(try await home.ctl("delete", "1").code == 0) }
      return try await body(home, simulator)
    }
  }
}
