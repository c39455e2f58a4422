import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What needs a person, and what the person then says.
@Suite struct UnsureTests {
  @Test func `a person's word settles what was only claimed, without another question`() async throws {
    try await withTestHome(.anthropic, ["identification.require": "verified"]) { home, simulator in
      // Its artwork would settle it.
      await simulator.fail(.coverart, with: .status(503), times: 2)
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "IMG.jpg")
        let unsure = try await home.bundle(ofPhoto: "IMG.jpg", in: "unsure")
        #expect(unsure.document.state == .unsure)
        #expect(try AlbumSchema().faults(in: try unsure.bytes(of: "album.json")) == [])
        let entry = try await home.scan(ofPhoto: "IMG.jpg", in: "unsure")
        #expect(try home.bundles().isEmpty)
        // Nobody pays for a review of an album that nobody is sure of.
        #expect(simulator.paidCalls.map(\.question) == ["reading"])

        let listed = try await home.ctl("unsure", "--json").document()
        #expect(listed["schema"] as? String == "albumscan/unsure/1")
        let scan = try #require((listed["scans"] as? [[String: Any]])?.first)
        let candidates = try #require(scan["candidates"] as? [[String: Any]])
        #expect(candidates.first?["albumTitle"] as? String == "Undertow")
        let choice = candidates.count == 1 ? "" : " N"
        #expect(try await home.ctl("unsure").output.contains("albumscanctl accept \(entry.id)\(choice)   or"))
        #expect(try await home.ctl("accept", "\(entry.id)", "\(candidates.count + 1)").code == 1)
        #expect(try await home.ctl("accept", "\(entry.id)").code == 0)

        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        try bundle.expectWhole()
        try bundle.expectArtwork(of: DrawnCollection.undertow)
        #expect(bundle.document.identification.by == .person)
        #expect(bundle.document.identification.confidence == .verified)
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        #expect(try home.bundles(in: "unsure").isEmpty)
        #expect(try await home.ctl("unsure").output == "Nothing needs you.\n")
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `what is only claimed goes to a person where the settings ask for more`() async throws {
    try await withTestHome(.anthropic, ["identification.require": "corroborated"]) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.slowWeather), as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg", in: "unsure")
        #expect(bundle.document.state == .unsure)
        #expect(try AlbumSchema().faults(in: try bundle.bytes(of: "album.json")) == [])
        let entry = try await home.scan(ofPhoto: "IMG.jpg", in: "unsure")
        #expect(try await home.ctl("reject", "\(entry.id)").code == 0)
        try await home.scan(ofPhoto: "IMG.jpg", in: "rejected")
        #expect(try home.bundles().isEmpty && home.bundles(in: "unsure").isEmpty)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading"])
      #expect(home.originals().keys.sorted() == ["IMG.jpg"])
    }
  }
}
