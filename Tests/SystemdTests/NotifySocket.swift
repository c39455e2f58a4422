import Glibc

/// The service manager's end of the notification protocol, for a process that sets its own NOTIFY_SOCKET.
final class NotifySocket {
  private let descriptor: CInt

  /// Listens at an abstract address of this process's own, and names it in the environment.
  init() throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    let name = "albumscan-notify-\(getpid())"
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // An abstract address begins with a zero byte, for which the environment writes "@".
    withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: name.utf8) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard descriptor >= 0, bound == 0 else { throw SocketError(code: errno) }
    setenv("NOTIFY_SOCKET", "@\(name)", 1)
  }

  deinit { close(descriptor) }

  /// The next notification; what was sent is already here, since a datagram is delivered within its sender's call.
  func next() -> String? {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: bytes.prefix(count), as: UTF8.self)
  }

  struct SocketError: Error { let code: CInt }
}
