import Albums
import HTTP
import Services
import Testing

/// What MusicBrainz does instead of answering, and what then should happen.
@Suite struct MusicBrainzFaultTests {
  private typealias Samples = MusicBrainzSamples

  private let query = CatalogQuery(albumTitle: "Low Tide")
  private let queries = [
    ("release", #"release:"low tide" AND status:official"#), ("release", #"release:"low tide""#),
    ("release-group", #"releasegroup:"low tide""#), ("release", "release:(low~ tide~)"),
  ]

  private func fault(_ script: [ReplayTransport.Exchange]) async throws -> Fault {
    let transport = ReplayTransport(script)
    let catalog = MusicBrainzCatalog(transport: transport, userAgent: "AlbumScan/1.0 ( contact@example.org )")
    let fault = await #expect(throws: Fault.self) { try await catalog.albums(matching: query) }
    transport.expectPlayed()
    return try #require(fault)
  }

  private func first(status: Int = 200, headers: [HTTPRequest.Header] = [], _ body: String = "")
    -> ReplayTransport.Exchange
  {
    .get(Samples.search(queries[0].1), status: status, headers: headers, answers: body)
  }

  @Test(arguments: [429, 503])
  func `asked too fast, it is left alone for as long as it says`(status: Int) async throws {
    let body = #"{"error":"Your requests are exceeding the allowable rate limit."}"#
    let fault = try await fault([first(status: status, headers: [.init("Retry-After", "7")], body)])
    #expect(fault.isRetried)
    #expect(fault.after == 7)
    #expect(fault.service == .musicbrainz)
  }

  @Test(arguments: [500, 502, 504])
  func `its failures pass`(status: Int) async throws {
    #expect(try await fault([first(status: status, "<html>Bad Gateway</html>")]).isRetried)
  }

  @Test func `shut out, a person must act, and is told how`() async throws {
    let fault = try await fault([first(status: 403, "Your user agent is blocked.")])
    #expect(fault.next == .needsPerson)
    #expect(fault.service == .musicbrainz)
    let cure = try #require(fault.cure)
    #expect(cure.text.contains("musicbrainz.contact"))
    #expect(cure.text.contains("musicbrainz.contact"))
  }

  @Test func `an address where it isn't needs a person too`() async throws {
    let fault = try await fault([first(status: 404, "<html>nginx</html>")])
    #expect(fault.next == .needsPerson)
    #expect(try #require(fault.cure).text.contains("musicbrainz.baseURL"))
  }

  @Test(arguments: ["<html>We'll be back</html>", "", "[]", "{}", #"{"error":"odd"}"#, #"{"releases":{}}"#, "{\"rele"])
  func `an answer that is none passes`(body: String) async throws {
    #expect(try await fault([first(body)]).isRetried)
  }

  @Test func `being offline burns no attempt`() async throws {
    let fault = try await fault([.get(Samples.search(queries[0].1), fails: .unreachable("no route"))])
    #expect(fault.isRetried)
    #expect(!fault.isCounted)
  }

  @Test func `a fault on the way down the queries isn't taken for "knows none"`() async throws {
    let fault = try await fault([
      first(Samples.nothing), .get(Samples.search(queries[1].1), fails: .timedOut("30 s")),
    ])
    #expect(fault.isRetried)
    #expect(fault.isCounted)
  }

  @Test func `a search that it can't read finds nothing, and the next is tried`() async throws {
    let bad = #"{"error":"Search server could not complete query: Bad request"}"#
    let transport = ReplayTransport([
      first(status: 400, bad), .get(Samples.search(queries[1].1), answers: Samples.search),
    ])
    let catalog = MusicBrainzCatalog(transport: transport, userAgent: "AlbumScan/1.0 ( contact@example.org )")
    #expect(try await catalog.albums(matching: query).count == 2)
  }

  @Test func `when it can't read any of them, nothing is found`() async throws {
    let script = queries.map { entity, query in
      ReplayTransport.Exchange.get(Samples.search(query, in: entity), status: 400, answers: #"{"error":"Bad request"}"#)
    }
    let transport = ReplayTransport(script)
    let catalog = MusicBrainzCatalog(transport: transport, userAgent: "AlbumScan/1.0 ( contact@example.org )")
    #expect(try await catalog.albums(matching: query).isEmpty)
    transport.expectPlayed()
  }
}
