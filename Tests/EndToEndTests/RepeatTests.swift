import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What was answered and paid for once isn't asked again.
@Suite struct RepeatTests {
  @Test func `what a crash left of an earlier try is swept at the next start`() async throws {
    try await withTestHome { home, simulator in
      await simulator.fail(.anthropic, with: .status(400), times: 1)
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let failed = try await home.scan(ofPhoto: "IMG.jpg", in: "failed")
        let folder = home.root.appending(try #require(failed.bundle))
        let copy = home.home.appending("copy")
        try FileManager.default.copyItem(atPath: folder.string, toPath: copy.string)
        #expect(try await home.ctl("retry", "\(failed.id)").code == 0)
        try await home.bundle(ofPhoto: "IMG.jpg")
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        // As it would lie there, had the crash come between the scan's end and the clearing away.
        #expect(!home.exists(folder))
        try FileManager.default.moveItem(atPath: copy.string, toPath: folder.string)
        daemon.killAtOnce()
      }
      try home.folder.makeFolder("AlbumScan/failed/mine")
      let (done, configuration) = (home.root.appending("done"), home.home.appending(".config/albumscan"))
      let folders = [
        done, done.appending("months"), done.appending("wallet/art"), home.root.appending("originals"), home.state,
        home.state.appending("wallet/art"), home.state.appending("pictures/ab"),
        configuration.appending("credentials"),
      ]
      for folder in folders {
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: true)
        try Data([0]).write(to: URL(filePath: folder.appending(".albumscan-0.tmp").string))
      }
      try await home.withDaemon { _ in }
      for folder in folders { #expect(!home.exists(folder.appending(".albumscan-0.tmp")), "\(folder)") }
      // It ended in order, so that the next start needn't look through the results of years.
      let unlooked = done.appending(".albumscan-0.tmp")
      try Data([0]).write(to: URL(filePath: unlooked.string))
      try await home.withDaemon { daemon in
        #expect(home.exists(unlooked))
        daemon.killAtOnce()
      }
      #expect(try await home.albumscand("--once").code == 0)
      #expect(home.leftovers() == [])
      try FileManager.default.removeItem(atPath: done.appending("wallet").string)
      #expect(home.names(in: "failed") == ["mine"])
      #expect(try home.bundles().count == 1)
    }
  }

  @Test func `the same photo again is a new entry without a call`() async throws {
    try await withTestHome { home, simulator in
      let photo = try Photos.front(DrawnCollection.priceless)
      try await home.withDaemon { _ in
        try home.copy(photo, as: "first.jpg")
        let first = try await home.bundle(ofPhoto: "first.jpg")
        #expect(first.document.identification.by == .call1)
        try await home.scan(ofPhoto: "first.jpg", in: "done")
        let before = simulator.requests.count

        try home.copy(photo, as: "second.jpg")
        let second = try await home.bundle(ofPhoto: "second.jpg")
        try second.expectWhole()
        #expect(second.document.identification.by == .samePhoto)
        #expect(second.document.cost.usd == 0)
        #expect(second.document.cost.calls == [])
        #expect(second.document.review.cached == true)
        #expect(second.document.album == first.document.album)
        #expect(simulator.requests.count == before)

        // Its place in the inbox is free again, and so is its name.
        try home.copy(photo, as: "first.jpg")
        try await until("a third entry") { try await home.history().count { $0.state == "done" } == 3 }
        #expect(simulator.requests.count == before)
      }
      #expect(try home.bundles().count == 3)
      #expect(home.originals().values.allSatisfy { $0 == photo })
      #expect(home.files(below: home.root.appending("originals")).count == 3)
    }
  }

  @Test func `another edition of an album has its review already`() async throws {
    var deluxe = DrawnCollection.wharf
    deluxe.artistName = DrawnCollection.paperLanterns.artistName
    deluxe.albumTitle = "Paper Lanterns (Deluxe Edition)"
    deluxe.isInCatalogue = false
    var options = Simulator.Options.quick
    options.albums = DrawnCollection.albums.filter { $0 != DrawnCollection.wharf } + [deluxe]
    let edition = deluxe
    try await withTestHome(options: options) { home, simulator in
      // Its sleeve is another one; with the album's artwork at hand a person would be asked.
      await simulator.fail(.coverart, with: .status(404))
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.paperLanterns), as: "plain.jpg")
        let plain = try await home.bundle(ofPhoto: "plain.jpg")
        try home.copy(try Photos.front(edition), as: "deluxe.jpg")
        let second = try await home.bundle(ofPhoto: "deluxe.jpg")
        #expect(second.document.review.status == .written)
        #expect(second.document.review.cached == true)
        #expect(second.document.review.contextSummary == plain.document.review.contextSummary)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review", "reading"])
    }
  }

  @Test func `a photo that stays in a sync folder isn't scanned again, whatever it is called`() async throws {
    try await withTestHome { home, simulator in
      let photo = try Photos.front(DrawnCollection.undertow)
      // Syncthing's marker: what is moved away here disappears from the phone.
      try home.folder.makeFolder("AlbumScan/inbox/.stfolder")
      try home.copy(photo, as: "phone.jpg")
      try await home.withDaemon { _ in
        let bundle = try await home.bundle(ofPhoto: "phone.jpg")
        #expect(bundle.document.photo.now == "inbox/phone.jpg")
        try await home.scan(ofPhoto: "phone.jpg", in: "done")
      }
      #expect(home.contents(of: home.inbox.appending("phone.jpg")) == photo)
      try FileManager.default.moveItem(
        atPath: home.inbox.appending("phone.jpg").string, toPath: home.inbox.appending("renamed.jpg").string)
      try await home.withDaemon { _ in
        // Whatever was to be taken in before this one has been by then.
        try home.copy(try Photos.photo(.wall), as: "wall.jpg")
        try await home.scan(ofPhoto: "wall.jpg", in: "failed")
        #expect(try await home.history().map(\.photo) == ["wall.jpg", "phone.jpg"])
      }
      #expect(home.contents(of: home.inbox.appending("renamed.jpg")) == photo)
      #expect(home.exists(home.inbox.appending("wall.jpg")))
      #expect(home.originals().isEmpty)
      #expect(simulator.paidCalls.count == 3)
    }
  }
}
