import CLinux
import Glibc
import SystemPackage

/// A flag that a thread can wait for in poll(2), and any other thread can set.
final class PollableFlag: Sendable {
  let descriptor: Int32

  init() throws(Errno) {
    descriptor = clinux_event_descriptor()
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  }

  deinit { close(descriptor) }

  func set() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// True once it was set, for ever.
  var isSet: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }
}
