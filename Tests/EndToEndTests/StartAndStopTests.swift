import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Beginning and ending: at a signal, beside another, and when all is done.
@Suite struct StartAndStopTests {
  @Test func `asked to end in the middle, it is gone in time and goes on at the next start`() async throws {
    try await withTestHome { home, simulator in
      let photo = try Photos.front(DrawnCollection.undertow)
      simulator.slow(.anthropic, by: .seconds(30))
      try await home.withDaemon { _ in
        try home.copy(photo, as: "IMG.jpg")
        try await until("the photo to be read") { !simulator.requests(to: .anthropic).isEmpty }
        // At its end `withDaemon` asks it to end, and expects it to be gone within 5 s.
      }
      let status = try await home.status()
      #expect(!status.running)
      #expect(status.count("waiting") == 1)
      #expect(home.contents(of: home.inbox.appending("IMG.jpg")) == photo)
      simulator.slow(.anthropic, by: .zero)
      try await home.withDaemon { _ in
        try await home.bundle(ofPhoto: "IMG.jpg").expectWhole()
      }
      #expect(home.originals() == ["IMG.jpg": photo])
      #expect(simulator.paidCalls.count <= 3)
    }
  }

  @Test func `a second one on the same ledger steps back and names the first`() async throws {
    try await withTestHome { home, _ in
      try await home.withDaemon { daemon in
        let second = try await home.albumscand()
        #expect(second.code == 75)
        #expect(second.errors.contains("\(daemon.pid)"))
        #expect(try await home.status().pid == Int(daemon.pid))
        #expect(daemon.isAlive)
      }
    }
  }

  @Test func `once, it does what is there and says by its exit code how that went`() async throws {
    try await withTestHome { home, simulator in
      let empty = try await home.albumscand("--once")
      #expect(empty.code == 0, "\(empty.errors)")

      try home.copy(try Photos.front(DrawnCollection.undertow), as: "good.jpg", into: "AlbumScan/inbox/folder")
      let good = try await home.albumscand("--once")
      #expect(good.code == 0, "\(good.errors)")
      #expect(try home.bundles().map(\.document.album.albumTitle) == ["Undertow"])
      #expect(home.gallery().contains("Undertow"))

      try home.copy(try Photos.photo(.wall), as: "wall.jpg")
      let bad = try await home.albumscand("--once")
      #expect(bad.code == 2, "\(bad.errors)")
      #expect(try await home.history().map(\.state) == ["failed", "done"])
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review", "reading"])

      // What only waits isn't done, either; whom it was not to look at is another matter.
      await simulator.fail(.anthropic, with: .quota)
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "later.jpg")
      try await home.once(endingWith: 2)
      #expect(try await home.history().map(\.state) == ["waiting", "failed", "done"])
      #expect(try await home.albumscand("--once", "--only", "1").code == 0)
      #expect(try await home.albumscand("--once", "--only", "1,3").code == 2)
    }
  }

  @Test func `versions and help say what they are`() async throws {
    try await withTestHome { home, _ in
      let version = try await home.albumscand("--version")
      #expect(version.output.contains(/^[0-9]+\.[0-9]+\.[0-9]+\n$/))
      #expect(try await home.ctl("--version").output == version.output)
      #expect(try await home.ctl("--help").output.contains("albumscand"))
      #expect(try await home.albumscand("--nonsense").code == 64)
      #expect(try await home.ctl("nonsense").code == 64)
    }
  }
}
