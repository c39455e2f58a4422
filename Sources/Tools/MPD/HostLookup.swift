internal import CLinux
internal import Glibc
internal import Synchronization

/// Resolves host names on a separate thread, since the resolver may take half a minute and can't be interrupted.
final class HostLookup: Sendable {
  private let host: String
  private let port: UInt16
  private let found = Mutex<[SocketAddress]?>(nil)
  /// Readable once the answer is there.
  let answered: CInt

  /// Nil where nothing more can be opened or begun.
  static func start(_ host: String, port: UInt16) -> HostLookup? {
    let lookup = HostLookup(host, port)
    guard lookup.answered >= 0 else { return nil }
    let me = Unmanaged.passRetained(lookup)
    let failure = clinux_start_thread(
      { me in
        guard let me else { return nil }
        Unmanaged<HostLookup>.fromOpaque(me).takeRetainedValue().run()
        return nil
      }, me.toOpaque(), 256 << 10)
    guard failure == 0 else {
      me.release()
      return nil
    }
    return lookup
  }

  private init(_ host: String, _ port: UInt16) {
    self.host = host
    self.port = port
    answered = clinux_event_descriptor()
  }

  deinit { if answered >= 0 { close(answered) } }

  /// Empty where the name isn't known; nil while that isn't clear yet.
  var addresses: [SocketAddress]? { found.withLock { $0 } }

  private func run() {
    let addresses = SocketAddress.found(host, port: port)
    found.withLock { $0 = addresses }
    var one: UInt64 = 1
    _ = write(answered, &one, 8)
  }
}
