import Albums
import Foundation
import Glibc
import Records

/// Spends as fast as it can from a ledger, until nothing more may be spent or it is killed: for the test of the caps.
///
/// `spending-probe LEDGER BILLS NOW SCANS WORST PER-SCAN PER-DAY PER-MONTH`, money in millionths. Whatever is "sent" is
/// written to BILLS before anything is settled, a line a call: scan, time, and what it is billed. Whoever kills it finds
/// there what a provider would have on its books.
@main
enum Program {
  static func main() async throws {
    let words = CommandLine.arguments
    let numbers = words.dropFirst(3).compactMap { Int($0) }
    guard numbers.count == 6 else { exit(64) }
    let ledger = try Ledger(file: words[1])
    let bills = open(words[2], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    let (time, scans, most) = (numbers[0], Int64(numbers[1]), numbers[2])
    let now = Date(timeIntervalSince1970: Double(time))
    let caps = Caps(
      budget: ScanSettings.Budget(
        perScan: Money(microdollars: numbers[3]), perDay: Money(microdollars: numbers[4]),
        perMonth: Money(microdollars: numbers[5])),
      dayBegan: beginning(of: 86400, around: time),
      monthBegan: beginning(of: 30 * 86400, around: time))
    var refusals = 0
    while refusals < 100 {
      let scan = ScanID(.random(in: 1...scans))
      let worst = Money(microdollars: .random(in: 1...most))
      let recipe = Digest(hex: String(format: "%064lx", Int.random(in: 0...Int.max)))
      let reservation = try await ledger.reserve(
        worst, for: scan, step: .reading, service: .anthropic, model: "m", recipe: recipe, caps: caps, now: now)
      guard case .granted(let expense) = reservation else {
        refusals += 1
        continue
      }
      let bill = Money(microdollars: .random(in: 0...worst.microdollars))
      let line = Array("\(scan) \(time) \(bill.microdollars)\n".utf8)
      guard write(bills, line, line.count) == line.count else { exit(1) }
      // Of some calls nothing is ever heard again.
      if Int.random(in: 0..<4) > 0 {
        try await ledger.settle(
          expense, with: Answer(text: "{}", model: "m", usage: Usage(inputTokens: 1, outputTokens: 1), cost: bill))
      }
    }
  }

  /// Of a day or a month of so many seconds, counted from 1970.
  private static func beginning(of seconds: Int, around time: Int) -> Date {
    Date(timeIntervalSince1970: Double(time / seconds * seconds))
  }
}
