import Albums
import DrawnCovers
import Foundation
import MusicFiles
import Simulator
import SystemPackage
import TestSupport
import Testing

/// A photo of several sleeves: each comes to a result of its own, whatever happens in between.
@Suite struct SeveralSleevesTests {
  private static let albums = Array(DrawnCollection.sleeves.prefix(4))
  private static let titles = Set(albums.map(\.albumTitle))
  /// `SpreadTests` shows that sleeves on a wall are found.
  private static let photo: Data = {
    do { return try SpreadPhoto(albums, .wall, number: 1).jpeg() } catch { preconditionFailure("\(error)") }
  }()

  /// - Parameter learned: how many of the four albums are in the music library.
  private func withHome<Result: Sendable>(
    _ settings: [String: String?] = [:], learned: Int = 4,
    _ body: @escaping @Sendable (TestHome, Simulator) async throws -> Result
  ) async throws -> Result {
    var options = Simulator.Options.quick
    options.albums = DrawnCollection.sleeves
    return try await withTestHome(.anthropic, settings, options: options) { home, simulator in
      for (number, album) in Self.albums.prefix(learned).enumerated() {
        try home.writeTrack(try MusicFile(of: album), to: "\(number)/1.flac")
      }
      if learned > 0 { #expect(try await home.learn().code == 0) }
      return try await body(home, simulator)
    }
  }

  private static func expectFour(in home: TestHome, _ story: String = "") async throws {
    let bundles = try home.bundles()
    #expect(Set(bundles.map(\.document.album.albumTitle)) == titles, "\(story)")
    #expect(bundles.count == 4, "\(story)")
    for bundle in bundles { try bundle.expectWhole() }
    #expect(bundles.compactMap(\.document.photo.part?.number).sorted() == [1, 2, 3, 4], "\(story)")
    #expect(Set(bundles.map(\.document.photo.now)).count == 1, "\(story)")
    #expect(try await home.history().map(\.state) == ["done", "done", "done", "done"], "\(story)")
    #expect(home.originals() == ["IMG.jpg": photo], "\(story)")
    #expect(home.names(in: "inbox") == [], "\(story)")
  }

  @Test func `known sleeves are recognized, and a model is asked about the others alone`() async throws {
    try await withHome(learned: 3) { home, simulator in
      try await home.withDaemon { _ in
        try home.move(Self.photo, as: "IMG.jpg")
        try await until("four results") { try await home.history().count { $0.review == "written" } == 4 }
      }
      try await Self.expectFour(in: home)
      #expect(simulator.paidCalls.map(\.question).filter { $0 == "reading" }.count == 1)
      #expect(simulator.violations.map(\.description) == [])
      let by = try home.bundles().map(\.document.identification.by)
      #expect(by.filter { $0 == .coverIndex }.count == 3 && by.filter { $0 == .call1 }.count == 1)
      let history = try await home.ctl("history").output
      for number in 1...4 { #expect(history.contains("IMG.jpg \(number)/4")) }
      let shown = try await home.ctl("show", "2").output
      #expect(shown.contains("Sleeve   2 of 4 in IMG.jpg (with scans 1, 3 and 4)"), "\(shown)")
    }
  }

  /// One of the nine is dark, on a dark floor.
  @Test(arguments: [true, false])
  func `a sleeve whose edges can't be seen is found if its cover is known`(isKnown: Bool) async throws {
    let albums = Array(DrawnCollection.sleeves.prefix(9))
    var nine = SpreadPhoto(albums, .floor, number: 1)
    (nine.width, nine.height) = (4000, 3000)
    let photo = try nine.jpeg()
    var options = Simulator.Options.quick
    options.albums = albums
    try await withTestHome(.anthropic, ["models.provider": "none"], options: options) { home, _ in
      if isKnown {
        for (number, album) in albums.enumerated() {
          try home.writeTrack(try MusicFile(of: album), to: "\(number)/1.flac")
        }
        #expect(try await home.learn().code == 0)
      }
      try home.move(photo, as: "IMG.jpg")
      _ = try await home.albumscand("--once")
      #expect(try await home.asked("SELECT count(*) FROM scan WHERE part IS NOT NULL") == (isKnown ? "9" : "8"))
      if isKnown {
        let titles = try home.bundles().map(\.document.album.albumTitle)
        #expect(Set(titles) == Set(albums.map(\.albumTitle)) && titles.count == 9)
      }
    }
  }

  @Test(arguments: [true, false])
  func `scan follows all of them, and says by its exit code how that went`(hasDaemon: Bool) async throws {
    try await withHome(["models.provider": "none"], learned: 3) { home, _ in
      let path = try home.copy(Self.photo, as: "IMG.jpg", into: "Pictures")
      let scan: @Sendable () async throws -> ProgramResult = { try await home.ctl("scan", path.string) }
      let ended = hasDaemon ? try await home.withDaemon { _ in try await scan() } : try await scan()
      #expect(ended.code == 2, "\(ended)")
      for number in 1...4 { #expect(ended.output.contains("sleeve \(number) of 4: "), "\(ended.output)") }
      #expect(ended.output.contains("\nIMG.jpg\n"), "\(ended.output)")
      #expect(try home.bundles().count == 3)
      #expect(home.names(in: "failed") == ["IMG.jpg 4 (4)"])
    }
  }

  @Test func `once, it does all of them`() async throws {
    try await withHome { home, _ in
      try home.copy(Self.photo, as: "IMG.jpg")
      try await home.once(endingWith: 0)
      try await Self.expectFour(in: home)
      // Again, nobody is asked.
      try home.copy(Self.photo, as: "again.jpg")
      try await home.once(endingWith: 0)
      #expect(try home.bundles().count == 8)
    }
  }

  @Test func `the daemon may be killed at any call that changes the disk`() async throws {
    let whole = try await withHome { home, _ in
      try home.copy(Self.photo, as: "IMG.jpg")
      let run = try await home.run(["--once"], program: BuiltProgram.daemon)
      return try #require(Int(run.calls), "\(run.ended)")
    }
    var chance = SeededRandom(Torture.seed &+ UInt64(whole))
    let deaths = (Torture.isFull ? Array(1...whole) : (0..<3).map { _ in Int.random(in: 1...whole, using: &chance) })
      .map { DiskFaults.Death(call: $0, isTorn: Bool.random(using: &chance)) }
    let crashes = try await sideBySide(deaths) { death in
      try await withHome { home, simulator in
        try home.copy(Self.photo, as: "IMG.jpg")
        let run = try await home.run(["--once"], dying: death, program: BuiltProgram.daemon)
        let story = "sleeves \(death): \(run.calls)"
        let ended = try await home.albumscand("--once")
        #expect(ended.code == 0, "\(story): \(ended.errors)")
        try await Self.expectFour(in: home, story)
        #expect(home.leftovers() == [], "\(story)")
        try await home.expectSoundLedger(after: story)
        #expect(simulator.violations.map(\.description) == [], "\(story)")
        return run.wasKilled ? 1 : 0
      }
    }
    Torture.report("crash: sleeves: \(crashes.reduce(0, +)) crashes, \(whole) calls a run, nothing lost")
  }
}
