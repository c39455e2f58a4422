internal import Albums
internal import Foundation
internal import Logging
internal import Records
internal import Systemd

/// Announces conditions about money, once each: that a limit or the plan holds scans back, and that the month's
/// spending has reached `budget.alertUSD`.
package struct SpendingWatch: Sendable {
  let ledger: Ledger
  let budget: Budget
  let time: TimeSource

  /// Nothing was sent; scans wait.
  func report(_ refusal: Postponed) async throws {
    guard let code = HealthCode(rawValue: refusal.by) else { return }
    let isPlan = code == .plan
    let new = try await ledger.report(
      code, reason: refusal.reason, cure: refusal.cure,
      until: refusal.until == .distantFuture ? nil : refusal.until, now: time.now())
    if new { Logger.current.warning("\(refusal.reason)", metadata: .event(isPlan ? .planUsedUp : .budgetReached)) }
  }

  /// Compares the month's spending with `budget.alertUSD`: after each bill, and whenever settings were read.
  package func look() async throws {
    let now = time.now()
    let month = Calendar.current.month(of: now)
    let known = try await ledger.health(now: now).first { HealthCode(printed: $0.code) == .spending }
    let spent = try await ledger.spent(since: month.start)
    guard let limit = budget.alert, spent >= limit, spent > .zero else {
      if known != nil { try await ledger.clear(.spending) }
      return
    }
    let reason = String(
      format: "This month's spending has reached $%.2f (budget.alertUSD); scans continue until $%.2f.",
      limit.dollars, budget.perMonth.dollars)
    if known?.reason == reason { return }
    let new = try await ledger.report(
      .spending, reason: reason,
      cure: "See: albumscanctl costs. To be warned later: "
        + Budget.raising("budget.alertUSD", above: max(limit, spent)) + ".",
      until: month.end, now: now)
    if new { Logger.current.warning("\(reason)", metadata: .event(.spendingAlert)) }
  }
}
