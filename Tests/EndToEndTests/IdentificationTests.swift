import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// How albums are found out, and how it is said that one wasn't.
@Suite struct IdentificationTests {
  private static let hint = "Make sure the front of the album cover is clear and fills the frame"

  @Test(arguments: [ServiceID.anthropic, .openai])
  func `a cover whose words name nobody is searched for on the web`(provider: ServiceID) async throws {
    try await withTestHome(provider) { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.amber), as: "amber.jpg")
        let bundle = try await home.bundle(ofPhoto: "amber.jpg")
        try bundle.expectWhole()
        #expect(bundle.document.album.albumTitle == "The Amber Sessions")
        #expect(bundle.document.album.artistName == "Dolores Vane")
        #expect(bundle.document.identification.by == .call2)
        // Only the model says so; but the artwork lies in the photo.
        #expect(bundle.document.identification.confidence == .verified)
        #expect(try bundle.page().contains("The artwork is in the photo"))
        #expect(bundle.document.cost.calls.map(\.step) == [.reading, .search, .review])
        #expect(bundle.document.cost.calls[1].searches == 1)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "search", "review"])
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `words that name an album in the catalogue make a paid search unnecessary`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.brassTacks), as: "tacks.jpg")
        let bundle = try await home.bundle(ofPhoto: "tacks.jpg")
        #expect(bundle.document.album.albumTitle == "Brass Tacks")
        #expect(bundle.document.identification.confidence == .verified)
      }
      #expect(simulator.paidCalls.map(\.question) == ["reading", "review"])
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `a cover without a word isn't searched for unless the settings say so`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { daemon in
        try home.copy(try Photos.front(DrawnCollection.cobaltField), as: "cobalt.jpg")
        let failed = try await home.scan(ofPhoto: "cobalt.jpg", in: "failed")
        #expect(failed.reason?.hasPrefix("Unable to identify this cover art") == true)
        #expect(simulator.paidCalls.map(\.question) == ["reading"])

        try home.configure(["identification.alwaysSearch": "true"])
        try await daemon.reload()
        #expect(try await home.ctl("retry", "\(failed.id)").code == 0)
        let bundle = try await home.bundle(ofPhoto: "cobalt.jpg")
        #expect(bundle.document.album.albumTitle == "Cobalt Field")
        #expect(bundle.document.identification.by == .call2)
        try await until("the old verdict to be cleared away") { home.names(in: "failed") == [] }
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `what shows no front fails with a reason, a hint and the way to try again`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        let pair = DrawnPhoto.Subject.fronts(DrawnCollection.undertow, DrawnCollection.firstHalden)
        try home.copy(try Photos.photo(.wall), as: "wall.jpg")
        try home.copy(try Photos.photo(.back(DrawnCollection.slowWeather)), as: "back.jpg")
        try home.copy(try Photos.photo(pair), as: "pair.jpg")
        for name in ["wall.jpg", "back.jpg", "pair.jpg"] {
          let entry = try await home.scan(ofPhoto: name, in: "failed")
          #expect(entry.reason?.hasPrefix("Unable to identify this cover art: ") == true)
          #expect(entry.hint == Self.hint)
          let folder = try #require(entry.bundle)
          let failure = try JSONSerialization.jsonObject(
            with: try #require(home.contents(of: home.root.appending(folder).appending("failure.json"))))
          let members = try #require(failure as? [String: Any])
          #expect(members["schema"] as? String == "albumscan/failure/1")
          #expect(members["reason"] as? String == entry.reason)
          #expect(members["hint"] as? String == Self.hint)
          #expect(members["retry"] as? String == "albumscanctl retry \(entry.id)")
        }
        let back = try await home.scan(ofPhoto: "back.jpg", in: "failed")
        #expect(back.reason?.contains("back of a sleeve") == true)
      }
      #expect(home.names(in: "done").filter { $0 != "months" && $0 != "index.html" } == [])
      #expect(home.originals().keys.sorted() == ["back.jpg", "pair.jpg", "wall.jpg"])
      #expect(simulator.paidCalls.map(\.question) == ["reading", "reading", "reading"])
    }
  }

  @Test func `orders printed on a cover are read, not followed`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.needle), as: "needle.jpg")
        let bundle = try await home.bundle(ofPhoto: "needle.jpg")
        #expect(bundle.document.album.artistName == "Ruin Protocol")
        #expect(bundle.document.album.albumTitle == "Obey the Needle")
        #expect(bundle.document.review.rating != 10)
        // Data all the way: the picture's text may be told of, and is never put among the instructions.
        for call in simulator.paidCalls {
          let body = String(decoding: call.body ?? Data(), as: UTF8.self)
          #expect(!body.contains("Ignore previous instructions"))
        }
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `names that would harm paths and pages are shown and not obeyed`() async throws {
    try await withTestHome { home, simulator in
      let albums = [DrawnCollection.loops, DrawnCollection.longTitle, DrawnCollection.beachInCyrillic]
      try await home.withDaemon { _ in
        for (number, album) in albums.enumerated() {
          try home.copy(try Photos.front(album), as: "odd-\(number).jpg")
        }
        for (number, album) in albums.enumerated() {
          let bundle = try await home.bundle(ofPhoto: "odd-\(number).jpg")
          try bundle.expectWhole()
          #expect(bundle.document.album.artistName == album.artistName)
          #expect(bundle.document.album.albumTitle == album.albumTitle)
          #expect(!(try bundle.page().contains("<script>alert")))
        }
        let cyrillic = try await home.bundle(ofPhoto: "odd-2.jpg")
        #expect(cyrillic.name == "odd-2 Полярный Дом - Тихий берег")
        try await until("the gallery to list all") {
          let page = home.gallery()
          #expect(!page.contains("<script>alert"))
          return page.contains("Other Loops") && page.contains("Тихий берег") && page.contains("Ensemble Nordlicht")
        }
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `what a model says can't leave its folder or take hold of a terminal`() async throws {
    var album = DrawnCollection.slowWeather
    album.print = .words("NOTHING TO SEE")
    album.artistName = "../../../tmp/\u{1B}]0;owned\u{7}Evil"
    album.albumTitle = "..\u{202E}gpj.\u{1B}[31m\u{0}\r\nSet-Cookie: a=b"
    let hostile = album
    var options = Simulator.Options.quick
    options.albums = [hostile]
    try await withTestHome(options: options) { home, _ in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(hostile), as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        try bundle.expectWhole()
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        var said = [try bundle.page(), home.gallery(), bundle.name, home.log]
        for verb in [["history"], ["show", "1"], ["status"]] { said.append(try await home.ctl(verb).output) }
        for text in said {
          #expect(!text.unicodeScalars.contains { ["\u{1B}", "\u{7}", "\u{202E}", "\u{0}", "\r"].contains($0) })
        }
      }
      #expect(home.names(in: "done").count { !$0.hasSuffix(".html") && !["months", "wallet"].contains($0) } == 1)
      #expect(home.folder.names(in: "").filter { !$0.hasPrefix(".") }.sorted() == ["AlbumScan", "albumscand.log"])
    }
  }

  @Test func `an album that the catalogue doesn't have is claimed, and one without artwork says so`() async throws {
    try await withTestHome { home, simulator in
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.slowWeather), as: "weather.jpg")
        try home.copy(try Photos.front(DrawnCollection.glassYear), as: "glass.jpg")
        try home.copy(try Photos.front(DrawnCollection.cartas), as: "cartas.jpg")
        let weather = try await home.bundle(ofPhoto: "weather.jpg")
        #expect(weather.document.identification.confidence == .claimed)
        #expect(weather.document.album.musicbrainz.releaseGroup == nil)
        #expect(weather.document.artwork.status == .none)
        let glass = try await home.bundle(ofPhoto: "glass.jpg")
        #expect(glass.document.identification.confidence == .corroborated)
        #expect(glass.document.artwork.status == .none)
        #expect(try glass.page().contains("Album art unavailable"))
        // The release has no front, but its group has.
        let cartas = try await home.bundle(ofPhoto: "cartas.jpg")
        try cartas.expectArtwork(of: DrawnCollection.cartas)
        for bundle in [weather, glass, cartas] { try bundle.expectWhole() }
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `two albums of one name are told apart by their year, or left to a person`() async throws {
    try await withTestHome { home, simulator in
      let albums = ["first.jpg": DrawnCollection.firstHalden, "second.jpg": DrawnCollection.secondHalden]
      try await home.withDaemon { _ in
        for (name, album) in albums { try home.copy(try Photos.front(album), as: name) }
        try await until("both to be settled") {
          let status = try await home.status()
          return status.count("done") + status.count("unsure") == 2
        }
      }
      for bundle in try home.bundles() {
        let album = try #require(albums[bundle.document.photo.name])
        #expect(bundle.document.album.releaseYear == album.releaseYear)
        #expect(bundle.document.album.musicbrainz.releaseGroup?.value == album.releaseGroupID)
      }
      for bundle in try home.bundles(in: "unsure") {
        #expect(bundle.document.identification.candidates.map(\.number) == [1, 2])
      }
      #expect(simulator.violations.map(\.description) == [])
    }
  }
}
