internal import Dispatch
internal import GRDB
internal import Synchronization

/// Makes callers wait while the ledger's disk rejects commits or can't be read, and retries until the disk works.
/// Nothing is lost, and nothing is done that couldn't be recorded.
package final class LedgerPatience: Sendable {
  package enum Moment: Sendable {
    /// Somebody waits from now on.
    case began(LedgerError)
    /// It was tried in vain: proof that somebody is alive who tries.
    case tried
    /// What was waited for is written.
    case over
  }

  private struct State { var (waiting, isEnded) = (0, false) }

  private let state = Mutex(State())
  private let interval: Duration
  private let tell: @Sendable (Moment) -> Void

  /// - Parameter tell: hears what happens, a line a condition.
  package init(every interval: Duration = .seconds(2), tell: @escaping @Sendable (Moment) -> Void) {
    self.interval = interval
    self.tell = tell
  }

  /// Nobody wants to wait any longer: the program ends. Errors are thrown from now on.
  package func end() { state.withLock { $0.isEnded = true } }

  package var isEnded: Bool { state.withLock(\.isEnded) }

  /// Carries something out, however long that takes.
  func carry<Result>(_ attempt: () async throws -> Result) async throws -> Result {
    var waits = false
    defer { if waits { leave(over: false) } }
    while true {
      do {
        let result = try await attempt()
        if waits {
          waits = false
          leave(over: true)
        }
        return result
      } catch let error as LedgerError where error.mayPass && !isEnded {
        if !waits {
          waits = true
          enter(error)
        }
        // A commit is not given up because a task was canceled: this sleep doesn't end with it.
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + interval.inSeconds) { continuation.resume() }
        }
        tell(.tried)
      }
    }
  }

  private func enter(_ error: LedgerError) {
    let isFirst = state.withLock { state in
      state.waiting += 1
      return state.waiting == 1
    }
    if isFirst { tell(.began(error)) }
  }

  private func leave(over isOver: Bool) {
    let isLast = state.withLock { state in
      state.waiting -= 1
      return state.waiting == 0
    }
    if isLast, isOver { tell(.over) }
  }
}

extension Duration {
  fileprivate var inSeconds: Double { self / .seconds(1) }
}

extension LedgerError {
  /// In words for people; nil for an error that neither its disk nor another program is to blame for.
  init?(_ error: DatabaseError, at file: String) {
    let (what, cure): (String, String)
    switch error.resultCode {
    case .SQLITE_FULL: (what, cure) = ("its disk is full", "Free some space: df -h '\(file)'")
    case .SQLITE_IOERR:
      (what, cure) = ("its disk fails, or its file system is read-only", "See journalctl -k and findmnt -T '\(file)'")
    case .SQLITE_READONLY: (what, cure) = ("it is read-only, or its folder is", "See ls -l '\(file)'")
    case .SQLITE_CANTOPEN, .SQLITE_PERM: (what, cure) = ("it can't be opened", "See ls -l '\(file)'")
    case .SQLITE_BUSY:
      let holder = LockHolder.of(file).map(String.init(describing:)) ?? "another process"
      self.init(
        "The ledger \(file) is locked by \(holder); nothing was changed. Try again when that program is done.",
        mayPass: true, isLocked: true)
      return
    default: return nil
    }
    let words = error.message ?? "no details"
    self.init("The ledger \(file) can't be used: \(what) (SQLite: \(words)). \(cure)", mayPass: true)
  }
}
