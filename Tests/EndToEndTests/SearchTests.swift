import Albums
import DrawnCovers
import Foundation
import Simulator
import TestSupport
import Testing

/// What happens to a cover that can't be named by sight: the catalogue for nothing, else the web, else a person.
@Suite struct SearchTests {
  private static var options: Simulator.Options {
    var options = Simulator.Options.quick
    options.albums = DrawnCollection.searchCases
    return options
  }

  /// The same without a cover in the archive, so that only words can tell.
  private static var wordsAlone: Simulator.Options {
    var options = options
    options.albums = options.albums.map { album in
      var album = album
      album.artwork = .none
      return album
    }
    return options
  }

  struct Case: CustomTestStringConvertible, Sendable {
    var album: DrawnAlbum
    var isSearched = false

    var testDescription: String { album.name }
  }

  static let cases = [
    Case(album: DrawnCollection.initials),
    Case(album: DrawnCollection.embers),
    Case(album: DrawnCollection.otherUndertow, isSearched: true),
    Case(album: DrawnCollection.japanese),
    Case(album: DrawnCollection.cyrillic),
    Case(album: DrawnCollection.arabic),
    Case(album: DrawnCollection.greek),
    Case(album: DrawnCollection.hebrew),
    Case(album: DrawnCollection.japaneseTitle, isSearched: true),
    Case(album: DrawnCollection.japaneseByName),
    Case(album: DrawnCollection.ferrySongs),
    Case(album: DrawnCollection.harbourLights, isSearched: true),
    Case(album: DrawnCollection.liveKettles),
    Case(album: DrawnCollection.kettlesEP),
    // By one name three albums: the web tells them apart by their covers, the catalogue by their years.
    Case(album: DrawnCollection.blueQuarry, isSearched: true),
    Case(album: DrawnCollection.greenQuarry, isSearched: true),
    Case(album: DrawnCollection.redQuarry, isSearched: true),
  ]

  @Test func `each cover finds its album, and the web is paid for only where the catalogue can't say`() async throws {
    try await withTestHome(.anthropic, ["review.enabled": "false"], options: Self.wordsAlone) { home, simulator in
      try await home.withDaemon { _ in
        for (number, one) in Self.cases.enumerated() {
          try home.copy(try Photos.front(one.album), as: "\(number).jpg")
        }
        for (number, one) in Self.cases.enumerated() {
          let bundle = try await home.bundle(ofPhoto: "\(number).jpg")
          try bundle.expectWhole()
          let document = bundle.document
          let group = document.album.musicbrainz.releaseGroup?.value
          #expect(group == one.album.releaseGroupID, "\(one): \(document.album.albumTitle)")
          #expect(document.album.artistName == one.album.artistName, "\(one)")
          #expect(document.album.albumTitle == one.album.albumTitle, "\(one)")
          #expect(document.identification.confidence == .corroborated, "\(one)")
          #expect(document.identification.by == (one.isSearched ? .call2 : .call1), "\(one)")
          #expect(document.cost.calls.map(\.step) == (one.isSearched ? [.reading, .search] : [.reading]), "\(one)")
          // The pages that it was found on are kept, and shown.
          let pages = document.identification.sources ?? []
          #expect(pages.isEmpty == !one.isSearched, "\(one)")
          if let page = pages.first { #expect(try bundle.page().contains(page.url)) }
        }
      }
      let searches = simulator.paidCalls.count { $0.question == "search" }
      #expect(searches == Self.cases.count(where: \.isSearched))
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a model that does as a sleeve or a page tells it isn't believed`() async throws {
    var options = Self.options
    options.albums = DrawnCollection.searchCases + [DrawnCollection.paperLanterns]
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
