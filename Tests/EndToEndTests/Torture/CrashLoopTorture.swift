import Albums
import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Killed at the first call that changes the disk, at the second, at the third, until a run comes through: after each
/// death the next start goes on where it was, and nothing is lost, made twice or paid twice.
@Suite struct CrashLoopTorture {
  @Test(arguments: Torture.chosen(CrashScene.allCases).filter { $0 != .otherDisk || SmallDisk.isToBeHad })
  func `killed at every step that changes the disk, each photo comes to one result`(scene: CrashScene) async throws {
    let whole = try await withServices(.quiet) { simulator in
      try await inScene(scene, simulator) { try await $0.callsOfOneRun() }
    }
    var chance = SeededRandom(Torture.seed &+ UInt64(whole))
    // A run makes a few calls more or fewer than another.
    let last = whole + 8
    let stride = Torture.isFull ? 1 : max(1, last / scene.shortRounds)
    let first = Torture.isFull ? 1 : Int.random(in: 1...stride, using: &chance)
    let deaths = Swift.stride(from: first, through: last, by: stride).map { call in
      (
        DiskFaults.Death(call: call, isTorn: Bool.random(using: &chance)),
        // Every other time the next start dies too.
        Bool.random(using: &chance)
          ? DiskFaults.Death(call: Int.random(in: 1...40, using: &chance), isTorn: Bool.random(using: &chance)) : nil
      )
    }
    // Services of their own for each would be too many: they leave descriptors open in this process.
    let together = max(1, min(25, deaths.count / ProcessInfo.processInfo.activeProcessorCount))
    let chunks = Swift.stride(from: 0, to: deaths.count, by: together).map {
      Array(deaths[$0..<min($0 + together, deaths.count)])
    }
    let crashes = try await sideBySide(chunks) { deaths in
      try await withServices(.quiet) { simulator in
        var count = 0
        for (first, second) in deaths {
          count += try await inScene(scene, simulator) { home in
            try await Self.crash(home, in: scene, simulator, [first, second].compactMap { $0 })
          }
        }
        return count
      }
    }
    Torture.report("crash: \(scene): \(crashes.reduce(0, +)) crashes, \(whole) calls a run, nothing lost")
  }

  /// - Returns: how often the program died.
  private static func crash(
    _ home: TestHome, in scene: CrashScene, _ simulator: Simulator, _ deaths: [DiskFaults.Death]
  ) async throws -> Int {
    let before = simulator.paidCalls.count
    var killed: [Faulted] = []
    for death in deaths {
      let run = try await home.run(["--once"], dying: death)
      if run.wasKilled { killed.append(run) }
    }
    let story = killed.map(\.calls).joined(separator: ", then ")
    try await expectRecovery(of: scene, in: home, simulator, paidBefore: before, crashes: killed.count, after: story)
    return killed.count
  }

  private func inScene<Result: Sendable>(
    _ scene: CrashScene, _ simulator: Simulator, _ body: (TestHome) async throws -> Result
  ) async throws -> Result {
    let home = try TestHome(simulator, scene.settings)
    if scene == .otherDisk { try SmallDisk.mount(at: home.root) }
    defer { if scene == .otherDisk { SmallDisk.unmount(home.root) } }
    for (name, photo) in try scene.photos { try home.copy(photo, as: name, into: scene.inbox) }
    return try await body(home)
  }

  private static func expectRecovery(
    of scene: CrashScene, in home: TestHome, _ simulator: Simulator, paidBefore: Int, crashes: Int,
    after story: String
  ) async throws {
    let photos = try scene.photos
    // A run killed at one of its last calls has left nothing to do.
    let isSettled = try await home.history().count { $0.state == scene.state } == photos.count
    let last = try await home.run(["--once"])
    let said: Comment = "after \(story): \(last.ended.errors)"
    #expect(last.ended.code == (scene.state == "done" || isSettled ? 0 : 2), said)
    let history = try await home.history()
    #expect(history.map(\.state) == photos.map { _ in scene.state }, said)
    #expect(Set(history.map(\.photo)) == Set(photos.keys), said)
    for place in ["done", "unsure", "failed"] {
      let folders = home.names(in: place).filter { $0 != "months" && !$0.hasSuffix(".html") }
      #expect(folders.count == (place == scene.state ? photos.count : 0), "\(place): \(folders), \(said)")
      #expect(Set(history.map(\.bundle)).isSuperset(of: place == scene.state ? folders.map { "\(place)/\($0)" } : []))
    }
    if scene == .damaged, let folder = home.names(in: "failed").first {
      // Not that it was taken away.
      let failure = try #require(
        home.contents(of: home.root.appending("failed").appending(folder).appending("failure.json")))
      #expect(String(decoding: failure, as: UTF8.self).contains("The photo is damaged"), said)
    }
    if scene.state == "done" {
      let bundles = try home.bundles()
      for bundle in bundles {
        try bundle.expectWhole()
        #expect(home.gallery().contains(bundle.document.album.albumTitle), said)
      }
      #expect(Set(bundles.map(\.document.photo.name)) == Set(photos.keys), said)
    }
    let inbox = home.home.appending(scene.inbox)
    let kept = Dictionary(
      uniqueKeysWithValues: photos.keys.compactMap { name in
        home.contents(of: inbox.appending(name)).map { (name, $0) }
      })
    #expect(kept == (scene.fate == "keep" ? photos : [:]), said)
    #expect(home.originals() == (scene.fate == "move" ? photos : [:]), said)
    #expect(
      home.files(below: home.root.appending("originals")).count == (scene.fate == "move" ? photos.count : 0), said)
    #expect(home.leftovers() == [], said)
    try await home.expectSoundLedger(after: story)
    #expect(simulator.violations.map(\.description) == [], said)
    let paid = simulator.paidCalls.count - paidBefore
    // Of each photo one call can be under way when the program dies.
    #expect(paid <= scene.paidCalls + crashes * photos.count, "\(simulator.paidCalls.map(\.question)), \(said)")
    // Whatever was asked stands in the books.
    let booked = try await home.asked("SELECT count(*) FROM expense WHERE state <> 'released'")
    #expect(try #require(Int(booked)) >= paid, said)
  }
}

/// What is there when the crashes begin.
enum CrashScene: String, CaseIterable, Sendable {
  case otherDisk, deleted, two, unsure, failed, damaged, moved, kept

  var settings: [String: String?] {
    switch self {
    case .moved, .failed, .damaged, .two: [:]
    case .kept: ["photos.afterwards": "keep"]
    case .deleted: ["photos.afterwards": "delete"]
    // From one file system to another.
    case .otherDisk: ["folders.inbox": "[~/Camera]", "photos.afterwards": "move"]
    case .unsure: ["identification.require": "corroborated"]
    }
  }

  var inbox: String { self == .otherDisk ? "Camera" : "AlbumScan/inbox" }

  /// What becomes of a photo.
  var fate: String { self == .kept ? "keep" : self == .deleted ? "delete" : "move" }

  var state: String {
    switch self {
    case .unsure: "unsure"
    case .failed, .damaged: "failed"
    default: "done"
    }
  }

  var photos: [String: Data] {
    get throws {
      switch self {
      case .two:
        [
          "one.jpg": try Photos.front(DrawnCollection.undertow),
          "two.jpg": try Photos.front(DrawnCollection.nightShift),
        ]
      case .unsure: ["IMG.jpg": try Photos.front(DrawnCollection.slowWeather)]
      case .failed: ["IMG.jpg": try Photos.photo(.wall)]
      case .damaged: ["IMG.jpg": try Photos.damaged(DrawnCollection.undertow)]
      default: ["IMG.jpg": try Photos.front(DrawnCollection.undertow)]
      }
    }
  }

  /// Without any crash, at the most.
  var paidCalls: Int { self == .two ? 4 : self == .failed ? 1 : self == .damaged ? 0 : 2 }

  var shortRounds: Int { self == .moved ? 8 : 2 }
}

extension Simulator.Options {
  /// For many runs: what is sent isn't kept.
  fileprivate static var quiet: Simulator.Options {
    var options = quick
    options.keepsBodies = false
    return options
  }
}
