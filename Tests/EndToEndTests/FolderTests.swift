import Albums
import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Inboxes that come and go, what becomes of photos, and disks that are full.
@Suite struct FolderTests {
  @Test func `who had photos moved out of what is now known as a synced folder is told once that they stay`()
    async throws
  {
    try await withTestHome { home, _ in
      try home.copy(try Photos.photo(.wall), as: "before.jpg")
      try await home.once(endingWith: 2)
      #expect(home.originals().count == 1)
      #expect(try await home.status().notes.isEmpty)
      let marker = try home.folder.write("".utf8, to: "AlbumScan/.sync_0b1e2f3a4c5d.db")
      for isFirst in [true, false] {
        let log = try await home.albumscand("--once").errors
        #expect(log.contains("now stay there after their scan") == isFirst, "\(log)")
        let notes = try await home.status().notes
        #expect(notes.count == 1 && notes.allSatisfy { $0.contains(marker.string) }, "\(notes)")
      }
      try home.copy(try Photos.photo(.wall), as: "after.jpg")
      try await home.once(endingWith: 2)
      #expect(home.exists(home.inbox.appending("after.jpg")))
      let kept = try await home.doctor().findings.filter { $0.code == "photos-kept" }
      #expect(kept.contains { $0.said.contains("Nextcloud") && $0.said.contains(marker.string) }, "\(kept)")
    }
  }

  @Test func `a reload leaves the old inbox for the new one`() async throws {
    try await withTestHome(.anthropic, ["folders.inbox": "[~/Missing, ~/Old]"]) { home, _ in
      try home.folder.makeFolder("Old")
      try home.folder.makeFolder("New")
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "early.jpg", into: "New")
      try await home.withDaemon { daemon in
        try await until("status to miss an inbox") {
          try await home.status().health.map(\.code) == ["inbox-missing \(home.home)/Missing"]
        }
        try home.configure(["folders.inbox": "[~/New, ~/AlbumScan/phone]", "folders.ignore": "[\"*.skip.jpg\"]"])
        try await daemon.reload()
        // What was there already, what comes, and in a folder that the reload has made.
        try await home.bundle(ofPhoto: "early.jpg")
        try await until("the folder to be made") { home.exists(home.root.appending("phone")) }
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "late.jpg", into: "AlbumScan/phone")
        try await home.bundle(ofPhoto: "late.jpg")

        // What was missing is nobody's business any more.
        try await until("status to be content") { try await home.status().health.isEmpty }
        try home.copy(try Photos.front(DrawnCollection.wharf), as: "old.jpg", into: "Old")
        try home.copy(try Photos.front(DrawnCollection.wharf), as: "a.skip.jpg", into: "New")
        try home.copy(try Photos.front(DrawnCollection.cartas), as: "last.jpg", into: "New")
        try await home.bundle(ofPhoto: "last.jpg")
        #expect(Set(try await home.history().map(\.photo)) == ["early.jpg", "late.jpg", "last.jpg"])
        #expect(home.exists(home.home.appending("Old/old.jpg")))
        #expect(try await home.status().inbox == ["\(home.home)/New", "\(home.root)/phone"])
      }
    }
  }

  @Test func `an inbox that is a link to our own root doesn't scan our results`() async throws {
    try await withTestHome(.anthropic, ["folders.inbox": "[~/Link]"]) { home, simulator in
      try home.folder.makeFolder("AlbumScan")
      #expect(symlink(home.root.string, home.home.appending("Link").string) == 0)
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg", into: "AlbumScan")
        try await home.bundle(ofPhoto: "a.jpg")
      }
      // A listing from the beginning would find the artwork, if anything did.
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg", into: "AlbumScan")
        try await home.bundle(ofPhoto: "b.jpg")
      }
      #expect(try await home.history().map(\.photo).sorted() == ["a.jpg", "b.jpg"])
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review", "reading", "review"])
    }
  }

  @Test(.enabled(if: SmallDisk.isToBeHad, "needs root, and a machine that lets it mount a small disk"))
  func `a full disk needs attention, loses nothing, and is gone on from by itself when there is room`() async throws {
    try await withTestHome(.anthropic, ["folders.inbox": "[~/Camera]"]) { home, simulator in
      let photo = try Photos.front(DrawnCollection.undertow)
      let later = try Photos.front(DrawnCollection.nightShift)
      try home.folder.makeFolder("Camera")
      try SmallDisk.mount(at: home.root)
      defer { SmallDisk.unmount(home.root) }
      try await home.withDaemon { _ in
        try home.fill(home.root)
        try home.copy(photo, as: "IMG.jpg", into: "Camera")
        let held = try await home.held("IMG.jpg", by: "disk")
        #expect(held.reason?.contains("needs ") == true)
        let health = try #require(try await home.status().health.first { $0.code == "disk" })
        #expect(health.cure?.isEmpty == false)
        #expect(try await home.ctl("status").code == 5)
        #expect(home.contents(of: home.home.appending("Camera/IMG.jpg")) == photo)
        // Nothing is begun with who comes meanwhile, and whoever asks for it is told why.
        try home.copy(later, as: "later.jpg", into: "Camera")
        #expect(try await home.held("later.jpg", by: "disk").reason?.contains("needs ") == true)
        let asked = try await home.ctl("scan", home.home.appending("Camera/later.jpg").string)
        #expect(asked.code == 75)
        #expect(asked.output.contains("later.jpg waits: The disk is full"), "\(asked.output)")
        #expect(try home.bundles().isEmpty)

        #expect(unlink(home.root.appending("filler").string) == 0)
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        try bundle.expectWhole()
        try await home.bundle(ofPhoto: "later.jpg")
        try await until("status to be content again") { try await home.status().health.isEmpty }
      }
      #expect(home.originals() == ["IMG.jpg": photo, "later.jpg": later])
      #expect(home.leftovers() == [])
      #expect(simulator.paidCalls.compactMap(\.question).sorted() == ["reading", "reading", "review", "review"])
    }
  }
}
