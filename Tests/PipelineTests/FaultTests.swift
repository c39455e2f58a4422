import Albums
import Disk
import DrawnCovers
import Foundation
import ImagingClient
import ImagingProtocol
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

@Suite struct FaultTests {
  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  @Test func `with the budget spent a photo waits until midnight, and then goes on`() async throws {
    var fixture = fixture
    fixture.settings.budget.perDay = Money(dollars: 0.06)
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable), dollars: 0.02))
    try await fixture.scan("IMG_1.jpg")
    let id = try await fixture.drop("IMG_2.jpg", SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 200))
    let held = try #require(try await fixture.runNext())
    #expect(held.state == .waiting)
    #expect(held.heldBy == "budget")
    #expect(held.attempts == 0)
    #expect(held.heldReason?.contains("$0.02 of $0.06") == true)
    #expect(fixture.model.asked.count == 1)
    #expect(try await fixture.ledger.conditions().map(\.code) == ["budget"])
    let midnight = try #require(
      Calendar.current.date(byAdding: .day, value: 1, to: Calendar.current.startOfDay(for: fixture.time.now)))
    #expect(held.notBefore == midnight)
    #expect(try await fixture.ledger.claim(now: fixture.time.now) == nil)

    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let ended = try await fixture.finish(id)
    #expect(ended.state == .failed)
    #expect(ended.attempts == 1)
  }

  @Test func `when nobody waits for money any more, health says nothing of it`() async throws {
    var fixture = fixture
    fixture.settings.budget.perDay = Money(dollars: 0.04)
    let id = try await fixture.drop()
    try await fixture.runNext()
    #expect(try await fixture.ledger.conditions().map(\.code) == ["budget"])
    fixture.settings.budget.perDay = Money(dollars: 1)
    fixture.tellAll()
    try await fixture.ledger.resumeAllServices()
    #expect(try await fixture.finish(id).state == .done)
    #expect(try await fixture.ledger.conditions() == [])
  }

  @Test func `a wrong key closes the service; scans wait, and resume lets them go on`() async throws {
    let refused = Fault.needsPerson(
      .unknown,
      "Anthropic answered 401", service: .anthropic, cure: .advice("albumscanctl key set anthropic"))
    fixture.model.answers(.reading, Act.fails(refused))
    let first = try await fixture.drop("IMG_1.jpg")
    let second = try await fixture.drop("IMG_2.jpg", SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 200))
    for _ in 1...2 { #expect(try await fixture.runNext()?.state == .waiting) }
    // Only one of them asked.
    #expect(fixture.model.asked.count == 1)
    for id in [first, second] {
      let scan = try #require(try await fixture.ledger.scan(id))
      #expect(scan.heldBy == "anthropic")
      #expect(scan.attempts == 0)
    }
    #expect(try await fixture.ledger.servicePause(of: .anthropic)?.cure == .advice("albumscanctl key set anthropic"))
    #expect(try await fixture.runNext() == nil)

    try await fixture.ledger.resume()
    fixture.model.always(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    for id in [first, second] { #expect(try await fixture.finish(id).state == .failed) }
    #expect(try await fixture.ledger.conditions() == [])
  }

  @Test func `being told to slow down makes all scans wait for that service`() async throws {
    fixture.model.answers(.reading, Act.fails(.retry(.unknown, "429", service: .anthropic, after: 40)))
    try await fixture.drop("IMG_1.jpg")
    try await fixture.drop("IMG_2.jpg", SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 200))
    for _ in 1...2 { #expect(try await fixture.runNext()?.state == .waiting) }
    #expect(fixture.model.asked.count == 1)
    #expect(try await fixture.ledger.nextDue() == fixture.time.now + .seconds(40))
  }

  @Test func `being offline burns no attempt, however long it lasts`() async throws {
    let offline = Act.fails(.retry(.unknown, "no route to host", service: .anthropic, isCounted: false))
    let id = try await fixture.drop()
    var wait = 0.0
    for _ in 1...12 {
      fixture.model.answers(.reading, offline)
      let before = fixture.time.now
      let scan = try #require(try await fixture.runNext())
      #expect(scan.state == .waiting)
      #expect(scan.attempts == 0)
      wait = scan.notBefore.timeIntervalSince(before)
      #expect(wait > 1 && wait <= 60)
      fixture.time.advance(to: scan.notBefore)
    }
    #expect(wait >= 45)
    // Then something else goes wrong for the first time: it is tried again at once.
    fixture.model.answers(.reading, Act.fails(.retry(.unknown, "502", service: .anthropic)))
    let scan = try #require(try await fixture.runNext())
    #expect(scan.notBefore <= fixture.time.now)
    fixture.tellAll()
    #expect(try await fixture.finish(id).state == .done)
  }

  @Test func `what the model refuses for good fails with its reason`() async throws {
    fixture.model.answers(.reading, Act.fails(.fail(.unknown, "the picture is refused", cure: .advice("take another"))))
    let scan = try await fixture.scan()
    #expect(scan.state == .failed)
    #expect(scan.reason == "the picture is refused")
    #expect(scan.hint == "take another")
    #expect(try await fixture.ledger.faults(of: scan.id).map(\.kind) == ["permanent"])
  }

  private func dropThree() async throws -> [ScanID] {
    var ids: [ScanID] = []
    for (number, album) in [DrawnCollection.nightShift, DrawnCollection.undertow, DrawnCollection.wharf].enumerated() {
      ids.append(try await fixture.drop("\(number).jpg", SamplePhoto.jpeg(of: album, size: 200)))
    }
    return ids
  }

  @Test func `a service that refuses two photos with the same code is paused, and both wait`() async throws {
    let ids = try await dropThree()
    for number in 1...2 {
      fixture.model.answers(
        .reading, Act.fails(.fail(.answered, detail: "400", "in words of its own, \(number)", service: .anthropic)))
    }
    for _ in 1...3 { try await fixture.runNext() }
    #expect(fixture.model.asked.count == 2)
    #expect(try await fixture.ledger.servicePause(of: .anthropic)?.needsPerson == true)
    try await fixture.runNext()
    for id in ids { #expect(try await fixture.ledger.scan(id)?.heldBy == "anthropic") }
    #expect(fixture.folder.names(in: "failed") == [])

    // Whoever tries it in vain doesn't fail either.
    fixture.time.clock.advance(by: .seconds(900))
    fixture.model.answers(.reading, Act.fails(.fail(.answered, detail: "400", "and others", service: .anthropic)))
    try await fixture.runNext()
    #expect(try await fixture.ledger.counts()[.failed] == nil)
    #expect(try await fixture.ledger.servicePause(of: .anthropic)?.needsPerson == true)

    fixture.model.always(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    try await fixture.ledger.resume()
    for id in ids { #expect(try await fixture.finish(id).reason?.contains("400") == false) }
  }

  @Test func `a refusal of one photo is its own where another is answered`() async throws {
    let ids = try await dropThree()
    let refused = Act.fails(.fail(.unknown, "it answered 413", service: .anthropic))
    fixture.model.answers(.reading, refused, Act.says(CannedAnswers.notIdentifiable(.unreadable)), refused)
    for id in ids { #expect(try await fixture.finish(id).state == .failed) }
    #expect(try await fixture.ledger.conditions() == [])
  }

  @Test func `another code is another refusal, even in the same words`() async throws {
    let ids = try await dropThree()
    for code in ["400.too_wide", "400.too_tall", "400.too_wide"] {
      fixture.model.answers(.reading, Act.fails(.fail(.answered, detail: code, "it refused", service: .anthropic)))
    }
    for id in ids { #expect(try await fixture.finish(id).state == .failed) }
  }

  @Test func `scans take turns in trying a service that fails`() async throws {
    let ids = try await dropThree()
    fixture.model.always(.reading, Act.fails(.retry(.unknown, "reset", service: .anthropic), .unknown))
    while fixture.model.asked.count < 6 {
      fixture.time.advance(to: try #require(try await fixture.ledger.nextDue()))
      try await fixture.runNext()
    }
    for id in ids { #expect(try await fixture.ledger.faults(of: id).count == 2) }
  }

  @Test func `after a week of a service's failures a photo fails, and not before`() async throws {
    fixture.model.always(.reading, Act.fails(.retry(.unknown, "500", service: .anthropic)))
    let id = try await fixture.drop()
    try await fixture.runNext()
    fixture.time.clock.advance(by: .seconds(7 * 86400 - 60))
    #expect(try await fixture.runNext()?.state == .waiting)
    fixture.time.clock.advance(by: .seconds(60))
    let failed = try #require(try await fixture.runNext())
    #expect(failed.state == .failed)
    #expect(failed.reason?.hasPrefix("500, again and again since") == true)
    // Who is told to try again is given another week.
    #expect(try await fixture.ledger.retry(id) == .carriedOut)
    fixture.time.clock.advance(by: .seconds(900))
    #expect(try await fixture.runNext()?.state == .waiting)
  }

  @Test func `a failure that can't be written down lets the scan wait, and ends nothing`() async throws {
    let id = try await fixture.drop("notes.jpg", SamplePhoto.broken)
    // Where the folder of failures should be lies a file.
    try fixture.folder.write([], to: "failed")
    let scan = try #require(try await fixture.runNext())
    #expect(scan.state == .waiting)
    try FileManager.default.removeItem(atPath: fixture.root.appending("failed").string)
    #expect(try await fixture.finish(id).state == .failed)
  }

  @Test func `a result that can't be written keeps the review that was paid for`() async throws {
    fixture.tellAll()
    let id = try await fixture.drop()
    try fixture.folder.write([], to: "done")
    #expect(try await fixture.runNext()?.state == .waiting)
    try FileManager.default.removeItem(atPath: fixture.root.appending("done").string)
    #expect(try await fixture.finish(id).state == .done)
    #expect(fixture.bundles().count == 1)
    fixture.expectAllTold()
  }

  @Test func `an imaging program that is missing holds photos and blames none`() async throws {
    let id = try await fixture.drop()
    let context = fixture.context(imaging: ImagingClient(program: fixture.root.appending("no-such-program"), width: 1))
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    try await ScanRunner(
      context: context, gallery: fixture.gallery, disks: fixture.disks, isStopping: { false }
    )
    .run(scan)
    let held = try #require(try await fixture.ledger.scan(id))
    #expect(held.state == .waiting)
    #expect(held.attempts == 0)
    #expect(held.notBefore == fixture.time.now + .seconds(900))
    #expect(held.heldBy == "imaging")
  }

  @Test func `a place that can't be written to closes the line, and is tried until a person says resume`() async throws
  {
    // Where nobody can make a file.
    let error = DiskError(.write, "/sys/.albumscan-1.tmp/album.json", .noSpace)
    let trouble = try #require(UnwritableFolder(error, needing: 3_000_000))
    #expect(trouble.reason == "The disk is full: /sys needs 3 MB of free space")
    try await fixture.disks.close(for: trouble, now: fixture.time.now)
    try await fixture.disks.close(for: trouble, now: fixture.time.now)
    #expect(try await fixture.ledger.conditions().map(\.code) == ["disk"])
    var waits: [TimeInterval] = []
    for _ in 1...6 {
      let next = try #require(try await fixture.disks.look(now: fixture.time.now))
      waits.append(next.timeIntervalSince(fixture.time.now).rounded())
      fixture.time.advance(to: next)
    }
    #expect(waits == [2, 4, 8, 16, 30, 30])
    try await fixture.ledger.resume()
    #expect(try await fixture.disks.look(now: fixture.time.now) == nil)
    #expect(try await fixture.ledger.conditions().isEmpty)
  }

  @Test func `a place that takes what is written again opens the line, later each time that it fails anew`()
    async throws
  {
    let error = DiskError(.write, fixture.root.appending("missing/file"), .permissionDenied)
    for wait in [2, 4, 8] {
      try await fixture.disks.close(for: try #require(UnwritableFolder(error)), now: fixture.time.now)
      let next = try #require(try await fixture.disks.look(now: fixture.time.now))
      #expect(next.timeIntervalSince(fixture.time.now).rounded() == TimeInterval(wait))
      fixture.time.advance(to: next)
      #expect(try await fixture.disks.look(now: fixture.time.now) == nil)
      #expect(try await fixture.ledger.conditions().isEmpty)
    }
    #expect(fixture.folder.names(in: "").allSatisfy { !$0.hasPrefix(".albumscan") })
  }

  @Test func `an imaging program that is too slow is given three chances`() async throws {
    let id = try await fixture.drop()
    let context = fixture.context(
      imaging: ImagingClient(program: BuiltProgram.imaging, width: 1, deadline: .nanoseconds(1)))
    var states: [ScanState] = []
    for _ in 1...3 {
      fixture.time.advance(to: try #require(try await fixture.ledger.scan(id)).notBefore)
      let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
      try await ScanRunner(
        context: context, gallery: fixture.gallery, disks: fixture.disks, isStopping: { false }
      )
      .run(scan)
      states.append(try #require(try await fixture.ledger.scan(id)).state)
    }
    #expect(states == [.waiting, .waiting, .failed])
  }
}
