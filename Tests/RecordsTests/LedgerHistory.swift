import Albums
import Foundation
import Records
import TestSupport

/// One history: a few scans, caps, a clock, and what happens.
final class LedgerHistory {
  private let file: String
  private var random: SeededGenerator
  /// Two at once, as daemon and command line have the ledger open.
  private(set) var ledgers: [Ledger]
  private var books: ProviderBooks
  private let scans: [ScanID]
  private var now: Int
  private var perScan: Int
  private var perDay: Int
  private var perMonth: Int
  private var plan: Int?
  private let mostExpensive: Int
  /// Calls that are out, by their place in the books.
  private var out: [(call: Int, expense: ExpenseID)] = []
  private var recipes = 0
  private let number: Int
  static let mostScans = 4
  /// What went wrong; nil while all is well.
  private(set) var fault: String?

  /// Histories share a file, as years share a ledger: each begins months after the one before.
  init(number: Int, seed: UInt64, file: String, ledgers: [Ledger]) {
    self.number = number
    self.file = file
    random = SeededGenerator(seed: seed &+ UInt64(number) &* 0x2545_F491_4F6C_DD1D)
    self.ledgers = ledgers
    now = 1_767_225_600 + number * 300 * 86400 + .random(in: 0..<86400, using: &random)
    mostExpensive = .random(in: 1000...400_000, using: &random)
    perScan = .random(in: 0...900_000, using: &random)
    perDay = .random(in: 0...2_000_000, using: &random)
    perMonth = .random(in: 0...4_000_000, using: &random)
    plan = Bool.random(using: &random) ? .random(in: 0...4, using: &random) : nil
    let first = Int64(number * Self.mostScans + 1)
    scans = (first..<(first + .random(in: 1...Int64(Self.mostScans), using: &random))).map { ScanID($0) }
    books = ProviderBooks(perScan: perScan, perDay: perDay, perMonth: perMonth, plan: plan)
  }

  /// - Returns: how many steps it took.
  func play() async throws -> Int {
    let steps = Int.random(in: 4...10, using: &random)
    for step in 1...steps {
      switch Int.random(in: 0..<100, using: &random) {
      case ..<50: try await call()
      case ..<76: try await hear()
      case ..<82: try crash()
      case ..<97: passTime()
      default: changeSettings()
      }
      try await look()
      if fault != nil { return step }
    }
    return steps
  }

  private var ledger: Ledger { ledgers[.random(in: 0..<ledgers.count, using: &random)] }

  // MARK: What happens

  private func call() async throws {
    guard let scan = scans.randomElement(using: &random) else { return }
    let worst = Int.random(in: 0...mostExpensive, using: &random)
    // Now and then a question that was asked before.
    var question = recipes + 1
    if recipes > 0, Int.random(in: 0..<10, using: &random) == 0 { question = .random(in: 1...recipes, using: &random) }
    recipes = max(recipes, question)
    let (day, month) = (Days.beginning(ofDay: now), Days.beginning(ofMonth: now))
    let monthly = number.isMultiple(of: 2)
    let planBegan = monthly ? month : Days.beginning(ofHistory: number)
    let expected = books.decide(
      question: question, worst: worst, scan: scan.number, day: day, month: month, planBegan: planBegan)
    let caps = Caps(
      budget: ScanSettings.Budget(
        perScan: Money(microdollars: perScan), perDay: Money(microdollars: perDay),
        perMonth: Money(microdollars: perMonth)),
      dayBegan: Date(second: day), monthBegan: Date(second: month),
      scans: plan.map { ScanLimit(scans: $0, since: Date(second: planBegan)) })
    let reservation = try await ledger.reserve(
      Money(microdollars: worst), for: scan, step: .reading, service: .openai, model: "m",
      recipe: Sample.digest(number * 100 + question), caps: caps, now: Date(second: now))
    switch (reservation, expected) {
    case (.granted(let expense), .grant):
      // What it will be billed is settled at the provider now, whether anybody hears of it or not.
      let bill = Int.random(in: 0...worst, using: &random)
      out.append((books.send(question, scan: scan.number, at: now, worst: worst, bill: bill), expense))
    case (.refused(.scan, _, _), .refuse(.scan)), (.refused(.day, _, _), .refuse(.day)),
      (.refused(.month, _, _), .refuse(.month)), (.usedUp, .usedUp), (.answered, .known):
      break
    default: fault = "\(reservation) where the books say \(expected)"
    }
  }

  /// An answer comes, or the news that none will.
  private func hear() async throws {
    guard !out.isEmpty else { return }
    let (call, expense) = out.remove(at: .random(in: 0..<out.count, using: &random))
    let bill = Money(microdollars: books.calls[call].bill)
    let usage = Usage(inputTokens: 1, outputTokens: 1)
    switch Int.random(in: 0..<6, using: &random) {
    case 0:
      books.calls[call].bill = 0
      books.calls[call].booked = 0
      try await ledger.settle(expense, billed: .nothing)
    case 1: try await ledger.settle(expense, billed: .unknown)
    case 2:
      books.calls[call].isAnswered = true
      try await ledger.settle(expense, with: Answer(text: "{}", model: "m", usage: nil, cost: nil))
    case 3:
      books.calls[call].booked = bill.microdollars
      try await ledger.settle(expense, billed: .known(usage, bill))
    default:
      books.calls[call].booked = bill.microdollars
      books.calls[call].isAnswered = true
      try await ledger.settle(expense, with: Answer(text: "{}", model: "m", usage: usage, cost: bill))
    }
  }

  /// A process is gone, with all that it alone knew.
  private func crash() throws {
    out = []
    ledgers.remove(at: .random(in: 0..<ledgers.count, using: &random))
    ledgers.append(try Ledger(file: file))
  }

  private func passTime() {
    let hour = 3600
    let step =
      switch Int.random(in: 0..<10, using: &random) {
      case ..<4: 0...hour
      case ..<6: 0...(12 * hour)
      case ..<8: 0...(3 * 24 * hour)
      case 8: 0...(12 * 24 * hour)
      // Somebody sets the clock back.
      default: (-30 * hour)...0
      }
    now += .random(in: step, using: &random)
  }

  private func changeSettings() {
    perDay = .random(in: 0...2_000_000, using: &random)
    perScan = .random(in: 0...900_000, using: &random)
    perMonth = .random(in: 0...4_000_000, using: &random)
    if plan != nil { plan = .random(in: 0...4, using: &random) }
    books.allow(perScan: perScan, perDay: perDay, perMonth: perMonth, plan: plan)
  }

  // MARK: What must hold at every moment

  private func look() async throws {
    if fault == nil { fault = books.fault }
    let since = Bool.random(using: &random) ? Days.beginning(ofDay: now) : Days.beginning(ofMonth: now)
    let booked = try await ledger.spent(since: Date(second: since)).microdollars
    let right = books.booked(since: since)
    if booked != right { fault = "booked are \(booked), and should be \(right)" }
  }
}

extension Date {
  fileprivate init(second: Int) { self.init(timeIntervalSince1970: Double(second)) }
}
