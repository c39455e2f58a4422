import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What a plan refuses waits, with its reason and its date; nothing fails.
@Suite struct PlanTests {
  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func dropped(_ count: Int) async throws -> [ScanID] {
    var ids: [ScanID] = []
    for number in 1...count {
      ids.append(
        try await fixture.drop("\(number).jpg", SamplePhoto.jpeg(of: DrawnCollection.albums[number], size: 200)))
    }
    return ids
  }

  private func runAll(on context: ScanContext) async throws {
    while try await fixture.runNext(on: context) != nil {}
  }

  @Test func `when the month's scans are used a photo waits for the first of the next, and then goes on`() async throws
  {
    var fixture = fixture
    fixture.settings.budget.plan = .base
    fixture.settings.budget.allowance = .perMonth(2)
    fixture.model.always(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let ids = try await dropped(3)
    try await runAll(on: fixture.context())
    #expect(fixture.model.asked.count == 2)
    let held = try #require(try await fixture.ledger.scan(ids[2]))
    #expect((held.state, held.heldBy, held.attempts) == (.waiting, "plan", 0))
    let first = try #require(Calendar.current.dateInterval(of: .month, for: fixture.time.now)).end
    #expect(held.notBefore == first)
    #expect(held.heldReason?.contains("2026-12-01") == true)
    #expect(held.heldReason?.contains("base") == true)
    #expect(try await fixture.ledger.faults(of: ids[2]).isEmpty)
    let item = try #require(try await fixture.ledger.conditions(now: fixture.time.now).first)
    #expect((item.code, item.until) == ("plan", first))
    #expect(try await fixture.ledger.claim(now: first - 1) == nil)
    #expect(try await fixture.ledger.nextDue() == first)

    fixture.time.advance(to: first)
    try await runAll(on: fixture.context())
    #expect(try await fixture.ledger.scan(ids[2])?.state == .failed)
    #expect(try await fixture.ledger.conditions(now: fixture.time.now).isEmpty)
  }

  @Test func `when the scans in all are used a photo waits for another plan`() async throws {
    var fixture = fixture
    fixture.settings.budget.plan = .free
    fixture.settings.budget.allowance = .inAll(1)
    fixture.model.always(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let ids = try await dropped(2)
    try await runAll(on: fixture.context())
    let held = try #require(try await fixture.ledger.scan(ids[1]))
    #expect((held.state, held.heldBy, held.notBefore) == (.waiting, "plan", .distantFuture))
    #expect(held.heldReason?.contains("Choose another plan") == true)
    #expect(try await fixture.ledger.nextDue() == nil)

    // As a restart does.
    try await fixture.ledger.resumeAllServices()
    try await runAll(on: fixture.context())
    #expect(try await fixture.ledger.scan(ids[1])?.heldBy == "plan")
    #expect(fixture.model.asked.count == 1)

    fixture.settings.budget.allowance = .unlimited
    try await fixture.ledger.resumeAllServices()
    try await runAll(on: fixture.context())
    #expect(try await fixture.ledger.scan(ids[1])?.state == .failed)
    #expect(try await fixture.ledger.conditions().isEmpty)
  }

  @Test func `a photo that is known already needs no scan of the plan`() async throws {
    var fixture = fixture
    fixture.settings.budget.allowance = .inAll(1)
    fixture.tellAll()
    #expect(try await fixture.scan("one.jpg").state == .done)
    fixture.covers.fronts.answers(.success(nil))
    #expect(try await fixture.scan("same.jpg").state == .done)
    #expect(try await fixture.ledger.scansCounted(since: .distantPast) == 1)
    #expect(fixture.model.asked.count == 2)
  }

  @Test func `a review that the budget of its scan refuses waits for a person, and one of the day for the next`()
    async throws
  {
    for (change, until) in [
      ({ (budget: inout ScanSettings.Budget) in budget.perScan = Money(dollars: 0.055) }, Date.distantFuture),
      ({ (budget: inout ScanSettings.Budget) in budget.perDay = Money(dollars: 0.055) }, nil),
    ] {
      var fixture = try PipelineFixture()
      change(&fixture.settings.budget)
      fixture.tellAll()
      let scan = try await fixture.scan()
      #expect(scan.reviewStatus == .pending)
      let midnight = Calendar.current.date(
        byAdding: .day, value: 1, to: Calendar.current.startOfDay(for: fixture.time.now))
      let due = try await fixture.ledger.nextDue()
      #expect(due == (until == nil ? midnight : nil))
      // It is said as long as the review waits, though its scan has come through.
      let standing = try await fixture.ledger.conditions(now: fixture.time.now)
      #expect(standing.map(\.until) == [until == nil ? midnight : .distantFuture])
    }
  }

  @Test func `money that was only reserved lets a photo that waits for it go on`() async throws {
    var fixture = fixture
    // Each call is reserved at five cents, and costs one.
    fixture.settings.budget.perDay = Money(dollars: 0.06)
    let ids = try await dropped(2)
    let context = fixture.context()
    let meanwhile: @Sendable () async -> Void = { [fixture] in
      let second = try? await fixture.runNext(on: context)
      #expect(second?.heldBy == "budget")
      #expect(second.map { $0.notBefore > fixture.time.now } == true)
    }
    fixture.model.answers(
      .reading, Act.after(meanwhile, Act.says(CannedAnswers.notIdentifiable(.unreadable), dollars: 0.01)),
      Act.says(CannedAnswers.notIdentifiable(.unreadable), dollars: 0.01))
    try await runAll(on: context)
    for id in ids { #expect(try await fixture.ledger.scan(id)?.state == .failed) }
    #expect(fixture.model.left == 0)
  }
}
