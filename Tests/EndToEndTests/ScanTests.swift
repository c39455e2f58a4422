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
    try await withHousehold { home, _ in
      let files = ["a.jpg", "b.jpg", "wall.jpg"]
      try home.copy(try Photos.front(DrawnCollection.undertow), as: files[0], into: "Pictures")
      try home.copy(try Photos.front(DrawnCollection.wharf), as: files[1], into: "Pictures")
      try home.copy(try Photos.photo(.wall), as: files[2], into: "Pictures")
      let scan: @Sendable () async throws -> (written: String, code: Int32?) = {
        try await home.inTerminal(["scan"] + files.map { "Pictures/\($0)" }, columns: 70, as: .kitty)
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
      #expect(written.contains("Extracting text and examining album art..."))
      #expect(written.components(separatedBy: "\u{1B}_Ga=T").count == 3)
      #expect(!written.contains("\u{1B}[?25l"))
    }
  }

  @Test func `outside a terminal each step is a line, and no step is said twice`() async throws {
    try await withHousehold { home, _ in
      let photo = try home.copy(try Photos.front(DrawnCollection.undertow), as: "mine.jpg", into: "Pictures")
      try await home.withDaemon { _ in
        let ended = try await home.ctl("scan", photo.string)
        #expect(ended.code == 0)
        let lines = ended.output.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("mine.jpg: ") })
        #expect(Set(lines).count == lines.count)
        #expect(lines.last?.hasSuffix("/index.html") == true)
        #expect(!ended.output.contains("\u{1B}"))
      }
    }
  }
}
