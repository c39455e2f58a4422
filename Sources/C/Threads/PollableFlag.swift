internal import CLinux
package import Glibc

/// A flag that a thread can wait for in poll(2), beside other descriptors, and any other thread can set.
package final class PollableFlag: Sendable {
  /// -1, which poll passes over, where no more can be opened.
  private let descriptor: CInt

  package init() { descriptor = clinux_event_descriptor() }

  deinit { if isUsable { close(descriptor) } }

  /// Whether it can be waited for.
  package var isUsable: Bool { descriptor >= 0 }

  /// What poll is asked.
  package var request: pollfd { pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0) }

  package var isSet: Bool {
    var request = request
    return poll(&request, 1, 0) > 0
  }

  package func set() {
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  package func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, 8)
  }
}
