import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// The warning that the month's spending has come to `budget.alertUSD`.
@Suite struct SpendingWatchTests {
  private var shop: Workshop

  init() throws {
    shop = try Workshop()
    shop.settings.budget.alert = Money(dollars: 0.03)
  }

  private func items(_ shop: Workshop) async throws -> [HealthItem] {
    try await shop.ledger.health(now: shop.time.now).filter { $0.code == HealthCode.spending.rawValue }
  }

  private func spend(_ dollars: Double, _ name: String, _ copy: Int, in shop: Workshop) async throws {
    shop.model.answers(.reading, Act.says(Told.notIdentifiable(.unreadable), dollars: dollars))
    #expect(try await shop.scan(name, SamplePhoto.jpeg(of: DrawnCollection.albums[copy], size: 200)).state == .failed)
  }

  @Test func `it is given once a month, when the bill that reaches it is booked`() async throws {
    try await spend(0.02, "1.jpg", 1, in: shop)
    #expect(try await items(shop).isEmpty)
    try await spend(0.02, "2.jpg", 2, in: shop)
    let item = try #require(try await items(shop).first)
    #expect(item.reason.contains("$0.03 (budget.alertUSD)"))
    #expect(item.until == Calendar.current.month(of: shop.time.now).end)
    try await spend(0.02, "3.jpg", 3, in: shop)
    #expect(try await items(shop) == [item])
    // A condition that stands is not written into the journal again; this is what it goes by.
    #expect(
      try await shop.ledger.report(
        .spending, reason: item.reason, cure: item.cure, until: item.until, now: shop.time.now) == false)

    shop.time.advance(to: Calendar.current.month(of: shop.time.now).end)
    #expect(try await items(shop).isEmpty)
    try await spend(0.02, "4.jpg", 4, in: shop)
    #expect(try await items(shop).isEmpty)
    try await spend(0.02, "5.jpg", 5, in: shop)
    #expect(try await items(shop).map(\.since) != [item.since])
    #expect(try await items(shop).count == 1)
  }

  @Test func `a raised limit takes it back, and a lowered one gives it when settings are read`() async throws {
    var shop = shop
    try await spend(0.04, "1.jpg", 1, in: shop)
    #expect(try await items(shop).count == 1)
    shop.settings.budget.alert = Money(dollars: 1)
    try await shop.line().lookAtSpending(in: shop.ledger)
    #expect(try await items(shop).isEmpty)
    shop.settings.budget.alert = Money(dollars: 0.04)
    try await shop.line().lookAtSpending(in: shop.ledger)
    #expect(try await items(shop).count == 1)
  }

  @Test func `nothing spent is nothing to warn of`() async throws {
    var shop = shop
    shop.settings.budget.alert = .zero
    try await shop.line().lookAtSpending(in: shop.ledger)
    #expect(try await items(shop).isEmpty)
  }
}
