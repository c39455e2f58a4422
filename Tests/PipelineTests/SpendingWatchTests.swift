import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// The warning that the month's spending has come to `budget.alertUSD`.
@Suite struct SpendingWatchTests {
  private var fixture: PipelineFixture

  init() throws {
    fixture = try PipelineFixture()
    fixture.settings.budget.alert = Money(dollars: 0.03)
  }

  private func items(_ fixture: PipelineFixture) async throws -> [Condition] {
    try await fixture.ledger.conditions(now: fixture.time.now).filter { $0.code == HealthCode.spending.rawValue }
  }

  private func spend(_ dollars: Double, _ name: String, _ copy: Int, in fixture: PipelineFixture) async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable), dollars: dollars))
    #expect(
      try await fixture.scan(name, SamplePhoto.jpeg(of: DrawnCollection.albums[copy], size: 200)).state == .failed)
  }

  @Test func `it is given once a month, when the bill that reaches it is booked`() async throws {
    try await spend(0.02, "1.jpg", 1, in: fixture)
    #expect(try await items(fixture).isEmpty)
    try await spend(0.02, "2.jpg", 2, in: fixture)
    let item = try #require(try await items(fixture).first)
    #expect(item.reason.contains("$0.03 (budget.alertUSD)"))
    #expect(item.until == Calendar.current.month(of: fixture.time.now).end)
    try await spend(0.02, "3.jpg", 3, in: fixture)
    #expect(try await items(fixture) == [item])
    // A condition that stands is not written into the journal again; this is what it goes by.
    #expect(
      try await fixture.ledger.report(
        .spending, reason: item.reason, cure: item.cure, until: item.until, now: fixture.time.now) == false)

    fixture.time.advance(to: Calendar.current.month(of: fixture.time.now).end)
    #expect(try await items(fixture).isEmpty)
    try await spend(0.02, "4.jpg", 4, in: fixture)
    #expect(try await items(fixture).isEmpty)
    try await spend(0.02, "5.jpg", 5, in: fixture)
    #expect(try await items(fixture).map(\.since) != [item.since])
    #expect(try await items(fixture).count == 1)
  }

  @Test func `a raised limit takes it back, and a lowered one gives it when settings are read`() async throws {
    var fixture = fixture
    try await spend(0.04, "1.jpg", 1, in: fixture)
    #expect(try await items(fixture).count == 1)
    fixture.settings.budget.alert = Money(dollars: 1)
    try await fixture.context().lookAtSpending()
    #expect(try await items(fixture).isEmpty)
    fixture.settings.budget.alert = Money(dollars: 0.04)
    try await fixture.context().lookAtSpending()
    #expect(try await items(fixture).count == 1)
  }

  @Test func `nothing spent is nothing to warn of`() async throws {
    var fixture = fixture
    fixture.settings.budget.alert = .zero
    try await fixture.context().lookAtSpending()
    #expect(try await items(fixture).isEmpty)
  }
}
