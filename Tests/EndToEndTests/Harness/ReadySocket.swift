import Foundation
import Glibc
import Synchronization

/// The service manager's end of sd_notify(3), at an abstract address of its own.
final class ReadySocket: Sendable {
  struct Failure: Error { let code: CInt }

  /// What has come, read at once by a thread: who isn't listened to is held up as soon as a few datagrams wait.
  private final class Ear: Sendable {
    let heard = Mutex<[String]>([])

    func listen(at descriptor: CInt) {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = recv(descriptor, &bytes, bytes.count, 0)
        // Nothing is what a socket gives that was shut down.
        guard count > 0 else { break }
        heard.withLock { $0.append(String(decoding: bytes.prefix(count), as: UTF8.self)) }
      }
      close(descriptor)
    }
  }

  /// For `NOTIFY_SOCKET`.
  let name: String
  private let descriptor: CInt
  private let ear = Ear()

  private static let count = Atomic(0)

  init() throws(Failure) {
    let number = Self.count.add(1, ordering: .relaxed).newValue
    let name = "albumscan-e2e-\(getpid())-\(number)"
    let descriptor = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // An abstract address begins with a zero byte, for which the environment writes "@".
    withUnsafeMutableBytes(of: &address.sun_path) { $0[1...].copyBytes(from: name.utf8) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
    let bound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
    }
    guard descriptor >= 0, bound == 0 else { throw Failure(code: errno) }
    self.name = "@\(name)"
    self.descriptor = descriptor
    Thread.detachNewThread { [ear] in ear.listen(at: descriptor) }
  }

  deinit { shutdown(descriptor, CInt(SHUT_RDWR)) }

  /// All notifications so far, in order.
  var notifications: [String] { ear.heard.withLock { $0 } }
}
