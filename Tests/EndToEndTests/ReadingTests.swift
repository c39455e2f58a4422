import Albums
import DrawnCovers
import Foundation
import ImagingClient
import ImagingProtocol
import Simulator
import TestSupport
import Testing

/// Sleeves that nobody taught, read on this machine.
@Suite(
  .enabled("the models that text is read with aren't here") {
    ImagingClient(program: BuiltProgram.imaging, width: 1, deadline: .seconds(60)).canRead
  })
struct ReadingTests {
  private static let settings: [String: String?] = [
    "models.provider": "none", "models.baseURL": nil, "identification.reading": nil, "review.enabled": "false",
  ]

  @Test func `a sleeve that nobody taught becomes a page without a key`() async throws {
    let album = DrawnCollection.paperLanterns
    try await withTestHome(.anthropic, Self.settings) { home, simulator in
      try home.copy(try Photos.front(album), as: "IMG_1.jpg")
      try await home.once(endingWith: 0)
      let bundle = try #require(try home.bundles().first)
      try bundle.expectWhole()
      let document = bundle.document
      #expect(document.album.albumTitle == album.albumTitle && document.album.artistName == album.artistName)
      #expect(document.identification.by == .text && document.identification.confidence == .verified)
      #expect(simulator.paidCalls.isEmpty)
      #expect(simulator.violations.isEmpty)
      #expect((1...4).contains(simulator.requests(to: .musicbrainz).count))
    }
  }
}
