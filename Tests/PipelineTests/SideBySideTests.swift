import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// A find that catalogue and text bear out is reviewed while its artwork is still on its way.
@Suite struct SideBySideTests {
  private var fixture: PipelineFixture
  private static let album = DrawnCollection.paperLanterns
  private static let photo: Data = {
    do { return try DrawnPhoto(.front(album)).megapixels(1).jpeg() } catch { preconditionFailure("\(error)") }
  }()

  init() throws { fixture = try PipelineFixture() }

  /// The archive gives its cover only once the review has been asked for.
  private func tell(
    cover: DrawnAlbum = album,
    _ review: @escaping ScriptedModel.Act = Act.says(CannedAnswers.review, dollars: 0.02)
  ) throws -> PipelineFixture {
    var fixture = fixture
    let hold = Latch()
    fixture.covers.hold = hold
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork(cover)))
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalogue.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalogue.lookups.answers(.success(CannedAnswers.album()))
    fixture.model.answers(.review, Act.after({ hold.open() }, review))
    return fixture
  }

  @Test func `artwork and review don't wait for each other, and nothing else changes`() async throws {
    let fixture = try tell()
    let scan = try await within { try await fixture.scan("IMG_1.jpg", Self.photo) }
    let document = try fixture.document(of: scan)
    #expect(document.identification.confidence == .verified)
    #expect(document.artwork.status == .present)
    #expect(document.review.status == .written)
    #expect(document.review.cached == false)
    #expect(document.cost.calls.map(\.usd) == [0.01, 0.02])
    // Its cover comes beside what was shown.
    #expect(fixture.announcer.updated == fixture.announcer.announced && fixture.announcer.updated.count == 1)
    fixture.expectAllTold()
  }

  @Test func `a review of a find that its artwork contradicts is on the bill, and on no other album's page`()
    async throws
  {
    let fixture = try tell(cover: DrawnCollection.gullibleOfPages)
    let scan = try await within { try await fixture.scan("IMG_1.jpg", Self.photo) }
    #expect(scan.state == .unsure)
    let document = try fixture.document(of: scan)
    #expect(document.review.status != .written)
    #expect(document.cost.calls.map(\.usd) == [0.01, 0.02])
    fixture.expectAllTold()

    // A person says that it is that album after all: its review is there.
    #expect(try await fixture.ledger.accept(scan.id, 1) == .carriedOut)
    let accepted = try fixture.document(of: try await fixture.finish(scan.id))
    #expect(accepted.review.status == .written)
    #expect(accepted.cost.calls.map(\.usd) == [0.01, 0.02])
    fixture.expectAllTold()
  }

  @Test func `where the verdict is another album, that one's review is written`() async throws {
    let (fixture, id) = try await crashWhileTheArtworkIsOnItsWay()
    let other = Identification(
      artistName: CannedAnswers.artist, albumTitle: "Hollow Year", means: .call1, confidence: .verified,
      evidence: [.artwork(inliers: 90)])
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    try await fixture.ledger.keep(
      Verdict.identified(other), of: .verdict, in: scan.id, recipe: nil, now: fixture.time.now)
    try await fixture.ledger.release(scan.id)
    fixture.model.answers(.review, Act.says(CannedAnswers.reviewSaying("A hollow year in eight songs. It echoes.")))
    let document = try fixture.document(of: try await fixture.finish(id))
    #expect(document.album.albumTitle == "Hollow Year")
    #expect(document.review.contextSummary == "A hollow year in eight songs. It echoes.")
    #expect(document.cost.calls.map(\.step) == [.reading, .review, .review])
    #expect(fixture.announcer.announced.count == 2)
  }

  @Test func `what its artwork says while a find is shown comes before its review`() async throws {
    var fixture = try tell(cover: DrawnCollection.gullibleOfPages)
    fixture.covers.hold = nil
    fixture.settings.hold = .seconds(2)
    let scan = try await within { [fixture] in
      async let scan = fixture.scan("IMG_1.jpg", Self.photo)
      await fixture.announcer.untilAnnounced()
      while try await fixture.ledger.isOpen(.artwork, in: ScanID(1)) { await Task.yield() }
      fixture.time.clock.advance(by: .seconds(2))
      return try await scan
    }
    #expect(scan.state == .unsure)
    #expect(fixture.model.asked(.review).isEmpty)
    #expect(try fixture.document(of: scan).cost.calls.map(\.usd) == [0.01])
  }

  @Test func `a find is told, and can be rejected, before its artwork is there`() async throws {
    var fixture = fixture
    let wasAsked = Latch()
    let coverStore = Latch()
    fixture.covers.hold = coverStore
    fixture.covers.fronts.always(.success(nil))
    fixture.settings.hold = .seconds(30)
    fixture.model.always(.reading, Act.says(CannedAnswers.identified()))
    fixture.model.always(.review, Act.hangs(wasAsked))
    fixture.catalogue.searches.always(.success([CannedAnswers.album()]))
    fixture.catalogue.lookups.always(.success(CannedAnswers.album()))
    let id = try await fixture.drop()
    let line = fixture.line()
    let worker = Worker(
      ledger: fixture.ledger, line: { line }, gallery: fixture.gallery, disks: fixture.disks,
      wakeSignal: fixture.wakeSignal, options: Worker.Options(once: true), onLoop: { _ in })
    try await within { [fixture] in
      async let run: Void = worker.run()
      await fixture.announcer.untilAnnounced()
      #expect(try await fixture.ledger.found(id)?.albumTitle == CannedAnswers.title)
      #expect(try await fixture.ledger.reject(id, now: fixture.time.now) == .carriedOut)
      fixture.wakeSignal.fire()
      coverStore.open()
      try await run
    }
    let scan = try #require(try await fixture.ledger.scan(id))
    #expect(scan.state == .rejected)
    #expect(try await fixture.ledger.rejectedAlbums(of: scan.digest).map(\.albumTitle) == [CannedAnswers.title])
    #expect(fixture.model.asked(.review).isEmpty)
  }

  @Test func `one that is rejected then can be accepted after all`() async throws {
    var fixture = try tell()
    let never = Latch()
    fixture.covers.hold = never
    fixture.covers.fronts.always(.success(nil))
    let id = try await fixture.drop("IMG_1.jpg", Self.photo)
    let claimed = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    let walk = Task { [fixture] in
      try await fixture.line().journey(of: claimed, in: fixture.ledger, isStopping: { false }).walk()
    }
    try await within { [fixture] in
      while try await fixture.ledger.isOpen(.review, in: id) { await Task.yield() }
    }
    #expect(try await fixture.ledger.reject(id, now: fixture.time.now) == .carriedOut)
    walk.cancel()
    never.open()
    _ = try? await walk.value
    #expect(try await fixture.ledger.accept(id, 1) == .carriedOut)
    let scan = try await fixture.finish(id)
    #expect(scan.document?.identification.evidence.contains(.person) == true)
    #expect(scan.document?.review.status == .written)
    #expect(fixture.model.asked(.review).count == 1)
  }

  /// Its review is written by then.
  private func crashWhileTheArtworkIsOnItsWay() async throws -> (PipelineFixture, ScanID) {
    var fixture = try tell()
    let never = Latch()
    fixture.covers.hold = never
    let id = try await fixture.drop("IMG_1.jpg", Self.photo)
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    let walk = Task { [fixture] in
      try await fixture.line().journey(of: scan, in: fixture.ledger, isStopping: { false }).walk()
    }
    try await within { [fixture] in
      while try await fixture.ledger.isOpen(.review, in: id) { await Task.yield() }
    }
    walk.cancel()
    never.open()
    _ = try? await walk.value
    #expect(try await fixture.ledger.recover() == 1)
    fixture.covers.hold = nil
    fixture.covers.fronts.always(.success(try CannedAnswers.artwork(Self.album)))
    return (fixture, id)
  }

  @Test func `a crash while the artwork is on its way costs no second review`() async throws {
    let (fixture, id) = try await crashWhileTheArtworkIsOnItsWay()
    let document = try fixture.document(of: try await fixture.finish(id))
    #expect(document.identification.confidence == .verified)
    #expect(document.review.status == .written)
    #expect(document.review.cached == false)
    #expect(fixture.model.asked.map(\.step) == [.reading, .review])
    #expect(fixture.announcer.announced.count == 1)
  }

  @Test func `a review that fails leaves the artwork alone`() async throws {
    let fixture = try tell(Act.fails(.transient("502", service: .anthropic)))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await within { try await fixture.scan("IMG_1.jpg", Self.photo) }
    #expect(scan.attempts == 2)
    #expect(scan.document?.review.status == .written)
    #expect(scan.document?.identification.confidence == .verified)
    // Asked once: what came of it was kept.
    fixture.expectAllTold()
  }

  @Test func `what only a model says waits for its artwork`() async throws {
    var fixture = fixture
    let hold = Latch()
    fixture.covers.hold = hold
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified(text: "something else entirely")))
    fixture.catalogue.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalogue.lookups.answers(.success(CannedAnswers.album()))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let id = try await fixture.drop()
    let walk = Task { [fixture] in try await fixture.finish(id) }
    try await within { [fixture] in await fixture.covers.wasAsked.wait() }
    #expect(fixture.announcer.announced.isEmpty)
    hold.open()
    #expect(try await walk.value.state == .done)
    #expect(fixture.model.asked(.review).count == 1)
  }
}
