import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What a plan refuses waits, with its reason and its date; nothing fails.
@Suite struct PlanTests {
  private var shop: Workshop

  init() throws { shop = try Workshop() }

  private func dropped(_ count: Int) async throws -> [ScanID] {
    var ids: [ScanID] = []
    for number in 1...count {
      ids.append(try await shop.drop("\(number).jpg", SamplePhoto.jpeg(of: DrawnCollection.albums[number], size: 200)))
    }
    return ids
  }

  private func carryAll(on line: Line) async throws { while try await shop.carryNext(on: line) != nil {} }

  @Test func `when the month's scans are used a photo waits for the first of the next, and then goes on`() async throws
  {
    var shop = shop
    shop.settings.budget.plan = "base"
    shop.settings.budget.allowance = .perMonth(2)
    shop.model.always(.reading, Act.says(Told.notIdentifiable(.unreadable)))
    let ids = try await dropped(3)
    try await carryAll(on: shop.line())
    #expect(shop.model.asked.count == 2)
    let held = try #require(try await shop.ledger.scan(ids[2]))
    #expect((held.state, held.heldBy, held.attempts) == (.waiting, "plan", 0))
    let first = try #require(Calendar.current.dateInterval(of: .month, for: shop.time.now)).end
    #expect(held.notBefore == first)
    #expect(held.heldReason?.contains("2026-12-01") == true)
    #expect(held.heldReason?.contains("base") == true)
    #expect(try await shop.ledger.setbacks(of: ids[2]).isEmpty)
    let item = try #require(try await shop.ledger.health(now: shop.time.now).first)
    #expect((item.code, item.until) == ("plan", first))
    #expect(try await shop.ledger.claim(now: first - 1) == nil)
    #expect(try await shop.ledger.nextDue() == first)

    shop.time.advance(to: first)
    try await carryAll(on: shop.line())
    #expect(try await shop.ledger.scan(ids[2])?.state == .failed)
    #expect(try await shop.ledger.health(now: shop.time.now).isEmpty)
  }

  @Test func `when the scans in all are used a photo waits for another plan`() async throws {
    var shop = shop
    shop.settings.budget.plan = "free"
    shop.settings.budget.allowance = .inAll(1)
    shop.model.always(.reading, Act.says(Told.notIdentifiable(.unreadable)))
    let ids = try await dropped(2)
    try await carryAll(on: shop.line())
    let held = try #require(try await shop.ledger.scan(ids[1]))
    #expect((held.state, held.heldBy, held.notBefore) == (.waiting, "plan", .distantFuture))
    #expect(held.heldReason?.contains("Set plan to another") == true)
    #expect(try await shop.ledger.nextDue() == nil)

    // As a restart does.
    try await shop.ledger.openAll()
    try await carryAll(on: shop.line())
    #expect(try await shop.ledger.scan(ids[1])?.heldBy == "plan")
    #expect(shop.model.asked.count == 1)

    shop.settings.budget.allowance = .unlimited
    try await shop.ledger.openAll()
    try await carryAll(on: shop.line())
    #expect(try await shop.ledger.scan(ids[1])?.state == .failed)
    #expect(try await shop.ledger.health().isEmpty)
  }

  @Test func `a photo that is known already needs no scan of the plan`() async throws {
    var shop = shop
    shop.settings.budget.allowance = .inAll(1)
    shop.tellAll()
    #expect(try await shop.scan("one.jpg").state == .done)
    shop.covers.fronts.answers(.success(nil))
    #expect(try await shop.scan("same.jpg").state == .done)
    #expect(try await shop.ledger.scansCounted(since: .distantPast) == 1)
    #expect(shop.model.asked.count == 2)
  }

  @Test func `a review that the budget of its scan refuses waits for a person, and one of the day for the next`()
    async throws
  {
    for (change, until) in [
      ({ (budget: inout Budget) in budget.perScan = Money(dollars: 0.055) }, Date.distantFuture),
      ({ (budget: inout Budget) in budget.perDay = Money(dollars: 0.055) }, nil),
    ] {
      var shop = try Workshop()
      change(&shop.settings.budget)
      shop.tellAll()
      let scan = try await shop.scan()
      #expect(scan.reviewStatus == .pending)
      let midnight = Calendar.current.date(
        byAdding: .day, value: 1, to: Calendar.current.startOfDay(for: shop.time.now))
      let due = try await shop.ledger.nextDue()
      #expect(due == (until == nil ? midnight : nil))
      // It is said as long as the review waits, though its scan has come through.
      #expect(try await shop.ledger.health(now: shop.time.now).map(\.until) == [until == nil ? midnight : nil])
    }
  }

  @Test func `money that was only reserved lets a photo that waits for it go on`() async throws {
    var shop = shop
    // Each call is reserved at five cents, and costs one.
    shop.settings.budget.perDay = Money(dollars: 0.06)
    let ids = try await dropped(2)
    let line = shop.line()
    let meanwhile: @Sendable () async -> Void = { [shop] in
      let second = try? await shop.carryNext(on: line)
      #expect(second?.heldBy == "budget")
      #expect(second.map { $0.notBefore > shop.time.now } == true)
    }
    shop.model.answers(
      .reading, Act.after(meanwhile, Act.says(Told.notIdentifiable(.unreadable), dollars: 0.01)),
      Act.says(Told.notIdentifiable(.unreadable), dollars: 0.01))
    try await carryAll(on: line)
    for id in ids { #expect(try await shop.ledger.scan(id)?.state == .failed) }
    #expect(shop.model.left == 0)
  }
}
