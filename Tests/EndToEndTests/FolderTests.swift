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
  @Test func `photos are kept, deleted or moved, as the settings say`() async throws {
    let photo = try Photos.front(DrawnCollection.undertow)
    for (wish, now) in [("keep", "inbox/IMG.jpg"), ("delete", nil)] {
      try await withHousehold(.anthropic, ["photos.afterwards": wish]) { home, _ in
        try await home.withDaemon { _ in
          try home.copy(photo, as: "IMG.jpg")
          let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
          #expect(bundle.document.photo.now == now)
          try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        }
        #expect(home.contents(of: home.inbox.appending("IMG.jpg")) == (now == nil ? nil : photo))
        #expect(home.originals().isEmpty)
      }
    }
  }

  @Test func `several inboxes are watched, wherever they are`() async throws {
    try await withHousehold(.anthropic, ["folders.inbox": "[~/Camera, ~/Scans]"]) { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg", into: "Camera")
      try home.folder.makeFolder("Scans")
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg", into: "Scans/2026")
        try await home.bundle(ofPhoto: "a.jpg")
        try await home.bundle(ofPhoto: "b.jpg")
      }
    }
  }

  @Test func `an inbox that goes away is told of, and taken up again when it is back`() async throws {
    try await withHousehold(.anthropic, ["folders.inbox": "[~/Camera]"]) { home, _ in
      try home.folder.makeFolder("Camera")
      try await home.withDaemon { _ in
        let camera = home.home.appending("Camera")
        #expect(rename(camera.string, home.home.appending("Away").string) == 0)
        let missing = try await awaited("status to tell of it") { try await home.status().health.first }
        #expect(missing.code.hasPrefix("inbox-missing"))
        #expect(try await home.ctl("status").code == 5)
        // Somebody's disk may not be mounted: nobody makes the folder in its place.
        #expect(!home.exists(camera))

        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg", into: "Away")
        #expect(rename(home.home.appending("Away").string, camera.string) == 0)
        try await home.bundle(ofPhoto: "a.jpg")
        try await until("status to be content again") { try await home.status().health.isEmpty }
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root may mount a small disk"))
  func `a full disk needs attention, loses nothing, and is gone on from when there is room`() async throws {
    try await withHousehold(.anthropic, ["folders.inbox": "[~/Camera]"]) { home, simulator in
      let photo = try Photos.front(DrawnCollection.undertow)
      try home.folder.makeFolder("Camera")
      guard mount("tmpfs", home.root.string, "tmpfs", 0, "size=4m") == 0 else {
        // A container may keep even root from it.
        return try #require(errno == EPERM, "mount: \(Errno(rawValue: errno))")
      }
      defer { umount2(home.root.string, Int32(MNT_DETACH)) }
      try await home.withDaemon { _ in
        try home.fill(home.root)
        try home.copy(photo, as: "IMG.jpg", into: "Camera")
        let held = try await home.held("IMG.jpg", by: "disk")
        #expect(held.reason?.isEmpty == false)
        let health = try #require(try await home.status().health.first { $0.code == "disk" })
        #expect(health.cure?.isEmpty == false)
        #expect(try await home.ctl("status").code == 5)
        #expect(home.contents(of: home.home.appending("Camera/IMG.jpg")) == photo)
        #expect(try home.bundles().isEmpty)

        #expect(unlink(home.root.appending("filler").string) == 0)
        #expect(try await home.ctl("resume").code == 0)
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        try bundle.expectWhole()
        try await until("status to be content again") { try await home.status().health.isEmpty }
      }
      #expect(home.originals() == ["IMG.jpg": photo])
      #expect(home.leftovers() == [])
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
    }
  }
}

extension Household {
  /// Leaves no room on the file system of a folder.
  fileprivate func fill(_ folder: FilePath) throws {
    let file = try FileDescriptor.open(
      folder.appending("filler"), .writeOnly, options: .create, permissions: .ownerReadWrite)
    try file.closeAfter {
      do { while true { _ = try file.writeAll([UInt8](repeating: 0, count: 4096)) } } catch Errno.noSpace {}
    }
  }
}
