import Foundation
import Glibc

/// Resets a connection of this process, known by its two ports, as a crashing server's kernel would.
///
/// The server library owns the socket and keeps it to itself, so that it is looked for among the open descriptors; it
/// can't have been closed meanwhile, since its request is still being answered.
enum ConnectionCutter {
  static func reset(ownPort: UInt16, peerPort: UInt16) {
    let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    for descriptor in open.compactMap({ Int32($0) })
    where port(of: descriptor, getsockname) == ownPort && port(of: descriptor, getpeername) == peerPort {
      // Connecting to nowhere makes Linux drop the connection with a reset.
      var nowhere = sockaddr()
      nowhere.sa_family = sa_family_t(AF_UNSPEC)
      connect(descriptor, &nowhere, socklen_t(MemoryLayout<sockaddr>.size))
      return
    }
  }

  private static func port(
    of descriptor: Int32, _ ask: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
  ) -> UInt16? {
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let outcome = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(descriptor, $0, &length) }
    }
    return outcome == 0 && address.sin_family == sa_family_t(AF_INET) ? UInt16(bigEndian: address.sin_port) : nil
  }
}
