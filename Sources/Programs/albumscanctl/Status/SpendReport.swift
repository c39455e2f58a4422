internal import Albums
internal import Console
internal import Foundation
internal import Pipeline
internal import Records
internal import Setup

/// The spending, compared with the limits.
struct SpendReport: Encodable {
  let todayUSD: Double
  let monthUSD: Double
  let perDayUSD: Double
  let perMonthUSD: Double

  static func make(_ context: CommandContext, now: Date) async throws -> SpendReport {
    let (budget, calendar) = (context.loaded.settings.budget, Calendar.current)
    let month = calendar.dateInterval(of: .month, for: now)?.start ?? now
    return SpendReport(
      todayUSD: try await context.ledger.spent(since: calendar.startOfDay(for: now)).dollars,
      monthUSD: try await context.ledger.spent(since: month).dollars, perDayUSD: budget.perDay.dollars,
      perMonthUSD: budget.perMonth.dollars)
  }

  func line(on output: CommandOutput) -> String {
    let parts = [("today", todayUSD, perDayUSD), ("this month", monthUSD, perMonthUSD)].map { when, spent, most in
      let words = String(format: "$%.2f of $%.2f", spent, most)
      return "\(spent >= 0.8 * most && spent > 0 ? output.style(.doubtful, words) : words) \(when)"
    }
    return "Spent: \(parts.joined(separator: ", "))"
  }
}

/// The plan's number of scans, and how many are left.
struct PlanReport: Encodable {
  let name: String
  /// Scans in the plan; null for any number.
  @Nullable var allowance: Int?
  /// `ever` or `month`; null without an allowance.
  @Nullable var period: String?
  /// Counted in that period, or in total without an allowance.
  let used: Int
  @Nullable var left: Int?
  /// When new scans become available; null if never.
  @Nullable var renewsAt: Date?

  static func make(_ context: CommandContext, now: Date) async throws -> PlanReport {
    let plan = context.loaded.settings.plan
    let limit = context.loaded.settings.budget.scanLimit(at: now)
    let used = try await context.ledger.scansCounted(since: limit?.since)
    let isMonthly = if case .perMonth = plan.allowance { true } else { false }
    return PlanReport(
      name: plan.rawValue, allowance: Nullable(limit?.scans),
      period: Nullable(limit.map { _ in isMonthly ? "month" : "ever" }),
      used: used, left: Nullable(limit.map { max(0, $0.scans - used) }),
      renewsAt: Nullable(isMonthly ? Calendar.current.month(of: now).end : nil))
  }

  var line: String {
    guard let allowance, let left else { return "Plan: \(name), unlimited scans" }
    let more = renewsAt.map { " this month; renewed at \(Phrases.moment($0))" } ?? " in all"
    return "Plan: \(name), \(left) of \(allowance) scans left\(more)"
  }
}
