import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// `scan` as people see it: in a terminal each photo's line is drawn over in place; elsewhere each step is a line.
@Suite struct ScanTests {
  @Test(arguments: [true, false])
  func `in a terminal the steps are drawn over in place, and results stay`(hasDaemon: Bool) async throws {
    try await withTestHome { home, simulator in
      // Longer than from one redraw to the next, so that the step is seen.
      simulator.slow(.anthropic, by: .milliseconds(1500))
      let files = ["a.jpg", "b.jpg", "wall.jpg"]
      try home.copy(try Photos.front(DrawnCollection.undertow), as: files[0], into: "Pictures")
      try home.copy(try Photos.front(DrawnCollection.wharf), as: files[1], into: "Pictures")
      try home.copy(try Photos.photo(.wall), as: files[2], into: "Pictures")
      let scan: @Sendable () async throws -> (written: String, code: Int32?) = {
        try await home.inTerminal(["scan"] + files.map { "Pictures/\($0)" }, columns: 70)
      }
      let (written, code) = hasDaemon ? try await home.withDaemon { _ in try await scan() } : try await scan()
      #expect(code == 2)
      let screen = Screen(columns: 70, written)
      // What was drawn over is gone: no step is left, and each result stands there once.
      #expect(!screen.text.contains("Extracting text"), "\(screen.text)")
      for result in ["Sable/Finch – Undertow", "Unable to identify this cover art", "albumscanctl retry"] {
        #expect(screen.text.components(separatedBy: result).count == 2, "\(result) in:\n\(screen.text)")
      }
      #expect(screen.text.split(separator: "\n").allSatisfy { $0.count <= 70 || $0.contains("/") })
      #expect(written.contains("Extracting text and examining album art"))
      #expect(!written.contains("\u{1B}[?25l"))
    }
  }

  @Test func `two commands at once without a daemon come to both results`() async throws {
    try await withTestHome { home, simulator in
      simulator.slow(.anthropic, by: .milliseconds(300))
      let first = try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg", into: "Pictures")
      let second = try home.copy(try Photos.front(DrawnCollection.wharf), as: "b.jpg", into: "Pictures")
      async let one = home.ctl("scan", first.string)
      async let two = home.ctl("scan", second.string)
      for ended in try await [one, two] { #expect(ended.code == 0, "\(ended.errors)") }
      #expect(try home.bundles().count == 2)
    }
  }

  @Test func `where the work can't even begin, it says why, and ends`() async throws {
    try await withTestHome { home, _ in
      let photo = try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg", into: "Pictures")
      try home.folder.makeFolder(".config/albumscan/prompts")
      try home.folder.write(" \n".utf8, to: ".config/albumscan/prompts/album_search.txt")
      let ended = try await home.ctl("scan", photo.string)
      #expect(ended.code == 1)
      #expect(ended.errors.contains("album_search.txt is empty"), "\(ended.errors)")
    }
  }

  @Test func `what the daemon leaves when it ends is scanned all the same`() async throws {
    try await withTestHome { home, simulator in
      simulator.slow(.anthropic, by: .seconds(2))
      let photo = try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg", into: "Pictures")
      let scan: @Sendable () async throws -> ProgramResult = {
        try await until("the daemon to run") { try await home.ctl("status").code != 3 }
        return try await home.ctl("scan", photo.string)
      }
      async let scanned = scan()
      try await home.withDaemon { daemon in
        try await until("the photo to be read") { !simulator.paidCalls.isEmpty }
        daemon.killAtOnce()
      }
      let ended = try await scanned
      #expect(ended.code == 0, "\(ended.errors)")
      #expect(try home.bundles().count == 1)
    }
  }

  @Test func `a paused line is said, and not waited for`() async throws {
    try await withTestHome { home, simulator in
      let photo = try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg", into: "Pictures")
      #expect(try await home.ctl("pause", "for dinner").code == 0)
      let ended = try await home.ctl("scan", photo.string)
      #expect(ended.code == 75, "\(ended.errors)")
      #expect(ended.output.contains("the queue is paused: for dinner"), "\(ended.output)")
      #expect(ended.output.contains("albumscanctl resume"))
      #expect(simulator.paidCalls.isEmpty)
    }
  }

  @Test func `outside a terminal each step is a line, and no step is said twice`() async throws {
    try await withTestHome { home, _ in
      let photo = try home.copy(try Photos.front(DrawnCollection.undertow), as: "mine.jpg", into: "Pictures")
      try await home.withDaemon { _ in
        let ended = try await home.ctl("scan", "Pictures/mine.jpg")
        #expect(try home.bundles().map(\.document.photo.now) == [photo.string] && home.exists(photo))
        #expect(ended.code == 0)
        let lines = ended.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("mine.jpg: ") })
        #expect(Set(lines).count == lines.count)
        #expect(lines.last?.hasSuffix("/index.html") == true)
        #expect(!ended.output.contains("\u{1B}"))
      }
    }
  }

  @Test func `scan and once end when the review is written`() async throws {
    try await withTestHome(.anthropic, ["review.holdSeconds": "3"]) { home, _ in
      let photo = try home.copy(try Photos.front(DrawnCollection.undertow), as: "a.jpg", into: "elsewhere")
      let scan = try await home.ctl("scan", photo.string)
      #expect(scan.code == 0, "\(scan.errors)")
      let said = scan.output.split(separator: "\n").map(String.init)
      let (shown, written) = (
        said.firstIndex(of: "a.jpg: We found Undertow by Sable/Finch"),
        said.firstIndex(of: "a.jpg: Writing a review that's somehow both pretentious and correct...")
      )
      #expect(try #require(shown) < #require(written), "\(said)")
      #expect(said.contains { $0.hasSuffix("out of 10") }, "\(said)")

      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "b.jpg")
      try await home.once(endingWith: 0)
      #expect(try home.bundles().map(\.document.review.status) == [.written, .written])
    }
  }
}
