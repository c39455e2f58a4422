import Foundation
import Glibc

/// A way to a server on 127.0.0.1 on which connecting takes long: it takes a connection at once, as a kernel does for a
/// busy server, and passes on what came only after a while.
package final class SlowProxy: Sendable {
  package let port: UInt16
  private let listener: Int32

  /// - Parameter delay: of the connection with that number, counted from 1.
  package init(to target: UInt16, delay: @escaping @Sendable (Int) -> Duration) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(of: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listens = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard listens else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      var connections = 0
      while true {
        let visitor = accept(listener, nil, nil)
        if visitor < 0 {
          close(listener)
          return
        }
        // A program that another test starts would keep the connection open.
        _ = fcntl(visitor, F_SETFD, FD_CLOEXEC)
        connections += 1
        let wait = delay(connections)
        Thread.detachNewThread { Self.serve(visitor, at: target, after: wait) }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func address(of port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// The delay is what is simulated here, not a way to wait for something.
  private static func serve(_ visitor: Int32, at target: UInt16, after delay: Duration) {
    defer { close(visitor) }
    usleep(UInt32(delay / .microseconds(1)))
    pass(visitor, on: target)
  }

  /// Passes everything on to a port of 127.0.0.1, in both directions, until a side hangs up.
  package static func pass(_ visitor: Int32, on target: UInt16) {
    let server = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    defer { close(server) }
    var address = address(of: target)
    let isThere = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(server, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isThere else { return }
    var ends = [
      pollfd(fd: visitor, events: Int16(POLLIN), revents: 0), pollfd(fd: server, events: Int16(POLLIN), revents: 0),
    ]
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while poll(&ends, 2, -1) > 0 {
      for (index, end) in ends.enumerated() where end.revents != 0 {
        let count = recv(end.fd, &bytes, bytes.count, 0)
        guard count > 0, send(ends[1 - index].fd, bytes, count, Int32(MSG_NOSIGNAL)) == count else { return }
      }
    }
  }
}
