/// What may have been billed, kept by the rules and without the ledger; all money in millionths.
struct ProviderBooks {
  struct Call {
    let question: Int
    let scan: Int64
    let at: Int
    /// What the provider bills, heard of or not.
    var bill: Int
    /// What has to stand in the ledger: the worst case, until the bill is known.
    var booked: Int
    var isAnswered = false
  }

  enum Decision: Equatable {
    enum Cap { case scan, day, month }
    case known, grant, usedUp
    case refuse(Cap)
  }

  var calls: [Call] = []
  private var perScan: Int
  private var perDay: Int
  private var perMonth: Int
  private var plan: Int?
  /// The highest that ever held: a cap that is lowered later undoes no bill.
  private var most: (scan: Int, day: Int, month: Int)
  /// Scans for which a model was asked, with when it first was.
  private var counted: [Int64: Int] = [:]

  init(perScan: Int, perDay: Int, perMonth: Int, plan: Int?) {
    (self.perScan, self.perDay, self.perMonth, self.plan) = (perScan, perDay, perMonth, plan)
    most = (perScan, perDay, perMonth)
  }

  mutating func allow(perScan: Int, perDay: Int, perMonth: Int, plan: Int?) {
    (self.perScan, self.perDay, self.perMonth, self.plan) = (perScan, perDay, perMonth, plan)
    most = (max(most.scan, perScan), max(most.day, perDay), max(most.month, perMonth))
  }

  func booked(since: Int) -> Int { calls.reduce(0) { $0 + ($1.at >= since ? $1.booked : 0) } }

  func decide(question: Int, worst: Int, scan: Int64, day: Int, month: Int, planBegan: Int) -> Decision {
    if calls.contains(where: { $0.question == question && $0.isAnswered }) { return .known }
    if calls.reduce(0, { $0 + ($1.scan == scan ? $1.booked : 0) }) + worst > perScan { return .refuse(.scan) }
    if booked(since: day) + worst > perDay { return .refuse(.day) }
    if booked(since: month) + worst > perMonth { return .refuse(.month) }
    if let plan, counted[scan] == nil, counted.values.count(where: { $0 >= planBegan }) >= plan { return .usedUp }
    return .grant
  }

  /// - Returns: its place among the calls.
  mutating func send(_ question: Int, scan: Int64, at now: Int, worst: Int, bill: Int) -> Int {
    calls.append(Call(question: question, scan: scan, at: now, bill: bill, booked: worst))
    if counted[scan] == nil { counted[scan] = now }
    return calls.count - 1
  }

  /// What is wrong with the bills as they stand.
  var fault: String? {
    for (name, key, cap) in [
      ("scan", { (call: Call) in Int(call.scan) }, most.scan), ("day", { Days.beginning(ofDay: $0.at) }, most.day),
      ("month", { Days.beginning(ofMonth: $0.at) }, most.month),
    ] {
      let sums = Dictionary(grouping: calls, by: key)
      for (which, calls) in sums {
        let (billed, booked) = calls.reduce((0, 0)) { ($0.0 + $1.bill, $0.1 + $1.booked) }
        if billed > cap { return "\(name) \(which) is billed \(billed), beyond the cap of \(cap)" }
        if billed > booked { return "\(name) \(which) is billed \(billed), and \(booked) are booked" }
      }
    }
    return nil
  }
}

/// Days and months of UTC, reckoned without a calendar of Foundation's.
enum Days {
  static func beginning(ofDay second: Int) -> Int { second - second % 86400 }

  static func beginning(ofMonth second: Int) -> Int {
    // Howard Hinnant, chrono-compatible low-level date algorithms: civil_from_days.
    let days = second / 86400 + 719_468
    let ofEra = days % 146_097
    let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * ofYear + 2) / 153
    let dayOfMonth = ofYear - (153 * month + 2) / 5
    return (second / 86400 - dayOfMonth) * 86400
  }

  /// Before anything of a history's, and after all of the one before.
  static func beginning(ofHistory number: Int) -> Int { 1_767_225_600 + number * 300 * 86400 - 60 * 86400 }
}
