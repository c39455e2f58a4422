import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// The power fails at a step that changes the disk: what was not synced is gone. What was said to be done is done, and
/// what was paid for and booked isn't paid for again.
@Suite struct PowerCutTorture {
  @Test(.enabled(if: LoopDisk.isToBeHad, "needs root, and a machine that lets it mount a disk in a file"))
  func `the power fails at any step, and nothing that was settled is lost`() async throws {
    let whole = try await onDisk { home, _, _ in try await home.callsOfOneRun() }
    var chance = SeededRandom(Torture.seed)
    let cuts = (0..<Torture.rounds(4, full: 250)).map { round in
      // The end, where it is said that a photo is done, has half of them.
      let from = round % 2 == 0 ? 1 : whole * 2 / 3
      return DiskFaults.Death(call: Int.random(in: from...whole, using: &chance), isTorn: Bool.random(using: &chance))
    }
    let count = try await sideBySide(cuts) { death in
      try await onDisk { home, simulator, disk in
        let killed = try await home.run(["--once"], dying: death)
        let paid = simulator.paidCalls.count
        try await disk.cutPower()
        let story = "power cut at \(killed.calls)"
        let said: Comment = "\(story)\n\(killed.ended.errors)"
        if killed.ended.errors.contains("event=scanDone") {
          #expect(try await home.asked("SELECT state FROM scan") == "done", said)
          #expect(try home.bundles().count == 1, said)
          for bundle in try home.bundles() { try bundle.expectWhole() }
          #expect(home.originals() == ["IMG.jpg": try Self.photo], said)
        }
        let photos = home.photosSomewhere()
        #expect(photos == ["IMG.jpg": try Self.photo], said)

        let last = try await home.run(["--once"])
        #expect(last.ended.code == 0, "\(story): \(last.ended.errors)")
        #expect(try await home.history().map(\.state) == ["done"], said)
        #expect(try home.bundles().count == 1, said)
        for bundle in try home.bundles() { try bundle.expectWhole() }
        #expect(home.originals() == ["IMG.jpg": try Self.photo], said)
        #expect(home.files(below: home.inbox).isEmpty, said)
        #expect(home.leftovers() == [], said)
        try await home.expectSoundLedger(after: story)
        // One may have been on its way.
        #expect(simulator.paidCalls.count <= 2 + (killed.wasKilled && paid > 0 ? 1 : 0), said)
        let booked = try await home.asked("SELECT count(*) FROM expense WHERE state <> 'released'")
        #expect(try #require(Int(booked)) >= simulator.paidCalls.count, said)
        return killed.wasKilled ? 1 : 0
      }
    }
    Torture.report("power: \(count.reduce(0, +)) cuts, nothing lost")
  }

  private static var photo: Data { get throws { try Photos.front(DrawnCollection.undertow) } }

  /// A home that lies on a disk of its own, with a photo in its inbox.
  private func onDisk<Result: Sendable>(
    _ body: @escaping @Sendable (TestHome, Simulator, LoopDisk) async throws -> Result
  ) async throws -> Result {
    try await withTestHome { home, simulator in
      let disk = try await LoopDisk(at: home.home)
      defer { disk.unmount() }
      try home.configure([:])
      try home.copy(try Self.photo, as: "IMG.jpg")
      try await disk.sync()
      return try await body(home, simulator, disk)
    }
  }
}
