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
    fixture.settings.hold = .seconds(30)
    fixture.model.always(.reading, Act.says(CannedAnswers.identified()))
    fixture.model.always(.review, Act.says(CannedAnswers.review))
    fixture.catalogue.searches.always(.success([CannedAnswers.album()]))
    fixture.catalogue.lookups.always(.success(CannedAnswers.album()))
    fixture.covers.fronts.always(.success(nil))
  }

  private func worker(width: Int = 2, once: Bool = true) -> Worker {
    let line = fixture.line()
    return Worker(
      ledger: fixture.ledger, line: { line }, gallery: fixture.gallery, disks: fixture.disks,
      wakeSignal: fixture.wakeSignal, options: Worker.Options(width: width, once: once), onLoop: { _ in })
  }

  private func drop(_ count: Int) async throws -> [ScanID] {
    var ids: [ScanID] = []
    for number in 1...count { ids.append(try await fixture.drop("IMG_\(number).jpg", SamplePhoto.copy(number))) }
    return ids
  }

  @Test func `scans that only show their find leave their places to others`() async throws {
    let ids = try await drop(7)
    try await within(.seconds(120)) { [fixture, worker = worker(width: 2)] in
      async let run: Void = worker.run()
      // All of them are shown at the same time, though only two may be worked on.
      await fixture.announcer.untilAnnounced(7)
      await fixture.time.clock.untilSleeping(7, for: .seconds(30))
      #expect(fixture.model.asked(.review).isEmpty)
      fixture.time.clock.advance(by: .seconds(30))
      try await run
    }
    for id in ids { #expect(try await fixture.ledger.scan(id)?.state == .done) }
    #expect(fixture.announcer.announced.count == 7)
    #expect(fixture.announcer.withdrawn == [])
  }

  @Test func `a find is announced by its names, and by the photo that it is in`() async throws {
    let scan = try await drop(1)[0]
    try await within { [fixture, worker = worker()] in
      async let run: Void = worker.run()
      await fixture.announcer.untilAnnounced(1)
      await fixture.time.clock.untilSleeping(for: .seconds(30))
      fixture.time.clock.advance(by: .seconds(30))
      try await run
    }
    #expect(
      fixture.announcer.announced
        == [.found(scan: scan, albumTitle: CannedAnswers.title, artistName: CannedAnswers.artist, photo: "IMG_1.jpg")])
  }

  @Test func `a scan that needs a person is announced`() async throws {
    var fixture = fixture
    fixture.settings.require = .verified
    let scan = try await fixture.scan()
    #expect(scan.state == .unsure)
    #expect(
      fixture.announcer.announced
        == [.unsure(scan: scan.id, photo: "IMG_1.jpg", reason: try #require(scan.reason))])
  }

  @Test func `rejecting a find while it is shown ends its scan at once, and nothing is paid for its review`()
    async throws
  {
    let id = try await drop(1)[0]
    try await within { [fixture, worker = worker()] in
      async let run: Void = worker.run()
      await fixture.announcer.untilAnnounced()
      #expect(try await fixture.ledger.reject(id, now: fixture.time.now) == .carriedOut)
      fixture.wakeSignal.fire()
      // The time stands still: nobody waits for the end of the hold.
      try await run
    }
    #expect(try await fixture.ledger.scan(id)?.state == .rejected)
    #expect(fixture.model.asked(.review).isEmpty)
    #expect(fixture.bundles() == [])
    #expect(fixture.announcer.withdrawn.contains(id))
  }

  @Test func `rejecting a scan gives up the review that is being written, and its reservation stays`() async throws {
    var fixture = fixture
    fixture.settings.hold = .zero
    let wasAsked = Latch()
    fixture.model.always(.review, Act.hangs(wasAsked))
    let id = try await fixture.drop()
    let line = fixture.line()
    let worker = Worker(
      ledger: fixture.ledger, line: { line }, gallery: fixture.gallery, disks: fixture.disks,
      wakeSignal: fixture.wakeSignal, options: Worker.Options(once: true), onLoop: { _ in })
    try await within { [fixture] in
      async let run: Void = worker.run()
      await wasAsked.wait()
      #expect(try await fixture.ledger.reject(id, now: fixture.time.now) == .carriedOut)
      fixture.wakeSignal.fire()
      try await run
    }
    let scan = try #require(try await fixture.ledger.scan(id))
    #expect(scan.state == .rejected)
    #expect(fixture.bundles() == [])
    // A cent for the reading, and five that the review was reserved at.
    #expect(try await fixture.ledger.spent(since: .distantPast) == Money(dollars: 0.06))
  }

  @Test func `a scan that is rejected and tried again at once is walked by one alone`() async throws {
    // What was rejected isn't shown for that photo again: the second look says another album.
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified("Nobody At All", "Nothing Much")))
    let id = try await drop(1)[0]
    try await within { [fixture, worker = worker()] in
      async let run: Void = worker.run()
      await fixture.announcer.untilAnnounced()
      #expect(try await fixture.ledger.reject(id, now: fixture.time.now) == .carriedOut)
      #expect(try await fixture.ledger.retry(id) == .carriedOut)
      fixture.wakeSignal.fire()
      // The second walk shows its find for a whole hold of its own.
      await fixture.announcer.untilAnnounced(2)
      await fixture.time.clock.untilSleeping(for: .seconds(30))
      fixture.time.clock.advance(by: .seconds(30))
      try await run
    }
    #expect(try await fixture.ledger.scan(id)?.state == .done)
    #expect(fixture.model.asked(.review).count == 1)
    #expect(fixture.bundles().count == 1)
  }

  @Test func `rejecting a done scan gives up the review that is still being written for it`() async throws {
    var fixture = fixture
    fixture.settings.hold = .zero
    fixture.model.answers(.review, Act.fails(.permanent("declined")))
    let scan = try await fixture.scan()
    #expect(scan.reviewStatus == .unavailable)
    let wasAsked = Latch()
    fixture.model.always(.review, Act.hangs(wasAsked))
    #expect(try await fixture.ledger.retry(scan.id) == .carriedOut)
    let line = fixture.line()
    let worker = Worker(
      ledger: fixture.ledger, line: { line }, gallery: fixture.gallery, disks: fixture.disks,
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
    await #expect(throws: Superseded.self) {
      let make = {
        _ = try await fixture.ledger.reject(scan.id, now: fixture.time.now)
        return "done/folder"
      }
      _ = try await journal.once(.bundle, undoIfSuperseded: { taken.append($0) }, make)
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
