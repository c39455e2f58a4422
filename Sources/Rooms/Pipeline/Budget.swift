package import Albums
package import Foundation
package import Records

/// What may be spent: asked before each paid call.
package struct Budget: Equatable, Sendable {
  package var perScan: Money
  package var perDay: Money
  package var perMonth: Money

  package init(perScan: Money, perDay: Money, perMonth: Money) {
    self.perScan = perScan
    self.perDay = perDay
    self.perMonth = perMonth
  }

  /// The caps as they hold at this moment, in the user's own days and months.
  package func caps(at now: Date, calendar: Calendar = .current) -> Caps {
    Caps(
      perScan: perScan, perDay: perDay, perMonth: perMonth, dayBegan: calendar.startOfDay(for: now),
      monthBegan: calendar.dateInterval(of: .month, for: now)?.start ?? calendar.startOfDay(for: now))
  }

  /// What a refusal means: when the scan may try again, and the sentence that `status` shows.
  package func postponement(
    for cap: Reservation.Cap, spent: Money, limit: Money, at now: Date, calendar: Calendar = .current
  ) -> Postponed {
    let unit: Calendar.Component = cap == .month ? .month : .day
    let began = calendar.dateInterval(of: unit, for: now)?.start ?? now
    let until = calendar.date(byAdding: unit, value: 1, to: began) ?? now.addingTimeInterval(86400)
    let key =
      switch cap {
      case .scan: "budget.perScanUSD"
      case .day: "budget.perDayUSD"
      case .month: "budget.perMonthUSD"
      }
    // A new day brings no new money for one scan.
    let cure = cap == .scan ? "Raise \(key) and reload." : "Raise \(key) and reload, or wait."
    let dollars = { (money: Money) in String(format: "$%.2f", money.dollars) }
    return Postponed(
      until: until, by: "budget",
      reason: """
        \(dollars(spent)) of \(dollars(limit)) are spent or reserved (\(key)), and the next call might pass that. \
        \(cure)
        """)
  }
}

/// The scan can't go on before a time, and has done nothing to deserve a lost attempt.
package struct Postponed: Error, Equatable, Sendable {
  package let until: Date
  /// A service's name, `budget` or `disk`.
  package let by: String
  package let reason: String

  package init(until: Date, by: String, reason: String) {
    self.until = until
    self.by = by
    self.reason = reason
  }
}
