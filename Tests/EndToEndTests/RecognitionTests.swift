import Albums
import DrawnCovers
import Foundation
import Simulator
import Testing

/// What this machine sees for itself, with the built programs.
@Suite struct RecognitionTests {
  @Test func `a second photo of an album asks no model, and says when it was scanned before`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "first.jpg")
        _ = try await home.bundle(ofPhoto: "first.jpg")
        let requests = simulator.requests.count
        try home.copy(
          try HardPhoto(DrawnCollection.undertow, .tilted).jpeg(), as: "second.jpg")
        let second = try await home.bundle(ofPhoto: "second.jpg")
        try second.expectWhole()
        #expect(second.document.identification.by == .coverIndex)
        #expect(second.document.identification.confidence == .verified)
        #expect(second.document.album.albumTitle == DrawnCollection.undertow.albumTitle)
        #expect(second.document.review.cached == true)
        #expect(second.document.cost == AlbumDocument.Cost(usd: 0, calls: []))
        #expect(try second.page().contains("Scanned before on"))
        #expect(simulator.requests.count == requests)
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}
