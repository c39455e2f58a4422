import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// Covers and pages that tell a model what to answer.
@Suite struct SearchTests {
  @Test func `a model that does as a sleeve or a page tells it isn't believed`() async throws {
    var options = Simulator.Options.quick
    options.albums = [DrawnCollection.gullible, DrawnCollection.gullibleOfPages, DrawnCollection.paperLanterns]
    try await withTestHome(.anthropic, options: options) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.gullible), as: "sleeve.jpg")
        try home.copy(try Photos.front(DrawnCollection.gullibleOfPages), as: "page.jpg")
        for name in ["sleeve.jpg", "page.jpg"] {
          let scan = try await home.scan(ofPhoto: name, in: "unsure")
          let document = try await home.bundle(ofPhoto: name, in: "unsure").document
          #expect(document.identification.candidates.allSatisfy { $0.albumTitle != "" })
          #expect(scan.reason?.contains("The artwork of Paper Lanterns by Marla Quist isn't in the photo") == true)
          let first = try #require(document.identification.candidates.first)
          #expect(first.why?.contains("wasn’t found in the photo") == true, "\(name)")
        }
      }
      #expect(!simulator.paidCalls.contains { $0.question == "review" })
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}
