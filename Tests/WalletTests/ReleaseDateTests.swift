import Albums
import MPD
import Testing

@testable import Wallet

/// When an album came out, and what it lacks.
@Suite struct ReleaseDateTests {
  @Test func `who is believed first, and the earliest of theirs`() {
    let all: [ReleaseDate.Source: [String]] = [
      .originalDate: ["1985-06", "1985"], .date: ["2010"], .catalog: ["1984"], .copyright: ["℗ 1983 Net"],
      .scan: ["1982"],
    ]
    #expect(ReleaseDate.earliest(of: all) == ReleaseDate(text: "1985", source: .originalDate))
    var left = all
    for (source, text) in [
      (ReleaseDate.Source.originalDate, "1985"), (.date, "2010"), (.catalog, "1984"), (.copyright, "1983"),
      (.scan, "1982"),
    ] {
      #expect(ReleaseDate.earliest(of: left) == ReleaseDate(text: text, source: source))
      left[source] = ["nonsense"]
    }
    #expect(ReleaseDate.earliest(of: left) == nil)
    #expect(ReleaseDate.earliest(of: [:]) == nil)
  }

  @Test(
    arguments: [
      ("1975", "1975"), ("1975-03", "1975-03"), ("1975-03-21", "1975-03-21"), ("1975-03-21T10:00", "1975-03-21"),
      ("1975-00-00", "1975"), ("1975-13", "1975"), ("1975-03-99", "1975-03"), ("1975/03", "1975"), (" 1975 ", "1975"),
      ("75", nil), ("197503", nil), ("0000", nil), ("", nil),
    ] as [(String, String?)])
  func `a date is taken as far as it makes sense`(_ text: String, _ date: String?) {
    #expect(ReleaseDate.date(text) == date)
  }

  @Test(
    arguments: [
      ("℗ 1983 Warner Records", "1983"), ("© 2001 ℗ 1983", "1983"), ("℗ 19833", nil), ("(P) 1983 © 1991", "1983"),
      ("(p)1983", "1983"), ("℗ & © 1983 Net Ltd", "1983"), ("℗© 1983", "1983"), ("℗ Net Ltd © 1991", nil),
      ("© 1991", nil), ("1983", nil), ("℗", nil), ("℗ 1883", nil), ("℗ 1983, 1979 Net", "1979"), ("℗ 2083", "2083"),
      ("℗ 1990 A (C) 1980 B ℗ 1985", "1985"), ("p 1983", nil), ("", nil), ("℗ ١٩٨٣", nil),
    ] as [(String, String?)])
  func `a year of recording stands behind its sign`(_ text: String, _ year: String?) {
    #expect(ReleaseDate.copyrightYear(in: text) == year)
  }

  @Test(
    arguments: [
      ([(1, 1), (1, 2), (1, 3)], nil, nil), ([(1, 2), (1, 9)], nil, "at least 7 tracks missing"),
      ([(1, 1), (1, 3)], nil, "at least 1 track missing"), ([(2, 1)], nil, "at least 1 track missing"),
      ([(1, 1), (2, 2)], nil, "at least 1 track missing"), ([(1, 1), (1, 2)], 12, "2 of 12 tracks"),
      ([(1, 1), (1, 2)], 2, nil), ([(1, 1), (1, 2)], 1, nil), ([(1, 0), (1, 2)], nil, nil), ([], nil, nil),
    ] as [([(Int, Int)], Int?, String?)])
  func `gaps in the numbers say what is missing`(_ tracks: [(Int, Int)], _ expected: Int?, _ words: String?) {
    // 0: without a number.
    let missing = MissingTracks.among(tracks.map { ($0, $1 == 0 ? nil : $1) }, expected: expected)
    #expect(missing?.words == words)
  }

  @Test func `an album's earliest tag is its date`() {
    let songs = [
      Song.of("W/1.flac", "Wide", by: "Ur", date: "2010", originalDate: "1985-05-01"),
      .of("W/2.flac", "Wide", by: "Ur", date: "1984", originalDate: "1985-04"),
    ]
    let wallet = WalletMaterials.of([songs], playlist: ["W/1.flac"]).wallet
    #expect(wallet.discs.first?.released == ReleaseDate(text: "1985-04", source: .originalDate))
  }

  @Test func `the catalog dates what has no tags, and the sleeve what no catalog knows`() {
    let album = Song.album("Ur", "Wide", 2)
    let key = AlbumNames(artistName: "Ur", albumTitle: "Wide").key
    let text = "Wide\n℗ 1983 Net Records © 1991"
    func released(_ facts: [String: CatalogFacts], _ scan: OfferedAlbum) -> ReleaseDate? {
      WalletMaterials.of([album], playlist: [album[0].file], scans: [scan], facts: facts).wallet.discs.first?.released
    }
    let group = "0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11"
    #expect(
      released([key: CatalogFacts(firstReleaseDate: "1982-11-02")], .of(1, "Ur", "Wide", year: "1990", text: text))
        == ReleaseDate(text: "1982-11-02", source: .catalog))
    #expect(
      released([:], .of(1, "Ur", "Wide", year: "1982", group: group, text: text))
        == ReleaseDate(text: "1982", source: .catalog))
    #expect(
      released([:], .of(1, "Ur", "Wide", year: "1990", text: text)) == ReleaseDate(text: "1983", source: .copyright))
    #expect(released([:], .of(1, "Ur", "Wide", year: "1990")) == ReleaseDate(text: "1990", source: .scan))
  }

  @Test func `an album that lacks tracks says so and plays what is there`() throws {
    let songs = [Song.of("W/2.flac", "Wide", by: "Ur"), .of("W/9.flac", "Wide", by: "Ur")]
    let disc = try #require(WalletMaterials.of([songs], playlist: ["W/9.flac"]).wallet.discs.first)
    #expect(disc.library == .partial)
    #expect(disc.missing == MissingTracks(count: 7, isAtLeast: true))
    #expect(disc.tracks.count == 2)
  }
}
