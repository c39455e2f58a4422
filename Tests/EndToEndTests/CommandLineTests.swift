import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// `albumscanctl`, verb by verb.
@Suite struct CommandLineTests {
  @Test func `exit codes say what happened`() async throws {
    try await withTestHome { home, _ in
      #expect(try await home.ctl("status").code == 3)
      #expect(try await home.ctl([]).code == 3)
      #expect(try await home.ctl("show", "99").code == 4)
      #expect(try await home.ctl("retry", "99").code == 4)
      #expect(try await home.ctl("accept", "99").code == 4)
      #expect(try await home.ctl("reject", "99").code == 4)
      #expect(try await home.ctl("delete", "99").code == 4)
      #expect(try await home.ctl("delete", "--undo").code == 4)
      for wrong in [
        ["show"], ["show", "x"], ["history", "--state", "lost"], ["retry"], ["delete"], ["costs", "--by", "x"],
      ] {
        #expect(try await home.ctl(wrong).code == 64, "\(wrong)")
      }
      #expect(try await home.ctl("key", "set", "anthropic").code == 1)
      #expect(try await home.ctl("scan", "nowhere.jpg").code == 1)
      try await home.withDaemon { _ in
        let running = try await home.ctl("status")
        #expect(running.code == 0)
        #expect(try await home.ctl("pause").code == 0)
        #expect(try await home.ctl("status").output.contains("albumscanctl resume"))
        #expect(try await home.status().paused == "by hand")
      }
    }
  }

  @Test func `no program fills the journal with what Dispatch says of priorities`() async throws {
    try await withTestHome { home, _ in
      for (program, arguments) in [(BuiltProgram.ctl, ["config", "path"]), (BuiltProgram.daemon, ["--once"])] {
        // Root without this capability may as little as anybody.
        let alike = geteuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set=-sys_nice"] : ["/usr/bin/env"]
        let ended = try await home.run(
          FilePath(alike[0]), alike.dropFirst() + [program.string] + arguments, input: "",
          variables: ["LIBDISPATCH_LOG": "stderr"])
        #expect(ended.code == 0)
        #expect(!ended.errors.contains("thread priority"), "\(ended.errors)")
      }
    }
  }

  @Test func `a deleted scan is gone from folder, gallery and history, and comes back`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
      try await home.withDaemon { _ in
        try await home.bundle(ofPhoto: "a.jpg")
        try await home.bundle(ofPhoto: "b.jpg")
        try await until("both to be done") { try await home.status().count("done") == 2 }
        let entry = try #require(try await home.history().first { $0.photo == "a.jpg" })
        let folder = home.root.appending(try #require(entry.bundle))

        #expect(try await home.ctl("delete", "\(entry.id)").code == 0)
        #expect(!home.exists(folder))
        try await until("the gallery to forget it") { !home.gallery().contains("Undertow") }
        #expect(try await home.history().map(\.photo) == ["b.jpg"])
        #expect(try await home.ctl("show", "\(entry.id)").code == 4)

        #expect(try await home.ctl("delete", "--undo").code == 0)
        #expect(home.exists(folder))
        try await until("the gallery to have it back") { home.gallery().contains("Undertow") }
        try await home.bundle(ofPhoto: "a.jpg").expectWhole()
      }
      // The photo stays through all of it.
      #expect(home.originals().count == 2)
    }
  }

  @Test func `a photo named on the command line is scanned without the daemon, too`() async throws {
    try await withTestHome { home, simulator in
      let photo = try Photos.front(DrawnCollection.undertow)
      let path = try home.copy(photo, as: "mine.jpg", into: "Pictures")
      // What lies in the inbox isn't asked for.
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "other.jpg")
      let ended = try await home.ctl("scan", path.string, "--json")
      #expect(ended.code == 0, "\(ended.errors)")
      let scans = try ended.decoded(as: ScansDocument.self)
      #expect(scans.schema == "albumscan/scan/1")
      #expect(scans.scans.map(\.albumTitle) == ["Undertow"])
      #expect(home.gallery().contains("Undertow"))
      #expect(try home.bundles().count == 1)
      #expect(home.contents(of: path) == photo)

      let wall = try home.copy(try Photos.photo(.wall), as: "wall.jpg", into: "Pictures")
      let failed = try await home.ctl("scan", wall.string)
      #expect(failed.code == 1)
      #expect(failed.output.contains("Unable to identify this cover art"))
      await simulator.fail(.anthropic, with: .status(401))
      let later = try home.copy(try Photos.front(DrawnCollection.wharf), as: "wharf.jpg", into: "Pictures")
      let waiting = try await home.ctl("scan", later.string)
      #expect(waiting.code == 75, "\(waiting.output)")
      #expect(waiting.output.contains("albumscanctl status"))
      try await simulator.heal(.anthropic)
      let both = try await home.ctl("scan", path.string, wall.string)
      #expect(both.code == 2, "\(both.output)")
      #expect(simulator.paidCalls.first?.question == "reading")
    }
  }

  @Test func `without a login session, setup and doctor name it and what helps`() async throws {
    try await withTestHome { home, _ in
      // An empty folder, as if another user's had been inherited.
      let variables = ["XDG_RUNTIME_DIR": try home.folder.makeFolder("runtime").string]
      let forced = try await home.ctl(["setup", "--service"], variables: variables)
      #expect(forced.code == 1)
      #expect(forced.errors.contains("login session"), "\(forced.errors)")
      let asked = try await home.ctl(["setup"], variables: variables)
      #expect(asked.code == 0)
      #expect(asked.output.contains("login session"), "\(asked.output)")
      #expect(!asked.output.contains("systemctl --user enable"))
      #expect(try await !home.ctl(["setup", "--no-service"], variables: variables).output.contains("login session"))
      let doctor = try await home.ctl(["doctor", "--offline"], variables: variables)
      #expect(doctor.output.contains("login session"), "\(doctor.output)")
      #expect(!doctor.output.contains("→ systemctl --user start"))
    }
  }
}
