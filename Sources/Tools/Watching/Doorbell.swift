import CLinux
import Glibc
import SystemPackage

/// Wakes a thread that waits in poll(2), from any other.
final class Doorbell: Sendable {
  let descriptor: Int32

  init() throws(Errno) {
    descriptor = clinux_event_descriptor()
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  }

  deinit { close(descriptor) }

  func ring() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// True once it was rung, for ever.
  var hasRung: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }
}
