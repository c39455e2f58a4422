import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What becomes of finds while the catalog can't be asked, and when it answers again.
@Suite struct CatalogAbsenceTests {
  private var fixture: PipelineFixture
  private let away = Fault.retry(.unknown, "503", service: .musicbrainz, after: 60)

  init() throws { fixture = try PipelineFixture() }

  private func tell(read title: String = CannedAnswers.title) {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified(CannedAnswers.artist, title), dollars: 0.01))
    fixture.catalog.searches.answers(.failure(away))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
  }

  private func tellLate(_ cover: DrawnAlbum? = DrawnCollection.paperLanterns) throws {
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(try cover.map { try CannedAnswers.artwork($0) }))
  }

  private func photo(of album: DrawnAlbum) throws -> Data { try DrawnPhoto(.front(album)).megapixels(1).jpeg() }

  @Test func `what a model found is shown, and the catalog completes it when it answers`() async throws {
    tell(read: "paper lanterns")
    let scan = try await fixture.scan("IMG_1.jpg", try photo(of: DrawnCollection.paperLanterns))
    #expect(scan.state == .done)
    let first = try fixture.document(of: scan)
    #expect(first.album.albumTitle == "paper lanterns" && first.identification.confidence == .claimed)
    #expect(first.identification.catalogue == .pending && first.artwork.status == .pending)
    #expect(first.review.status == .written)
    // While it is away, nobody asks it.
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.nextDue() == fixture.time.now + .seconds(60))

    try tellLate()
    fixture.time.clock.advance(by: .seconds(61))
    try await fixture.runFollowUps()
    let after = try #require(try await fixture.ledger.scan(scan.id))
    #expect(after.bundle == scan.bundle && fixture.bundles().count == 1)
    let completed = try fixture.document(of: after)
    #expect(
      completed.album.albumTitle == CannedAnswers.title
        && completed.album.musicbrainz.releaseGroup == CannedAnswers.group)
    #expect(completed.identification.confidence == .verified && completed.identification.catalogue == nil)
    #expect(completed.artwork.status == .present)
    #expect(completed.review == first.review && completed.scannedAt == first.scannedAt)
    #expect(completed.cost.calls.map(\.usd) == [0.01, 0.02])
    #expect(try await fixture.ledger.nextDue() == nil)
    fixture.expectAllTold()
  }

  @Test func `a catalog that answers one question and not the next is left alone in between`() async throws {
    var fixture = fixture
    fixture.catalogPatience = .seconds(6)
    let clock = fixture.time.clock
    fixture.source = TimeSource(
      now: fixture.source.now, sleep: { clock.advance(by: $0 + .milliseconds(1)) }, uptime: fixture.source.uptime)
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified(CannedAnswers.artist, CannedAnswers.title)))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    fixture.catalog.searches.always(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.always(.success(CannedAnswers.album()))
    let busy = Fault.retry(.answered, detail: "503", "MusicBrainz answered 503", service: .musicbrainz)
    for _ in 0..<9 { fixture.catalog.lookups.answers(.failure(busy)) }
    let scan = try await fixture.scan("IMG_1.jpg", try photo(of: DrawnCollection.paperLanterns))
    #expect(scan.state == .done)
    #expect(try fixture.document(of: scan).identification.catalogue == .pending)
    #expect(fixture.catalog.lookups.asked.count < 5)
  }

  @Test func `a catalog that refuses the question is asked once, and the page doesn't wait for it`() async throws {
    tell()
    let scan = try await fixture.scan("IMG_1.jpg", try photo(of: DrawnCollection.paperLanterns))
    let refusal = Fault.fail(.unknown, "MusicBrainz answered 400", service: .musicbrainz)
    fixture.catalog.searches.answers(.failure(refusal))
    fixture.time.clock.advance(by: .seconds(61))
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.nextDue() == nil)
    let after = try #require(try await fixture.ledger.scan(scan.id))
    #expect(after.state == .done && after.bundle == scan.bundle)
    let document = try fixture.document(of: after)
    #expect(document.identification.catalogue == nil && document.artwork.status == .none)
    #expect(document.review.status == .written)
    let fault = try #require(try await fixture.ledger.faults(of: scan.id).last)
    #expect((fault.step, fault.kind, fault.reason) == (.catalog, "permanent", refusal.reason))
    fixture.expectAllTold()
  }

  @Test func `a second photo of the album has its review by the catalog's name`() async throws {
    tell(read: "paper lanterns (remastered)")
    try await fixture.scan()
    try tellLate(nil)
    fixture.time.clock.advance(by: .seconds(61))
    try await fixture.runFollowUps()

    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    let second = try await fixture.scan("IMG_2.jpg", try photo(of: DrawnCollection.nightShift))
    #expect(try fixture.document(of: second).review.cached == true)
    fixture.expectAllTold()
  }

  @Test func `artwork that speaks against it has a person decide, and nothing is paid again`() async throws {
    tell()
    let scan = try await fixture.scan("IMG_1.jpg", try photo(of: DrawnCollection.paperLanterns))
    #expect(scan.state == .done)
    try tellLate(DrawnCollection.gullibleOfPages)
    fixture.time.clock.advance(by: .seconds(61))
    try await fixture.runFollowUps()
    let after = try await fixture.finish(scan.id)
    #expect(after.state == .unsure)
    #expect(fixture.bundles().isEmpty && fixture.bundles(in: "unsure").count == 1)
    #expect(
      fixture.announcer.announced.last
        == .unsure(scan: scan.id, photo: "IMG_1.jpg", reason: try #require(after.reason)))
    #expect(try fixture.document(of: after).cost.calls.map(\.usd) == [0.01, 0.02])
    fixture.expectAllTold()
  }

  @Test func `a find without the catalog that was rejected can be accepted after all`() async throws {
    tell()
    let scan = try await fixture.scan("IMG_1.jpg", try photo(of: DrawnCollection.paperLanterns))
    #expect(try await fixture.ledger.reject(scan.id, now: fixture.time.now) == .carriedOut)
    #expect(try await fixture.ledger.accept(scan.id, 1) == .carriedOut)
    try tellLate()
    let after = try await fixture.finish(scan.id)
    #expect(after.document?.identification.evidence.contains(.person) == true)
    #expect(after.document?.review.status == .written)
    #expect(fixture.model.asked(.review).count == 1)
  }

  @Test func `what isn't a result without the catalog waits for it`() async throws {
    var fixture = fixture
    fixture.settings.identification.require = .corroborated
    tell()
    let id = try await fixture.drop()
    let waiting = try #require(try await fixture.runNext())
    #expect((waiting.state, waiting.heldBy) == (.waiting, "musicbrainz"))
    try tellLate(nil)
    #expect(try await fixture.finish(id).state == .done)
    fixture.expectAllTold()
  }

  @Test func `a comparison that was made without it is made again`() async throws {
    var fixture = fixture
    fixture.settings.identification.require = .verified
    tell()
    let id = try await fixture.drop("IMG_1.jpg", try photo(of: DrawnCollection.paperLanterns))
    let waiting = try #require(try await fixture.runNext())
    #expect((waiting.state, waiting.heldBy) == (.waiting, "musicbrainz"))
    try tellLate()
    let scan = try await fixture.finish(id)
    #expect(scan.state == .done)
    #expect(try fixture.document(of: scan).identification.confidence == .verified)
    fixture.expectAllTold()
  }

  @Test func `words that only the catalog knows wait for it`() async throws {
    var fixture = fixture
    fixture.settings.identification.webSearch = false
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded()))
    fixture.catalog.searches.answers(.failure(away))
    try await fixture.drop()
    let waiting = try #require(try await fixture.runNext())
    #expect((waiting.state, waiting.heldBy) == (.waiting, "musicbrainz"))
    fixture.expectAllTold()
  }
}
