import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// A phone and a desktop, kept in step by Syncthing: what is scanned here stays there.
@Suite struct SyncthingTorture {
  @Test(.enabled(if: SyncthingNode.isToBeHad, "needs syncthing"))
  func `a photo taken with the phone is scanned once, and is still on the phone`() async throws {
    try await withTestHome { home, simulator in
      let photos = [
        "one.jpg": try Photos.front(DrawnCollection.undertow), "two.jpg": try Photos.front(DrawnCollection.nightShift),
      ]
      try await home.withSyncthing { phone, desktop in
        let bothHave = { @Sendable (files: Int) in
          for node in [phone, desktop] { try await node.rescan() }
          try await until("both to have \(files) files") {
            let isSo = try await phone.isInSync(files: files)
            return try await desktop.isInSync(files: files) && isSo
          }
        }
        try await home.withDaemon { _ in
          // It takes a second or two to come over, under Syncthing's temporary name.
          try home.copy(photos["one.jpg"] ?? Data(), as: "one.jpg", into: "phone")
          try await phone.rescan()
          try await home.scan(ofPhoto: "one.jpg", in: "done")
          try await bothHave(1)
        }
        try await home.withDaemon { _ in
          try home.copy(photos["two.jpg"] ?? Data(), as: "two.jpg", into: "phone")
          try await phone.rescan()
          try await home.scan(ofPhoto: "two.jpg", in: "done")
          try await bothHave(2)
          for folder in ["phone", "AlbumScan/inbox"] {
            for (name, photo) in photos { #expect(home.folder.hasFile("\(folder)/\(name)", holding: photo)) }
          }
          // As it is called where both machines have changed a photo.
          let conflict = "one.sync-conflict-20261121-140322-ABCDEFG.jpg"
          try home.copy(Photos.copy(1, of: try Photos.front(DrawnCollection.undertow)), as: conflict, into: "phone")
          try await bothHave(3)
          // What Syncthing calls trouble, and stops for, is no leave to move photos away.
          try await home.sh("rmdir \"$INBOX/.stfolder\"")
          try home.copy(Photos.copy(7, of: try Photos.front(DrawnCollection.undertow)), as: "three.jpg")
          try await home.scan(ofPhoto: "three.jpg", in: "done")
          try await home.sh("mkdir \"$INBOX/.stfolder\"")
          try await bothHave(4)
        }
        let doctor = try await home.ctl("doctor")
        #expect(doctor.output.contains("one.sync-conflict-"))
      }
      for folder in ["phone", "AlbumScan/inbox"] {
        let names = home.folder.names(in: folder).filter { !$0.hasPrefix(".") }
        #expect(names.count == 4, "\(names)")
        #expect(names.contains { $0.hasPrefix("one.sync-conflict-") })
      }
      #expect(try await home.scans() == ["one.jpg|done", "two.jpg|done", "three.jpg|done"])
      #expect(home.originals().isEmpty)
      #expect(simulator.paidCalls.count == 4)
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}

extension TemporaryFolder {
  fileprivate func hasFile(_ name: String, holding bytes: Data) -> Bool {
    (try? read(name)).map { Data($0) == bytes } ?? false
  }
}
