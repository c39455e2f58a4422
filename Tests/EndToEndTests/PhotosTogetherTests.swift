import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// Several photos of one record, through the programs.
@Suite struct PhotosTogetherTests {
  private static let album = DrawnCollection.undertow
  private static let together: [String: String?] = ["photos.togetherSeconds": "120", "review.enabled": "false"]

  private static func taken(_ seconds: Int, _ photo: Data) -> Data {
    let time = "2026:11:21 14:03:\(seconds < 10 ? "0" : "")\(seconds)"
    return ExifBlock(gps: false, taken: time).added(to: photo)
  }

  private static func photos() throws -> [Data] {
    [taken(0, try Photos.front(album)), taken(20, try Photos.photo(.back(album)))]
  }

  @Test(arguments: [[0, 1], [1, 0]])
  func `front and back are one page, whichever comes first, until they are split`(order: [Int]) async throws {
    try await withTestHome(.anthropic, Self.together) { home, simulator in
      for number in order {
        try home.copy(try Self.photos()[number], as: "\(["front", "back"][number]).jpg")
        try await home.once(endingWith: 0)
      }
      try await home.once(endingWith: 0)
      let bundles = try home.bundles()
      #expect(bundles.count == 1)
      let first = ["front.jpg", "back.jpg"][order[0]]
      let second = ["front.jpg", "back.jpg"][order[1]]
      let bundle = try await home.bundle(ofPhoto: first)
      #expect(bundle.document.photos.map(\.name) == [first, second])
      #expect(bundle.document.photos.map(\.kind.rawValue) == [first, second].map { String($0.prefix { $0 != "." }) })
      #expect(try AlbumSchema().faults(in: try bundle.bytes(of: "album.json")) == [])
      #expect(try bundle.page().contains("\(first)"))
      #expect(simulator.paidCalls.count == (order[0] == 0 ? 1 : 0))
      #expect(try await home.history().count == 1)
      #expect(home.names(in: "inbox") == [])

      let shown = try await home.ctl("show", "2")
      #expect(shown.code == 0 && shown.output.contains("It joined scan 1 (Sable/Finch – Undertow)"))
      let listed = try await home.ctl("show", "1")
      #expect(listed.output.contains("albumscanctl split 1"))
      let month = try #require(home.names(in: "originals").first)
      let again = try await home.ctl("scan", home.root.appending("originals/\(month)/\(second)").string)
      #expect(again.code == 0 && again.output.contains("joined scan 1 (Sable/Finch – Undertow)"), "\(again)")

      #expect(try await home.ctl("split", "99").code == 4)
      let split = try await home.ctl("split", "2")
      #expect(split.code == 0 && split.output.contains("Scan 2 is scanned by itself"), "\(split)")
      _ = try await home.albumscand("--once")
      #expect(try await home.history().contains { $0.id == 2 })
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a burst of five is one scan, and is paid for once`() async throws {
    try await withTestHome(.anthropic, Self.together) { home, simulator in
      try await home.withDaemon { _ in
        let front = try Photos.front(Self.album)
        for number in 1...5 {
          try home.copy(Self.taken(number, Photos.copy(number, of: front)), as: "IMG_\(number).jpg", into: ".")
        }
        let watched = try await home.sh(
          """
          \(BuiltProgram.ctl) status --watch > watched & watch=$!
          until grep -q running watched 2>/dev/null; do kill -0 $watch; sleep 0.1; done
          cp ../IMG_*.jpg "$INBOX/"
          until [ "$(grep -c 'joined scan' watched)" -ge 4 ]; do kill -0 $watch; sleep 0.1; done
          kill $watch; wait $watch; cat watched
          """)
        #expect(watched.contains(#/[0-9]  IMG_[0-9].jpg joined scan [0-9]/#), "\(watched)")
        _ = try await awaited("a page with five photos") {
          try home.bundles().first { $0.document.photos.count == 5 }
        }
      }
      #expect(simulator.paidCalls.count == 1)
      #expect(try home.bundles().count == 1)
    }
  }

  @Test func `0 scans each photo by itself`() async throws {
    try await withTestHome(.anthropic, ["review.enabled": "false"]) { home, _ in
      for (number, photo) in try Self.photos().enumerated() { try home.copy(photo, as: "\(number).jpg") }
      try await home.once(endingWith: 0)
      #expect(try await home.history().map(\.state) == ["done", "done"])
    }
  }
}
