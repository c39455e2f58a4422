import Glibc

/// Holds a thread up until a test opens it.
final class Gate: Sendable {
  private let waited = Log<Bool>()
  private let opened: (read: Int32, write: Int32)

  init() {
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    opened = (ends[0], ends[1])
  }

  deinit {
    close(opened.read)
    close(opened.write)
  }

  /// Blocks the thread until `open()`; lets everyone through from then on.
  func wait() {
    waited.append(true)
    var request = pollfd(fd: opened.read, events: Int16(POLLIN), revents: 0)
    _ = poll(&request, 1, 30_000)
  }

  func untilWaited() async throws { try await waited.until { !$0.isEmpty } }

  func open() {
    var byte: UInt8 = 1
    _ = write(opened.write, &byte, 1)
  }
}
