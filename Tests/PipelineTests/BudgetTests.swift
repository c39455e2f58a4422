import Albums
import Foundation
import Pipeline
import Records
import Testing

@Suite struct BudgetTests {
  private let budget = ScanSettings.Budget(
    perScan: Money(dollars: 0.5), perDay: Money(dollars: 5), perMonth: Money(dollars: 30))
  /// Two hours ahead of UTC in summer, one in winter.
  private let vienna: Calendar

  init() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Vienna"))
    vienna = calendar
  }

  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

  @Test(arguments: [
    ("2026-11-21T14:00:00Z", "2026-11-20T23:00:00Z", "2026-10-31T23:00:00Z"),
    ("2026-11-20T22:59:59Z", "2026-11-19T23:00:00Z", "2026-10-31T23:00:00Z"),
    ("2026-11-20T23:00:00Z", "2026-11-20T23:00:00Z", "2026-10-31T23:00:00Z"),
    ("2026-12-31T23:30:00Z", "2026-12-31T23:00:00Z", "2026-12-31T23:00:00Z"),
    // The day on which summer time ends has 25 hours.
    ("2026-10-25T20:00:00Z", "2026-10-24T22:00:00Z", "2026-09-30T22:00:00Z"),
  ])
  func `days and months are the user's own`(now: String, day: String, month: String) throws {
    let caps = budget.caps(at: try date(now), calendar: vienna)
    #expect(caps.dayBegan == (try date(day)))
    #expect(caps.monthBegan == (try date(month)))
    #expect(caps.budget.perScan == budget.perScan)
    #expect(caps.budget.perDay == budget.perDay)
    #expect(caps.budget.perMonth == budget.perMonth)
  }

  @Test(arguments: [
    (Reservation.Cap.day, "2026-11-21T14:00:00Z", "2026-11-21T23:00:00Z"),
    (.day, "2026-10-24T23:30:00Z", "2026-10-25T23:00:00Z"),
    (.day, "2026-12-31T10:00:00Z", "2026-12-31T23:00:00Z"),
    (.month, "2026-11-21T14:00:00Z", "2026-11-30T23:00:00Z"),
    (.month, "2026-12-05T00:00:00Z", "2026-12-31T23:00:00Z"),
    (.month, "2028-02-29T12:00:00Z", "2028-02-29T23:00:00Z"),
  ])
  func `a refusal holds until the next day, or the next month`(cap: Reservation.Cap, now: String, until: String) throws
  {
    let postponed = budget.postponement(
      for: cap, spent: Money(dollars: 4.99), limit: Money(dollars: 5), at: try date(now), calendar: vienna)
    #expect(try postponed.next == .wait(until: date(until)))
    #expect(postponed.holder == "budget")
    #expect(postponed.reason.contains("$4.99 of $5.00"))
  }

  @Test func `the cap of one scan holds until a person raises it`() {
    let postponed = budget.postponement(for: .scan, spent: .zero, limit: .zero, at: .now, calendar: vienna)
    #expect(postponed.next == .wait(until: .distantFuture))
  }

  @Test(
    arguments: [
      (Allowance.unlimited, nil, nil), (.inAll(5), 5, nil), (.perMonth(120), 120, "2026-10-31T23:00:00Z"),
    ] as [(Allowance, Int?, String?)])
  func `a plan's month is the user's own`(allowance: Allowance, scans: Int?, since: String?) throws {
    var budget = budget
    budget.allowance = allowance
    let limit = budget.caps(at: try date("2026-11-30T22:59:59Z"), calendar: vienna).scans
    #expect(limit?.scans == scans)
    #expect(try limit?.since == (scans == nil ? nil : since.map(date) ?? .distantPast))
  }

  @Test(
    arguments: [
      ("base", Allowance.perMonth(120), "2026-12-31T10:00:00Z", "2026-12-31T23:00:00Z", "2027-01-01"),
      ("ultra", .perMonth(120), "2026-11-30T23:30:00Z", "2026-12-31T23:00:00Z", "2027-01-01"),
      ("free", .inAll(5), "2026-11-30T23:30:00Z", nil, "All 5 scans of the plan free"),
    ] as [(String, Allowance, String, String?, String)])
  func `what a plan refuses comes again with the next month, or with another plan`(
    plan: String, allowance: Allowance, now: String, until: String?, says: String
  ) throws {
    var budget = budget
    (budget.plan, budget.allowance) = (try #require(Plan(rawValue: plan)), allowance)
    let postponed = budget.postponement(
      afterScans: 120, of: try #require(allowance.scans), at: try date(now), calendar: vienna)
    #expect(postponed.holder == "plan")
    #expect(try postponed.next == .wait(until: until.map(date) ?? .distantFuture))
    #expect(postponed.reason.contains(plan) && postponed.reason.contains(says))
    #expect(postponed.reason.contains("systemctl --user reload albumscand"))
  }

  @Test(arguments: [
    (Reservation.Cap.scan, "budget.perScanUSD", false), (.day, "budget.perDayUSD", true),
    (.month, "budget.perMonthUSD", true),
  ])
  func `a refusal names the setting, and says wait only where waiting helps`(
    cap: Reservation.Cap, key: String, waitingHelps: Bool
  ) {
    let postponed = budget.postponement(for: cap, spent: .zero, limit: .zero, at: .now, calendar: vienna)
    #expect(postponed.reason.contains("Raise \(key)"))
    #expect(postponed.reason.contains("wait") == waitingHelps)
  }
}
