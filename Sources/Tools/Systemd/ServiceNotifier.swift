internal import CSystemd
internal import Glibc

/// Reports this process's state to the service manager; does nothing without `NOTIFY_SOCKET`.
///
/// The result of sd_notify is ignored: if the manager can't be reached, that is no reason to stop working.
package struct ServiceNotifier: Sendable {
  package init() {}

  /// The start is complete: units that wait for the service can start.
  package func ready() { send("READY=1") }

  /// One line for `systemctl status`. Line breaks in `text` are removed, since they would start another assignment.
  package func status(_ text: String) { send("STATUS=\(text.onOneLine)") }

  /// Reports that the daemon is alive. Send it from the work loop, at half the `watchdogInterval`.
  package func watchdog() { send("WATCHDOG=1") }

  /// Extends the start timeout to this long from now (sd_notify(3), EXTEND_TIMEOUT_USEC).
  package func extendStart(by time: Duration) {
    send("EXTEND_TIMEOUT_USEC=\(Int64(time / .microseconds(1)))")
  }

  /// The service is shutting down, as requested.
  package func stopping() { send("STOPPING=1") }

  /// The settings are being reloaded; call `ready()` afterwards, even if they were rejected (sd_notify(3),
  /// RELOADING=1).
  package func reloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    send("RELOADING=1\nMONOTONIC_USEC=\(Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000)")
  }

  /// How long the manager waits for a report before it kills the process; nil if it doesn't watch this process.
  package var watchdogInterval: Duration? {
    var microseconds: UInt64 = 0
    guard sd_watchdog_enabled(0, &microseconds) > 0 else { return nil }
    return .microseconds(Int64(clamping: microseconds))
  }

  private func send(_ assignments: String) { _ = sd_notify(0, assignments) }
}
