internal import Foundation
internal import Logging
internal import Records
internal import Synchronization
internal import Systemd
internal import Threads

/// Waits while another process keeps the ledger locked, and reports which one.
///
/// Meanwhile it tells the service manager that this isn't a hang: the daemon has just tried the lock again, and a
/// restarted one would have to wait for it as well.
final class LockWatch: Sendable {
  private let file: String
  private let status: StatusLine
  private let isTold = Mutex(false)
  private let lastSign = Mutex(Duration.zero)

  /// A busy writer may hold the lock for a second or two.
  private static let patience: Duration = .seconds(5)

  init(file: String, status: StatusLine) {
    self.file = file
    self.status = status
  }

  /// - Returns: always true: what is being recorded is spent money, or a result.
  func waits(_ waited: Duration) -> Bool {
    guard waited > Self.patience else {
      lastSign.withLock { $0 = .zero }
      return true
    }
    let isDue = lastSign.withLock { last in
      guard waited - last >= .seconds(1) else { return false }
      last = waited
      return true
    }
    guard isDue else { return true }
    status.stillHolding()
    if isTold.exchange(true) { return true }
    let holder = LockHolder.of(file).map(String.init(describing:)) ?? "another process"
    status.hold("\(holder) keeps the ledger locked")
    Logger.current.warning(
      "\(holder) keeps the ledger \(file) locked, so everything waits",
      metadata: ["event": .string(EventID.ledgerLocked.rawValue)])
    return true
  }

  /// The ledger was read and written.
  func passed() {
    if isTold.exchange(false) { Logger.current.notice("the ledger is no longer locked") }
  }
}
