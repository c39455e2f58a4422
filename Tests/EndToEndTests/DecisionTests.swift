import Albums
import DrawnCovers
import Foundation
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What a person decides, and that it is remembered.
@Suite struct DecisionTests {
  /// A year after its namesake: the catalog can't tell which of them the photo shows, nor can the artwork, since the
  /// photo shows yet another sleeve.
  private static let twin = {
    var album = DrawnCollection.secondHalden
    album.firstReleaseDate = "1980-02"
    return album
  }()

  static var withTwin: Simulator.Options {
    var options = Simulator.Options.quick
    options.albums =
      DrawnCollection.albums.filter { $0 != DrawnCollection.secondHalden } + [twin, DrawnCollection.localHalden]
    return options
  }

  @Test func `albums that fit equally well are shown with their covers, and a choice is known for ever`() async throws {
    try await withTestHome(options: Self.withTwin) { home, simulator in
      let photo = try Photos.front(DrawnCollection.localHalden)
      let id = try await home.withDaemon { _ in
        try home.copy(photo, as: "IMG.jpg")
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg", in: "unsure")
        #expect(
          bundle.files.keys.sorted() == ["album.json", "candidate-1.jpg", "candidate-2.jpg", "index.html"])
        #expect(try AlbumSchema().faults(in: try bundle.bytes(of: "album.json")) == [])
        let candidates = bundle.document.identification.candidates
        #expect(candidates.map(\.releaseYear) == ["1979", "1980"])
        #expect(candidates.map(\.number) == [1, 2])
        #expect(candidates[1].evidence.flatMap(\.penalties).map(\.name) == ["year-differs"])
        for (candidate, album) in zip(candidates, [DrawnCollection.firstHalden, Self.twin]) {
          let file = try #require(candidate.artwork)
          #expect(
            CoverRecognizer(albums: [DrawnCollection.firstHalden, Self.twin]).look(
              at: Array(try bundle.bytes(of: file)))
              == .front(album))
        }
        let page = try bundle.page()
        let scan = try await home.scan(ofPhoto: "IMG.jpg", in: "unsure")
        for words in [
          "<code>albumscanctl accept \(scan.id) 1</code>", "<code>albumscanctl accept \(scan.id) 2</code>",
          "<code>albumscanctl reject \(scan.id)</code>", "src=\"data:image/jpeg;base64,", "A year off (2%)",
        ] { #expect(page.contains(words), "\(words)") }
        let listed = try await home.ctl("unsure").output
        #expect(listed.contains("  2  Halden – Halden (1980), unverified match"))
        #expect(listed.contains("Against it: A year off (2%)"))
        return scan.id
      }
      // With the daemon stopped the choice is kept, and carried out when it starts.
      let accepted = try await home.ctl("accept", "\(id)", "2")
      #expect(accepted.code == 0)
      #expect(accepted.output.contains("albumscand isn't running. To continue, start it"))
      let asked = simulator.paidCalls.count
      try await home.withDaemon { _ in
        let bundle = try await home.bundle(ofPhoto: "IMG.jpg")
        try bundle.expectWhole()
        #expect(bundle.document.identification.by == .person)
        #expect(bundle.document.album.musicbrainz.releaseGroup?.value == Self.twin.releaseGroupID)
        try await home.scan(ofPhoto: "IMG.jpg", in: "done")
        #expect(try home.bundles(in: "unsure").isEmpty)
        #expect(try await home.ctl("unsure").output == "Nothing needs you.\n")
      }
      #expect(simulator.paidCalls.dropFirst(asked).map(\.question) == ["review"])

      // Whatever is set by now, the same photo is known.
      try home.configure([
        "identification.strategy": "single-call", "review.webSearch": "true", "identification.require": "verified",
      ])
      let requests = simulator.requests.count
      try await home.withDaemon { _ in
        try home.copy(photo, as: "again.jpg")
        let again = try await home.bundle(ofPhoto: "again.jpg")
        #expect(again.document.identification.by == .samePhoto)
        #expect(again.document.identification.evidence.first == .person)
        #expect(again.document.album.musicbrainz.releaseGroup?.value == Self.twin.releaseGroupID)
        #expect(again.document.review.cached == true)
        #expect(again.document.cost == AlbumDocument.Cost(usd: 0, calls: []))
      }
      #expect(simulator.requests.count == requests)
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test func `what can't be settled says why, with the code for it`() async throws {
    try await withTestHome(options: Self.withTwin) { home, _ in
      try home.copy(try Photos.front(DrawnCollection.localHalden), as: "unsure.jpg")
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "done.jpg")
      try await home.once(endingWith: 2)
      let unsure = try await home.scan(ofPhoto: "unsure.jpg", in: "unsure")
      let done = try await home.scan(ofPhoto: "done.jpg", in: "done")
      let cases: [(arguments: [String], code: Int32, words: String)] = [
        (["accept", "\(unsure.id)", "3"], 1, "has 2 candidates, and no number 3. See: albumscanctl unsure"),
        (["accept", "\(unsure.id)", "0"], 1, "no number 0"), (["accept", "\(done.id)"], 1, "is done"),
        (["accept", "99"], 4, "There is no scan 99"), (["reject", "99"], 4, "There is no scan 99"),
        (["accept", "first"], 64, ""),
      ]
      for (arguments, code, words) in cases {
        let ended = try await home.ctl(arguments)
        #expect(ended.code == code, "\(arguments)")
        #expect(words.isEmpty || ended.errors.contains(words), "\(arguments): \(ended.errors)")
      }
      #expect(try await home.ctl("reject", "\(done.id)").code == 0)
      #expect(try await home.ctl("reject", "\(done.id)").code == 1)
    }
  }
}
