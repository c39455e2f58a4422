import Glibc
import Synchronization

/// Ports of the loopback interface for servers that can't be told to choose one themselves.
package enum FreePort {
  private static let last = Atomic<UInt16>(UInt16.random(in: range))
  /// Below those that the kernel gives to connections: one of them could take the port before its server does.
  private static let range: Range<UInt16> = 12_000..<32_000

  /// One that nobody listens on, and that this process gives to nobody else.
  package static func next() -> UInt16 {
    while true {
      let number = last.wrappingAdd(1, ordering: .relaxed).newValue
      let port = range.lowerBound + number % UInt16(range.count)
      if isFree(port) { return port }
    }
  }

  private static func isFree(_ port: UInt16) -> Bool {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    address.sin_port = port.bigEndian
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }
}
