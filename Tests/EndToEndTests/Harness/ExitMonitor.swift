import Foundation
import Glibc
import Synchronization

/// When a process ended, seen by a thread of its own: tasks of the tests may wait for a processor for seconds while others
/// draw covers, and that isn't the time which the program took.
final class ExitMonitor: Sendable {
  private let seen = Mutex<ContinuousClock.Instant?>(nil)

  /// - Parameter process: a descriptor of it (pidfd_open(2)), which stays its owner's.
  init(of process: CInt) {
    let own = fcntl(process, F_DUPFD_CLOEXEC, 0)
    Thread.detachNewThread { [weak self] in
      var watched = pollfd(fd: own, events: Int16(POLLIN), revents: 0)
      while poll(&watched, 1, -1) < 0, errno == EINTR {}
      let now = ContinuousClock.now
      close(own)
      self?.seen.withLock { $0 = now }
    }
  }

  /// Nil while it runs.
  var time: ContinuousClock.Instant? { seen.withLock { $0 } }
}
