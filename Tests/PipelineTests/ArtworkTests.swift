import Albums
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

@Suite struct ArtworkTests {
  private var fixture: PipelineFixture
  private let broken = Fault.retry(.unknown, "502", service: .coverartarchive)

  init() throws { fixture = try PipelineFixture() }

  /// All but the artwork.
  private func tell(_ fixture: PipelineFixture? = nil) {
    let fixture = fixture ?? self.fixture
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
  }

  @Test func `that there is none is said at once, and remembered for a week`() async throws {
    tell()
    fixture.covers.fronts.answers(.success(nil))
    let scan = try await fixture.scan("IMG_1.jpg")
    #expect(scan.artworkStatus == ArtworkStatus.none)
    #expect(fixture.folder.names(in: try #require(scan.bundle)) == ["album.json", "index.html"])
    #expect(try await fixture.ledger.nextDue() == nil)

    try await fixture.scan("IMG_1.jpg")
    fixture.time.clock.advance(by: .seconds(7 * 86400 + 1))
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork()))
    #expect(try await fixture.scan("IMG_1.jpg").artworkStatus == .present)
    fixture.expectAllTold()
  }

  @Test func `a failure of the archive leaves it pending, and a follow-up adds it in one step`() async throws {
    tell()
    fixture.covers.fronts.answers(.failure(broken), .failure(broken), .success(try CannedAnswers.artwork()))
    let scan = try await fixture.scan()
    #expect(scan.state == .done)
    #expect(scan.artworkStatus == .pending)
    let bundle = try #require(scan.bundle)
    // What a person put into the bundle stays there.
    try fixture.folder.write(Array("mine".utf8), to: "\(bundle)/notes.txt")

    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.scan(scan.id)?.artworkStatus == .pending)
    fixture.time.advance(to: try #require(try await fixture.ledger.nextDue()))
    try await fixture.runFollowUps()

    let after = try #require(try await fixture.ledger.scan(scan.id))
    #expect(after.artworkStatus == .present)
    #expect(after.bundle == bundle)
    #expect(
      fixture.folder.names(in: bundle) == ["album.json", "artwork.jpg", "index.html", "notes.txt", "thumbnail.jpg"])
    #expect(try fixture.document(of: after).artwork.status == .present)
    #expect(try fixture.document(of: after).review.status == .written)
    #expect(fixture.bundles().count == 1)
    #expect(try await fixture.ledger.nextDue() == nil)
    fixture.expectAllTold()
  }

  @Test func `a follow-up that can't be carried out is given up, and its scan says why`() async throws {
    tell()
    let refusal = Fault.fail(.unknown, "The Cover Art Archive answered 410: gone", service: .coverartarchive)
    fixture.covers.fronts.answers(.failure(broken), .failure(refusal))
    let scan = try await fixture.scan()
    #expect(scan.artworkStatus == .pending)
    fixture.time.advance(to: try #require(try await fixture.ledger.nextDue()))
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.nextDue() == nil)
    let after = try #require(try await fixture.ledger.scan(scan.id))
    #expect(after.artworkStatus == ArtworkStatus.none)
    // The page doesn't promise it any longer.
    #expect(try fixture.document(of: after).artwork.status == .none)
    let fault = try #require(try await fixture.ledger.faults(of: scan.id).last)
    #expect((fault.step, fault.kind, fault.reason) == (.artwork, "permanent", refusal.reason))
    // A person may ask again.
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork()))
    #expect(try await fixture.ledger.retry(scan.id) == .carriedOut)
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.scan(scan.id)?.artworkStatus == .present)
    #expect(try await fixture.ledger.retry(scan.id) != .carriedOut)
    fixture.expectAllTold()
  }

  @Test func `a result waits five seconds for its artwork, and no longer`() async throws {
    var fixture = fixture
    let hold = Latch()
    fixture.covers.hold = hold
    tell(fixture)
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork()), .success(try CannedAnswers.artwork()))
    try await fixture.drop()
    let walk = Task { [fixture] in try await fixture.runNext() }
    try await within { [fixture] in
      await fixture.covers.wasAsked.wait()
      // The five seconds run.
      await fixture.time.clock.untilSleeping()
      fixture.time.clock.advance(by: .seconds(5))
      // The download itself can only be given up by its client; this one is as slow as can be.
      hold.open()
    }
    let scan = try #require(try await walk.value)
    #expect(scan.state == .done)
    #expect(scan.artworkStatus == .pending)
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.scan(scan.id)?.artworkStatus == .present)
  }

  @Test func `what the archive calls a picture and isn't one is no artwork`() async throws {
    tell()
    fixture.covers.fronts.answers(
      .success(
        DownloadedArtwork(
          bytes: Array(SamplePhoto.broken),
          source: ArtworkSource(kind: .release, id: CannedAnswers.release, url: "https://coverartarchive.org/x"))))
    let scan = try await fixture.scan()
    #expect(scan.state == .done)
    #expect(scan.artworkStatus == ArtworkStatus.none)
  }

  @Test func `artwork that can't be kept costs neither result nor review`() async throws {
    tell()
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork()))
    let id = try await fixture.drop()
    let claimed = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    // The picture is prepared; then the store becomes a file, where no folder can be made.
    let context = fixture.context()
    let pipeline = context.pipeline(for: claimed, isStopping: { false })
    let picture = try await pipeline.journal.once(.picture) {
      try await pipeline.context.photoPreparer.picture(of: claimed)
    }
    _ = try await pipeline.journal.once(.recognition) {
      try await pipeline.context.localRecognition.recognize(picture, of: claimed)
    }
    let reading = VisionAnswer(
      strategy: .twoTier, cover: try AnswerReader.coverReading(from: CannedAnswers.identified()))
    _ = try await pipeline.journal.once(.reading) { reading }
    _ = try await pipeline.journal.once(.search) {
      try await pipeline.context.visionIdentifier.findOutcome(from: reading, of: claimed)
    }
    try FileManager.default.removeItem(atPath: fixture.root.appending("pictures").string)
    try fixture.folder.write([], to: "pictures")
    try await fixture.ledger.release(id)
    let scan = try await fixture.finish(id)
    #expect(scan.state == .done)
    #expect(scan.artworkStatus == .pending)
    #expect(scan.reviewStatus == .written)
  }

  @Test func `artwork and review that come at the same moment both stay`() async throws {
    fixture.model.answers(.review, Act.fails(.fail(.unknown, "declined")))
    tell()
    fixture.covers.fronts.answers(.failure(broken), .success(try CannedAnswers.artwork()))
    let scan = try await fixture.scan()
    #expect(scan.reviewStatus == .unavailable)
    #expect(try await fixture.ledger.retry(scan.id) == .carriedOut)
    let runner = fixture.runner()
    var followUps: [FollowUp] = []
    while let followUp = try await fixture.ledger.claimFollowUp(now: fixture.time.now) {
      followUps.append(followUp)
    }
    #expect(followUps.count == 2)
    try await within { [followUps] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for followUp in followUps { group.addTask { try await runner.run(followUp) } }
        try await group.waitForAll()
      }
    }
    let after = try #require(try await fixture.ledger.scan(scan.id))
    #expect(after.artworkStatus == .present)
    #expect(after.reviewStatus == .written)
    let document = try fixture.document(of: after)
    #expect(document == after.document)
  }

  @Test func `a scan that was deleted meanwhile is brought nothing`() async throws {
    tell()
    fixture.covers.fronts.answers(.failure(broken))
    let scan = try await fixture.scan()
    let followUp = try #require(
      try await fixture.ledger.claimFollowUp(now: fixture.time.now))
    #expect(try await fixture.ledger.delete(scan.id, now: fixture.time.now) == .carriedOut)
    try FileManager.default.removeItem(atPath: fixture.root.appending(try #require(scan.bundle)).string)
    let runner = fixture.runner()
    try await runner.run(followUp)
    #expect(fixture.bundles() == [])
  }
}
