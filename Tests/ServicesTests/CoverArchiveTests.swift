import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

@Suite struct CoverArchiveTests {
  private let release = MBID("a0000000-0000-4000-8000-000000000001")
  private let group = MBID("b0000000-0000-4000-8000-000000000001")
  private let base = "https://coverartarchive.org"
  private let archive = "https://ia0.us.archive.org/items/mbid-x/thumb.jpg"
  private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 1, 2, 3]

  private func url(_ kind: String, _ size: Int) -> String {
    "\(base)/\(kind)/\(kind == "release" ? release : group)/front-\(size)"
  }

  private func answer(_ kind: String, _ size: Int, status: Int = 200, from place: String, _ body: [UInt8] = [])
    -> ReplayTransport.Exchange
  {
    .get(url(kind, size), answers: HTTPResponse(status: status, body: Data(body), url: place))
  }

  /// The index says that it has none.
  private func none(_ kind: String) -> ReplayTransport.Exchange {
    answer(kind, 1200, status: 404, from: url(kind, 1200), Array("<html>404".utf8))
  }

  /// The index knows of one, but archive.org hasn't got the file.
  private func missing(_ kind: String, _ size: Int, status: Int = 404) -> ReplayTransport.Exchange {
    answer(kind, size, status: status, from: archive, Array("<html>Not Found".utf8))
  }

  private func front(_ script: [ReplayTransport.Exchange], release: Bool = true) async throws -> DownloadedArtwork? {
    let transport = ReplayTransport(script)
    defer { transport.expectPlayed() }
    return try await CoverArtArchive(transport: transport, baseURL: base + "/")
      .front(ofRelease: release ? self.release : nil, inGroup: group)
  }

  private func fault(_ script: [ReplayTransport.Exchange]) async throws -> Fault {
    try #require(await #expect(throws: Fault.self) { try await front(script) })
  }

  @Test func `the release's own cover comes first`() async throws {
    let artwork = try #require(try await front([answer("release", 1200, from: archive, jpeg)]))
    #expect(artwork.bytes == jpeg)
    #expect(artwork.source == ArtworkSource(kind: .release, id: release, url: url("release", 1200)))
  }

  @Test func `a release without one goes by its group's, and that is said`() async throws {
    let artwork = try await front([none("release"), answer("release-group", 1200, from: archive, jpeg)])
    #expect(artwork?.source == ArtworkSource(kind: .releaseGroup, id: group, url: url("release-group", 1200)))
  }

  @Test func `without a release the group is asked`() async throws {
    let artwork = try await front([answer("release-group", 1200, from: archive, jpeg)], release: false)
    #expect(artwork?.source.kind == .releaseGroup)
  }

  @Test func `none is only where both have no picture at all`() async throws {
    let script = [
      none("release"), none("release-group"), list("release", status: 404), list("release-group", status: 404),
    ]
    #expect(try await front(script) == nil)
  }

  /// The archive's list of pictures; its ids are numbers, and texts in its documentation.
  private func list(_ kind: String, status: Int = 200, _ images: String = "") -> ReplayTransport.Exchange {
    let json = "{\"release\":\"https://musicbrainz.org/release/\(release)\",\"images\":[\(images)]}"
    return .get("\(base)/\(kind)/\(kind == "release" ? release : group)", status: status, answers: json)
  }

  @Test(arguments: [
    (
      #"{"id":7,"types":["Medium"],"front":false},{"id":"8","types":["Front","Spine"],"front":false}"#, 8,
      ["Front", "Spine"]
    ),
    (#"{"id":7,"types":["Medium"],"front":false},{"id":8,"types":[],"front":false}"#, 7, ["Medium"]),
    (#"{"id":34782911204}"#, 34_782_911_204, []),
  ])
  func `without a main front, the first picture that is one by its types is taken, else the first, and said`(
    images: String, id: Int, types: [String]
  ) async throws {
    let place = "\(base)/release/\(release)/\(id)-1200"
    let artwork = try #require(
      try await front([
        none("release"), none("release-group"), list("release", images),
        .get(place, answers: HTTPResponse(status: 200, body: Data(jpeg), url: archive)),
      ]))
    #expect(artwork.source == ArtworkSource(kind: .release, id: release, url: place, types: types))
    #expect(artwork.source.isFront == types.contains("Front"))
  }

  @Test func `a list that can't be read is asked for again`() async throws {
    let odd = ReplayTransport.Exchange.get("\(base)/release/\(release)", status: 200, answers: "<html>")
    #expect(try await fault([none("release"), none("release-group"), odd]).isRetried)
  }

  @Test(arguments: [404, 403, 401, 410, 451])
  func `a size that was never made leads to the next`(status: Int) async throws {
    let artwork = try await front([
      missing("release", 1200, status: status), answer("release", 500, from: archive, jpeg),
    ])
    #expect(artwork?.source.url == url("release", 500))
  }

  @Test func `a file that isn't there yet is waited for, not taken for none`() async throws {
    let fault = try await fault([missing("release", 1200), missing("release", 500), none("release-group")])
    #expect(fault.isRetried)
    #expect(fault.code == .artworkDelayed)
    #expect(fault.service == nil)
  }

  @Test func `a picture that is refused says nothing of the archive`() async throws {
    let fault = try await fault([
      missing("release", 1200, status: 401), missing("release", 500, status: 401), none("release-group"),
    ])
    #expect(fault.code == .artworkDelayed && fault.service == nil)
  }

  @Test(arguments: [
    "<!DOCTYPE html><title>Internet Archive: Temporarily Offline</title>",
    "\n<html><h1>Services Are Offline</h1>", "<html>We are down for maintenance.",
  ])
  func `an outage that is announced with status 200 is one, and asked about once`(page: String) async throws {
    for place in [url("release", 1200), archive] {
      let fault = try await fault([answer("release", 1200, from: place, Array(page.utf8))])
      #expect(fault.code == .serviceOffline)
      #expect(fault.service == .coverartarchive)
      #expect(fault.after ?? 0 >= 600)
    }
  }

  @Test(arguments: [429, 500, 502, 503, 504])
  func `a failure of the archive is never none`(status: Int) async throws {
    for place in [url("release", 1200), archive] {
      #expect(try await fault([answer("release", 1200, status: status, from: place)]).isRetried)
    }
  }

  @Test(arguments: [
    HTTPError.timedOut("60 s"), .broken("reset"), .unreachable("no route"), .badRedirect("to http"),
    .tooLarge(limit: 1),
  ])
  func `nor is a transfer that breaks`(error: HTTPError) async throws {
    let fault = try await fault([.get(url("release", 1200), fails: error)])
    #expect(fault.isRetried)
    #expect(fault.isCounted == !error.nothingWasSent)
  }

  @Test(arguments: ["<html>error</html>", "", "%PDF-1.4", "GIF"])
  func `what is no picture isn't taken for one`(body: String) async throws {
    let odd = Array(body.utf8)
    let fault = try await fault([
      answer("release", 1200, from: archive, odd), answer("release", 500, from: archive, odd), none("release-group"),
    ])
    #expect(fault.isRetried)
  }

  @Test func `being shut out by the index needs a person`() async throws {
    #expect(try await fault([answer("release", 1200, status: 403, from: url("release", 1200))]).next == .needsPerson)
  }

  @Test func `five redirects are followed, and no more`() async throws {
    let hops = (0...5).map { hop in
      let place = hop == 0 ? url("release", 1200) : "\(base)/\(hop)"
      return ReplayTransport.Exchange.get(
        place, answers: HTTPResponse(status: 307, url: place, target: "\(base)/\(hop + 1)"))
    }
    #expect(try await fault(hops).reason.contains("more than 5") == true)
  }

  @Test func `thumbnails are asked for, in bounds`() async throws {
    let transport = ReplayTransport([answer("release", 1200, from: archive, jpeg)])
    _ = try await CoverArtArchive(transport: transport, timeout: 7).front(ofRelease: release, inGroup: group)
    let limits = try #require(transport.requests.first).limits
    #expect(limits.bytes == CoverArtArchive.limit && limits.total == 7)
  }

  @Test func `after a Retry-After it isn't asked again before the time`() async throws {
    let transport = ReplayTransport([
      .get(url("release", 1200), answers: HTTPResponse(status: 503, headers: [.init("Retry-After", "50")], url: base))
    ])
    let covers = CoverArtArchive(transport: transport)
    for _ in 1...2 {
      let fault = await #expect(throws: Fault.self) {
        try await covers.front(ofRelease: release, inGroup: group)
      }
      let seconds = try #require(fault?.after)
      #expect((40...51).contains(seconds))
    }
    #expect(transport.requests.count == 1)
  }

  @Test(arguments: [
    ([0xFF, 0xD8, 0xFF], PictureKind.jpeg), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], .png),
    (Array("GIF89a…".utf8), .gif), (Array("RIFF0000WEBPVP8 ".utf8), .webp), (Array("RIFF0000WAVE".utf8), nil),
    ([0xFF, 0xD8, 0x17], .jpeg), ([0xFF], nil), ([], nil),
  ])
  func `pictures are told by their first bytes`(bytes: [UInt8], kind: PictureKind?) {
    #expect(PictureKind(of: bytes) == kind)
  }
}
