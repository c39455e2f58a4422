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
}
