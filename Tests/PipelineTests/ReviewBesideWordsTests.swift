import Albums
import DrawnCovers
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Pipeline
@testable import Records

/// An album that the words on its sleeve name is reviewed while its artwork and its details are still on their way.
@Suite struct ReviewBesideWordsTests {
  private var fixture: PipelineFixture
  private let review = Act.says(CannedAnswers.review, dollars: 0.02)

  private static let photo: Data = {
    var photo = DrawnPhoto(.front(DrawnCollection.paperLanterns)).megapixels(1)
    photo.share = 0.9
    do { return try photo.jpeg() } catch { preconditionFailure("\(error)") }
  }()

  /// As a search for groups has it: no label.
  private static let found: CatalogueAlbum = {
    var album = CannedAnswers.album()
    album.releases[0].label = nil
    return album
  }()

  /// As the lookup of its release has it, which was credited to more people.
  private static let details: CatalogueAlbum = {
    var album = CannedAnswers.album("\(CannedAnswers.artist) with the Ferrymen")
    album.genres = ["chamber folk"]
    return album
  }()

  init() throws {
    fixture = try PipelineFixture()
    fixture.printed = ["MARLA QU1ST", "PAPER LANTEKNS", "STEREO"]
    fixture.catalogue.printed.answers(.success([Self.found]))
    fixture.catalogue.lookups.answers(.success(Self.details))
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork()))
  }

  /// The archive gives its cover only after this.
  private func holdingTheCover() -> (PipelineFixture, Latch) {
    var fixture = fixture
    let hold = Latch()
    fixture.covers.hold = hold
    return (fixture, hold)
  }

  private func walk(_ fixture: PipelineFixture, _ scan: Scan) -> Task<Void, any Error> {
    Task { _ = try await fixture.line().journey(of: scan, in: fixture.ledger, isStopping: { false }).walk() }
  }

  private func expectOnePaidReview(_ scan: Scan, of another: PipelineFixture? = nil) throws {
    let fixture = another ?? fixture
    let document = try fixture.document(of: scan)
    #expect(document.identification.by == .text && document.identification.confidence == .verified)
    #expect(document.artwork.status == .present && document.review.status == .written)
    #expect(document.album.artistName == Self.details.artistName && document.album.recordLabel == "Tin Harbour")
    #expect(document.album.genres == ["chamber folk"])
    #expect(document.cost.calls.map(\.step) == [.review] && document.cost.usd == 0.02)
    #expect(fixture.model.asked(.review).count == 1)
    #expect(fixture.announcer.announced.count == 1)
    fixture.expectAllTold()
  }

  @Test func `the review doesn't wait for the artwork, and is told what the search said`() async throws {
    let (fixture, hold) = holdingTheCover()
    fixture.model.answers(.review, Act.after({ hold.open() }, review))
    let scan = try await within { try await fixture.scan("IMG_1.jpg", Self.photo) }
    try expectOnePaidReview(scan)
    let question = try #require(fixture.model.asked(.review).first).material
    #expect(question.contains("1974") && question.contains("folk rock"))
    // Its artwork is shown beside what was announced.
    #expect(fixture.announcer.updated.count == 1)
  }

  @Test func `where only the artwork tells the album, its review doesn't wait for its details`() async throws {
    var fixture = try PipelineFixture()
    fixture.printed = self.fixture.printed
    let twin = CannedAnswers.album(
      group: MBID("6f1d2c3b-0000-4000-8000-000000000021"), release: MBID("6f1d2c3b-0000-4000-8000-000000000022"))
    fixture.catalogue.printed.answers(.success([Self.found, twin]))
    fixture.covers.fronts.answers(to: Self.found.releaseGroup, .success(try CannedAnswers.artwork()))
    fixture.covers.fronts.answers(to: twin.releaseGroup, .success(nil))
    let hold = Latch()
    fixture.catalogue.lookupsHold = hold
    fixture.catalogue.lookups.answers(.success(Self.details))
    fixture.model.answers(.review, Act.after({ hold.open() }, review))
    let scan = try await within { [fixture] in try await fixture.scan("IMG_1.jpg", Self.photo) }
    try expectOnePaidReview(scan, of: fixture)
  }

  @Test func `the review is told the label that the search had`() async throws {
    let (fixture, hold) = holdingTheCover()
    // In place of the first answer.
    _ = try fixture.catalogue.printed.answer(to: .words([]))
    fixture.catalogue.printed.answers(.success([CannedAnswers.album()]))
    fixture.model.answers(.review, Act.after({ hold.open() }, review))
    _ = try await within { try await fixture.scan("IMG_1.jpg", Self.photo) }
    #expect(try #require(fixture.model.asked(.review).first).material.contains("Tin Harbour"))
  }

  @Test func `what becomes known while the album is shown is told to the review`() async throws {
    var fixture = fixture
    fixture.settings.hold = .seconds(2)
    fixture.model.answers(.review, review)
    let scan = try await within { [fixture] in
      async let scan = fixture.scan("IMG_1.jpg", Self.photo)
      await fixture.announcer.untilAnnounced()
      while try await fixture.ledger.isOpen(.recognition, in: ScanID(1)) { await Task.yield() }
      await fixture.time.clock.untilSleeping(for: .seconds(2))
      fixture.time.clock.advance(by: .seconds(2))
      return try await scan
    }
    try expectOnePaidReview(scan)
    let question = try #require(fixture.model.asked(.review).first).material
    #expect(question.contains("Tin Harbour") && question.contains("chamber folk"))
  }

  @Test func `a review that was asked for by one name of an album is there for its other names`() async throws {
    let (first, hold) = holdingTheCover()
    first.model.answers(.review, Act.after({ hold.open() }, review))
    try expectOnePaidReview(try await within { try await first.scan("IMG_1.jpg", Self.photo) })
    #expect(fixture.model.asked(.review).first?.material.contains("Ferrymen") == false)

    // Its cover is known by the name on the page.
    let byCover = try await fixture.scan("IMG_2.jpg", Self.photo + Data([1]))
    #expect(byCover.document?.identification.by == .coverIndex && byCover.document?.review.cached == true)

    // Its words lead to the search's name.
    var forgetful = fixture
    forgetful.settings.recognises = false
    forgetful.catalogue.printed.answers(.success([Self.found]))
    forgetful.catalogue.lookups.answers(.success(Self.details))
    let byWords = try await forgetful.scan("IMG_3.jpg", Self.photo + Data([2]))
    #expect(byWords.document?.identification.by == .text && byWords.document?.review.cached == true)
    #expect(fixture.model.asked.count == 1)
  }

  @Test func `a new review that a person asks for is the one that is found from then on`() async throws {
    let (first, hold) = holdingTheCover()
    first.model.answers(.review, Act.after({ hold.open() }, review))
    let scan = try await within { try await first.scan("IMG_1.jpg", Self.photo) }
    _ = try await fixture.ledger.redo(scan.id, from: .review, strategy: nil, now: fixture.time.now)
    fixture.time.clock.advance(by: .seconds(60))
    fixture.model.answers(.review, Act.says(CannedAnswers.reviewSaying("It grew. It is still growing.")))
    let again = try await fixture.finish(scan.id)
    #expect(again.document?.review.contextSummary == "It grew. It is still growing.")
    #expect(fixture.model.asked(.review).last?.material.contains("Tin Harbour") == true)

    var forgetful = fixture
    forgetful.settings.recognises = false
    forgetful.catalogue.printed.answers(.success([Self.found]))
    forgetful.catalogue.lookups.answers(.success(Self.details))
    let other = try await forgetful.scan("IMG_2.jpg", Self.photo + Data([1]))
    #expect(other.document?.review.contextSummary == "It grew. It is still growing.")
  }

  @Test func `a photo whose album was shown is filed when it is rejected, even if a model reads it by then`()
    async throws
  {
    let fixture = try PipelineFixture()
    var reading = fixture
    reading.printed = self.fixture.printed
    reading.catalogue.printed.answers(.success([Self.found]))
    reading.covers.fronts.always(.success(nil))
    let isRead = Latch()
    reading.model.answers(.review, review)
    reading.model.answers(.reading, Act.hangs(isRead))
    let id = try await reading.drop("IMG_1.jpg", Self.photo)
    let line = reading.line()
    let worker = Worker(
      ledger: reading.ledger, line: { line }, gallery: reading.gallery, disks: reading.disks,
      wakeSignal: reading.wakeSignal, options: Worker.Options(once: true), onLoop: { _ in })
    try await within { [reading] in
      async let run: Void = worker.run()
      await isRead.wait()
      #expect(try await reading.ledger.scan(id)?.step == .reading)
      #expect(try await reading.ledger.reject(id, now: reading.time.now) == .carriedOut)
      reading.wakeSignal.fire()
      try await run
    }
    #expect(fixture.announcer.announced.count == 1)
    let scan = try #require(try await fixture.ledger.scan(id))
    #expect(try await fixture.ledger.rejectedAlbums(of: scan.digest).map(\.albumTitle) == [CannedAnswers.title])
    #expect(fixture.folder.names(in: "originals/2026-11") == ["IMG_1.jpg"])
    #expect(fixture.folder.names(in: "inbox") == [])
  }

  @Test func `a review of an album that its artwork contradicts is on the bill, and on no page`() async throws {
    let fixture = try PipelineFixture()
    var contradicted = fixture
    contradicted.printed = self.fixture.printed
    contradicted.catalogue.printed.always(.success([Self.found]))
    contradicted.covers.fronts.always(.success(try CannedAnswers.artwork(DrawnCollection.gullibleOfPages)))
    contradicted.model.answers(.review, review)
    contradicted.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(nil)))
    let scan = try await contradicted.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state != .done)
    #expect(try await fixture.ledger.calls(of: scan.id).map(\.step) == [.review, .reading])
    #expect(scan.document?.review.status != .written)
  }

  // MARK: Crashes

  /// Its review is written by then, and its artwork isn't there.
  private func crashWithTheReviewWritten() async throws -> ScanID {
    let (fixture, never) = holdingTheCover()
    fixture.model.answers(.review, review)
    let id = try await fixture.drop("IMG_1.jpg", Self.photo)
    let walk = walk(fixture, try #require(try await fixture.ledger.claim(now: fixture.time.now)))
    try await within { while try await fixture.ledger.isOpen(.review, in: id) { await Task.yield() } }
    walk.cancel()
    never.open()
    _ = try? await walk.value
    #expect(try await fixture.ledger.recover() == 1)
    #expect(try await fixture.ledger.isOpen(.recognition, in: id))
    // What was in flight is asked for again.
    fixture.catalogue.printed.answers(.success([Self.found]))
    fixture.covers.fronts.always(.success(try CannedAnswers.artwork()))
    return id
  }

  @Test func `a crash while the artwork is on its way costs no second review`() async throws {
    let id = try await crashWithTheReviewWritten()
    try expectOnePaidReview(try await fixture.finish(id))
  }

  @Test func `a crash between a review's payment and its storing costs no second review`() async throws {
    let id = try await crashWithTheReviewWritten()
    try await fixture.ledger.write { db in
      try db.execute(sql: "DELETE FROM review")
      try db.execute(sql: "DELETE FROM step WHERE name = 'review'")
    }
    try expectOnePaidReview(try await fixture.finish(id))
  }

  @Test func `after a crash while the review is written, nothing else is asked again`() async throws {
    let isAsked = Latch()
    fixture.model.answers(.review, Act.hangs(isAsked))
    let id = try await fixture.drop("IMG_1.jpg", Self.photo)
    let walk = walk(fixture, try #require(try await fixture.ledger.claim(now: fixture.time.now)))
    try await within { [fixture] in
      await isAsked.wait()
      // What words and artwork came to doesn't wait for the review.
      while try await fixture.ledger.isOpen(.recognition, in: id) { await Task.yield() }
    }
    walk.cancel()
    _ = try? await walk.value
    #expect(try await fixture.ledger.recover() == 1)
    fixture.model.answers(.review, review)
    let scan = try await fixture.finish(id)
    #expect(scan.document?.review.status == .written)
    #expect(fixture.catalogue.printed.asked.count == 1 && fixture.catalogue.lookups.asked.count == 1)
    // The one in flight may be billed, and was asked in the same words.
    #expect(Set(fixture.model.asked(.review).map(\.material)).count == 1)
    #expect(fixture.announcer.announced.count == 1)
  }
}
