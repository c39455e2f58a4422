internal import Albums
internal import Foundation
internal import Logging
internal import Records
internal import Systemd

/// Announces conditions about money, once each: that a limit or the plan holds scans back, and that the month's
/// spending has reached `budget.alertUSD`.
package struct SpendingWatch: Sendable {
  let ledger: Ledger
  let budget: ScanSettings.Budget
  let time: TimeSource

  /// Nothing was sent; scans wait.
  func report(_ refusal: Fault) async throws {
    guard let code = HealthCode(rawValue: refusal.code.rawValue), case .wait(let until) = refusal.next else { return }
    let new = try await ledger.report(
      code, reason: refusal.reason, cure: refusal.cure, until: until, now: time.now())
    if new {
      Logger.current.warning("\(refusal.reason)", metadata: .event(code == .plan ? .planUsedUp : .budgetReached))
    }
  }

  /// Compares the month's spending with `budget.alertUSD`: after each bill, and whenever settings were read.
  package func look() async throws {
    let now = time.now()
    let month = Calendar.current.month(of: now)
    let spent = try await ledger.spent(since: month.start)
    let limit = budget.alert
    guard spent >= limit, spent > .zero else {
      // After each bill: there is seldom anything to write.
      if try await ledger.isReported(.spending) { try await ledger.clear(.spending) }
      return
    }
    let reason = String(
      format: "This month's spending has reached $%.2f (budget.alertUSD); scans continue until $%.2f.",
      limit.dollars, budget.perMonth.dollars)
    let new = try await ledger.report(
      .spending, reason: reason,
      cure: .advice(
        "See: albumscanctl costs. To be warned later: "
          + ScanSettings.Budget.raising("budget.alertUSD", above: max(limit, spent)) + "."),
      until: month.end, now: now)
    if new { Logger.current.warning("\(reason)", metadata: .event(.spendingAlert)) }
  }
}
