internal import Glibc
internal import Synchronization
internal import Threads

/// An address for connect(2).
struct SocketAddress: Sendable {
  /// A `sockaddr` of its family.
  let bytes: [UInt8]
  let family: CInt

  init(bytes: [UInt8], family: CInt) {
    self.bytes = bytes
    self.family = family
  }

  /// - Parameter isAbstract: the name isn't a path, and its length matters (unix(7)).
  /// - Returns: nil if the name is too long for the system.
  init?(unix name: String, isAbstract: Bool) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let name = (isAbstract ? [0] : []) + Array(name.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard name.count < room else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
    let length = start + name.count + (isAbstract ? 0 : 1)
    self.init(bytes: withUnsafeBytes(of: &address) { Array($0.prefix(length)) }, family: AF_UNIX)
  }

  /// The addresses that need no resolver: numeric ones, and localhost (RFC 6761, 6.3). Empty for any other name.
  static func known(_ host: String, port: UInt16) -> [SocketAddress] {
    guard host.lowercased() != "localhost" else { return known("127.0.0.1", port: port) + known("::1", port: port) }
    return found(host, port: port, flags: AI_NUMERICHOST)
  }

  /// May take as long as the resolver does.
  static func found(_ host: String, port: UInt16, flags: CInt = 0) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    hints.ai_flags = flags | AI_NUMERICSERV
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    return sequence(first: list, next: { $0?.pointee.ai_next }).compactMap { $0 }.compactMap { entry in
      guard let address = entry.pointee.ai_addr else { return nil }
      let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.pointee.ai_addrlen))
      return SocketAddress(bytes: Array(bytes), family: entry.pointee.ai_family)
    }
  }

  /// Whether data sent there stays on this computer.
  var isLocal: Bool {
    switch family {
    case AF_UNIX: true
    case AF_INET: bytes.count >= 8 && bytes[4] == 127
    case AF_INET6: bytes.count >= 24 && Self.isLoopback(Array(bytes[8..<24]))
    default: false
    }
  }

  /// ::1, and 127.0.0.0/8 mapped into IPv6 (RFC 4291, 2.5).
  private static func isLoopback(_ address: [UInt8]) -> Bool {
    let zeros = [UInt8](repeating: 0, count: 10)
    return address == zeros + [0, 0, 0, 0, 0, 1] || address.starts(with: zeros + [255, 255, 127])
  }
}

/// Resolves host names on a separate thread, since the resolver may take half a minute and can't be interrupted.
final class HostLookup: Sendable {
  private let host: String
  private let port: UInt16
  private let found = Mutex<[SocketAddress]?>(nil)
  /// Set once the answer has arrived.
  let answered = PollableFlag()

  /// Nil if no descriptor or thread is available.
  static func start(_ host: String, port: UInt16) -> HostLookup? {
    let lookup = HostLookup(host, port)
    guard lookup.answered.isUsable else { return nil }
    return BlockingThread.start(stack: 256 << 10) { lookup.run() } ? lookup : nil
  }

  private init(_ host: String, _ port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Empty if the name is unknown; nil until that is clear.
  var addresses: [SocketAddress]? { found.withLock { $0 } }

  private func run() {
    let addresses = SocketAddress.found(host, port: port)
    found.withLock { $0 = addresses }
    answered.set()
  }
}
