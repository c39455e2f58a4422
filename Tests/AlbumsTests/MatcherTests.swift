import Testing

@testable import Albums

/// A release group, named by a digit.
func group(
  _ digit: Int, _ title: String, by artist: String, year: String? = nil, type: String? = "Album", also: [String] = [],
  disambiguation: String? = nil, genres: [String] = [], releases: [CatalogRelease] = []
) -> CatalogAlbum {
  CatalogAlbum(
    releaseGroup: MBID("00000000-0000-0000-0000-00000000000\(digit)"), title: title, artistName: artist,
    artists: [MBID("a0000000-0000-0000-0000-000000000001")], disambiguation: disambiguation, primaryType: type,
    secondaryTypes: also, firstReleaseDate: year, genres: genres, releases: releases)
}

func release(
  _ digit: Int, _ status: String? = "Official", date: String? = nil, label: String? = nil, barcode: String? = nil,
  front: Bool? = nil, country: String? = nil, number: String? = nil
) -> CatalogRelease {
  CatalogRelease(
    id: MBID("10000000-0000-0000-0000-00000000000\(digit)"), title: "", status: status, date: date, country: country,
    label: label, catalogNumber: number, barcode: barcode, hasFrontArtwork: front)
}

func find(_ title: String, by artist: String, year: String? = nil) -> ClaimedAlbum {
  ClaimedAlbum(artistName: artist, albumTitle: title, releaseYear: year, means: .call1)
}

@Suite struct MatcherTests {
  @Test func `the album itself wins over its single, its live version and its tribute`() {
    let albums = [
      group(1, "Purple Rain", by: "Prince", type: "Single"), group(2, "Purple Rain", by: "Prince", also: ["Live"]),
      group(3, "Purple Rain", by: "The Coverettes"), group(4, "Purple Rain", by: "Prince", year: "1984-06-25"),
    ]
    let ranking = Matcher.ranking(of: albums, for: find("Purple Rain", by: "Prince", year: "1984"))
    #expect(ranking.winner?.album == albums[3])
    #expect(ranking.best?.penalties == [])
    #expect(ranking.matches.map(\.album.releaseGroup.value.last) == ["4", "2", "1", "3"])
  }

  @Test(arguments: [
    ("Rumours", "Fleetwood Mac", "Rumours", "Fleetwood Mac", true),
    ("Rumours (Deluxe Edition)", "Fleetwood Mac", "Rumors", "Fleetwood Mac", true),
    ("Exodus", "Bob Marley", "Exodus", "Bob Marley & The Wailers", true),
    ("Exodus (Deluxe Edition)", "Bob Marley", "Exodus", "Bob Marley & The Wailers", false),
    ("Purple Rain", "Prince", "Purple Rain: Music from the Motion Picture", "Prince", true),
    ("Nevermind", "Nirvana", "Nevermind (Target Exclusive)", "Nirvana", false),
    ("Nevermind", "Nirvana", "Nevermind (Live)", "Nirvana", false),
    ("Nevermind", "Nirvana UK", "Nevermind", "Nirvana", false),
    ("Earth", "Earth", "Earth", "Earth, Wind & Fire", true),
    ("I Am", "Earth", "All 'n All", "Earth, Wind & Fire", false),
    ("ファンタズマ", "コーネリアス", "ﾌｧﾝﾀｽﾞﾏ", "コーネリアス", true),
  ])
  func `an only album wins when its names agree`(
    title: String, artist: String, other: String, otherArtist: String, wins: Bool
  ) {
    let ranking = Matcher.ranking(of: [group(1, other, by: otherArtist)], for: find(title, by: artist))
    #expect((ranking.winner != nil) == wins)
  }

  private let weezers = [
    group(1, "Weezer", by: "Weezer", year: "1994-05-10", disambiguation: "Blue Album"),
    group(2, "Weezer", by: "Weezer", year: "2001-05-15", disambiguation: "Green Album"),
    group(3, "Weezer", by: "Weezer", year: "2008-06-03", disambiguation: "Red Album"),
  ]

  @Test(arguments: [("1994", "1"), ("2001", "2"), ("2008", "3"), ("1995", "1")] as [(String, Character)])
  func `a year decides between self-titled albums`(year: String, digit: Character) {
    let ranking = Matcher.ranking(of: weezers, for: find("Weezer", by: "Weezer", year: year))
    #expect(ranking.winner?.album.releaseGroup.value.last == digit)
  }

  @Test(
    arguments: [
      ("Weezer (Blue Album)", "1"), ("Weezer (The Green Album)", "2"), ("The Red Album", "3"), ("Red Album", "3"),
    ] as [(String, Character)])
  func `a disambiguation decides between self-titled albums`(title: String, digit: Character) {
    let ranking = Matcher.ranking(of: weezers, for: find(title, by: "Weezer"))
    #expect(ranking.winner?.album.releaseGroup.value.last == digit)
  }

  @Test(arguments: [nil, "1980", "1999"])
  func `without a year that fits, nothing decides between self-titled albums`(year: String?) {
    let ranking = Matcher.ranking(of: weezers, for: find("Weezer", by: "Weezer", year: year))
    #expect(ranking.winner == nil)
    #expect(ranking.tied.count == 3)
    #expect(ranking.margin == 0)
  }

  @Test func `where a search gives no group's date, its releases' years decide between self-titled albums`() {
    let undated = weezers.map { album in
      var album = album
      album.releases = [
        CatalogRelease(id: album.releaseGroup, title: album.title, status: "Official", date: album.firstReleaseDate)
      ]
      album.firstReleaseDate = nil
      return album
    }
    let ranking = Matcher.ranking(of: undated, for: find("Weezer", by: "Weezer", year: "2001"))
    #expect(ranking.winner?.album.disambiguation == "Green Album")
  }

  @Test func `a wrong year alone doesn't cost the only album of the name its win`() {
    let ranking = Matcher.ranking(
      of: [group(1, "OK Computer", by: "Radiohead", year: "1997")],
      for: find("OK Computer", by: "Radiohead", year: "2017"))
    #expect(ranking.winner != nil)
    #expect(ranking.best?.penalties == [.yearDiffers(by: 20)])
  }

  @Test func `an artist missing from the question never wins`() {
    let ranking = Matcher.ranking(of: [group(1, "Blue", by: "Joni Mitchell")], for: CatalogQuery(albumTitle: "Blue"))
    #expect(ranking.winner == nil)
    #expect(ranking.best?.penalties == [.artistUnknown])
  }

  @Test func `a release group that was found twice stands once, at its best`() {
    let plain = group(1, "Rumours", by: "Fleetwood Mac")
    let pseudo = group(1, "Rumours", by: "Fleetwood Mac", releases: [release(1, "Pseudo-Release")])
    let ranking = Matcher.ranking(of: [pseudo, plain], for: find("Rumours", by: "Fleetwood Mac"))
    #expect(ranking.matches.count == 1)
    #expect(ranking.winner?.album == plain)
  }

  @Test(arguments: [
    (["Bootleg"], Penalty.noOfficialRelease), (["Promotion", "Bootleg"], .noOfficialRelease),
    (["Pseudo-Release"], .pseudoRelease),
  ])
  func `an album without an official release is penalised by name`(statuses: [String], penalty: Penalty) {
    let album = group(1, "Foo", by: "Bar", releases: statuses.enumerated().map { release($0.offset, $0.element) })
    #expect(Matcher.ranking(of: [album], for: find("Foo", by: "Bar")).best?.penalties == [penalty])
  }

  @Test func `what a title says itself is no penalty`() {
    let live = group(1, "Live at Leeds", by: "The Who", also: ["Live"])
    #expect(Matcher.ranking(of: [live], for: find("Live at Leeds", by: "The Who")).best?.distance == 0)
    let hits = group(1, "Greatest Hits", by: "Queen", also: ["Compilation"])
    #expect(Matcher.ranking(of: [hits], for: find("Greatest Hits", by: "Queen")).best?.distance == 0)
  }

  @Test func `nothing wins where there is nothing`() {
    let ranking = Matcher.ranking(of: [], for: find("Foo", by: "Bar"))
    #expect(ranking.winner == nil && ranking.best == nil && ranking.tied.isEmpty && ranking.margin == 0)
  }

  @Test func `every penalty has words and a weight between 0 and 1`() {
    let penalties: [Penalty] =
      (0...4).map { .titleDiffers(level: $0) } + (0...3).map { .artistDiffers(level: $0, weak: false) } + [
        .artistDiffers(level: 3, weak: true), .artistUnknown, .titleUnknown, .yearDiffers(by: 1), .yearDiffers(by: 30),
        .notAnAlbum(type: "EP"), .notAnAlbum(type: "Single"), .secondaryType("Live"), .secondaryType("Remix"),
        .noOfficialRelease, .pseudoRelease, .textUnexplained(0.5), .titleIsOnlyTheArtist, .otherBarcode,
        .artistByInitials, .artistUnsaid,
      ]
    for penalty in penalties {
      #expect((0...1).contains(penalty.weight))
      #expect(!penalty.reason.isEmpty)
    }
  }

  // MARK: By text

  @Test(arguments: [
    ("RADIOHEAD\nOK COMPUTER", true), ("OK Computer — Radiohead — Parlophone", true), ("OK COMPUTER", false),
    ("RADIOHEAD", false), ("radio head ok compute", false),
    (
      "Radiohead OK Computer airbag paranoid android subterranean homesick alien exit music let down karma police",
      false
    ),
  ])
  func `text that names artist and title finds the album by itself`(text: String, wins: Bool) {
    let albums = [
      group(1, "OK Computer", by: "Radiohead"), group(2, "OK Computer", by: "Karma Police"),
      group(3, "Kid A", by: "Radiohead"),
    ]
    let ranking = Matcher.ranking(of: albums, for: CatalogQuery(text: text))
    #expect((ranking.winner != nil) == wins)
    if wins { #expect(ranking.winner?.album == albums[0]) }
  }

  @Test func `a band's name alone is no title, even of a self-titled album`() {
    let ranking = Matcher.ranking(
      of: [group(1, "Portishead", by: "Portishead")], for: CatalogQuery(text: "PORTISHEAD"))
    #expect(ranking.winner == nil)
    #expect(ranking.best?.penalties == [.titleIsOnlyTheArtist])
  }

  @Test func `a barcode finds the album that has it`() {
    let albums = [
      group(1, "Foo", by: "Bar", releases: [release(1, barcode: "5012345678900")]),
      group(2, "Foo", by: "Baz", releases: [release(2, barcode: "0724385522925")]),
    ]
    let ranking = Matcher.ranking(of: albums, for: CatalogQuery(barcode: "724385522925"))
    #expect(ranking.winner?.album == albums[1])
  }
}
