internal import Dispatch
internal import Foundation
internal import GRDB
internal import Glibc
internal import Synchronization

/// Makes callers wait while the ledger's disk rejects commits or can't be read, and retries until the disk works.
/// Nothing is lost, and nothing is done that couldn't be recorded.
package final class LedgerRetries: Sendable {
  package enum Moment: Sendable {
    /// A caller starts waiting.
    case began(LedgerError)
    /// An attempt failed: a sign that the program is alive.
    case tried
    /// The write succeeded.
    case over
  }

  private let state = Mutex((waiting: 0, isEnded: false))
  private let interval: Duration
  private let tell: @Sendable (Moment) -> Void

  /// - Parameter tell: receives the events, one per condition.
  package init(every interval: Duration = .seconds(2), tell: @escaping @Sendable (Moment) -> Void) {
    self.interval = interval
    self.tell = tell
  }

  /// The program ends: nobody waits any longer, and errors are thrown from now on.
  package func end() { state.withLock { $0.isEnded = true } }

  package var isEnded: Bool { state.withLock(\.isEnded) }

  /// Executes an operation, however long it takes.
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
        // A commit isn't abandoned because a task was canceled, so this sleep ignores cancellation.
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
  /// The cause as text; nil for an error that neither the disk nor another program caused.
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

/// Waits while another process keeps the ledger locked. SQLite calls it between attempts, on the ledger's queue.
final class LockTimeout: Sendable {
  private let goesOn: @Sendable (Duration) -> Bool
  private let began = Mutex(ContinuousClock.now)

  init(_ goesOn: @escaping @Sendable (Duration) -> Bool) { self.goesOn = goesOn }

  /// - Parameter tries: the number of attempts for this lock so far.
  /// - Returns: whether to try again.
  func wait(tries: Int) -> Bool {
    let now = ContinuousClock.now
    let waited = began.withLock { began in
      if tries == 0 { began = now }
      return began.duration(to: now)
    }
    guard goesOn(waited) else { return false }
    // SQLite isn't notified when a lock is released, so it has to ask again (sqlite3_busy_handler). The ledger's queue
    // may block.
    usleep(tries < 20 ? 2000 : 50_000)
    return true
  }
}

/// Another process that keeps the ledger locked, according to the kernel (proc(5), /proc/locks).
///
/// This reads the kernel's list instead of testing the lock: closing any descriptor of a file releases the locks that
/// SQLite holds on it in this process (fcntl(2)).
package struct LockHolder: Equatable, Sendable, CustomStringConvertible {
  package let pid: Int32
  /// The program's name; empty where it has gone meanwhile.
  package let name: String

  package var description: String { name.isEmpty ? "process \(pid)" : "\(name) (process \(pid))" }

  /// The byte of the index of the journal that is locked by whoever writes (https://sqlite.org/walformat.html#locks).
  private static let writing = 120

  /// Nil where nobody else holds it so that one can't write.
  /// - Parameter file: path of the database.
  package static func of(_ file: String) -> LockHolder? {
    guard let index = identity(of: file + "-shm"), let database = identity(of: file),
      let locks = FileManager.default.contents(atPath: "/proc/locks")
    else { return nil }
    for line in String(decoding: locks, as: UTF8.self).split(separator: "\n") {
      // 1: POSIX  ADVISORY  WRITE 1234 fe:01:5678 120 120
      let words = line.split(separator: " ")
      guard words.count >= 8, words[3] == "WRITE", let pid = Int32(words[4]), pid > 0, pid != getpid(),
        let first = Int(words[6])
      else { continue }
      let last = Int(words[7]) ?? .max
      guard words[5] == database || words[5] == index && first <= writing && last >= writing else { continue }
      return LockHolder(pid: pid, name: name(of: pid))
    }
    return nil
  }

  private static func name(of pid: Int32) -> String {
    let name = FileManager.default.contents(atPath: "/proc/\(pid)/comm") ?? Data()
    return String(decoding: name, as: UTF8.self).filter { !$0.isNewline }
  }

  /// A file as the kernel's list names it: device in hexadecimal, inode in decimal.
  private static func identity(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    // As gnu_dev_major(3) and gnu_dev_minor(3) take it apart, which Swift can't call.
    let device = UInt64(status.st_dev)
    let major = (device >> 8 & 0xFFF) | (device >> 32 & ~0xFFF)
    let minor = (device & 0xFF) | (device >> 12 & ~0xFF)
    return String(format: "%02llx:%02llx:%llu", major, minor, UInt64(status.st_ino))
  }
}
