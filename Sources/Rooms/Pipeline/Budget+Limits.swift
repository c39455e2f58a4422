package import Albums
package import Foundation
package import Records

/// The limits at a moment, and what happens at them.
extension ScanSettings.Budget {
  /// The limits at this moment, for the current day and month in the user's time zone.
  package func caps(at now: Date, calendar: Calendar = .current) -> Caps {
    let month = calendar.month(of: now)
    return Caps(
      budget: self, dayBegan: calendar.startOfDay(for: now), monthBegan: month.start,
      scans: scanLimit(at: now, calendar: calendar))
  }

  /// Nil for unlimited scans.
  package func scanLimit(at now: Date, calendar: Calendar = .current) -> ScanLimit? {
    switch allowance {
    case .unlimited: nil
    case .inAll(let scans): ScanLimit(scans: scans, since: .distantPast)
    case .perMonth(let scans): ScanLimit(scans: scans, since: calendar.month(of: now).start)
    }
  }

  /// The consequence of a refused reservation: when the scan may try again, and the message in `status`.
  package func postponement(
    for cap: Reservation.Cap, spent: Money, limit: Money, at now: Date, calendar: Calendar = .current
  ) -> Fault {
    let (key, until) =
      switch cap {
      // A new day doesn't raise the limit of one scan.
      case .scan: ("budget.perScanUSD", Date.distantFuture)
      case .day: ("budget.perDayUSD", calendar.dayAfter(now))
      case .month: ("budget.perMonthUSD", calendar.month(of: now).end)
      }
    let cure = "Raise \(key), then: systemctl --user reload albumscand" + (cap == .scan ? "" : "; or wait.")
    let dollars = { (money: Money) in String(format: "$%.2f", money.dollars) }
    return Fault(
      .budget, .wait(until: until),
      """
      \(dollars(spent)) of \(dollars(limit)) are spent or reserved (\(key)), and the next call might exceed the \
      limit. \(cure)
      """,
      cure: .advice(
        "\(cap == .scan ? "Allow" : "Wait; or allow") more: \(Self.raising(key, above: max(limit, spent)))."))
  }

  /// The command that doubles a limit, and raises it by at least a dollar: no call costs more.
  static func raising(_ key: String, above limit: Money) -> String {
    let more = max(limit.dollars * 2, limit.dollars + 1).rounded(.up)
    return "`albumscanctl config set \(key) \(Int(more)) && systemctl --user reload albumscand`"
  }

  /// The consequence of a plan without scans left.
  package func postponement(
    afterScans used: Int, of limit: Int, at now: Date, calendar: Calendar = .current
  ) -> Fault {
    let cure = "Choose another plan (own has no limit), then: systemctl --user reload albumscand"
    let command = "`albumscanctl config set plan own && systemctl --user reload albumscand`"
    guard case .perMonth = allowance else {
      return Fault(
        .plan, .wait(until: .distantFuture), "All \(limit) scans of the plan \(plan.rawValue) are used. \(cure)",
        cure: .advice("Use the plan without a limit: \(command)."))
    }
    let until = calendar.month(of: now).end
    let day = until.formatted(
      Date.ISO8601FormatStyle(timeZone: calendar.timeZone).year().month().day().dateSeparator(.dash))
    return Fault(
      .plan, .wait(until: until),
      """
      All \(limit) scans of this month are used (plan \(plan.rawValue)); more are available on \(day). To continue now: \
      \(cure)
      """, cure: .advice("Wait; or use the plan without a limit: \(command)."))
  }
}

extension Calendar {
  /// The calendar month around a moment.
  package func month(of now: Date) -> DateInterval {
    dateInterval(of: .month, for: now) ?? DateInterval(start: startOfDay(for: now), duration: 28 * 86400)
  }

  fileprivate func dayAfter(_ now: Date) -> Date {
    date(byAdding: .day, value: 1, to: startOfDay(for: now)) ?? now.addingTimeInterval(86400)
  }
}
