import Albums
import Foundation
import Glibc
import Records
import SystemPackage
import TestSupport
import Testing

/// Real processes that spend from one ledger side by side, killed at whatever moment.
@Suite struct KilledSpenderTests {
  private static let kills = Int(ProcessInfo.processInfo.environment["ALBUMSCAN_TEST_KILLS"] ?? "") ?? 60

  /// In millionths.
  private static let (mostExpensive, perScan, perDay, perMonth) = (90_000, 9_000_000, 900_000, 6_000_000)
  private static let scans = 4

  /// A line of the provider's books.
  private struct Bill {
    let scan: Int
    let day: Int
    let microdollars: Int

    init?(_ line: Substring) {
      let numbers = line.split(separator: " ").compactMap { Int($0) }
      guard numbers.count == 3 else { return nil }
      (scan, day, microdollars) = (numbers[0], numbers[1] / 86400, numbers[2])
    }
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var bills: [Bill] {
    let text = String(decoding: (try? folder.read("bills")) ?? [], as: UTF8.self)
    return text.split(separator: "\n").compactMap(Bill.init)
  }

  @Test func `whenever they are killed, what was billed passes no cap and is on the books`() async throws {
    let file = folder.appending("ledger.db").string
    for seed in 1...Self.scans { _ = try await Ledger(file: file).waiting(seed) }
    var killed = 0
    var round = 0
    while killed < Self.kills {
      // A third of a day on, so that money comes again.
      let time = 1_795_000_000 + round * 8 * 3600
      let before = bills.count
      let more = Int.random(in: 1...25)
      let spenders = try (0..<2).map { _ in
        try Spender(
          [
            file, folder.appending("bills").string, "\(time)", "\(Self.scans)", "\(Self.mostExpensive)",
            "\(Self.perScan)", "\(Self.perDay)", "\(Self.perMonth)",
          ])
      }
      while bills.count < before + more, spenders.contains(where: \.isRunning) { await Task.yield() }
      killed += spenders.reduce(0) { $0 + ($1.kill() ? 1 : 0) }
      round += 1
      try await expectSound(at: time, in: try Ledger(file: file))
    }
    #expect(Set(bills.map(\.day)).count > 5)
  }

  private func expectSound(at time: Int, in ledger: Ledger) async throws {
    let bills = bills
    let day = time / 86400
    let today = bills.filter { $0.day == day }.reduce(0) { $0 + $1.microdollars }
    let month = bills.filter { $0.day / 30 == day / 30 }.reduce(0) { $0 + $1.microdollars }
    let (dayBooked, monthBooked) = (
      try await ledger.spent(since: Date(timeIntervalSince1970: Double(day * 86400))),
      try await ledger.spent(since: Date(timeIntervalSince1970: Double(day / 30 * 30 * 86400)))
    )
    #expect(today <= dayBooked.microdollars && dayBooked.microdollars <= Self.perDay)
    #expect(month <= monthBooked.microdollars && monthBooked.microdollars <= Self.perMonth)
    for scan in 1...Self.scans {
      let billed = bills.filter { $0.scan == scan }.reduce(0) { $0 + $1.microdollars }
      let booked = try await ledger.calls(of: ScanID(Int64(scan))).reduce(0) {
        $0 + Money(dollars: $1.usd).microdollars
      }
      #expect(billed <= booked && booked <= Self.perScan)
    }
  }
}

/// A running `spending-probe`.
private struct Spender {
  private let program: SpawnedProgram

  init(_ arguments: [String]) throws {
    program = try SpawnedProgram(BuiltProgram.spendingProbe.string, arguments, errors: .shown)
  }

  /// Whether it is still spending.
  var isRunning: Bool { program.isRunning }

  /// Ends it as a crash would.
  /// - Returns: false when it had come to its end.
  func kill() -> Bool {
    program.send(SIGKILL)
    let ending = program.wait()
    if case .exited(let code) = ending, code != 0 { Issue.record("spending-probe ended with \(code)") }
    return ending == .killed(by: SIGKILL)
  }
}
