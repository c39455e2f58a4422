import DrawnCovers
import Foundation
import Glibc
import Simulator
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Inboxes that are unmounted, removed, renamed and come back: what isn't there for a while isn't gone.
@Suite struct MountTorture {
  private static let needsRoot: Comment = "needs root, and a machine that lets it mount"

  @Test(.enabled(if: SmallDisk.isToBeHad, needsRoot))
  func `photos that wait while their disk isn't mounted go on when it is back`() async throws {
    try await withCamera { home, simulator, camera, attach in
      try await home.withDaemon { _ in
        _ = try await home.ctl("pause")
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg", into: "Camera")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg", into: "Camera/sub")
        try await until("both to wait") { try await home.status().count("waiting") == 2 }
        SmallDisk.unmount(camera)
        _ = try await home.ctl("resume")
        for name in ["one.jpg", "two.jpg"] {
          let held = try await home.held(name, by: "inbox")
          #expect(held.reason?.contains("Is the disk") == true)
        }
        // What comes there meanwhile is another photo on another disk.
        try home.copy(try Photos.front(DrawnCollection.wharf), as: "three.jpg", into: "Camera")
        try await home.scan(ofPhoto: "three.jpg", in: "done")
        #expect(home.folder.names(in: "Camera") == [])
        attach()
        // By itself it looks every half minute.
        if !Torture.isFull { _ = try await home.ctl("resume") }
        for name in ["one.jpg", "two.jpg"] { try await home.scan(ofPhoto: name, in: "done") }
      }
      #expect(try await home.scans() == ["one.jpg|done", "two.jpg|done", "three.jpg|done"])
      #expect(home.originals().count == 3)
      #expect(simulator.paidCalls.count == 6)
    }
  }

  @Test(.enabled(if: SmallDisk.isToBeHad, needsRoot))
  func `a photo whose disk goes away while it is worked on gets its result, and isn't scanned again`() async throws {
    try await withCamera { home, simulator, camera, attach in
      let photo = try Photos.front(DrawnCollection.undertow)
      try await home.withDaemon { _ in
        simulator.slow(.musicbrainz, by: .seconds(1))
        try home.copy(photo, as: "one.jpg", into: "Camera")
        try await until("it to be looked up") { !simulator.requests(to: .musicbrainz).isEmpty }
        SmallDisk.unmount(camera)
        try await home.scan(ofPhoto: "one.jpg", in: "done")
        attach()
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg", into: "Camera")
        try await home.scan(ofPhoto: "two.jpg", in: "done")
      }
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.wharf), as: "three.jpg", into: "Camera")
        try await home.scan(ofPhoto: "three.jpg", in: "done")
      }
      #expect(try await home.scans() == ["one.jpg|done", "two.jpg|done", "three.jpg|done"])
      #expect(home.contents(of: camera.appending("one.jpg")) == photo)
      #expect(home.originals().keys.sorted() == ["three.jpg", "two.jpg"])
    }
  }

  @Test(.enabled(if: SmallDisk.isToBeHad, needsRoot))
  func `results wait while the disk that they belong on isn't mounted, and nothing is made in its place`() async throws
  {
    try await withTestHome(.anthropic, ["folders.inbox": "[~/Camera]"]) { home, _ in
      let disk = try home.folder.makeFolder("disk")
      try home.folder.makeFolder("Camera")
      try SmallDisk.mount(at: disk)
      defer { SmallDisk.unmount(disk) }
      // What lies below is one folder that is empty.
      try await home.sh("rm -r ../AlbumScan; mkdir ../AlbumScan")
      let attach: @Sendable () -> Void = { #expect(mount(disk.string, home.root.string, nil, UInt(MS_BIND), nil) == 0) }
      attach()
      defer { SmallDisk.unmount(home.root) }
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg", into: "Camera")
        try await home.scan(ofPhoto: "one.jpg", in: "done")
        SmallDisk.unmount(home.root)
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg", into: "Camera")
        // The pages of the first may have met with it before the second is begun.
        try await until("status to say so") {
          try await home.status().health.contains { $0.code == "disk" && $0.reason.contains("to be mounted") }
        }
        try await until("the second to be taken in") { try await home.scans().contains("two.jpg|waiting") }
        #expect(try await home.ctl("status").code == 5)
        #expect(home.folder.names(in: "AlbumScan") == [])
        attach()
        try await home.scan(ofPhoto: "two.jpg", in: "done")
        #expect(try await home.status().health.map(\.code) == [])
        // One that somebody removed is simply made again.
        try await home.sh("rm -r ../AlbumScan/done")
        try home.copy(try Photos.front(DrawnCollection.wharf), as: "three.jpg", into: "Camera")
        try await home.scan(ofPhoto: "three.jpg", in: "done")
      }
      #expect(home.originals().keys.sorted() == ["one.jpg", "three.jpg", "two.jpg"])
    }
  }

  @Test(.enabled(if: SmallDisk.isToBeHad, needsRoot))
  func `a daemon that starts before the disk of its results is mounted waits for it, and makes nothing in its place`()
    async throws
  {
    try await withTestHome(.anthropic) { home, _ in
      try await home.sh("rm -r ../AlbumScan; mkdir ../AlbumScan")
      try SmallDisk.mount(at: home.root)
      try await home.sh("mkdir ../AlbumScan/inbox")
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
      _ = try await home.run(["--once"])
      let disk = try home.folder.makeFolder("disk")
      #expect(mount(home.root.string, disk.string, nil, UInt(MS_BIND), nil) == 0)
      defer { SmallDisk.unmount(disk) }
      SmallDisk.unmount(home.root)
      try await home.withDaemon { _ in
        try await until("status to say so") {
          try await home.status().health.contains { $0.code == "disk" && $0.reason.contains("to be mounted") }
        }
        #expect(home.folder.names(in: "AlbumScan") == [])
        #expect(mount(disk.string, home.root.string, nil, UInt(MS_BIND), nil) == 0)
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "two.jpg")
        try await home.scan(ofPhoto: "two.jpg", in: "done")
        try await until("all to be well") { try await home.status().health.isEmpty }
      }
      SmallDisk.unmount(home.root)
      // Where a person took the results away, on the disk that they were on, all is made anew.
      #expect(mount(disk.string, home.root.string, nil, UInt(MS_BIND), nil) == 0)
      defer { SmallDisk.unmount(home.root) }
      try await home.sh("rm -r ../AlbumScan/*")
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.wharf), as: "three.jpg")
        try await home.scan(ofPhoto: "three.jpg", in: "done")
      }
    }
  }

  @Test(.enabled(if: SmallDisk.isToBeHad, needsRoot))
  func `a disk mounted again and again brings its photos, and those it brought before aren't scanned again`()
    async throws
  {
    try await withTestHome(.anthropic, ["folders.inbox": "[~/Camera]", "photos.afterwards": "keep"]) { home, _ in
      let camera = try home.folder.makeFolder("Camera")
      let disk = try home.folder.makeFolder("disk")
      try SmallDisk.mount(at: disk)
      defer { SmallDisk.unmount(disk) }
      try await home.withDaemon { _ in
        _ = try await home.ctl("pause")
        let rounds = Torture.rounds(5, full: 100)
        for round in 1...rounds {
          #expect(mount(disk.string, camera.string, nil, UInt(MS_BIND), nil) == 0)
          try home.copy(try Photos.tiny(round), as: "\(round).jpg", into: round % 2 == 0 ? "Camera" : "disk")
          try await until("it to be taken in", every: .milliseconds(20)) {
            try await home.scans("name").contains("\(round).jpg")
          }
          SmallDisk.unmount(camera)
        }
        #expect(try await home.asked("SELECT count(*), count(DISTINCT digest) FROM scan") == "\(rounds)|\(rounds)")
        #expect(try await home.asked("SELECT count(*) FROM arrival") == "\(rounds)")
      }
    }
  }

  @Test func `an inbox removed, made again, renamed and led elsewhere is followed, and nothing is made for it`()
    async throws
  {
    try await withTestHome(.anthropic, ["folders.inbox": "[~/Camera, ~/Link]"]) { home, _ in
      for name in ["Camera", "first", "second"] { try home.folder.makeFolder(name) }
      try await home.sh("ln -s first ../Link")
      try await home.withDaemon { _ in
        _ = try await home.ctl("pause")
        var expected: Set<String> = []
        func arrives(_ name: String, in folder: String) async throws {
          try home.copy(try Photos.tiny(expected.count), as: name, into: folder)
          expected.insert(name)
          try await until("\(name) to be taken in") { try await home.scans("name").contains(name) }
        }
        func status(misses folder: String?) async throws {
          try await until("status to miss \(folder ?? "nothing")") {
            try await home.status().health.map(\.code)
              == (folder.map { ["inbox-missing \(home.home.appending($0))"] } ?? [])
          }
        }
        try await arrives("first.jpg", in: "first")
        for round in 1...Torture.rounds(3, full: 50) {
          try await arrives("a\(round).jpg", in: "Camera/x\(round)/y")
          try await home.sh("rm -r ../Camera")
          try await status(misses: "Camera")
          #expect(!home.exists(home.home.appending("Camera")))
          // Made again, and filled before anybody can have seen it.
          try await home.sh("mkdir -p ../new/z")
          try home.copy(try Photos.tiny(1_000 + round), as: "b\(round).jpg", into: "new/z")
          expected.insert("b\(round).jpg")
          try await home.sh("mv ../new ../Camera")
          try await status(misses: nil)
          try await until("it to be taken in") { try await home.scans("name").contains("b\(round).jpg") }
          try await home.sh("mv ../Camera ../Away\(round)")
          try await status(misses: "Camera")
          try home.copy(try Photos.tiny(2_000 + round), as: "unwanted.jpg", into: "Away\(round)")
          try await home.sh("mkdir ../Camera")
          try await status(misses: nil)
        }
        // Nothing tells of this but a look, which comes every minute.
        if Torture.isFull {
          try await home.sh("ln -sfn second ../Link")
          try await arrives("second.jpg", in: "second")
        }
        try await arrives("last.jpg", in: "Camera")
        #expect(Set(try await home.scans("name")) == expected)
      }
      #expect(try await home.asked("SELECT count(*) - count(DISTINCT digest) FROM scan") == "0")
    }
  }

  private static let hasFUSE =
    ProcessInfo.processInfo.environment["CI"] == "true"
    || access("/usr/bin/bindfs", X_OK) == 0 && access("/dev/fuse", R_OK | W_OK) == 0 && SmallDisk.isToBeHad

  @Test(.enabled(if: hasFUSE, "needs root, bindfs and /dev/fuse"))
  func `an inbox behind FUSE is listed, since nobody reports what comes there, and status says so`() async throws {
    try await withTestHome(.anthropic, ["folders.inbox": "[~/Camera]"]) { home, _ in
      for name in ["Camera", "server"] { try home.folder.makeFolder(name) }
      try await home.sh("bindfs ../server ../Camera")
      defer { SmallDisk.unmount(home.home.appending("Camera")) }
      try await home.withDaemon { _ in
        // Another machine writes, as far as this kernel knows.
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg", into: "server/deep/er")
        try await home.scan(ofPhoto: "one.jpg", in: "done")
        let status = try await home.ctl("status", "--json")
        #expect(status.code == 0)
        #expect((try status.document()["notes"] as? [String])?.first?.contains("network file system") == true)
        #expect(try await home.ctl("status").output.contains("is on a network file system"))
      }
      // To move it away would delete it on the other machine.
      #expect(home.originals().isEmpty)
    }
  }

  /// To the kernel it is sshfs, which is all that the programs ask about.
  @Test(.enabled(if: hasFUSE, "needs root, bindfs and /dev/fuse"))
  func `a ledger on a network file system isn't opened, and is moved to a disk by backup and restore`() async throws {
    try await withTestHome(.anthropic) { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        try await home.scan(ofPhoto: "one.jpg", in: "done")
      }
      let state = home.home.appending(".local/state")
      try await home.sh("mv ../.local/state ../server; mkdir ../.local/state")
      try await home.sh("bindfs -o subtype=sshfs ../server ../.local/state")
      defer { SmallDisk.unmount(state) }
      func files() async throws -> String {
        try await home.sh("cd ../.local/state/albumscan && sha256sum albumscan.db*")
      }
      let before = try await files()
      let reason = "is on a network file system (fuse.sshfs)"
      let daemon = try await home.albumscand("--once")
      #expect(daemon.code == 78 && daemon.errors.contains(reason), "\(daemon.errors)")
      #expect(daemon.errors.contains("albumscanctl backup FILE"))
      let history = try await home.ctl("history")
      #expect(history.code != 0 && history.errors.contains(reason), "\(history.errors)")
      let doctor = try await home.ctl("doctor", "--json")
      #expect(doctor.output.contains("\"ledger-network\""), "\(doctor.output)")
      #expect(try await files() == before)
      let backup = home.home.appending("ledger.db").string
      #expect(try await home.ctl("backup", backup).code == 0)
      #expect(try await home.ctl("restore", backup).errors.contains(reason))
      SmallDisk.unmount(state)
      #expect(try await home.ctl("restore", backup).code == 0)
      #expect(try await home.history().map(\.photo) == ["one.jpg"])
    }
  }

  /// A home whose inbox is a disk that is mounted: one that can be unmounted, and attached again.
  private func withCamera(
    _ body: @escaping @Sendable (TestHome, Simulator, FilePath, _ attach: @Sendable () -> Void) async throws -> Void
  ) async throws {
    try await withTestHome(.anthropic, ["folders.inbox": "[~/Camera]"]) { home, simulator in
      let (camera, disk) = (home.home.appending("Camera"), home.home.appending("disk"))
      for name in ["Camera", "disk"] { try home.folder.makeFolder(name) }
      try SmallDisk.mount(at: disk)
      defer { SmallDisk.unmount(disk) }
      // The same disk each time, as a real one is.
      let attach: @Sendable () -> Void = {
        #expect(mount(disk.string, camera.string, nil, UInt(MS_BIND), nil) == 0)
      }
      attach()
      defer { SmallDisk.unmount(camera) }
      try await body(home, simulator, camera, attach)
    }
  }
}
