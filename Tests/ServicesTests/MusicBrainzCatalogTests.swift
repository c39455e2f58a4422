import Albums
import Foundation
import HTTP
import Services
import Testing

@Suite struct MusicBrainzCatalogTests {
  private typealias Samples = MusicBrainzSamples

  private let query = CatalogQuery(artistName: "Glass Harbour", albumTitle: "Low Tide")
  private let strict = #"release:"low tide" AND artist:"glass harbour" AND status:official"#
  private let loose = #"release:"low tide" AND artist:"glass harbour""#
  private let group = #"releasegroup:"low tide" AND artist:"glass harbour""#
  private let fuzzy = "release:(low~ tide~) AND artistname:(glass~ harbour~)"

  private static let asked = MBID(Samples.group)

  private func catalog(_ transport: ReplayTransport, at baseURL: String = "https://musicbrainz.org")
    -> MusicBrainzCatalog
  {
    MusicBrainzCatalog(
      transport: transport, baseURL: baseURL, userAgent: "AlbumScan/1.0 ( contact@example.org )")
  }

  // MARK: Searching

  @Test func `one request finds an album, and says who asks`() async throws {
    let transport = ReplayTransport([.get(Samples.search(strict), answers: Samples.search)])
    let albums = try await catalog(transport).albums(matching: query)
    #expect(albums.map(\.title) == ["Low Tide", "Low Tide Live"])
    let request = try #require(transport.requests.first)
    #expect(request.headers.contains(.init("User-Agent", "AlbumScan/1.0 ( contact@example.org )")))
    #expect(request.limits.redirects == 3)
    // A scan waits for it.
    #expect(request.limits.total == 5)
    #expect(request.limits.connect <= 5)
  }

  @Test func `hits are gathered by release group, with all that they tell`() async throws {
    let transport = ReplayTransport([.get(Samples.search(strict), answers: Samples.search)])
    let albums = try await catalog(transport).albums(matching: query)
    let album = try #require(albums.first)
    #expect(album.releaseGroup == MBID(Samples.group))
    #expect(album.artistName == "Glass Harbour feat. Nell")
    #expect(album.artists == [MBID(Samples.artist), MBID(Samples.guest)])
    #expect(album.disambiguation == "dream pop band")
    #expect(album.primaryType == "Album")
    #expect(album.firstReleaseDate == nil)
    #expect(album.releases.map(\.id) == [MBID(Samples.release), MBID(Samples.reissue)])
    let release = try #require(album.releases.first)
    #expect(release.status == "Official")
    #expect(release.date == "1984-03")
    #expect(release.country == "GB")
    #expect(release.label == "Quayside")
    #expect(release.catalogNumber == "QUAY 7")
    #expect(release.barcode == "5012345678900")
    #expect(release.trackCount == 9)
    #expect(release.hasFrontArtwork == nil)
  }

  @Test func `what is null, empty or missing is nil`() async throws {
    let transport = ReplayTransport([.get(Samples.search(strict), answers: Samples.search)])
    let albums = try await catalog(transport).albums(matching: query)
    let live = try #require(albums.last)
    #expect(live.artistName == "")
    #expect(live.artists.isEmpty)
    #expect(live.secondaryTypes == ["Live"])
    #expect(live.releases == [CatalogRelease(id: MBID(Samples.otherRelease), title: "Low Tide Live")])
  }

  @Test func `other names of an only artist are read, so many and so long`() async throws {
    let aliases = (0..<80).map { #"{"name":"Name \#($0)","locale":null}"# }.joined(separator: ",")
    let long = String(repeating: "x", count: 100_000)
    let artist =
      #"{"id":"\#(Samples.artist)","name":"Glass Harbour","aliases":[{"name":"GH"},{"name":null},7,\#(aliases)]}"#
    let body = #"""
      {"releases":[{"id":"\#(Samples.release)","title":"Low Tide \#(long)",
        "artist-credit":[{"name":"Glass Harbor","joinphrase":"\#(long)","artist":\#(artist)}],
        "release-group":{"id":"\#(Samples.group)","title":"Low Tide"}}]}
      """#
    let transport = ReplayTransport([.get(Samples.search(strict), answers: body)])
    let album = try #require(try await catalog(transport).albums(matching: query).first)
    #expect(album.artistAliases?.prefix(3) == ["Glass Harbour", "GH", "Name 0"])
    #expect(album.artistAliases?.count == 30)
    #expect(album.artistName.utf8.count < 200 && album.releases[0].title.utf8.count <= 4000)
  }

  @Test(
    arguments: [
      (#"[{"name":"紙風船","artist":{"id":"ID","name":"紙風船","sort-name":"Paper Balloon"}}]"#, ["Paper Balloon"]),
      (
        #"[{"name":"水野遥","artist":{"id":"ID","name":"水野遥","sort-name":"Mizuno, Haruka"}}]"#,
        ["Haruka Mizuno", "Mizuno, Haruka"]
      ),
      (
        #"""
        [{"name":"Greta Holm","joinphrase":" & ","artist":{"id":"ID","name":"Greta Holm","sort-name":"Holm, Greta"}},
         {"name":"水野遥","artist":{"id":"ID","name":"水野遥","sort-name":"Mizuno, Haruka"}}]
        """#, ["Greta Holm & Haruka Mizuno"]
      ),
      (
        #"[{"name":"Lena Ost Trio","artist":{"id":"ID","name":"Lena Ost Trio","sort-name":"Ost, Lena, Trio"}}]"#,
        ["Ost, Lena, Trio"]
      ),
      (#"[{"name":"Greta Holm","artist":{"id":"ID","name":"Greta Holm","sort-name":7}}]"#, nil),
    ])
  func `sort names are names, too`(_ credit: String, _ names: [String]?) async throws {
    let body = #"""
      {"releases":[{"id":"\#(Samples.release)","title":"Low Tide","release-group":{"id":"\#(Samples.group)","title":"Low Tide"},
        "artist-credit":\#(credit.replacing("ID", with: Samples.artist))}]}
      """#
    let transport = ReplayTransport([.get(Samples.search(strict), answers: body)])
    let album = try #require(try await catalog(transport).albums(matching: query).first)
    #expect(album.artistAliases == names)
  }

  @Test func `each search that finds nothing leads to the next`() async throws {
    let transport = ReplayTransport([
      .get(Samples.search(strict), answers: Samples.nothing), .get(Samples.search(loose), answers: Samples.nothing),
      .get(Samples.search(group, in: "release-group"), answers: Samples.noGroups),
      .get(Samples.search(fuzzy), answers: Samples.nothing),
      .get(Samples.search(#"release:"low tide""#), answers: Samples.nothing),
    ])
    #expect(try await catalog(transport).albums(matching: query).isEmpty)
    transport.expectPlayed()
  }

  @Test func `a release group brings its date, its releases and its tags`() async throws {
    let transport = ReplayTransport([
      .get(Samples.search(strict), answers: Samples.nothing), .get(Samples.search(loose), answers: Samples.nothing),
      .get(Samples.search(group, in: "release-group"), answers: Samples.groups),
    ])
    let album = try #require(try await catalog(transport).albums(matching: query).first)
    #expect(album.firstReleaseDate == "1984-03-05")
    #expect(album.disambiguation == "blue cover")
    #expect(album.secondaryTypes == ["Soundtrack"])
    #expect(album.genres == ["shoegaze", "dream pop"])
    #expect(album.releases.map(\.status) == ["Official", nil])
  }

  @Test func `a barcode goes before names`() async throws {
    let transport = ReplayTransport([.get(Samples.search("barcode:5012345678900"), answers: Samples.search)])
    let query = CatalogQuery(artistName: "Glass Harbour", albumTitle: "Low Tide", barcode: "5 012345 678900")
    #expect(try await catalog(transport).albums(matching: query).count == 2)
  }

  @Test func `text as it was read is searched for forgivingly`() async throws {
    let transport = ReplayTransport([
      .get(Samples.search("glass harbour low tide", dismax: true), answers: Samples.search)
    ])
    let albums = try await catalog(transport).albums(matching: CatalogQuery(text: "GLASS HARBOUR / Low Tide"))
    #expect(albums.count == 2)
  }

  @Test func `where there is nothing to go by, nobody is asked`() async throws {
    #expect(try await catalog(ReplayTransport([])).albums(matching: CatalogQuery()).isEmpty)
  }

  @Test func `a query is encoded byte by byte`() async throws {
    let address =
      "https://musicbrainz.org/ws/2/release?query=release%3A%22a%2Bb%20%26%20%C3%A9%5C%22c%22%20AND%20status%3Aofficial"
      + "&limit=100&fmt=json"
    let transport = ReplayTransport([.get(address, answers: Samples.search)])
    let albums = try await catalog(transport).albums(matching: CatalogQuery(albumTitle: "A+B & É\"C"))
    #expect(albums.count == 2)
  }

  @Test(arguments: [
    "https://mirror.example.org", "https://mirror.example.org/", "https://mirror.example.org/ws/2",
    "https://mirror.example.org/ws/2/",
  ])
  func `an address is taken with and without the path of the web service`(baseURL: String) async throws {
    let transport = ReplayTransport([
      .get(Samples.search(strict, at: "https://mirror.example.org/ws/2"), answers: Samples.search)
    ])
    #expect(try await catalog(transport, at: baseURL).albums(matching: query).count == 2)
  }

  // MARK: Looking up

  @Test func `a release is looked up once, and tells everything`() async throws {
    let genres = #"[{"name":"dream pop","count":2},{"name":"shoegaze","count":"9"},{"name":"ambient","count":2}]"#
    let transport = ReplayTransport([
      .get(Samples.lookup(of: Samples.release), answers: Samples.lookup(genres: genres))
    ])
    let album = try #require(
      try await catalog(transport).album(ofRelease: MBID(Samples.release), inGroup: Self.asked))
    #expect(album.releaseGroup == MBID(Samples.group))
    #expect(album.firstReleaseDate == "1984-03-05")
    #expect(album.genres == ["shoegaze", "ambient", "dream pop"])
    #expect(album.disambiguation == nil)
    #expect(
      album.releases == [
        CatalogRelease(
          id: MBID(Samples.release), title: "Low Tide", status: "Official", date: "1984-03", country: "GB",
          label: "Quayside", catalogNumber: "QUAY 7", trackCount: 9, hasFrontArtwork: true)
      ])
  }

  @Test func `a lookup tells where the album can be heard, as long as that holds`() async throws {
    func relation(_ url: String, ended: Bool = false) -> String {
      #"{"type":"streaming","ended":\#(ended),"url":{"id":"u","resource":"\#(url)"}}"#
    }
    let relations = [
      relation("https://music.apple.com/gb/album/1", ended: true), relation("https://open.spotify.com/album/2"),
      relation("https://open.spotify.com.example.org/album/3"), #"{"type":"discogs"}"#,
    ].joined(separator: ",")
    let answer = Samples.lookup().replacing(
      "\"cover-art-archive\"", with: "\"relations\":[\(relations)],\"cover-art-archive\"")
    let transport = ReplayTransport([.get(Samples.lookup(of: Samples.release), answers: answer)])
    let album = try await catalog(transport).album(ofRelease: MBID(Samples.release), inGroup: Self.asked)
    #expect(album?.releases.first?.links.map(\.url) == ["https://open.spotify.com/album/2"])
  }

  @Test(arguments: [
    (#"[{"name":"pop","count":1}]"#, #"[{"name":"rock","count":9}]"#, "[]", ["pop"]),
    ("[]", #"[{"name":"rock","count":9}]"#, #"[{"name":"tag","count":1}]"#, ["rock"]),
    ("[]", "null", #"[{"name":"tag","count":1}]"#, ["tag"]), ("null", "[]", "[]", ["release tag"]),
  ])
  func `genres come from the release, else its group, else tags`(
    genres: String, groupGenres: String, groupTags: String, expected: [String]
  ) async throws {
    let answer = Samples.lookup(genres: genres, groupGenres: groupGenres, groupTags: groupTags)
    let transport = ReplayTransport([.get(Samples.lookup(of: Samples.release), answers: answer)])
    #expect(
      try await catalog(transport).album(ofRelease: MBID(Samples.release), inGroup: Self.asked)?.genres == expected)
  }

  @Test func `a merged release goes by the id that is left`() async throws {
    // Where the redirect led.
    let answer = HTTPResponse(
      status: 200, body: Data(Samples.lookup(id: Samples.release).utf8), url: Samples.lookup(of: Samples.release))
    let transport = ReplayTransport([.get(Samples.lookup(of: Samples.reissue), answers: answer)])
    let album = try await catalog(transport).album(ofRelease: MBID(Samples.reissue), inGroup: Self.asked)
    #expect(album?.releases.map(\.id) == [MBID(Samples.release)])
  }

  @Test(arguments: [
    (Samples.reissue, Samples.reissue, Samples.group), (Samples.reissue, Samples.otherRelease, Samples.group),
    (Samples.release, Samples.release, Samples.otherGroup),
  ])
  func `another release than was asked for, or another album, isn't believed`(
    asked: String, answered: String, group: String
  ) async throws {
    let answer = HTTPResponse(
      status: 200, body: Data(Samples.lookup(id: Samples.release).utf8), url: Samples.lookup(of: answered))
    let transport = ReplayTransport([.get(Samples.lookup(of: asked), answers: answer)])
    #expect(try await catalog(transport).album(ofRelease: MBID(asked), inGroup: MBID(group)) == nil)
  }

  @Test func `an entry of another kind isn't believed, and what is none is no answer`() async throws {
    let address = Samples.lookup(of: Samples.release)
    let group = ReplayTransport([.get(address, answers: "{\"id\":\"\(Samples.group)\",\"title\":\"Low Tide\"}")])
    #expect(try await catalog(group).album(ofRelease: MBID(Samples.release), inGroup: Self.asked) == nil)
    let nothing = ReplayTransport([.get(address, answers: "{\"ok\":true}")])
    await #expect(throws: Fault.self) {
      try await catalog(nothing).album(ofRelease: MBID(Samples.release), inGroup: Self.asked)
    }
  }

  @Test func `a release that is gone is nil`() async throws {
    let transport = ReplayTransport([
      .get(Samples.lookup(of: Samples.release), status: 404, answers: #"{"error":"Not Found","help":"…"}"#)
    ])
    #expect(try await catalog(transport).album(ofRelease: MBID(Samples.release), inGroup: Self.asked) == nil)
  }

  @Test(arguments: [
    "", "x", "../artist", "a0000000-0000-4000-8000-00000000000?", "a0000000-0000-4000-8000-0000000000010",
  ])
  func `what is no id isn't asked for`(id: String) async throws {
    #expect(try await catalog(ReplayTransport([])).album(ofRelease: MBID(id), inGroup: Self.asked) == nil)
  }
}
