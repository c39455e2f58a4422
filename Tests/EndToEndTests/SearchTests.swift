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
    var isSearched: Bool
    var confidence: Confidence

    var testDescription: String { album.name }
  }

  static let cases = [
    Case(album: DrawnCollection.initials, isSearched: false, confidence: .corroborated),
    Case(album: DrawnCollection.embers, isSearched: false, confidence: .corroborated),
    Case(album: DrawnCollection.otherUndertow, isSearched: true, confidence: .corroborated),
    Case(album: DrawnCollection.japanese, isSearched: false, confidence: .corroborated),
    Case(album: DrawnCollection.cyrillic, isSearched: false, confidence: .corroborated),
    Case(album: DrawnCollection.arabic, isSearched: false, confidence: .corroborated),
    Case(album: DrawnCollection.greek, isSearched: false, confidence: .corroborated),
    Case(album: DrawnCollection.hebrew, isSearched: false, confidence: .corroborated),
    Case(album: DrawnCollection.japaneseTitle, isSearched: true, confidence: .corroborated),
    Case(album: DrawnCollection.japaneseByName, isSearched: false, confidence: .corroborated),
    Case(album: DrawnCollection.ferrySongs, isSearched: false, confidence: .corroborated),
    Case(album: DrawnCollection.harbourLights, isSearched: true, confidence: .corroborated),
    Case(album: DrawnCollection.liveKettles, isSearched: false, confidence: .corroborated),
    Case(album: DrawnCollection.kettlesEP, isSearched: false, confidence: .corroborated),
    // By one name three albums: the web tells them apart by their covers, the catalogue by their years.
    Case(album: DrawnCollection.blueQuarry, isSearched: true, confidence: .corroborated),
    Case(album: DrawnCollection.greenQuarry, isSearched: true, confidence: .corroborated),
    Case(album: DrawnCollection.redQuarry, isSearched: true, confidence: .corroborated),
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
          #expect(document.identification.confidence == one.confidence, "\(one)")
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

  /// The share of scans in which the catalogue saved the search, over all drawn albums whose fronts need one.
  @Test func `the catalogue saves most searches`() async throws {
    var options = Simulator.Options.quick
    options.albums = DrawnCollection.albums
    let settings = ["review.enabled": "false", "identification.strategy": "four-phase"]
    try await withTestHome(.anthropic, settings, options: options) { home, simulator in
      try await home.withDaemon { _ in
        for (number, album) in DrawnCollection.albums.enumerated() {
          try home.copy(try Photos.front(album), as: "\(number).jpg")
        }
        try await until("all to be settled") {
          let status = try await home.status()
          return ["done", "unsure", "failed"].reduce(0) { $0 + status.count($1) } == DrawnCollection.albums.count
        }
      }
      let scans = simulator.paidCalls.count { $0.question == "extraction" }
      let searches = simulator.paidCalls.count { $0.question == "search" }
      print("MusicBrainz saved the search in \(scans - searches) of \(scans) scans.")
      #expect(scans == DrawnCollection.albums.count)
      #expect(Double(scans - searches) / Double(scans) >= 0.6)
    }
  }

  @Test func `of several that fit a person chooses where the web may not be asked`() async throws {
    let settings = ["identification.webSearch": "false", "review.enabled": "false"]
    try await withTestHome(.anthropic, settings, options: Self.options) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.greenQuarry), as: "quarry.jpg")
        let scan = try await home.scan(ofPhoto: "quarry.jpg", in: "unsure")
        #expect(scan.reason?.contains("3 albums") == true)
        let unsure = try await home.bundle(ofPhoto: "quarry.jpg", in: "unsure")
        #expect(
          Set(unsure.document.identification.candidates.compactMap(\.disambiguation))
            == ["blue cover", "green cover", "red cover"])
        let number = try #require(
          unsure.document.identification.candidates.first { $0.disambiguation == "green cover" }?.number)
        #expect(try await home.ctl("accept", "\(scan.id)", "\(number)").code == 0)
        let done = try await home.bundle(ofPhoto: "quarry.jpg")
        #expect(done.document.album.musicbrainz.releaseGroup?.value == DrawnCollection.greenQuarry.releaseGroupID)
        #expect(done.document.identification.confidence == .verified)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading"])
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test(arguments: [
    (SimulatedFault.wordy, ["search"]), (.fenced, ["search"]), (.scattered, ["search"]),
    (.pauseTurn, ["search", "search"]),
  ])
  func `an answer is read however it comes`(fault: SimulatedFault, questions: [String]) async throws {
    try await withTestHome(.anthropic, ["review.enabled": "false"], options: Self.options) { home, simulator in
      try await home.withDaemon { _ in
        await simulator.fail(.anthropic, with: fault, times: 2)
        try home.copy(try Photos.front(DrawnCollection.otherUndertow), as: "a.jpg")
        let bundle = try await home.bundle(ofPhoto: "a.jpg")
        #expect(bundle.document.album.artistName == "Greta Holm")
        #expect(bundle.document.identification.by == .call2)
        #expect(bundle.document.cost.calls.map(\.searches).reduce(0, +) >= 1)
        let raw = try await home.ctl("show", "1", "--raw", "--json").output
        if fault == .wordy { #expect(raw.contains("I used {searches} for this")) }
      }
      #expect(simulator.paidCalls.compactMap(\.question) == ["reading"] + questions)
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test(arguments: [ServiceID.anthropic, .openai])
  func `an answer in prose is put into shape by a small call, not by another search`(provider: ServiceID) async throws {
    try await withTestHome(provider, ["review.enabled": "false"], options: Self.options) { home, simulator in
      try await home.withDaemon { _ in
        // The first question is about the picture, which prose leaves as it is: no finding is in its answer.
        await simulator.fail(provider, with: .prose, times: 2)
        try home.copy(try Photos.front(DrawnCollection.harbourLights), as: "a.jpg")
        let bundle = try await home.bundle(ofPhoto: "a.jpg")
        #expect(bundle.document.album.albumTitle == "Harbour Lights")
        let calls = bundle.document.cost.calls
        #expect(calls.map(\.step) == [.reading, .search, .search])
        #expect(calls.map(\.searches) == [0, 1, 0])
        #expect(try #require(calls.last).usd < calls[1].usd)
        #expect(bundle.document.identification.sources?.isEmpty == false)
      }
      #expect(simulator.paidCalls.compactMap(\.question) == ["reading", "search", "search"])
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a search that the provider can't make is paid three times, and then only if a person says so`()
    async throws
  {
    try await withTestHome(.anthropic, ["review.enabled": "false"], options: Self.options) { home, simulator in
      try await home.withDaemon { _ in
        await simulator.fail(.anthropic, with: .searchFails)
        try home.copy(try Photos.front(DrawnCollection.otherUndertow), as: "a.jpg")
        let held = try await home.held("a.jpg", by: "unanswered")
        let show = try await home.ctl("show", "\(held.id)")
        #expect(show.output.contains("web search failed (unavailable)"), "\(show.output)")
        try await simulator.heal(.anthropic)
        #expect(try await home.ctl("retry", "\(held.id)").code == 0)
        #expect(try await home.bundle(ofPhoto: "a.jpg").document.album.artistName == "Greta Holm")
      }
      #expect(simulator.paidCalls.compactMap(\.question) == ["reading", "search", "search", "search", "search"])
    }
  }

  // MARK: Orders

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
