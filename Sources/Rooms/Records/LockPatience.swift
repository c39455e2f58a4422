internal import Glibc
internal import Synchronization

/// Waits while another process keeps the ledger locked. SQLite calls it between attempts, on the ledger's queue.
final class LockPatience: Sendable {
  private let goesOn: @Sendable (Duration) -> Bool
  private let began = Mutex(ContinuousClock.now)

  init(_ goesOn: @escaping @Sendable (Duration) -> Bool) { self.goesOn = goesOn }

  /// - Parameter tries: how many there were for this lock.
  /// - Returns: whether to try again.
  func wait(tries: Int) -> Bool {
    let now = ContinuousClock.now
    let waited = began.withLock { began in
      if tries == 0 { began = now }
      return began.duration(to: now)
    }
    guard goesOn(waited) else { return false }
    // SQLite isn't told when a lock is let go, so it has to ask again (sqlite3_busy_handler), and the ledger's own queue may block.
    usleep(tries < 20 ? 2000 : 50_000)
    return true
  }
}
