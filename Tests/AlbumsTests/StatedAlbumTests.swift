import Albums
import Testing

@Suite struct StatedAlbumTests {
  private static let id = MBID("a0000000-0000-4000-8000-00000000000f")

  static let understood: [(String, StatedAlbum)] = [
    (id.value.uppercased(), .reference(.entry(id))),
    ("https://musicbrainz.org/release/\(id)", .reference(.release(id))),
    ("http://beta.musicbrainz.org/release/\(id)/cover-art#x", .reference(.release(id))),
    ("musicbrainz.org/release-group/\(id)?tport=8000", .reference(.releaseGroup(id))),
    (
      "https://www.discogs.com/release/1234567-Can-Tago-Mago",
      .reference(.address("https://www.discogs.com/release/1234567"))
    ),
    ("https://www.discogs.com/de/master/11693", .reference(.address("https://www.discogs.com/master/11693"))),
    ("http://discogs.com/Can-Tago-Mago/release/42?ev=rb", .reference(.address("https://www.discogs.com/release/42"))),
    ("4 006381 333931", Barcode("4006381333931").map(StatedAlbum.barcode) ?? .names(artist: "", title: "")),
    ("Can - Tago Mago", .names(artist: "Can", title: "Tago Mago")),
    ("Sigur Rós – ( )", .names(artist: "Sigur Rós", title: "( )")),
    ("Ed Sheeran — ÷", .names(artist: "Ed Sheeran", title: "÷")),
    ("A-ha - Hunting High and Low - Deluxe", .names(artist: "A-ha", title: "Hunting High and Low - Deluxe")),
    ("  Bjo\u{308}rk\u{7} -\tDe\u{301}but \n", .names(artist: "Björk", title: "Début")),
    ("Prince - 1999", .names(artist: "Prince", title: "1999")),
  ]

  @Test(arguments: understood) func `what a person states is understood`(text: String, expected: StatedAlbum) {
    #expect(StatedAlbum(text) == expected)
  }

  @Test(arguments: [
    "", " - ", "Tago Mago", "Can-Tago Mago", "4006381333932", "https://example.org/Can - Tago Mago",
    "https://musicbrainz.org/artist/\(id)", "https://www.discogs.com/artist/17203-Can",
    "https://example.org/musicbrainz.org/release/\(id)",
    String(repeating: "a", count: 300) + " - " + String(repeating: "b", count: 300),
  ])
  func `anything else isn't`(text: String) { #expect(StatedAlbum(text) == nil) }
}
