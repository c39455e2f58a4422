import Albums
import Foundation
import MPD
import Testing

@testable import Wallet

/// Which discs a playlist and scans make.
@Suite struct WalletAssemblyTests {
  // MARK: Scans in the library

  @Test(arguments: [WalletTerms(), WalletTerms(limit: 1), WalletTerms(sources: [.playlist])])
  func `each scan is told what the library has of it, whether or not the wallet shows it`(terms: WalletTerms) {
    let gap = [1, 2, 4].map { Song.of("Neu/Zwei/\($0).flac", "Zwei", by: "Neu", albumArtist: "Neu") }
    let wallet = WalletMaterials.of(
      [Song.album("Ur", "Wide", 11), gap], playlist: ["Ur/Wide/1.flac"],
      scans: [.of(1, "Ur", "Wide (Deluxe Edition)"), .of(2, "Neu", "Zwei"), .of(3, "Nobody", "Nowhere")], terms: terms
    ).wallet
    #expect(wallet.discs.count == (terms == WalletTerms() ? 3 : 1))
    let holdings = wallet.diagnostics.lookups.map { ($0.scan.number, $0.holding?.words) }.sorted { $0.0 < $1.0 }
    #expect(holdings.map(\.1) == ["11 tracks", "3 tracks, at least 1 track missing", nil])
    #expect(wallet.holding(of: .of(1, "Ur", "Wide (Deluxe Edition)")) == LibraryStatus(tracks: 11))
    // Of another album under the same number nothing is known.
    #expect(wallet.holding(of: .of(1, "Ur", "Tall")) == nil)
    let key = WalletKey(String(repeating: "a", count: 32))!
    #expect(wallet.libraryNotes(key: key)[.init(1)] == LibraryNote(LibraryStatus(tracks: 11), key: key.text))
    #expect(Set(wallet.libraryNotes(key: key).keys) == [.init(1), .init(2)])
  }

  // MARK: Completion

  @Test func `an entry brings its whole album, in order`() throws {
    let songs = Song.album("Ur", "Wide Nets", 11)
    let wallet = WalletMaterials.of([songs.reversed()], playlist: [songs[4].file, songs[2].file]).wallet
    let disc = try #require(wallet.discs.first)
    #expect(wallet.discs.count == 1)
    #expect(disc.tracks.map(\.file) == songs.map(\.file))
    #expect(disc.library == .complete)
    #expect(disc.sources == [.playlist])
    #expect(wallet.state == .ready)
  }

  @Test func `folders for discs and words for discs make one album, its discs in order`() throws {
    let first = Song.album("Ur", "Plain", 2, in: "Ur/Plain/CD1")
    let second = Song.album("Ur", "Plain", 2, in: "Ur/Plain/CD2")
    let third = Song.album("Ur", "Plain (Disc 3)", 2, in: "Ur/Plain disc three")
    let fourth = Song.album("Ur", "Plain [CD4]", 2, in: "elsewhere", disc: 4)
    let wallet = WalletMaterials.of([fourth, third, second, first], playlist: [second[0].file]).wallet
    let disc = try #require(wallet.discs.first)
    #expect(wallet.names == ["Ur – Plain"])
    #expect(disc.tracks.map(\.file) == (first + second + third + fourth).map(\.file))
    #expect(disc.tracks.map(\.disc) == [1, 1, 2, 2, 3, 3, 4, 4])
  }

  @Test func `a tag says which disc it is before a folder does`() throws {
    let songs = [
      Song.of("Ur/Plain/CD1/1.flac", "Plain", by: "Ur", albumArtist: "Ur", disc: 2),
      Song.of("Ur/Plain/CD2/1.flac", "Plain", by: "Ur", albumArtist: "Ur", disc: 1),
    ]
    let disc = try #require(WalletMaterials.of([songs], playlist: [songs[0].file]).wallet.discs.first)
    #expect(disc.tracks.map(\.file) == ["Ur/Plain/CD2/1.flac", "Ur/Plain/CD1/1.flac"])
  }

  @Test func `tracks are in order by number, not by name, those without a number last`() throws {
    let songs = ["10.flac", "9.flac", "2.flac", "outro.flac", "encore.flac"].map {
      Song.of("Ur/Wide/\($0)", "Wide", by: "Ur")
    }
    let disc = try #require(WalletMaterials.of([songs], playlist: [songs[0].file]).wallet.discs.first)
    #expect(
      disc.tracks.map(\.file) == ["2.flac", "9.flac", "10.flac", "encore.flac", "outro.flac"].map { "Ur/Wide/\($0)" })
  }

  @Test func `a compilation without an album artist is gathered by its folder`() throws {
    let mix = ["A", "B", "C"].enumerated().map {
      Song.of("Mixtape/\($0 + 1).flac", "Mixtape", by: $1)
    }
    let other = [Song.of("Other/1.flac", "Mixtape", by: "D")]
    let wallet = WalletMaterials.of([mix, other], playlist: [mix[1].file, other[0].file]).wallet
    #expect(Set(wallet.names) == ["Various Artists – Mixtape", "D – Mixtape"])
    let disc = try #require(wallet.discs.first { $0.artistName == "Various Artists" })
    #expect(disc.tracks.map(\.artistName) == ["A", "B", "C"])
  }

  @Test func `guests make no compilation, and an album artist on some songs is one for all`() {
    let guests = [
      Song.of("W/1.flac", "Wide", by: "Ur"), .of("W/2.flac", "Wide", by: "Ur feat. Neu"),
    ]
    let half = [
      Song.of("H/1.flac", "Half", by: "Ur", albumArtist: "Ur"), .of("H/2.flac", "Half", by: "Ur & Neu"),
    ]
    let wallet = WalletMaterials.of([guests, half], playlist: ["W/1.flac", "H/2.flac"]).wallet
    #expect(Set(wallet.names) == ["Ur – Half", "Ur – Wide"])
    #expect(wallet.discs.map(\.tracks.count) == [2, 2])
  }

  @Test func `namesakes in one folder stay apart`() {
    let songs = [
      Song.of("All/1 a.flac", "Greatest Hits", by: "Ur", track: 1),
      .of("All/1 b.flac", "Greatest Hits", by: "Neu", track: 1),
      .of("All/2 a.flac", "Greatest Hits", by: "Ur", track: 2),
    ]
    let wallet = WalletMaterials.of([songs], playlist: songs.map(\.file)).wallet
    #expect(wallet.names == ["Neu – Greatest Hits", "Ur – Greatest Hits"])
  }

  @Test func `a second copy of an album isn't played after the first`() throws {
    let lossless = Song.album("Ur", "Wide", 4, in: "flac/Ur/Wide")
    let small = Song.album("Ur", "Wide", 4, in: "mp3/Ur/Wide")
    let wallet = WalletMaterials.of([lossless, small], playlist: [small[1].file]).wallet
    #expect(wallet.discs.map { $0.tracks.map(\.file) } == [small.map(\.file)])
  }

  @Test func `two albums that an artist gave the same title are never shuffled`() throws {
    func songs(_ folder: String, _ word: String, year: String?, release: String? = nil) -> [Song] {
      (1...4).map {
        .of(
          "\(folder)/\($0).flac", "Ur", by: "Ur", albumArtist: "Ur", date: year, title: "\(word) \($0)",
          release: release)
      }
    }
    for releases in [["one", "other"], [nil, nil]] {
      let first = songs("a", "Wide", year: "1994", release: releases[0])
      let second = songs("b", "Narrow", year: "2001", release: releases[1])
      let wallet = WalletMaterials.of([first, second], playlist: [second[1].file, first[0].file]).wallet
      #expect(wallet.discs.map { $0.tracks.map(\.file) } == [second.map(\.file)])
      #expect(wallet.diagnostics.editions.count == 1)
    }
    // Nothing says that these are two.
    let halves = [songs("a", "Wide", year: "1994"), songs("b", "Narrow", year: nil)]
    #expect(WalletMaterials.of(halves, playlist: [halves[0][0].file]).wallet.discs.map(\.tracks.count) == [8])
  }

  @Test func `two normalizations of a name are two names to MPD, and one disc`() throws {
    let composed = Song.album("Sigga R\u{f3}s", "N\u{f3}tt", 2, in: "a")
    let decomposed = Song.album("Sigga Ro\u{301}s", "No\u{301}tt", 3, in: "b")
    let wallet = WalletMaterials.of([composed, decomposed], playlist: [decomposed[0].file, composed[0].file]).wallet
    #expect(wallet.discs.count == 1)
    #expect(wallet.discs.first?.tracks.map(\.file) == decomposed.map(\.file))
    #expect(wallet.diagnostics.editions.count == 1)
  }

  // MARK: Entries that are no album

  @Test func `entries that belong to no album are told, and the rest is there`() {
    let album = Song.album("Ur", "Wide")
    let single = [
      Song.of("single.flac", nil, by: "Ur"), .of("blank.flac", " ", by: "Ur"), .of("nobody.flac", "X", by: nil),
    ]
    let wallet = WalletMaterials.of(
      [album, single],
      playlist: [
        "http://radio.example.org/stream", "single.flac", "gone.flac", "blank.flac", album[0].file, "nobody.flac",
      ]
    ).wallet
    #expect(wallet.names == ["Ur – Wide"])
    #expect(wallet.diagnostics.problems.map(\.position) == [1, 2, 3, 4, 6])
    #expect(wallet.diagnostics.problems.map(\.problem) == [.stream, .noAlbum, .notInDatabase, .noAlbum, .noArtist])
    #expect(wallet.diagnostics.entries == 6)
    #expect(wallet.diagnostics.unresolved == 5)
  }

  @Test func `a playlist of nothing but lost entries is an empty wallet that says so`() {
    let wallet = WalletMaterials.of([], playlist: (0..<500).map { "gone \($0).flac" }).wallet
    #expect(wallet.state.name == .empty)
    #expect(wallet.state.reason == .noAlbums)
    #expect(wallet.diagnostics.unresolved == 500)
    #expect(wallet.diagnostics.problems.count == 200)
  }

  @Test func `a playlist that isn't there says how to make it`() throws {
    var materials = WalletMaterials.of([], playlist: [])
    materials.library?.choice = PlaylistChoice(of: "My CDs", among: [])
    let state = materials.wallet.state
    #expect(state.reason == .playlistMissing)
    #expect(state.name == .empty && state.message?.contains("My CDs") == true)
    #expect(state.commands == ["mpc clear", "mpc findadd Album 'TITLE'", "mpc save 'My CDs'"])
    // It is said where there are scans, too, with an album that MPD has.
    materials.library?.songs = Song.album("Ur", "So Wide")
    materials.albums = [.of(1, "Ur", "So Wide")]
    let scanned = materials.wallet.state
    #expect(scanned.name == .ready && scanned.reason == .playlistMissing)
    #expect(scanned.commands[1] == "mpc findadd Album 'So Wide'")
    #expect(scanned.message?.contains("albumscanctl config set wallet.sources scans") == true)
    materials.terms = WalletTerms(sources: [.scan])
    #expect(materials.wallet.state == .ready)
  }

  // MARK: Editions

  @Test func `of two editions the first in the playlist stays`() throws {
    let plain = Song.album("Ur", "21st Net", 3)
    let deluxe = Song.album("Ur", "21st Net (Deluxe Edition)", 4)
    let first = WalletMaterials.of([plain, deluxe], playlist: [deluxe[0].file, plain[0].file]).wallet
    #expect(first.names == ["Ur – 21st Net (Deluxe Edition)"])
    #expect(first.discs.first?.tracks.count == 4)
    let second = WalletMaterials.of([plain, deluxe], playlist: [plain[0].file, deluxe[0].file]).wallet
    #expect(second.names == ["Ur – 21st Net"])
    #expect(first.discs.first?.id == second.discs.first?.id)
    let note = try #require(first.diagnostics.editions.first)
    #expect(note.kept == "21st Net (Deluxe Edition)")
    #expect(note.leftOut == "21st Net")
    #expect(note.levels == MatchLevels(title: 2, artist: 1))
  }

  @Test(arguments: [
    ["Wheezer (Blue Album)", "Wheezer (Green Album)"], ["1979", "1979 (Taylan's Version)"], ["II", "III"],
    ["Net Live", "Net"], ["Nets", "Nets Vol. 2"], ["( )", "[ ]"], ["The Net", "Net"],
  ])
  func `titles that only look alike are two albums`(_ titles: [String]) {
    let albums = titles.map { Song.album("Wheezer", $0, in: "W/\($0)") }
    let wallet = WalletMaterials.of(albums, playlist: albums.map { $0[0].file }).wallet
    #expect(wallet.discs.count == 2)
    #expect(Set(wallet.discs.map(\.id)).count == 2)
  }

  @Test(arguments: [
    ("Colour of Nets", "Color of Nets [2013 Remaster]", "The Ur", "Ur, The"), ("A.B.C.", "ABC", "Ur-Neu", "UrNeu"),
    ("Nets (2CD)", "Nets", "Ke$a", "Kesa"), ("Nètz", "Netz", "Ür", "Ur"),
  ])
  func `spellings of one album are one`(_ a: String, _ b: String, _ artistA: String, _ artistB: String) {
    let albums = [Song.album(artistA, a), Song.album(artistB, b)]
    #expect(WalletMaterials.of(albums, playlist: albums.map { $0[0].file }).wallet.discs.count == 1)
  }

  @Test func `one title by two artists is two albums`() {
    let albums = [Song.album("Queenie", "Greatest Hits"), Song.album("Abbot", "Greatest Hits")]
    let wallet = WalletMaterials.of(albums, playlist: albums.map { $0[0].file }).wallet
    #expect(wallet.names == ["Abbot – Greatest Hits", "Queenie – Greatest Hits"])
  }

  // MARK: Named by the playlist alone

  @Test(arguments: [
    ("Ur/Wide/01 Song.flac", "Ur", "Wide"), ("Music/Ur/Wide/CD 2/01.flac", "Ur", "Wide"),
    ("Ur/1977 - Wide [FLAC]/01.flac", "Ur", "Wide"), ("Ur/(1977) Wide_Nets/01.flac", "Ur", "Wide Nets"),
    ("Rock/Ur - 1977 - Wide/01.flac", "Ur", "Wide"), ("Ur - Wide (MP3 320)/01.mp3", "Ur", "Wide"),
    ("Ur/1989/01.flac", "Ur", "1989"), ("Ur/Wide (Live)/01.flac", "Ur", "Wide (Live)"),
  ])
  func `folders name an album`(file: String, artist: String, title: String) throws {
    let names = try #require(AlbumNames(foldersOf: file))
    #expect(names.artistName == artist && names.albumTitle == title, "\(names)")
  }

  @Test(arguments: ["song.flac", "Downloads/song.flac", "CD 1/song.flac", "/song.flac", ""])
  func `folders that don't say whose album it is name none`(file: String) {
    #expect(AlbumNames(foldersOf: file) == nil)
  }

  @Test func `an album that only the playlist names comes last, can't be played, and is looked up`() throws {
    let playlist = ["Amon/Far/1.flac", "Ur/Wide/1.flac", "Amon/Far/2.flac", "http://radio/a/b/c", "Zoë/Near/1.flac"]
    let wallet = WalletMaterials.of(
      [Song.album("Ur", "Wide", 2)], playlist: playlist, scans: [.of(1, "Zoë", "Near")]
    ).wallet
    #expect(wallet.names == ["Ur – Wide", "Zoë – Near", "Amon – Far"])
    #expect(wallet.state == .ready)
    let named = try #require(wallet.discs.last)
    #expect(named.isOnlyNamed && !named.isPlayable && named.sources == [.playlist])
    #expect(CatalogQuestion(of: named) == .names)
    // One that was scanned, too, stands among its like; its own journey asked about it.
    #expect(wallet.discs[1].sources == [.playlist, .scan])
    #expect(CatalogQuestion(of: wallet.discs[1]) == nil)
    #expect(wallet.diagnostics.unresolved == 4)
    // What the catalog says of it goes with it.
    let group = MBID("0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11")
    let known = WalletMaterials.of(
      [], playlist: playlist,
      facts: [named.key: CatalogFacts(releaseGroup: group, firstReleaseDate: "1971", albumTitle: "FAR")]
    ).wallet
    let told = try #require(known.discs.first { $0.artistName == "Amon" })
    #expect(told.albumTitle == "FAR" && told.released?.text == "1971" && told.releaseGroup == group)
  }

  @Test func `the limit counts what plays first`() {
    let playlist = ["Amon/Far/1.flac", "Ur/Wide/1.flac", "Ur/Tall/1.flac"]
    let albums = [Song.album("Ur", "Wide", 2), Song.album("Ur", "Tall", 2)]
    let scans = [OfferedAlbum.of(1, "Zoë", "Near")]
    for (limit, expected) in [
      (2, ["Tall", "Wide"]), (3, ["Near", "Tall", "Wide"]), (4, ["Far", "Near", "Tall", "Wide"]),
    ] {
      let wallet = WalletMaterials.of(albums, playlist: playlist, scans: scans, terms: WalletTerms(limit: limit)).wallet
      #expect(wallet.discs.map(\.albumTitle).sorted() == expected)
      #expect(wallet.hidden == 4 - limit)
    }
  }

  // MARK: Order, limit, names

  @Test func `discs stand by artist, then by date, those without one last`() {
    let albums = [
      Song.album("The Ur", "Late", date: "1999"), Song.album("The Ur", "Never"),
      Song.album("The Ur", "Spring", date: "1975-03"), Song.album("The Ur", "Sometime", date: "1975"),
      Song.album("Östra", "One", date: "2001"), Song.album("Abbot", "Two", date: "2020"),
    ]
    let wallet = WalletMaterials.of(albums, playlist: albums.map { $0[0].file }).wallet
    #expect(wallet.discs.map(\.albumTitle) == ["Two", "One", "Sometime", "Spring", "Late", "Never"])
  }

  @Test func `the first albums of the playlist stay, whatever their place on the shelf`() {
    let albums = (1...23).map { Song.album("Artist \(100 - $0)", "Album \($0)") }
    let playlist = albums.map { $0[0].file }
    let wallet = WalletMaterials.of(albums, playlist: playlist).wallet
    #expect(wallet.discs.count == 20)
    #expect(wallet.total == 23)
    #expect(wallet.hidden == 3)
    #expect(wallet.notice == "3 more albums are not shown: the wallet shows 20 (wallet.limit).")
    #expect(Set(wallet.discs.map(\.albumTitle)) == Set((1...20).map { "Album \($0)" }))
    #expect(wallet.discs.first?.albumTitle == "Album 20")
    let all = WalletMaterials.of(albums, playlist: playlist, terms: WalletTerms(limit: 0)).wallet
    #expect(all.discs.count == 23)
    #expect(all.notice == nil)
    #expect(Set(wallet.discs.map(\.id)).isSubset(of: all.discs.map(\.id)))
  }

  @Test func `the same materials in any order make the same bytes`() throws {
    let albums = [
      Song.album("Ur", "Wide", 5), Song.album("Ur", "Wide (Deluxe)", 6), Song.album("Neu", "Zwei", 3, in: "x/CD2"),
      Song.album("Neu", "Zwei", 3, in: "x/CD1"), Song.album("A", "Mix", 2, in: "mix", isCredited: false),
      [Song.of("mix/3.flac", "Mix", by: "B")], Song.album("Ur", "Wide", 5, in: "copy"),
    ]
    let playlist = ["x/CD2/1.flac", "Ur/Wide (Deluxe)/2.flac", "gone.flac", "mix/3.flac", "copy/1.flac"]
    let scans = [
      OfferedAlbum.of(1, "Ur", "Wide"), .of(2, "Can", "Do", year: "1972"), .of(3, "ur", "wide", year: "1970"),
    ]
    var random = SystemRandomNumberGenerator()
    let expected = try WalletMaterials.of(albums, playlist: playlist, scans: scans).wallet.bytes
    for _ in 0..<40 {
      var materials = WalletMaterials.of(albums, playlist: playlist, scans: scans)
      materials.library?.songs.shuffle(using: &random)
      materials.albums.shuffle(using: &random)
      #expect(try materials.wallet.bytes == expected)
    }
  }

  @Test func `a disc is named by artist and base title, the same for ever`() {
    let albums = [Song.album("The Ur", "Wide Nets (Remastered)")]
    let wallet = WalletMaterials.of(albums, playlist: [albums[0][0].file]).wallet
    // printf 'ur\0wide nets' | sha1sum
    #expect(wallet.discs.first?.id == "5315649d")
    #expect(Disc.ids(for: ["ur\0wide nets"]) == ["5315649d"])
  }

  @Test func `names that would be one are longer, and found by any beginning that tells them apart`() {
    let names = Disc.distinctIDs(["0123456789abcdef", "01234567890bcdef", "fedcba9876543210"])
    #expect(names == ["0123456789a", "01234567890", "fedcba98"])
    #expect(Disc.isID("0123456789a"))
    for wrong in ["0123456", "0123456G", "", String(repeating: "a", count: 41), "ABCDEF01"] {
      #expect(!Disc.isID(wrong))
    }
  }

  // MARK: Scans

  @Test func `a scan joins the disc of its album, or is one of its own`() throws {
    let wide = Song.album("Ur", "Wide", date: "1979")
    let near = Song.album("Ur", "Near", date: "1977")
    let wallet = WalletMaterials.of(
      [wide, near], playlist: [wide[0].file],
      scans: [.of(1, "UR", "Wide (Remastered)"), .of(2, "Ur", "Near"), .of(3, "Can", "Far", year: "1971")]
    ).wallet
    #expect(wallet.names == ["Can – Far", "Ur – Near", "Ur – Wide"])
    #expect(wallet.discs.map(\.sources) == [[.scan], [.scan], [.playlist, .scan]])
    #expect(wallet.discs.map(\.library) == [.notInLibrary, .complete, .complete])
    #expect(wallet.discs.map(\.isPlayable) == [false, true, true])
    #expect(wallet.discs.map(\.scan) == [ScanID(3), ScanID(2), ScanID(1)])
    #expect(wallet.disc(titled: "Far")?.released == ReleaseDate(text: "1971", source: .scan))
  }

  @Test func `the playlist comes before scans, and newer scans before older ones, where not all have room`() {
    let albums = [Song.album("Ur", "A"), Song.album("Ur", "B")]
    let scans = (1...4).map { OfferedAlbum.of(Int64($0), "Neu", "Scan \($0)") }
    let wallet = WalletMaterials.of(
      albums, playlist: ["Ur/A/1.flac", "Ur/B/1.flac"], scans: scans, terms: WalletTerms(limit: 4)
    ).wallet
    #expect(Set(wallet.discs.map(\.albumTitle)) == ["A", "B", "Scan 4", "Scan 3"])
    #expect(wallet.hidden == 2)
  }

  @Test func `only the sources that are wanted fill it`() {
    let albums = [Song.album("Ur", "A"), Song.album("Ur", "B")]
    func names(_ terms: WalletTerms) -> [String] {
      WalletMaterials.of(albums, playlist: ["Ur/A/1.flac"], scans: [.of(1, "Ur", "B")], terms: terms).wallet.discs
        .map(\.albumTitle)
    }
    #expect(names(WalletTerms(sources: [.playlist])) == ["A"])
    #expect(names(WalletTerms(sources: [.scan])) == ["B"])
  }

  @Test func `without MPD there are the scans`() {
    let wallet = WalletMaterials(library: nil, albums: [.of(1, "Ur", "Wide")]).wallet
    #expect(wallet.names == ["Ur – Wide"])
    #expect(wallet.discs.map(\.library) == [.unknown])
    #expect(wallet.diagnostics.lookups.isEmpty)
  }

  @Test func `ten thousand songs of two thousand albums are assembled`() {
    let albums = (0..<2000).map { Song.album("Artist \($0 % 700)", "Album \($0)", 5) }
    var materials = WalletMaterials.of([], playlist: [])
    materials.library?.songs = albums.flatMap { $0 }
    materials.library?.entries = albums.map { $0[2] }
    materials.terms = WalletTerms(limit: 0)
    #expect(materials.wallet.discs.count == 2000)
  }
}
