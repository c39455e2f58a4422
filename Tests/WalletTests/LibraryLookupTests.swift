import MPD
import Testing

@testable import Wallet

/// Finding scanned albums in the library, and which songs must be asked for.
@Suite struct LibraryLookupTests {
  private static let library: [(String, String)] = [
    ("The Ur", "Wide Nets"), ("Ur & Neu", "Silver Tongue"), ("Earthy, Wind & Fire", "Gratitude Now"),
    ("Queenie", "Greatest Hits"),
    ("Ur", "Rise and Fall of the Net"), ("Ur", "Rise and Fall of the Net and the Fishes"),
    ("Ur", "Nevermore (Target Exclusive)"),
    ("Various Artists", "Sounds of the Pier"), ("Simone & Garfield", "Bookshelves"), ("Can", "Colour"),
    ("Can", "Colour (Deluxe)"),
  ]

  private static func find(_ artist: String, _ title: String) -> (String?, MatchLevels?, Int) {
    let lookup = LibraryLookup(library.map { AlbumNames(artistName: $0, albumTitle: $1) })
    let finding = lookup.find(AlbumNames(artistName: artist, albumTitle: title))
    return (finding.album.map { "\(library[$0].0) – \(library[$0].1)" }, finding.levels, finding.candidates)
  }

  @Test(
    arguments: [
      ("Ur", "Wide Nets", "The Ur – Wide Nets", 1, 1), ("Ur", "Wide Nets (Remastered)", "The Ur – Wide Nets", 2, 1),
      // The first of several artists counts with the very title alone.
      ("Ur", "Silver Tongue", "Ur & Neu – Silver Tongue", 1, 3), ("Ur", "Silver Tongue (Deluxe)", nil, 0, 0),
      ("Earthy", "Gratitude Now", "Earthy, Wind & Fire – Gratitude Now", 1, 3),
      // A bracket that nothing is known of, where nothing else comes into question.
      ("Ur", "Nevermore", "Ur – Nevermore (Target Exclusive)", 4, 1),
      // The same album in two editions: the very one first.
      ("Can", "Color", "Can – Colour", 1, 1), ("Can", "Colour (Deluxe)", "Can – Colour (Deluxe)", 1, 1),
      // The title alone, where artists have something in common.
      ("Garfield", "Bookshelves", "Simone & Garfield – Bookshelves", 1, 0),
      ("Some Band", "Sounds of the Pier", "Various Artists – Sounds of the Pier", 1, 0),
      ("Some Band", "Bookshelves", nil, 0, 0), ("Abbot", "Greatest Hits", nil, 0, 0), ("Ur", "Unheard", nil, 0, 0),
      ("", "", nil, 0, 0),
    ] as [(String, String, String?, Int, Int)])
  func `the best that agrees is found`(
    _ artist: String, _ title: String, _ found: String?, _ titleLevel: Int, _ artistLevel: Int
  ) {
    let finding = Self.find(artist, title)
    #expect(finding.0 == found)
    #expect(finding.1 == (found == nil ? nil : MatchLevels(title: titleLevel, artist: artistLevel)))
  }

  @Test func `where two albums agree loosely, neither is taken`() {
    let finding = Self.find("Ur", "Rise and Fall")
    #expect(finding.0 == nil)
    #expect(finding.2 == 2)
  }

  // MARK: Requests

  @Test func `whole albums are asked for, with their other discs, by the very bytes`() {
    let index = [
      RawAlbum(title: "Plain (Disc 1)", artist: "Ur"), RawAlbum(title: "Plain (Disc 2)", artist: "Ur"),
      RawAlbum(title: "Plain", artist: "Neu"), RawAlbum(title: "No\u{301}tt", artist: "Ur"),
      RawAlbum(title: "N\u{f3}tt", artist: "Ur"),
    ]
    let entries = [
      Song.of("Ur/Plain/CD2/1.flac", "Plain (Disc 2)", by: "Ur", albumArtist: "Ur"),
      .of("b/1.flac", "No\u{301}tt", by: "Ur", albumArtist: "Ur"), .lost("http://radio"), .of("x.flac", nil, by: "Ur"),
    ]
    let requests = SongRequests(entries: entries, index: index, albums: [])
    #expect(requests.albums == [index[3], index[0], index[1]])
    // Somebody else's songs in that folder may belong to it.
    #expect(requests.compilations == [.init(title: RawText("Plain"), folder: RawText("Ur/Plain"))])
  }

  @Test func `a song without an album artist brings all of its folder under that title`() {
    let index = ["A", "B"].map { RawAlbum(title: "Mix", artist: $0) } + [RawAlbum(title: "Mix CD2", artist: "C")]
    let entry = Song.of("Mix/CD1/1.flac", "Mix", by: "B")
    let requests = SongRequests(entries: [entry], index: index, albums: [])
    #expect(requests.albums == [index[1]])
    #expect(
      requests.compilations == [
        .init(title: RawText("Mix"), folder: RawText("Mix")), .init(title: RawText("Mix CD2"), folder: RawText("Mix")),
      ])
  }

  @Test func `of a compilation in folders beside each other both are asked for`() {
    let index = ["A", "B"].map { RawAlbum(title: "Mix", artist: $0) }
    for name in ["Mix (Disc 1)", "Mix CD2"] {
      let requests = SongRequests(entries: [.of("s/\(name)/1.flac", "Mix", by: "A")], index: index, albums: [])
      #expect(requests.compilations == [.init(title: RawText("Mix"), folder: RawText("s"))], "\(name)")
    }
  }

  @Test func `what a scan may be is asked for, and nothing else`() {
    let index = Self.library.map { RawAlbum(title: $1, artist: $0) }
    let requests = SongRequests(
      entries: [], index: index,
      albums: [.of(1, "Ur", "Rise and Fall"), .of(2, "Ur", "Silver Tongue"), .of(3, "Abbot", "Greatest Hits")])
    #expect(Set(requests.albums) == [index[1], index[4], index[5]])
  }
}
