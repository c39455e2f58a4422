import Glibc

/// A port of 127.0.0.1 that stays ours while nobody listens on it: bound, never listening, so that connections to it are
/// refused until a server binds it too (`SO_REUSEADDR` allows that as long as no other socket listens).
struct PortReservation: ~Copyable {
  struct Failure: Error, CustomStringConvertible { let description: String }

  let port: UInt16
  private let descriptor: Int32

  /// - Parameter port: 0 for any that is free.
  init(port: UInt16 = 0) throws(Failure) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let own = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(own, address, length) == 0 && getsockname(own, address, &length) == 0
      }
    }
    self.port = UInt16(bigEndian: address.sin_port)
    guard isBound else {
      let reason = String(cString: strerror(errno))
      throw Failure(description: "Port \(port) of 127.0.0.1 can't be had: \(reason). Choose another, or 0 for any.")
    }
  }

  deinit { close(descriptor) }
}
