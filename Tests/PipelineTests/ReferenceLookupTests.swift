import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What is asked of catalog and archive that no scan waits for.
@Suite struct ReferenceLookupTests {
  private static let group = MBID("b0000000-0000-4000-8000-000000000001")

  private let fixture: PipelineFixture
  private let reference = ScriptedReference()
  private let desk: ReferenceLookup

  init() throws {
    fixture = try PipelineFixture()
    let context = fixture.context(backgroundCatalog: reference)
    desk = try #require(ReferenceLookup(context))
  }

  @Test func `without a catalog there is no lookup`() {
    #expect(ReferenceLookup(fixture.context()) == nil)
  }

  @Test func `a service that scans leave alone isn't asked, and how long is said`() async throws {
    let busy = Fault.retry(.unknown, "slow down", service: .musicbrainz, after: 30)
    reference.groups.answers(.failure(busy), .success(nil))
    await #expect(throws: busy) { try await desk.releases(ofGroup: Self.group) }
    #expect(try await fixture.ledger.servicePause(of: .musicbrainz)?.until == fixture.time.now + .seconds(30))
    fixture.time.clock.advance(by: .seconds(10))
    let closed = Fault.retry(.unknown, "slow down", service: .musicbrainz, after: 20, isCounted: false)
    await #expect(throws: closed) { try await desk.releases(ofGroup: Self.group) }
    #expect(reference.groups.asked.count == 1)
    fixture.time.clock.advance(by: .seconds(20))
    #expect(try await desk.releases(ofGroup: Self.group) == nil)
    #expect(reference.groups.asked.count == 2)
  }

  @Test func `that the archive has no cover is remembered for a week, by all`() async throws {
    fixture.covers.fronts.always(.success(nil))
    for _ in 0..<2 { #expect(try await desk.front(ofRelease: nil, inGroup: Self.group) == nil) }
    #expect(fixture.covers.fronts.asked.count == 1)
    fixture.time.clock.advance(by: .seconds(7 * 86400 + 1))
    _ = try await desk.front(ofRelease: nil, inGroup: Self.group)
    #expect(fixture.covers.fronts.asked.count == 2)
    #expect(try await fixture.ledger.artwork(Self.group) == .none(asked: fixture.time.now))
  }

  @Test func `a failure of the archive is never remembered as none`() async throws {
    fixture.covers.fronts.answers(.failure(.retry(.unknown, "hiccup", service: .coverartarchive)), .success(nil))
    await #expect(throws: Fault.self) { try await desk.front(ofRelease: nil, inGroup: Self.group) }
    #expect(try await fixture.ledger.artwork(Self.group) == .unknown)
  }

  @Test func `a cover that a scan brought is at hand`() async throws {
    let picture = try await fixture.context().pictures.keep(Data([0xFF, 0xD8, 1]))
    let source = ArtworkSource(kind: .releaseGroup, id: Self.group, url: "https://example.org/front-500")
    let kept = KeptArtwork(picture: picture, thumbnail: picture, width: 500, height: 500, source: source)
    try await fixture.ledger.remember(artwork: kept, of: Self.group, now: fixture.time.now)
    #expect(
      try await desk.front(ofRelease: nil, inGroup: Self.group)
        == DownloadedArtwork(bytes: [0xFF, 0xD8, 1], source: source))
    #expect(fixture.covers.fronts.asked.isEmpty)
  }
}
