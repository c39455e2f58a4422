import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// The back of a sleeve, of which a barcode says what it is.
@Suite struct BarcodeTests {
  private static let album = DrawnCollection.undertow

  /// - Parameter settings: beside those of a home.
  static let ways: [(settings: [String: String?], keys: [ServiceID], review: ReviewStatus?)] = [
    (["review.enabled": "false"], [.anthropic], nil),
    (["models.provider": "none", "models.baseURL": nil], [], .pending),
  ]

  @Test(arguments: ways.indices)
  func `a barcode identifies an album without a model, and for nothing`(way: Int) async throws {
    let (settings, keys, review) = Self.ways[way]
    try await withTestHome(.anthropic, settings, keys: keys) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.photo(.back(Self.album)), as: "back.jpg")
        let bundle = try await home.bundle(ofPhoto: "back.jpg")
        try bundle.expectArtwork(of: Self.album)
        let document = bundle.document
        #expect(document.album.albumTitle == "Undertow" && document.album.artistName == "Sable/Finch")
        #expect(document.album.releaseYear == "2006" && document.album.recordLabel == "Ninth Canal")
        #expect(document.album.musicbrainz.release == MBID(Self.album.releaseID))
        #expect(document.identification.by == .barcode)
        #expect(document.identification.confidence == .verified)
        #expect(document.identification.evidence == [.barcode(Self.album.barcode)])
        #expect(document.cost == AlbumDocument.Cost(usd: 0, calls: []))
        if let review { #expect(document.review.status == review) }
        #expect(try AlbumSchema().faults(in: try bundle.bytes(of: "album.json")) == [])
        #expect(try bundle.page().contains("The barcode in the photo, \(Self.album.barcode), belongs to this release."))
      }
      #expect(simulator.paidCalls.map(\.question) == [])
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}
