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

  @Test func `what a model is for is the review alone`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.photo(.back(Self.album)), as: "back.jpg")
        let bundle = try await home.bundle(ofPhoto: "back.jpg")
        try bundle.expectWhole()
        #expect(bundle.document.cost.calls.map(\.step) == [.review])
      }
      #expect(simulator.paidCalls.map(\.question) == ["review"])
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a barcode that the catalogue doesn't have leaves the photo to the model`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.photo(.back(DrawnCollection.slowWeather)), as: "back.jpg")
        let entry = try await home.scan(ofPhoto: "back.jpg", in: "failed")
        #expect(entry.reason?.contains("back of a sleeve") == true)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading"])
    }
  }

  @Test func `a barcode of two albums needs a person, who has both to choose from`() async throws {
    var options = Simulator.Options.quick
    var twin = DrawnCollection.wharf
    twin.borrowedBarcode = Self.album.barcode
    options.albums = DrawnCollection.albums.filter { $0 != DrawnCollection.wharf } + [twin]
    try await withTestHome(options: options) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.photo(.back(Self.album)), as: "back.jpg")
        let bundle = try await home.bundle(ofPhoto: "back.jpg", in: "unsure")
        #expect(
          Set(bundle.document.identification.candidates.map(\.albumTitle)) == ["Undertow", "Wharf Street Soul"])
        #expect(bundle.document.identification.reason?.contains("belongs to several albums") == true)
        #expect(try AlbumSchema().faults(in: try bundle.bytes(of: "album.json")) == [])
        let entry = try await home.scan(ofPhoto: "back.jpg", in: "unsure")
        let number = try #require(
          bundle.document.identification.candidates.first { $0.albumTitle == "Undertow" }?.number)
        #expect(try await home.ctl("accept", "\(entry.id)", "\(number)").code == 0)
        let settled = try await home.bundle(ofPhoto: "back.jpg")
        #expect(settled.document.album.albumTitle == "Undertow")
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}
