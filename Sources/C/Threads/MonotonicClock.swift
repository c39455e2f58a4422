internal import Glibc

/// A monotonic clock in seconds, for threads that sleep in poll(2).
package enum MonotonicClock {
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// As poll wants it: milliseconds until then, -1 forever.
  package static func milliseconds(until deadline: Double?) -> CInt {
    deadline.map { CInt(min(max(0, ($0 - now) * 1000), 3_600_000).rounded(.up)) } ?? -1
  }
}
