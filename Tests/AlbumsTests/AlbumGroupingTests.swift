import Albums
import TestSupport
import Testing

/// Which albums the files of a folder are.
@Suite struct AlbumGroupingTests {
  /// A file in few words: artist, title, album artist, and what else matters.
  private static func track(
    _ artist: String?, _ title: String?, by albumArtist: String? = nil, _ number: Int? = nil, disc: Int? = nil,
    release: String? = nil, isCompilation: Bool = false
  ) -> TrackTags {
    var tags = TrackTags()
    (tags.artistName, tags.albumTitle, tags.albumArtistName) = (artist, title, albumArtist)
    (tags.track, tags.disc, tags.isCompilation) = (number, disc, isCompilation)
    tags.release = release.map { MBID($0) }
    return tags
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let files: [TrackTags]
    /// `Artist – Title: numbers of files`.
    let albums: [String]
    var nameless: [Int] = []
  }

  @Test(arguments: [
    Case(
      testDescription: "one album", files: [track("Neu", "Neu 2", 1), track("Neu", "Neu 2", 2)],
      albums: ["Neu – Neu 2: 0 1"]),
    Case(
      testDescription: "spellings of one name",
      files: [track("The Neü", "Neu 2"), track("neu", "NEU 2"), track("neu", "NEU 2")],
      albums: ["neu – NEU 2: 0 1 2"]),
    Case(
      testDescription: "two discs",
      files: [
        track("Ur", "Wide (Disc 1)", 1, disc: 1), track("Ur", "Wide [CD2]", 1, disc: 2), track("Ur", "Wide, Disc 3", 1),
      ],
      albums: ["Ur – Wide: 0 1 2"]),
    Case(
      testDescription: "singles of many albums",
      files: [track("Ur", "Wide"), track("Neu", "Neu 2"), track("Ur", "Narrow"), track("Neu", "Neu 2")],
      albums: ["Ur – Wide: 0", "Neu – Neu 2: 1 3", "Ur – Narrow: 2"]),
    Case(
      testDescription: "a compilation with an album artist",
      files: [track("Ur", "Wide Nets", by: "Various Artists"), track("Neu", "Wide Nets", by: "VA")],
      albums: ["Various Artists – Wide Nets: 0 1"]),
    Case(
      testDescription: "a compilation that is marked as one",
      files: [track("Ur", "Greatest Hits", 1, isCompilation: true), track("Neu", "Greatest Hits", 1)],
      albums: ["Various Artists – Greatest Hits: 0 1"]),
    Case(
      testDescription: "a compilation by its looks",
      files: [track("Ur", "Wide Nets", 1), track("Neu", "Wide Nets", 2), track("Can", "Wide Nets", 3)],
      albums: ["Various Artists – Wide Nets: 0 1 2"]),
    Case(
      testDescription: "a title that many albums bear",
      files: [track("Ur", "Greatest Hits", 1), track("Neu", "Greatest Hits", 2)],
      albums: ["Ur – Greatest Hits: 0", "Neu – Greatest Hits: 1"]),
    Case(
      testDescription: "namesakes that claim the same place",
      files: [track("Ur", "Nets", 1), track("Neu", "Nets", 1), track("Ur", "Nets", 2)],
      albums: ["Ur – Nets: 0 2", "Neu – Nets: 1"]),
    Case(
      testDescription: "guests",
      files: [track("Ur", "Wide", 1), track("Ur feat. Neu", "Wide", 2), track("Ur & Can", "Wide", 3)],
      albums: ["Ur – Wide: 0 1 2"]),
    Case(
      testDescription: "a duo that is always a duo",
      files: [track("Ur & Can", "Wide", 1), track("Ur & Can", "Wide", 2)],
      albums: ["Ur & Can – Wide: 0 1"]),
    Case(
      testDescription: "one track by a guest alone",
      files: [track("Ur", "Wide", 1), track("Ur", "Wide", 2), track("Neu", "Wide", 3)],
      albums: ["Ur – Wide: 0 1 2"]),
    Case(
      testDescription: "an album artist on some files only",
      files: [track("Ur feat. Neu", "Wide", by: "Ur"), track("Ur", "Wide"), track("Can", "Wide")],
      albums: ["Ur – Wide: 0 1", "Can – Wide: 2"]),
    Case(
      testDescription: "one release under several spellings",
      files: [
        track("Ur", "Wide", release: "a"), track("Neu", "Wide", release: "a"), track("Can", "wide", by: "Can"),
      ], albums: ["Various Artists – Wide: 0 1", "Can – wide: 2"]),
    Case(
      testDescription: "two editions side by side",
      files: [track("Ur", "Wide", release: "a"), track("Ur", "Wide", release: "b"), track("Ur", "Wide", release: "a")],
      albums: ["Ur – Wide: 0 2", "Ur – Wide: 1"]),
    Case(
      testDescription: "files that say nothing", files: [track(nil, "Wide"), track("Ur", nil), track("Ur", "Wide")],
      albums: ["Ur – Wide: 2"], nameless: [0, 1]),
    Case(testDescription: "nothing", files: [], albums: []),
  ])
  func `files are gathered to albums`(_ sample: Case) {
    let grouping = AlbumGrouping(sample.files)
    #expect(
      grouping.albums.map { group in
        "\(group.album.artistName) – \(group.album.albumTitle): \(group.files.map(String.init).joined(separator: " "))"
      } == sample.albums)
    #expect(grouping.nameless == sample.nameless)
  }

  @Test func `an album is what most of its files say`() throws {
    var first = Self.track("Ur", "Wide", by: "Ur", 1)
    first.year = "2011"
    first.genres = ["Rock", "Drone"]
    first.recordLabel = "Net"
    first.albumArtists = [MBID("u")]
    var second = first
    second.year = "1974"
    second.isYearOfFirstRelease = true
    second.genres = ["drone"]
    second.artists = [MBID("guest")]
    second.barcode = "4015698338324"
    second.releaseGroup = MBID("g")
    let album = try #require(AlbumGrouping([first, second, Self.track("Ur", "Wide", by: "Ur", 3)]).albums.first?.album)
    #expect(
      album
        == KnownAlbum(
          artistName: "Ur", albumTitle: "Wide", releaseYear: "1974", genres: ["Drone", "Rock"], recordLabel: "Net",
          releaseGroup: MBID("g"), artists: [MBID("u")], barcode: "4015698338324"))
  }

  @Test func `ten thousand files of ten thousand albums are gathered in no quadratic time`() {
    let files = (0..<10_000).map { Self.track("Artist \($0)", "Same title \($0 % 100)", $0 % 12) }
    let isLinear = isLinear(from: 1_250) { #expect(AlbumGrouping(Array(files.prefix($0))).albums.count > 0) }
    #expect(isLinear)
  }

  @Test(arguments: [
    ("CD1", true), ("cd 2", true), ("Disc 01", true), ("Disk-3", true), ("CD 2 - The Demos", true),
    ("Disc 1 (Live)", true), ("Side B", true), ("DVD1", true), ("LP 2", true), ("CD", false), ("Discovery", false),
    ("CDs of 1997", false), ("Disc-Overy", false), ("Side Effects", false), ("1997", false), ("Wide (Disc 1)", false),
    ("", false),
  ])
  func `a folder that is but a disc is known by its name`(_ name: String, _ isDisc: Bool) {
    #expect(DiscPattern.areAll(of: name) == isDisc)
  }

  @Test(arguments: [
    ("Wide (Disc 1)", "Wide"), ("Wide [CD2]", "Wide"), ("Wide - CD 2", "Wide"), ("Wide, Disc 2", "Wide"),
    ("Wide CD1", "Wide"), ("Wide (Deluxe Edition)", "Wide (Deluxe Edition)"), ("Disc 1", "Disc 1"), ("CD1", "CD1"),
    ("Wide (Live)", "Wide (Live)"), ("ABCD 1", "ABCD 1"), ("Led Zeppelin IV", "Led Zeppelin IV"), ("", ""),
  ])
  func `a title is freed of its disc`(_ title: String, _ freed: String) {
    #expect(DiscPattern.removed(from: title) == freed)
  }

  @Test(
    arguments: [
      ("CD1", 1), ("cd 2", 2), ("Disc 03", 3), ("CD 2 - The Demos", 2), ("Side B", 2), ("Wide (Disc 2)", 2),
      ("Wide [CD12]", 12), ("Wide - Disc two", 2), ("Wide (Disc 3 of 4)", 3), ("Wide (2CD)", nil),
      ("Wide (2 discs)", nil),
      ("Wide", nil), ("Wide 2", nil), ("CD", nil), ("", nil),
    ] as [(String, Int?)])
  func `a disc is known by its number`(_ name: String, _ number: Int?) {
    #expect(DiscPattern.number(in: name) == number)
  }

  @Test(
    arguments: [
      ("1997", "1997"), ("1997-05-21", "1997"), (" 1997 ", "1997"), ("97", nil), ("19970521", nil), ("0000", nil),
      ("2525", nil), ("abcd", nil), (nil, nil),
    ] as [(String?, String?)])
  func `a year is four digits of a time with records`(_ date: String?, _ year: String?) {
    #expect(TagWords.year(date) == year)
  }

  @Test(arguments: [
    ("4015698338324", "4015698338324"), ("0 7464-38351 2", "07464383512"), ("none", nil), ("1234567", nil),
    ("123456789012345", nil), ("٤٠١٥٦٩٨٣٣٨٣٢٤", nil),
  ])
  func `a barcode is 8 to 14 digits`(_ text: String, _ digits: String?) {
    #expect(TagWords.barcode(text) == digits)
  }

  @Test(arguments: [
    ("Ur - Wide", "Ur", "Wide", nil), ("Ur – Wide (1974)", "Ur", "Wide", "1974"),
    ("Ur - Wide - Nets", "Ur", "Wide - Nets", nil), ("Ur-Wide", nil, nil, nil), (" - Wide", nil, nil, nil),
    ("IMG_1234", nil, nil, nil), ("Ur - (1974)", "Ur", "(1974)", nil),
  ])
  func `a picture's name names its album`(_ stem: String, _ artist: String?, _ title: String?, _ year: String?) {
    let album = TagWords.album(named: stem)
    #expect(album?.artistName == artist)
    #expect(album?.albumTitle == title)
    #expect(album?.releaseYear == year)
  }

  @Test func `identifiers and genres of strangers are values or nothing`() {
    #expect(
      TagWords.identifier("0A4D2B9E-58bb-4ad3-8d7c-0e0b5a3d2c11")?.value == "0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11")
    for wrong in ["", "0a4d2b9e58bb4ad38d7c0e0b5a3d2c11", "0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c1g", "../../etc"] {
      #expect(TagWords.identifier(wrong) == nil)
    }
    #expect(TagWords.genres(["Rock; Pop", "Pop", " ", "\u{202e}Jazz"]) == ["Rock", "Pop", "Jazz"])
    #expect(TagWords.genres((0..<1000).map { "\($0)" }).count == 10)
    #expect(
      [TagWords.number("03/12"), TagWords.number("0"), TagWords.number("A1"), TagWords.number("12345")] == [
        3, nil, nil, nil,
      ])
  }
}
