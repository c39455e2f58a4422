import Albums
import MPD
import Synchronization
import Testing

@testable import Wallet

/// What is asked about a disc, and what is made of the answers.
@Suite struct CatalogSearchTests {
  private static let group = MBID("0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11")
  private static let other = MBID("1b4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11")
  private static let edition = MBID("2c4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11")

  /// A catalog that has these albums; counts.
  private final class Catalog: BackgroundCatalog {
    private let albums: [CatalogAlbum]
    /// Under which artists a search finds them; "" for by title alone, nil for under all.
    private let names: [String]?
    private let log = Mutex<[String]>([])
    var asked: [String] { log.withLock { $0 } }

    init(_ albums: [CatalogAlbum], under names: [String]? = nil) {
      self.albums = albums
      self.names = names
    }

    func tracks(ofRelease release: MBID) async throws(Fault) -> CatalogAlbum? {
      log.withLock { $0.append("release") }
      return albums.first { $0.releases.contains { $0.id == release } }
    }

    func releases(ofGroup group: MBID) async throws(Fault) -> CatalogAlbum? {
      log.withLock { $0.append("group") }
      return albums.first { $0.releaseGroup == group }
    }

    func albums(titled title: String, by artist: String?) async throws(Fault) -> [CatalogAlbum] {
      log.withLock { $0.append(names == nil ? "search" : "search \(artist ?? "")") }
      return names.map { $0.contains(artist ?? "") } ?? true ? albums : []
    }
  }

  private static func album(
    _ title: String, by artist: String = "Ur", _ id: MBID = group, date: String? = "1971-02", type: String = "Album",
    releases: [(String, String?, Int?)] = []
  ) -> CatalogAlbum {
    CatalogAlbum(
      releaseGroup: id, title: title, artistName: artist, primaryType: type, firstReleaseDate: date,
      releases: releases.map { CatalogRelease(id: edition, title: $0.0, status: $0.1, trackCount: $0.2) })
  }

  private static func disc(
    _ title: String = "Wide", by artist: String = "Ur", release: MBID? = nil, date: String? = nil,
    scan: OfferedAlbum? = nil
  ) throws -> Disc {
    let songs = [1, 2].map {
      Song.of("W/\($0).flac", title, by: artist, albumArtist: artist, date: date, release: release?.value)
    }
    let scans = scan.map { [$0] } ?? []
    let wallet = WalletMaterials.of([songs], playlist: ["W/1.flac"], scans: scans).wallet
    return try #require(wallet.disc(titled: title))
  }

  private func facts(_ disc: Disc, _ catalog: Catalog) async throws -> CatalogFacts? {
    try await CatalogSearch(catalog).facts(of: disc, try #require(CatalogQuestion(of: disc)))
  }

  @Test func `a release that the files name is one request, and brings its tracks`() async throws {
    var album = Self.album("Wide", releases: [("Wide!", "Official", nil)])
    let tracks = (1...12).map { CatalogTrack(id: Self.other, medium: 1, position: $0, title: "\($0)") }
    album.releases[0].tracks = tracks
    let catalog = Catalog([album])
    let facts = try await facts(try Self.disc(release: Self.edition), catalog)
    #expect(
      facts
        == CatalogFacts(
          .release, asked: Self.edition, releaseGroup: Self.group, firstReleaseDate: "1971-02", albumTitle: "Wide!",
          trackCount: 12, tracks: tracks))
    #expect(catalog.asked == ["release"])
  }

  @Test func `a group that a scan names is one request`() async throws {
    let catalog = Catalog([Self.album("Wide", releases: [("Wide", "Official", 9), ("Wide", "Official", 11)])])
    let scan = OfferedAlbum.of(1, "Ur", "Wide", group: Self.group.value)
    let facts = try await facts(try Self.disc(scan: scan), catalog)
    #expect(facts?.way == .releaseGroup)
    #expect((facts?.asked, facts?.trackCount) == (Self.group, 9))
    #expect(catalog.asked == ["group"])
  }

  @Test func `names are one search, and its find one request more`() async throws {
    let catalog = Catalog([Self.album("Wide", releases: [("Wide", "Official", 9)])])
    let facts = try await facts(try Self.disc(), catalog)
    #expect(
      facts
        == CatalogFacts(
          releaseGroup: Self.group, firstReleaseDate: "1971-02", albumTitle: "Wide", trackCount: 9))
    #expect(catalog.asked == ["search", "group"])
  }

  @Test(
    arguments: [
      ([], nil), ([album("Narrow")], nil), ([album("Wide", by: "Neu")], nil),
      // Two that are called so, and no year to part them.
      ([album("Wide"), album("Wide", other, date: "1979")], nil),
      // The edition of the files is none of the catalog's.
      ([album("WIDE"), album("Wide Open", other)], group),
    ] as [([CatalogAlbum], MBID?)])
  func `only one album may be meant`(albums: [CatalogAlbum], found: MBID?) async throws {
    let catalog = Catalog(albums)
    #expect(try await facts(try Self.disc(), catalog)?.releaseGroup == found)
    // Where none of them is called so, the title alone is searched for, too.
    let isKnown = albums.contains { $0.artistName == "Ur" && $0.title.lowercased() == "wide" }
    #expect(catalog.asked == (found != nil ? ["search", "group"] : isKnown ? ["search"] : ["search", "search"]))
  }

  @Test(
    arguments: [
      // The first of several artists, and only with the same title.
      ("Marla Quist & Old Ferry", album("Wide", by: "Marla Quist"), ["Marla Quist"], true),
      ("Marla Quist & Old Ferry", album("Wide (Live)", by: "Marla Quist"), ["Marla Quist"], false),
      ("Marla Quist feat. Ann", album("Wide", by: "Marla Quist"), ["Marla Quist"], true),
      // The title alone, where the artists have a word in common.
      ("Quist and Ferry", album("Wide", by: "Marla Quist"), [""], true),
      ("Quist and Ferry", album("Wide", by: "Various Artists"), [""], true),
      ("Quist and Ferry", album("Wide", by: "Old Kettle"), [""], false),
    ] as [(String, CatalogAlbum, [String], Bool)])
  func `several artists are searched for together, then the first of them, then the title alone`(
    artist: String, album: CatalogAlbum, names: [String], isFound: Bool
  ) async throws {
    let catalog = Catalog([album], under: names)
    let found = try await facts(try Self.disc(by: artist), catalog)
    #expect((found?.releaseGroup == Self.group) == isFound)
    let searches = ["search \(artist)", "search \(ArtistKey.primary(of: artist))", "search "]
    #expect(catalog.asked == (isFound ? searches.prefix(names == [""] ? 3 : 2) + ["group"] : searches))
  }

  @Test func `a title that several albums have, or that tells nothing, stands for none`() async throws {
    let two = [Self.album("Wide", by: "Marla Quist"), Self.album("Wide", by: "Old Kettle", Self.other)]
    let several = Catalog(two, under: [""])
    #expect(try await facts(try Self.disc(by: "Quist and Ferry"), several) == nil)
    let plain = Catalog([Self.album("Greatest Hits", by: "Marla Quist")], under: [""])
    #expect(try await facts(try Self.disc("Greatest Hits", by: "Quist and Ferry"), plain) == nil)
    #expect(plain.asked == ["search Quist and Ferry", "search Quist"])
  }

  @Test func `a single of an album's name is another`() async throws {
    let songs = Song.album("Ur", "Wide", 7)
    let disc = try #require(WalletMaterials.of([songs], playlist: [songs[0].file]).wallet.discs.first)
    let single = Catalog([Self.album("Wide", type: "Single", releases: [("Wide", "Official", 3)])])
    #expect(try await facts(disc, single) == nil)
    let long = Catalog([Self.album("Wide", type: "EP", releases: [("Wide", "Official", 4)])])
    #expect(try await facts(disc, long)?.trackCount == 4)
  }

  @Test(arguments: [("1979", other), ("1971-05", group), ("2001", nil)] as [(String, MBID?)])
  func `the files' year parts namesakes`(date: String, found: MBID?) async throws {
    let albums = [Self.album("Wide"), Self.album("Wide", Self.other, date: "1979")]
    #expect(CatalogSearch.choice(among: albums, for: try Self.disc(date: date))?.releaseGroup == found)
  }

  @Test(
    arguments: [
      ([("Wide", "Official", 12), ("Wide", "Official", 14)], 12),
      // The edition by its own title.
      ([("Wide (Deluxe Edition)", "Official", 20), ("Wide", "Official", 12)], 12),
      ([("Wide (Deluxe Edition)", "Official", 20)], 20),
      ([("Wide", "Bootleg", 3), ("Wide", "Official", 12)], 12), ([("Wide", nil, 12)], nil),
      ([("Wide", "Official", nil), ("Wide", "Official", 0)], nil), ([], nil),
    ] as [([(String, String?, Int?)], Int?)])
  func `only what all editions have can be missing`(releases: [(String, String?, Int?)], count: Int?) {
    let names = AlbumNames(artistName: "Ur", albumTitle: "Wide")
    #expect(CatalogFacts.fewestTracks(of: Self.album("Wide", releases: releases), names) == count)
  }

  @Test(
    arguments: [
      ("WIDE", "Wide"), ("Wide", "Wide"), ("Wíde", "Wide"), ("Wide (Deluxe Edition)", "Wide (Deluxe Edition)"),
      ("Wide Open", "Wide Open"), ("wide (deluxe edition)", "wide (deluxe edition)"),
    ])
  func `the catalog's spelling is shown, and never its title`(title: String, shown: String) {
    let names = AlbumNames(artistName: "Ur", albumTitle: title)
    #expect(CatalogFacts(albumTitle: "Wide").title(of: names) == shown)
  }

  @Test func `a shown spelling is no other disc`() throws {
    let songs = Song.album("Ur", "WIDE WORLD", 2)
    let key = AlbumNames(artistName: "Ur", albumTitle: "WIDE WORLD").key
    func disc(_ facts: [String: CatalogFacts]) throws -> Disc {
      try #require(WalletMaterials.of([songs], playlist: [songs[0].file], facts: facts).wallet.discs.first)
    }
    let shown = try disc([key: CatalogFacts(albumTitle: "Wide World")])
    #expect(shown.albumTitle == "Wide World")
    #expect(try disc([:]).albumTitle == "WIDE WORLD")
    #expect((shown.id, shown.key) == (try disc([:]).id, key))
  }

  // MARK: When it is asked

  @Test func `nothing is asked again without a change`() throws {
    let named = try #require(CatalogQuestion(of: try Self.disc(release: Self.edition)))
    #expect(named == .release(Self.edition))
    #expect(named.isAnswered(by: CatalogFacts(.release, asked: Self.edition)))
    #expect(!named.isAnswered(by: CatalogFacts(.release, asked: Self.other)))
    #expect(!named.isAnswered(by: CatalogFacts(.search, releaseGroup: Self.group)))
    let group = CatalogQuestion.releaseGroup(Self.group)
    #expect(group.isAnswered(by: CatalogFacts(.releaseGroup, asked: Self.group, releaseGroup: Self.other)))
    #expect(group.isAnswered(by: CatalogFacts(.search, releaseGroup: Self.group)))
    #expect(!group.isAnswered(by: CatalogFacts(.search, releaseGroup: Self.other)))
    #expect(CatalogQuestion.names.isAnswered(by: CatalogFacts(.search)))
    #expect(!CatalogQuestion.names.isAnswered(by: CatalogFacts(.release, asked: Self.edition)))
  }

  @Test func `a scan's own word is enough where it is all there is`() throws {
    func entries(_ scan: OfferedAlbum) -> [MetadataQueue.Entry] {
      var wallet = WalletMaterials.of([], playlist: [], scans: [scan]).wallet
      wallet.diagnostics.artwork = wallet.discs.map { .init(disc: $0.id, source: nil, failures: []) }
      #expect(wallet.discs.count == 1)
      return MetadataQueue(of: wallet, facts: [:], unavailable: UnavailableAlbums()).entries
    }
    #expect(entries(.of(1, "Ur", "Wide", year: "1971", group: Self.group.value)) == [])
    #expect(entries(.of(1, "Ur", "Wide", group: Self.group.value)) == [])
    #expect(entries(.of(1, "Ur", "Wide")) == [])
  }

  @Test func `facts come first, then covers of discs that have nothing nearer`() throws {
    let songs = [Song.album("Ur", "Wide"), Song.album("Neu", "Zwei"), Song.album("Al", "One")]
    let key = AlbumNames(artistName: "Ur", albumTitle: "Wide").key
    let facts = [key: CatalogFacts(releaseGroup: Self.group)]
    var wallet = WalletMaterials.of(songs, playlist: songs.map { $0[0].file }, facts: facts).wallet
    var unavailable = UnavailableAlbums()
    unavailable.note(UnavailableAlbums.key(artistName: "Al", albumTitle: "One"), notInCatalogue: 1_000_000)
    func agenda(_ now: Int) -> [String] {
      MetadataQueue(of: wallet, facts: facts, unavailable: unavailable.current(databaseUpdate: nil, now: now)).entries
        .map { "\($0.kind) \($0.disc.albumTitle)" }
    }
    #expect(agenda(1_000_001) == ["facts Zwei"])
    let week = 7 * 24 * 3600
    #expect(agenda(1_000_000 + week - 1) == ["facts Zwei"])
    #expect(agenda(1_000_000 + week) == ["facts One", "facts Zwei"])
    // Looked for everywhere, and not found.
    wallet.diagnostics.artwork = wallet.discs.map { .init(disc: $0.id, source: nil, failures: []) }
    #expect(agenda(1_000_001) == ["facts Zwei", "cover Wide"])
    wallet.diagnostics.artwork = wallet.discs.map { .init(disc: $0.id, source: "folder", failures: []) }
    #expect(agenda(1_000_001) == ["facts Zwei"])
  }
}
