import Albums
import Foundation
import Logging
import Records
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// Steps that hang, in simulated time.
@Suite struct DeadlineTests {
  private let fixture: PipelineFixture
  private let signs = Signs()

  init() throws { fixture = try PipelineFixture() }

  private final class Signs: Sendable {
    private let count = Mutex(0)
    var all: Int { count.withLock { $0 } }
    func one() { count.withLock { $0 += 1 } }
  }

  /// Runs a worker as the daemon does.
  private func working(_ body: @escaping @Sendable () async throws -> Void) async throws {
    let context = fixture.context()
    let worker = Worker(
      ledger: fixture.ledger, context: { context }, gallery: fixture.gallery, disks: fixture.disks,
      wakeSignal: fixture.wakeSignal, options: Worker.Options(maxLoopInterval: .seconds(15)), onLoop: { _ in },
      onHealthy: { [signs] in signs.one() })
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [.init(service: worker, successTerminationBehavior: .gracefullyShutdownGroup)],
        logger: Logger(label: "test")))
    try await within(.seconds(120)) {
      try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await group.run() }
        try await body()
        await group.triggerGracefulShutdown()
        try await tasks.waitForAll()
      }
    }
  }

  private func advance(_ duration: Duration) {
    fixture.time.clock.advance(by: duration)
    fixture.wakeSignal.fire()
  }

  @Test func `a step past its deadline is called off, and made again`() async throws {
    let wasAsked = Latch()
    fixture.model.answers(.reading, Act.hangs(wasAsked))
    fixture.tellAll()
    let id = try await fixture.drop()
    try await working { [fixture] in
      await wasAsked.wait()
      advance(Step.reading.deadline + .seconds(1))
      try await untilTrue { try await !fixture.ledger.faults(of: id).isEmpty }
      advance(.seconds(10))
      try await untilTrue { try await fixture.ledger.scan(id)?.state == .done }
    }
    let fault = try #require(try await fixture.ledger.faults(of: id).first)
    #expect(fault.step == .reading)
    #expect(fixture.model.asked(.reading).count == 2)
  }

  @Test func `what can't be called off is named, and no sign of life is given until it ends`() async throws {
    let wasAsked = Latch()
    let end = Latch()
    // As a thread that is blocked: cancelling is no use.
    let blocked: @Sendable () async -> Void = {
      wasAsked.open()
      await end.wait()
    }
    fixture.model.answers(
      .reading, Act.after(blocked, Act.fails(.retry(.unknown, "late", service: .anthropic), .unknown)))
    fixture.tellAll()
    let id = try await fixture.drop()
    try await working { [fixture, signs] in
      await wasAsked.wait()
      advance(Step.reading.deadline + .seconds(1))
      advance(StepClock.grace)
      try await untilTrue { try await fixture.ledger.conditions().contains { $0.code == "stuck" } }
      let item = try #require(try await fixture.ledger.conditions().first { $0.code == "stuck" })
      #expect(item.reason.contains("scan \(id) at reading"))
      #expect(item.cure?.text.contains("restart") == true)
      let before = signs.all
      for _ in 1...5 { advance(.seconds(15)) }
      // A loop that came round says so to nobody; the queue is still read.
      _ = try await fixture.ledger.summary()
      #expect(signs.all == before)
      end.open()
      try await untilTrue { signs.all > before }
      #expect(try await fixture.ledger.conditions().isEmpty)
      advance(.seconds(10))
      try await untilTrue { try await fixture.ledger.scan(id)?.state == .done }
    }
  }

  @Test func `a step that is called off three times fails its photo, with what to do`() async throws {
    let scan = try #require(try await fixture.ledger.scan(try await fixture.drop()))
    _ = try await fixture.ledger.claim(now: fixture.time.now)
    try await fixture.ledger.begin(.filing, of: scan.id, now: fixture.time.now)
    for time in 1...3 {
      let fault = try await StepClock.fault(of: scan, at: .filing, in: fixture.ledger)
      #expect(fault.reason.contains("filing took more than 15 min"))
      #expect(fault.next == (time < 3 ? .retry() : .fail))
      #expect((fault.cure != nil) == (time == 3))
      try await fixture.ledger.hold(scan.id, until: fixture.time.now, fault: fault, now: fixture.time.now)
      _ = try await fixture.ledger.claim(now: fixture.time.now)
    }
  }

  @Test func `waiting in line isn't hanging`() async throws {
    let clock = StepClock(uptime: { [time = fixture.time] in time.clock.now.offset })
    clock.begin(.reading)
    await StepClock.$current.withValue(clock) {
      await StepClock.waiting { fixture.time.clock.advance(by: .seconds(86_400)) }
    }
    #expect(clock.overrun == .zero - Step.reading.deadline)
    fixture.time.clock.advance(by: Step.reading.deadline + .seconds(1))
    #expect(clock.overrun == .seconds(1))
  }

  @Test func `every step has a deadline below an hour`() {
    for deadline in Step.allCases.map(\.deadline) + [StepClock.deadlineOutside] {
      #expect((.seconds(1) ..< .seconds(3600)).contains(deadline))
    }
  }

  private func untilTrue(_ condition: () async throws -> Bool) async throws {
    // What another task does can only be asked for; the limit is the one around all.
    while try await !condition() {
      fixture.wakeSignal.fire()
      try await Task.sleep(for: .milliseconds(10))
    }
  }
}
