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
  @Test(arguments: CrashScene.allCases)
  func `killed at every step that changes the disk, each photo comes to one result`(scene: CrashScene) async throws {
    let whole = try await inScene(scene) { home, _ in try await home.callsOfOneRun() }
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
    let crashes = try await sideBySide(deaths) { first, second in
      try await inScene(scene) { home, simulator in
        var killed: [Faulted] = []
        for death in [first, second].compactMap({ $0 }) {
          let run = try await home.run(["--once"], dying: death)
          if run.wasKilled { killed.append(run) }
        }
        let story = killed.map(\.calls).joined(separator: ", then ")
        try await Self.expectRecovery(of: scene, in: home, simulator, crashes: killed.count, after: story)
        return killed.count
      }
    }
    Torture.report("crash: \(scene): \(crashes.reduce(0, +)) crashes, \(whole) calls a run, nothing lost")
  }

  private func inScene<Result: Sendable>(
    _ scene: CrashScene, _ body: @escaping @Sendable (Household, Simulator) async throws -> Result
  ) async throws -> Result {
    try await withHousehold(.anthropic, scene.settings) { home, simulator in
      if scene == .otherDisk { try SmallDisk.mount(at: home.root) }
      defer { if scene == .otherDisk { SmallDisk.unmount(home.root) } }
      for (name, photo) in try scene.photos { try home.copy(photo, as: name, into: scene.inbox) }
      return try await body(home, simulator)
    }
  }

  private static func expectRecovery(
    of scene: CrashScene, in home: Household, _ simulator: Simulator, crashes: Int, after story: String
  ) async throws {
    let last = try await home.run(["--once"])
    let said: Comment = "after \(story): \(last.ended.errors)"
    #expect(last.ended.code == (scene.state == "done" ? 0 : 2), said)
    let photos = try scene.photos
    let history = try await home.history()
    #expect(history.map(\.state) == photos.map { _ in scene.state }, said)
    #expect(Set(history.map(\.photo)) == Set(photos.keys), said)
    for place in ["done", "unsure", "failed"] {
      let folders = home.names(in: place).filter { $0 != "months" && !$0.hasSuffix(".html") }
      #expect(folders.count == (place == scene.state ? photos.count : 0), "\(place): \(folders), \(said)")
      #expect(Set(history.map(\.bundle)).isSuperset(of: place == scene.state ? folders.map { "\(place)/\($0)" } : []))
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
    let paid = simulator.paidCalls.count
    #expect(paid <= scene.paidCalls + crashes, "\(simulator.paidCalls.map(\.question)), \(said)")
    // Whatever was asked stands in the books.
    #expect(try await home.asked("SELECT count(*) FROM expense WHERE state <> 'released'") >= "\(paid)", said)
  }
}

/// What is there when the crashes begin.
enum CrashScene: String, CaseIterable, Sendable {
  case moved, kept, deleted, otherDisk, two, unsure, failed

  var settings: [String: String?] {
    switch self {
    case .moved, .failed, .two: [:]
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

  var state: String { self == .unsure || self == .failed ? rawValue : "done" }

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
      default: ["IMG.jpg": try Photos.front(DrawnCollection.undertow)]
      }
    }
  }

  /// Without any crash, at the most.
  var paidCalls: Int { self == .two ? 4 : self == .failed ? 1 : 2 }

  var shortRounds: Int { self == .moved ? 8 : 2 }
}
