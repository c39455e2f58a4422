import Albums
import DrawnCovers
import Foundation
import Glibc
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Keys and places stay where they belong.
@Suite struct SecrecyTests {
  @Test(arguments: [ServiceID.anthropic, .openai])
  func `a key is nowhere but in requests to its provider`(provider: ServiceID) async throws {
    try await withTestHome(provider) { home, simulator in
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
        try await home.bundle(ofPhoto: "a.jpg")
        await simulator.fail(provider, with: .status(401))
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
        try await home.held("b.jpg", by: provider.rawValue)

        #expect(!Self.contents("/proc/\(daemon.pid)/cmdline").contains(TestHome.key))
        let limits = Self.contents("/proc/\(daemon.pid)/limits").split(separator: "\n")
        let core = try #require(limits.first { $0.hasPrefix("Max core file size") }).split(separator: " ")
        #expect(core[4...5] == ["0", "0"])
        for verb in [
          ["status"], ["history"], ["show", "1"], ["show", "2", "--json"], ["config", "show"], ["doctor"],
        ] {
          let ended = try await home.ctl(verb)
          #expect(!(ended.output + ended.errors).contains(TestHome.key), "\(verb)")
        }
      }
      // Ledger, bundles, pages, log, settings: all that was written by anybody in this home.
      #expect(home.files(below: home.home, holding: TestHome.key) == [])
      #expect(home.exists(home.state.appending("albumscan.db")))
      for place in [home.state, home.root.appending("done")] {
        #expect(home.files(below: place, holding: ExifBlock.placeMarker) == [])
        #expect(home.files(below: place, holding: ExifBlock.cameraMarker) == [])
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `files of ours are for their owner alone`() async throws {
    try await withTestHome { home, _ in
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg")
      try await home.once(endingWith: 0)
      for path in [home.state] + home.files(below: home.state) {
        var status = stat()
        #expect(lstat(path.string, &status) == 0)
        #expect(status.st_mode & 0o077 == 0, "\(path)")
      }
    }
  }

  @Test func `the process that decodes photos is given nothing of the daemon's environment`() async throws {
    try await withTestHome { home, _ in
      var large = DrawnPhoto(DrawnCollection.undertow).megapixels(24)
      large.quality = 97
      let photo = try large.jpeg()
      try await home.withDaemon { daemon in
        // It lives for a moment only: each round is another chance to meet it.
        let environment = try await awaited("the imaging process to be met", every: .zero) { () -> Data? in
          if home.files(below: home.inbox).isEmpty {
            // A byte behind the end makes other bytes of the same picture.
            try home.move(
              photo + Data([UInt8.random(in: 0...255)]) + Data("\(UInt64.random(in: 0 ... .max))".utf8), as: "large.jpg"
            )
          }
          return Self.environmentOfImagingChild(of: daemon.pid)
        }
        #expect(String(decoding: environment, as: UTF8.self) == "GLIBC_TUNABLES=glibc.malloc.hugetlb=1\0")
      }
    }
  }

  /// Nil where there is no such process at this moment.
  private static func environmentOfImagingChild(of parent: pid_t) -> Data? {
    for task in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(parent)/task")) ?? [] {
      for child in contents("/proc/\(parent)/task/\(task)/children").split(separator: " ") {
        let arguments = contents("/proc/\(child)/cmdline")
        guard arguments.contains("albumscan-imaging") else { continue }
        if let environment = read("/proc/\(child)/environ"), contents("/proc/\(child)/cmdline") == arguments {
          return environment
        }
      }
    }
    return nil
  }

  private static func contents(_ path: String) -> String {
    read(path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// Files of /proc have no size that could be asked for: read to the end.
  private static func read(_ path: String) -> Data? {
    guard let file = try? FileDescriptor.open(FilePath(path), .readOnly) else { return nil }
    return try? file.closeAfter {
      var bytes = Data()
      var piece = [UInt8](repeating: 0, count: 16_384)
      while true {
        let count = try piece.withUnsafeMutableBytes { try file.read(into: $0) }
        if count == 0 { return bytes }
        bytes += piece[..<count]
      }
    }
  }
}
