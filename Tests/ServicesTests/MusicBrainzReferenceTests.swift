import Albums
import HTTP
import Services
import Testing

/// What is asked about albums that somebody has: one request for each question.
@Suite struct MusicBrainzReferenceTests {
  private typealias Samples = MusicBrainzSamples

  private static let base = "https://musicbrainz.org/ws/2"
  private let lookup = "\(base)/release/\(Samples.release)?inc=artist-credits+recordings+release-groups&fmt=json"
  private let browse =
    "\(base)/release?release-group=\(Samples.group)&inc=artist-credits+media+release-groups&limit=100&fmt=json"
  private let search =
    "\(base)/release-group?query=releasegroup%3A%22low%20tide%22%20AND%20artist%3A%22glass%20harbour%22"
    + "&limit=25&fmt=json"

  private func reference(_ exchanges: ReplayTransport.Exchange...) -> any BackgroundCatalog {
    MusicBrainzCatalog(transport: ReplayTransport(exchanges), userAgent: "AlbumScan/1.0 ( contact@example.org )")
  }

  @Test func `a release brings all its tracks in order`() async throws {
    let album = try await reference(.get(lookup, answers: Samples.listing)).tracks(ofRelease: MBID(Samples.release))
    func track(
      _ id: Int, _ medium: Int, _ position: Int, _ title: String, _ number: String? = nil, _ seconds: Int? = nil
    ) -> CatalogTrack {
      CatalogTrack(
        id: MBID("d0000000-0000-4000-8000-00000000000\(id)"), medium: medium, position: position, title: title,
        number: number, seconds: seconds)
    }
    #expect(
      album?.releases.first?.tracks == [
        track(1, 1, 1, "Ebb", "A1"), track(2, 1, 2, "Flood", "A2", 182), track(3, 2, 1, ""),
      ])
    #expect(album?.firstReleaseDate == "1984-03-05")
    #expect(album?.releases.first?.trackCount == 3)
  }

  @Test func `a group brings how many tracks each of its releases has`() async throws {
    let album = try await reference(.get(browse, answers: Samples.editions)).releases(ofGroup: MBID(Samples.group))
    #expect(album?.releases.map(\.trackCount) == [9, nil])
    #expect(album?.releases.map(\.status) == ["Official", "Bootleg"])
    #expect((album?.artistName, album?.firstReleaseDate) == ("Glass Harbour", "1984-03-05"))
  }

  @Test func `names are searched for once, without the words of an edition`() async throws {
    let found = try await reference(.get(search, answers: Samples.groups))
      .albums(titled: "Low Tide (Deluxe Edition)", by: "Glass Harbour")
    #expect(found.map(\.firstReleaseDate) == ["1984-03-05"])
    #expect(
      try await reference(.get(search, answers: Samples.noGroups)).albums(titled: "Low Tide", by: "Glass Harbour") == []
    )
    // By anybody.
    let byTitle = "\(Self.base)/release-group?query=releasegroup%3A%22low%20tide%22&limit=25&fmt=json"
    let namesakes = reference(.get(byTitle, answers: Samples.groups))
    #expect(try await namesakes.albums(titled: "Low Tide", by: nil).count == 1)
    let refused = reference(.get(search, status: 400, answers: #"{"error":"Bad request"}"#))
    #expect(try await refused.albums(titled: "Low Tide", by: "Glass Harbour") == [])
  }

  @Test func `what the catalog no longer has, or nobody can ask for, is nothing`() async throws {
    let gone = #"{"error":"Not Found"}"#
    #expect(
      try await reference(.get(lookup, status: 404, answers: gone)).tracks(ofRelease: MBID(Samples.release)) == nil)
    #expect(try await reference(.get(browse, status: 404, answers: gone)).releases(ofGroup: MBID(Samples.group)) == nil)
    #expect(try await reference(.get(browse, answers: Samples.nothing)).releases(ofGroup: MBID(Samples.group)) == nil)
    #expect(try await reference().tracks(ofRelease: MBID("../artist")) == nil)
    #expect(try await reference().releases(ofGroup: MBID("")) == nil)
    #expect(try await reference().albums(titled: "x", by: "( )") == [])
  }

  @Test func `what is no answer is a fault`() async throws {
    await #expect(throws: Fault.self) {
      try await reference(.get(browse, answers: "{}")).releases(ofGroup: MBID(Samples.group))
    }
    await #expect(throws: Fault.self) {
      try await reference(.get(lookup, status: 503, answers: "")).tracks(ofRelease: MBID(Samples.release))
    }
  }

  @Test func `another release, or the releases of another album, aren't believed`() async throws {
    let other = Samples.listing.replacing(Samples.release, with: Samples.otherRelease)
    #expect(try await reference(.get(lookup, answers: other)).tracks(ofRelease: MBID(Samples.release)) == nil)
    let others = Samples.editions.replacing(Samples.group, with: Samples.otherGroup)
    #expect(try await reference(.get(browse, answers: others)).releases(ofGroup: MBID(Samples.group)) == nil)
  }

  // MARK: What a person refers to

  private static let details =
    "inc=artist-credits+labels+recordings+release-groups+genres+tags+url-rels&fmt=json"

  private func albums(
    at reference: CatalogReference, _ exchanges: ReplayTransport.Exchange...
  ) async throws -> [CatalogAlbum] {
    let transport = ReplayTransport(exchanges)
    defer { transport.expectPlayed() }
    return try await MusicBrainzCatalog(transport: transport, userAgent: "AlbumScan/1.0 ( contact@example.org )")
      .albums(at: reference)
  }

  @Test func `an ID of a group is asked for as a release first`() async throws {
    let found = try await albums(
      at: .entry(MBID(Samples.group)),
      .get("\(Self.base)/release/\(Samples.group)?\(Self.details)", status: 404, answers: #"{"error":"Not Found"}"#),
      .get(browse, answers: Samples.editions))
    #expect(found.map(\.releaseGroup) == [MBID(Samples.group)])
  }

  @Test func `an address leads to the releases that link to it`() async throws {
    let found = try await albums(
      at: .address("https://www.discogs.com/release/4711"),
      .get(
        "\(Self.base)/url?resource=https%3A%2F%2Fwww.discogs.com%2Frelease%2F4711&inc=release-rels+release-group-rels&fmt=json",
        answers: """
          {"id":"\(Samples.guest)","resource":"https://www.discogs.com/release/4711","relations":[
           {"type":"discogs","target-type":"release","direction":"backward","release":{"id":"\(Samples.release)","title":"Low Tide"}},
           {"type":"discogs","target-type":"artist","artist":{"id":"\(Samples.artist)"}}]}
          """),
      .get("\(Self.base)/release/\(Samples.release)?\(Self.details)", answers: Samples.lookup()))
    #expect(found.map(\.releaseGroup) == [MBID(Samples.group)])
    #expect(found.first?.releases.map(\.id) == [MBID(Samples.release)])
  }

  @Test func `an address that nothing links to leads nowhere, and one of another kind isn't believed`() async throws {
    let url =
      "\(Self.base)/url?resource=https%3A%2F%2Fwww.discogs.com%2Fmaster%2F1&inc=release-rels+release-group-rels&fmt=json"
    let address = CatalogReference.address("https://www.discogs.com/master/1")
    #expect(try await albums(at: address, .get(url, status: 404, answers: #"{"error":"Not Found"}"#)) == [])
    await #expect(throws: Fault.self) { try await albums(at: address, .get(url, answers: #"{"releases":[]}"#)) }
  }
}
