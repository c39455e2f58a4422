import Albums
import Foundation
import HTTP
import Services
import TestSupport
import Testing

/// Requests that MusicBrainz's gateway refuses for having too much to do, and how they are made again.
@Suite struct MusicBrainzShedTests {
  private typealias Samples = MusicBrainzSamples
  private typealias Exchange = ReplayTransport.Exchange

  private let clock = ManualClock()
  private let query = CatalogQuery(albumTitle: "Low Tide")
  private static let first = Samples.search(#"release:"low tide" AND status:official"#)
  private static let second = Samples.search(#"release:"low tide""#)
  private static let busy = #"{"error": "The MusicBrainz web server is currently busy. Please try again later."}"#

  private static func shed(_ url: String, zone: String? = "search-global", retryAfter: String? = "0") -> Exchange {
    let headers = [zone.map { ("X-RateLimit-Zone", $0) }, retryAfter.map { ("Retry-After", $0) }].compactMap(\.self)
    return .get(url, status: 503, headers: headers.map { .init($0.0, $0.1) }, answers: busy)
  }

  private func catalog(_ transport: ReplayTransport) -> MusicBrainzCatalog {
    MusicBrainzCatalog(transport: transport, userAgent: "AlbumScan/1.0 ( contact@example.org )", clock: clock)
  }

  /// Searches while the clock goes on by these waits, each of which must be waited to its end.
  private func search(_ transport: ReplayTransport, waiting seconds: [Int]) async throws -> Result<
    [String], Fault
  > {
    let (clock, catalog, query) = (clock, catalog(transport), query)
    let outcome = try await within {
      async let answer: Result<[String], Fault> = {
        do throws(Fault) { return .success(try await catalog.albums(matching: query).map(\.title)) } catch {
          return .failure(error)
        }
      }()
      for wait in seconds {
        await clock.untilSleeping()
        clock.advance(by: .seconds(wait) - .milliseconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
      }
      return await answer
    }
    transport.expectPlayed()
    return outcome
  }

  @Test func `a request that is shed is made again, and what was found before is kept`() async throws {
    let transport = ReplayTransport([
      .get(Self.first, answers: Samples.nothing), Self.shed(Self.second), Self.shed(Self.second, zone: "global"),
      Self.shed(Self.second, zone: nil), .get(Self.second, answers: Samples.search),
    ])
    #expect(try await search(transport, waiting: [2, 4, 8]) == .success(["Low Tide", "Low Tide Live"]))
  }

  @Test func `so is a lookup`() async throws {
    let address = Samples.lookup(of: Samples.release)
    let transport = ReplayTransport([Self.shed(address, zone: "global"), .get(address, answers: Samples.lookup())])
    let (clock, catalog) = (clock, catalog(transport))
    try await within {
      async let album = catalog.album(ofRelease: MBID(Samples.release), inGroup: MBID(Samples.group))
      await clock.untilSleeping()
      clock.advance(by: .seconds(2))
      let title = try await album?.title
      #expect(title == "Low Tide")
    }
  }

  @Test func `four times is a fault, which the ledger tries again`() async throws {
    let transport = ReplayTransport(Array(repeating: Self.shed(Self.first), count: 4))
    let outcome = try await search(transport, waiting: [2, 4, 8])
    let fault = #expect(throws: Fault.self) { try outcome.get() }
    #expect(fault?.isRetried == true)
    #expect(fault?.service == .musicbrainz)
  }

  @Test func `another failure after it isn't tried again`() async throws {
    let transport = ReplayTransport([Self.shed(Self.first), .get(Self.first, status: 502, answers: "Bad Gateway")])
    let outcome = try await search(transport, waiting: [2])
    #expect(throws: Fault.self) { try outcome.get() }
  }

  @Test(arguments: [
    shed(first, zone: "ws ip=192.0.2.7", retryAfter: "1"), shed(first, zone: "ws ip=192.0.2.7"),
    shed(first, zone: "global", retryAfter: "5"), shed(first, zone: nil, retryAfter: nil),
    // As it was in 2014.
    .get(
      first, status: 503, headers: [.init("X-Rate-Limited", "22.3 22.0 20")],
      answers:
        #"{"error":"Your requests are exceeding the allowable rate limit (22.3, limit is 22.0 per 20 seconds)."}"#),
    .get(
      first, status: 503, headers: [.init("Retry-After", "0")],
      answers: #"{"error":"Your requests are exceeding the allowable rate limit."}"#),
    .get(first, status: 429, headers: [.init("Retry-After", "0")], answers: busy),
  ])
  private func `our own limit, and what says nothing of it, isn't taken for shedding`(exchange: Exchange) async throws {
    let outcome = try await search(ReplayTransport([exchange]), waiting: [])
    let fault = #expect(throws: Fault.self) { try outcome.get() }
    #expect(fault?.isRetried == true)
  }

  @Test func `who is stopped meanwhile doesn't ask again`() async throws {
    let transport = ReplayTransport([Self.shed(Self.first)])
    let (clock, catalog, query) = (clock, catalog(transport), query)
    try await within {
      let search = Task { try await catalog.albums(matching: query) }
      await clock.untilSleeping()
      search.cancel()
      await #expect(throws: Fault.self) { try await search.value }
    }
    transport.expectPlayed()
  }

  @Test func `each try takes its turn, and others go in between`() async throws {
    let transport = ReplayTransport([
      Self.shed(Self.first), .get(Samples.lookup(of: Samples.release), answers: Samples.lookup()),
      .get(Self.first, answers: Samples.search),
    ])
    let (clock, query) = (clock, query)
    let polite = RateLimitedTransport(transport, rateLimiter: RateLimiter(clock: clock, spacing: .seconds(1)))
    let catalog = MusicBrainzCatalog(transport: polite, userAgent: "AlbumScan/1.0 ( a@example.org )", clock: clock)
    try await within {
      async let albums = catalog.albums(matching: query)
      await clock.untilSleeping()
      async let other = catalog.album(ofRelease: MBID(Samples.release), inGroup: MBID(Samples.group))
      // The other one before the line, and the first before its second try.
      await clock.untilSleeping(2)
      clock.advance(by: .seconds(1))
      let title = try await other?.title
      #expect(title == "Low Tide")
      clock.advance(by: .seconds(1))
      let count = try await albums.count
      #expect(count == 2)
    }
    transport.expectPlayed()
  }
}
