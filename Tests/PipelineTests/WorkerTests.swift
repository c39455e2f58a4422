import Albums
import DrawnCovers
import Foundation
import Logging
import Records
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// Counts how often something was asked for.
private final class CallCounter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}

@Suite struct WorkerTests {
  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func worker(_ options: Worker.Options = Worker.Options(once: true), in fixture: PipelineFixture? = nil)
    -> Worker
  {
    let fixture = fixture ?? self.fixture
    let context = fixture.context()
    return Worker(
      ledger: fixture.ledger, context: { context }, gallery: fixture.gallery, disks: fixture.disks,
      wakeSignal: fixture.wakeSignal, options: options, onLoop: { _ in })
  }

  /// What any number of photos are told.
  private func tellAlways(in fixture: PipelineFixture? = nil) {
    let fixture = fixture ?? self.fixture
    fixture.model.always(.reading, Act.says(CannedAnswers.identified()))
    fixture.model.always(.review, Act.says(CannedAnswers.review))
    fixture.catalog.searches.always(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.always(.success(CannedAnswers.album()))
    fixture.covers.fronts.always(.success(nil))
  }

  private func drop(_ count: Int, size: Int = 128) async throws -> [ScanID] {
    var ids: [ScanID] = []
    for (number, album) in DrawnCollection.albums.prefix(count).enumerated() {
      ids.append(try await fixture.drop("IMG_\(number).jpg", SamplePhoto.jpeg(of: album, size: size)))
    }
    return ids
  }

  private func states(of ids: [ScanID]) async throws -> [ScanState] {
    var states: [ScanState] = []
    for id in ids { states.append(try #require(try await fixture.ledger.scan(id)).state) }
    return states
  }

  /// Runs a worker as the daemon does, until `body` has ended and told it to stop.
  private func serving(
    _ worker: Worker, _ body: @escaping @Sendable (_ stop: @escaping @Sendable () async -> Void) async throws -> Void
  ) async throws {
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [.init(service: worker, successTerminationBehavior: .gracefullyShutdownGroup)],
        logger: Logger(label: "test")))
    try await within {
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        try await body { await group.triggerGracefulShutdown() }
        try await tasks.waitForAll()
      }
    }
  }

  // MARK: Work

  @Test func `work is done by the settings that hold when it is found, not when it was begun to look`() async throws {
    tellAlways()
    let id = try await drop(1)[0]
    let old = try PipelineFixture()
    old.model.always(.reading, Act.says(CannedAnswers.identified()))
    let (before, after) = (fixture.context(model: old.model), fixture.context())
    let calls = CallCounter()
    let worker = Worker(
      ledger: fixture.ledger, context: { calls.next() == 1 ? before : after }, gallery: fixture.gallery,
      disks: fixture.disks, wakeSignal: fixture.wakeSignal, options: Worker.Options(once: true), onLoop: { _ in })
    try await within(.seconds(60)) { try await worker.run() }
    #expect(try await states(of: [id]) == [.done])
    #expect(old.model.asked(.reading).isEmpty)
  }

  @Test func `a key that is replaced while the old one is being refused is tried at once`() async throws {
    tellAlways()
    let id = try await drop(1)[0]
    let old = try PipelineFixture()
    old.model.always(
      .reading, Act.fails(.needsPerson(.unknown, "401", service: .anthropic, cure: .advice("set the key"))))
    let (before, after) = (fixture.context(model: old.model), fixture.context())
    let worker = Worker(
      ledger: fixture.ledger, context: { old.model.asked(.reading).isEmpty ? before : after }, gallery: fixture.gallery,
      disks: fixture.disks, wakeSignal: fixture.wakeSignal, options: Worker.Options(once: true), onLoop: { _ in })
    try await within(.seconds(60)) { try await worker.run() }
    #expect(try await states(of: [id]) == [.done])
    #expect(old.model.asked(.reading).count == 1)
  }

  @Test func `many scans at once all come to their end, each with a bundle of its own`() async throws {
    tellAlways()
    let ids = try await drop(10)
    try await within(.seconds(120)) { [worker = worker()] in try await worker.run() }
    #expect(try await states(of: ids).allSatisfy { $0 == .done })
    #expect(fixture.bundles().count == 10)
    #expect(fixture.folder.names(in: "originals/2026-11").count == 10)
    #expect(fixture.model.asked(.reading).count == 10)
    #expect(Set(try fixture.bundles().map { try fixture.folder.read("done/\($0)/album.json") }).count == 10)
  }

  @Test func `no more scans are in hand than there is room for`() async throws {
    tellAlways()
    let tally = Tally()
    let look: @Sendable () async -> Void = {
      tally.enter()
      for _ in 1...10 { await Task.yield() }
      tally.leave()
    }
    fixture.model.always(.reading, Act.after(look, Act.says(CannedAnswers.notIdentifiable(.unreadable))))
    _ = try await drop(6)
    try await within(.seconds(120)) { [worker = worker(.init(width: 2, once: true))] in try await worker.run() }
    #expect(tally.total == 6)
    #expect(tally.most <= 2)
  }

  @Test func `a scan that fails leaves the others alone`() async throws {
    tellAlways()
    let good = try await drop(3)
    let bad = try await fixture.drop("notes.jpg", SamplePhoto.broken)
    try await within(.seconds(120)) { [worker = worker()] in try await worker.run() }
    #expect(try await states(of: good + [bad]) == [.done, .done, .done, .failed])
  }

  @Test func `doing what is there ends where the rest must wait`() async throws {
    fixture.model.always(
      .reading,
      Act.fails(.needsPerson(.unknown, "401", service: .anthropic, cure: .advice("albumscanctl key set anthropic"))))
    let ids = try await drop(3)
    try await within(.seconds(120)) { [worker = worker()] in try await worker.run() }
    #expect(try await states(of: ids) == [.waiting, .waiting, .waiting])
  }

  @Test func `doing what is there comes back to what waits only a moment`() async throws {
    fixture.model.answers(
      .reading, Act.fails(.retry(.unknown, "502", service: .anthropic)),
      Act.fails(.retry(.unknown, "502", service: .anthropic)))
    tellAlways()
    let ids = try await drop(1)
    try await within(.seconds(120)) { [fixture, worker = worker()] in
      async let run: Void = worker.run()
      // The second fault waits for two seconds.
      await fixture.time.clock.untilSleeping()
      fixture.time.clock.advance(by: .seconds(2))
      try await run
    }
    #expect(try await states(of: ids) == [.done])
  }

  @Test func `scans that were asked for by number are done, others not, whatever else waits`() async throws {
    tellAlways()
    let ids = try await drop(3)
    try await within(.seconds(120)) { [worker = worker(.init(once: true, only: [ids[1]]))] in try await worker.run() }
    #expect(try await states(of: ids) == [.waiting, .done, .waiting])
  }

  @Test func `a paused line does nothing until it goes on`() async throws {
    tellAlways()
    let ids = try await drop(1)
    try await fixture.ledger.pause("lunch", now: fixture.time.now)
    try await within { [worker = worker()] in try await worker.run() }
    #expect(try await states(of: ids) == [.waiting])
    #expect(fixture.model.asked.isEmpty)

    try await fixture.ledger.resume()
    try await within(.seconds(120)) { [worker = worker()] in try await worker.run() }
    #expect(try await states(of: ids) == [.done])
  }

  @Test func `a signal makes an idle line look again`() async throws {
    let done = Latch()
    fixture.model.always(.reading, Act.after({ done.open() }, Act.says(CannedAnswers.notIdentifiable(.unreadable))))
    try await serving(worker(.init())) { [fixture] stop in
      let id = try await fixture.drop()
      fixture.wakeSignal.fire()
      await done.wait()
      await stop()
      _ = id
    }
  }

  @Test func `artwork that was missing is brought by the worker`() async throws {
    tellAlways()
    fixture.covers.fronts.answers(
      .failure(.retry(.unknown, "502", service: .coverartarchive)), .success(try CannedAnswers.artwork()))
    let ids = try await drop(1)
    try await within(.seconds(120)) { [worker = worker()] in try await worker.run() }
    #expect(try #require(try await fixture.ledger.scan(ids[0])).artworkStatus == .present)
  }

  // MARK: Stopping

  @Test func `being stopped gives scans back untouched, and ends after its grace period`() async throws {
    let wasAsked = Latch()
    fixture.model.answers(.reading, Act.hangs(wasAsked))
    let ids = try await drop(1)
    try await serving(worker(.init())) { [fixture] stop in
      await wasAsked.wait()
      await stop()
      // It waits for the call, but no longer than four seconds.
      await fixture.time.clock.untilSleeping()
      fixture.time.clock.advance(by: .seconds(4))
    }
    let scan = try #require(try await fixture.ledger.scan(ids[0]))
    #expect(scan.state == .waiting)
    #expect(scan.attempts == 0)
    #expect(scan.notBefore <= fixture.time.now)
    // What the call may have cost stays on the books.
    #expect(try await fixture.ledger.spent(since: .distantPast) == Money(dollars: 0.05))
  }

  @Test func `a paid call has most of four seconds to be answered when it is being stopped`() async throws {
    let wasAsked = Latch()
    let clock = fixture.time.clock
    fixture.model.answers(
      .reading, Act.takes(.seconds(3.9), on: clock, wasAsked, Act.says(CannedAnswers.identified())))
    let ids = try await drop(1)
    try await serving(worker(.init())) { stop in
      await wasAsked.wait()
      await stop()
      await clock.untilSleeping(2)
      clock.advance(by: .seconds(3.5))
      // Neither is over yet: the call, and the time that it has.
      #expect(clock.sleeperCount == 2)
      clock.advance(by: .seconds(0.4))
    }
    #expect(try await fixture.ledger.output(of: .reading, in: ids[0], as: VisionAnswer.self) != nil)
  }

  @Test func `the step in hand ends, is kept, and no other is begun`() async throws {
    let (wasAsked, goOn) = (Latch(), Latch())
    let look: @Sendable () async -> Void = {
      wasAsked.open()
      await goOn.wait()
    }
    fixture.model.answers(.reading, Act.after(look, Act.says(CannedAnswers.identified())))
    let ids = try await drop(1)
    try await serving(worker(.init())) { [fixture] stop in
      await wasAsked.wait()
      await stop()
      await fixture.time.clock.untilSleeping()
      goOn.open()
    }
    let scan = try #require(try await fixture.ledger.scan(ids[0]))
    #expect(scan.state == .waiting)
    #expect(scan.attempts == 0)
    #expect(scan.step == .reading)
    #expect(try await fixture.ledger.output(of: .reading, in: scan.id, as: VisionAnswer.self) != nil)
    #expect(fixture.catalog.searches.asked.isEmpty)
    #expect(try await fixture.ledger.spent(since: .distantPast) == Money(dollars: 0.01))
  }

  @Test func `nothing is taken in hand once it is stopping`() async throws {
    let wasAsked = Latch()
    fixture.model.answers(.reading, Act.hangs(wasAsked))
    let first = try await drop(1)
    let second = Latch()
    try await serving(worker(.init())) { [fixture] stop in
      await wasAsked.wait()
      await stop()
      await fixture.time.clock.untilSleeping()
      _ = try await fixture.drop("late.jpg", SamplePhoto.copy(7))
      fixture.wakeSignal.fire()
      second.open()
      fixture.time.clock.advance(by: .seconds(4))
    }
    #expect(try await states(of: first) == [.waiting])
    #expect(try await fixture.ledger.counts() == [.waiting: 2])
    #expect(fixture.model.asked.count == 1)
  }

  // MARK: Trouble

  @Test func `an error that nobody can settle ends the worker, and gives back what is in hand`() async throws {
    let wasAsked = Latch()
    let (ledger, ids) = (fixture.ledger, try await drop(2))
    let breakLedger: @Sendable () async -> Void = {
      await wasAsked.wait()
      // Both, since nobody knows which is the other; the test fails below if this does.
      for id in ids { try? await ledger.keep(["odd"], of: .search, in: id, now: .now) }
    }
    // One scan is being read forever; the other can't go on with what is stored.
    fixture.model.answers(
      .reading, Act.hangs(wasAsked), Act.after(breakLedger, Act.says(CannedAnswers.identified())))
    let worker = worker(.init(), in: fixture)
    await #expect(throws: (any Error).self) { try await within { try await worker.run() } }
    // The one that was being read waits again; the other is for the next start to take up.
    #expect(try await fixture.ledger.counts() == [.waiting: 1, .running: 1])
    #expect(try await fixture.ledger.recover() == 1)
  }

  @Test func `a scan that is rejected while it is in hand ends there`() async throws {
    let id = try await fixture.drop()
    let reject: @Sendable () async -> Void = { [ledger = fixture.ledger, now = fixture.time.now] in
      try? await ledger.fail(
        id, state: .rejected, reason: "not this one", hint: nil, folder: nil, photoNow: nil, fault: nil, now: now)
    }
    fixture.model.answers(.reading, Act.after(reject, Act.says(CannedAnswers.identified())))
    try await within { [worker = worker()] in try await worker.run() }
    let scan = try #require(try await fixture.ledger.scan(id))
    #expect(scan.state == .rejected)
    #expect(scan.reason == "not this one")
    #expect(fixture.bundles() == [])
    #expect(fixture.folder.names(in: "inbox") == ["IMG_1.jpg"])
  }

  @Test(arguments: [true, false])
  func `a scan that is rejected at the last moment leaves no folder behind`(isFound: Bool) async throws {
    tellAlways()
    if !isFound { fixture.model.always(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable))) }
    try await fixture.drop()
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    let context = fixture.context()
    // All steps are made; only the end isn't written down.
    _ = try await context.pipeline(for: scan, isStopping: { false }).run()
    #expect(try await fixture.ledger.reject(scan.id, now: fixture.time.now) == .carriedOut)
    try await ScanRunner(
      context: context, gallery: fixture.gallery, disks: fixture.disks, isStopping: { false }
    ).run(scan)
    #expect(try await fixture.ledger.scan(scan.id)?.state == .rejected)
    #expect(fixture.bundles() == [])
    #expect(fixture.folder.names(in: "failed") == [])
  }

  @Test func `a scan in hand can't be deleted`() async throws {
    let id = try await fixture.drop()
    _ = try await fixture.ledger.claim(now: fixture.time.now)
    guard case .notNow = try await fixture.ledger.delete(id, now: fixture.time.now) else {
      Issue.record("it was deleted")
      return
    }
  }
}
