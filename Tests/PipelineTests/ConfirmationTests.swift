import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// A find that is shown for a while, and a person who objects.
@Suite struct ConfirmationTests {
  private var fixture: PipelineFixture

  init() throws {
    fixture = try PipelineFixture()
    fixture.settings.review.holdSeconds = 30
    fixture.model.always(.reading, Act.says(CannedAnswers.identified()))
    fixture.model.always(.review, Act.says(CannedAnswers.review))
    fixture.catalog.searches.always(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.always(.success(CannedAnswers.album()))
    fixture.covers.fronts.always(.success(nil))
  }

  private func worker() -> Worker {
    let context = fixture.context()
    return Worker(
      ledger: fixture.ledger, context: { context }, gallery: fixture.gallery, disks: fixture.disks,
      wakeSignal: fixture.wakeSignal, options: Worker.Options(width: 2, once: true), onLoop: { _ in })
  }

  private func page(of scan: Scan) throws -> String {
    String(decoding: try fixture.folder.read(try #require(scan.bundle) + "/index.html"), as: UTF8.self)
  }

  private func drop(_ count: Int) async throws -> [ScanID] {
    var ids: [ScanID] = []
    for number in 1...count { ids.append(try await fixture.drop("IMG_\(number).jpg", SamplePhoto.copy(number))) }
    return ids
  }

  @Test func `the page is there before the review is asked for, and the review replaces it`() async throws {
    let id = try await drop(1)[0]
    let scan = try #require(try await fixture.runNext())
    let first = try fixture.document(of: scan)
    #expect(scan.state == .done && first.review.status == .pending)
    #expect(try page(of: scan).contains("The review is being written…"))
    #expect(
      fixture.announcer.announced
        == [.found(scan: id, albumTitle: CannedAnswers.title, artistName: CannedAnswers.artist, photo: "IMG_1.jpg")])
    let due = fixture.time.now + 30
    #expect(try await fixture.ledger.nextDue() == due)
    let shownFind = try #require(try await fixture.ledger.reviewsInProgress(now: fixture.time.now).first)
    #expect((shownFind.scan, shownFind.isBegun, shownFind.due) == (id, false, due))
    try await fixture.runFollowUps()
    #expect(fixture.model.asked(.review).isEmpty)

    fixture.time.clock.advance(by: .seconds(30))
    try await fixture.runFollowUps()
    let after = try #require(try await fixture.ledger.scan(id))
    let second = try fixture.document(of: after)
    #expect(after.bundle == scan.bundle && fixture.bundles().count == 1)
    #expect(second.review.rating == 8.4 && second.scannedAt == first.scannedAt)
    #expect(try page(of: after).contains("A quiet record"))
    let shown = fixture.announcer.updated
    #expect(shown == [.found(second)] && shown.first?.detail.contains("8.4 out of 10 RECOMMENDED") == true)
    #expect(try await fixture.ledger.nextDue() == nil)
  }

  @Test func `a crash between page and review costs no second reading, and brings the review`() async throws {
    let id = try await drop(1)[0]
    let scan = try #require(try await fixture.runNext())
    fixture.time.clock.advance(by: .seconds(30))
    _ = try #require(try await fixture.ledger.claimFollowUp(now: fixture.time.now))
    #expect(try await fixture.ledger.recover() == 0)
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.scan(id)?.reviewStatus == .written)
    #expect(fixture.bundles() == [try #require(scan.bundle?.dropFirst("done/".count)).description])
    #expect(fixture.model.asked.map(\.step) == [.reading, .review])
  }

  @Test func `once means until the reviews are written, too`() async throws {
    let ids = try await drop(3)
    try await within(.seconds(120)) { [fixture, worker = worker()] in
      async let run: Void = worker.run()
      await fixture.announcer.untilAnnounced(3)
      await fixture.time.clock.untilSleeping()
      fixture.time.clock.advance(by: .seconds(30))
      try await run
    }
    for id in ids { #expect(try await fixture.ledger.scan(id)?.reviewStatus == .written) }
    // It is one album.
    #expect(fixture.model.asked(.review).count == 1)
  }

  @Test func `a photo goes before a review where both wait for the same model`() async throws {
    var fixture = fixture
    fixture.settings.review.holdSeconds = 0
    fixture.settings.models.concurrency = 1
    let (isBusy, goOn) = (Latch(), Latch())
    let context = fixture.context()
    let first = try await drop(1)[0]
    try await fixture.runNext(on: context)
    // Somebody has the model's only place.
    let other = Task {
      try await context.limits.modelCalls.run {
        isBusy.open()
        await goOn.wait()
      }
    }
    try await within { [fixture] in
      await isBusy.wait()
      let followUp = try #require(try await fixture.ledger.claimFollowUp(now: fixture.time.now))
      async let review: Void = fixture.runner(on: context).run(followUp)
      while context.limits.modelCalls.waiting < 1 { await Task.yield() }
      try await fixture.drop("second.jpg", SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 256))
      async let scan = fixture.runNext(on: context)
      while context.limits.modelCalls.waiting < 2 { await Task.yield() }
      goOn.open()
      _ = try await (review, scan)
      try await other.value
    }
    #expect(fixture.model.asked.map(\.step) == [.reading, .reading, .review])
    #expect(try await fixture.ledger.scan(first)?.reviewStatus == .written)
  }

  @Test func `a find that is rejected while it is shown costs no review`() async throws {
    let id = try await drop(1)[0]
    try await fixture.runNext()
    #expect(try await fixture.ledger.reject(id, now: fixture.time.now) == .carriedOut)
    fixture.time.clock.advance(by: .seconds(30))
    try await fixture.runFollowUps()
    #expect(fixture.model.asked(.review).isEmpty)
    #expect(try await fixture.ledger.nextDue() == nil)
  }

  @Test func `rejecting a done scan gives up the review that is still being written for it`() async throws {
    var fixture = fixture
    fixture.settings.review.holdSeconds = 0
    fixture.model.answers(.review, Act.fails(.fail(.unknown, "declined")))
    let scan = try await fixture.scan()
    #expect(scan.reviewStatus == .unavailable)
    let wasAsked = Latch()
    fixture.model.always(.review, Act.hangs(wasAsked))
    #expect(try await fixture.ledger.retry(scan.id) == .carriedOut)
    let context = fixture.context()
    let worker = Worker(
      ledger: fixture.ledger, context: { context }, gallery: fixture.gallery, disks: fixture.disks,
      wakeSignal: fixture.wakeSignal, options: Worker.Options(once: true), onLoop: { _ in })
    try await within { [fixture] in
      async let run: Void = worker.run()
      await wasAsked.wait()
      #expect(try await fixture.ledger.reject(scan.id, now: fixture.time.now) == .carriedOut)
      fixture.wakeSignal.fire()
      try await run
    }
    #expect(try await fixture.ledger.scan(scan.id)?.reviewStatus == .unavailable)
  }

  @Test func `a folder that was made while its scan was rejected is taken back`() async throws {
    try await fixture.drop()
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    let journal = StepJournal(scan: scan, ledger: fixture.ledger, time: fixture.time.source, isStopping: { false })
    var taken: [String] = []
    await #expect(throws: ScanWithdrawn.self) {
      let make = {
        _ = try await fixture.ledger.reject(scan.id, now: fixture.time.now)
        return "done/folder"
      }
      _ = try await journal.once(.bundle, undoIfWithdrawn: { taken.append($0) }, make)
    }
    #expect(taken == ["done/folder"])
  }

  // MARK: Words

  @Test func `what is announced is plain, on one line, and bounded`() {
    let hostile = "A\u{202E}B\nC\u{07}<b>D</b>" + String(repeating: "x", count: 100_000)
    for announcement in [
      Announcement.found(scan: ScanID(1), albumTitle: hostile, artistName: hostile, photo: hostile),
      .unsure(scan: ScanID(1), photo: hostile, reason: hostile),
    ] {
      for text in [announcement.headline, announcement.detail] {
        #expect(text.count < 400)
        #expect(
          !text.unicodeScalars.contains {
            $0.properties.generalCategory == .control || $0.properties.generalCategory == .format
          })
        #expect(text.contains("AB C<b>D</b>xx"))
      }
    }
  }
}
