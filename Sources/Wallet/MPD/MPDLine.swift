internal import Glibc
internal import SystemPackage
internal import Threads

/// A socket to MPD with its read buffer. It is used by one thread, which sleeps in poll(2) until data arrives, time is
/// up, or another thread wakes it.
struct MPDLine: ~Copyable {
  private let descriptor: CInt
  let address: MPDAddress
  /// The protocol version from MPD's greeting.
  private(set) var version = ""
  private var reader = MPDReplyReader()
  private var piece = [UInt8](repeating: 0, count: 16 << 10)

  /// A way to interrupt the wait.
  struct Interruption {
    let wake: PollableFlag
    /// Whether the caller still wants the answer.
    let isWanted: () -> Bool
  }

  /// Connects, and reads MPD's greeting.
  /// - Parameter deadline: for both, on the monotonic clock.
  init(
    to address: MPDAddress, at place: SocketAddress, until deadline: Double, _ interruption: Interruption
  ) throws(MPDError) {
    let kind = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    descriptor = socket(place.family, kind, 0)
    self.address = address
    guard descriptor >= 0 else { throw .notReached([.init(address: address, errno: Errno(rawValue: errno))]) }
    try connect(to: place, until: deadline, interruption)
    while try !hasGreeted() { try receive(until: deadline, interruption) }
  }

  private mutating func hasGreeted() throws(MPDError) -> Bool {
    do {
      guard let greeting = try reader.greeting() else { return false }
      version = greeting
      return true
    } catch {
      throw .notMPD(address)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private func connect(
    to place: SocketAddress, until deadline: Double, _ interruption: Interruption
  ) throws(MPDError) {
    var result = called(place)
    // The socket's backlog is full: it exists, but accepts no connections for now (connect(2)).
    while result != 0, errno == EAGAIN {
      guard MonotonicClock.now < deadline else { throw .silent(address, after: .zero) }
      guard interruption.isWanted() else { throw .canceled }
      _ = poll(nil, 0, 10)
      result = called(place)
    }
    if place.family != AF_UNIX {
      var one: CInt = 1
      // A computer that is switched off sends nothing; without this, an idle connection would wait forever.
      setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &one, socklen_t(MemoryLayout<CInt>.size))
      var quiet: CInt = 60
      setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_KEEPIDLE, &quiet, socklen_t(MemoryLayout<CInt>.size))
      setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<CInt>.size))
    }
    guard result != 0 else { return }
    var reason = errno
    if reason == EINPROGRESS {
      try wait(for: POLLOUT, until: deadline, interruption)
      var length = socklen_t(MemoryLayout<CInt>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &reason, &length)
      if reason == 0 { return }
    }
    throw .notReached([.init(address: address, errno: Errno(rawValue: reason))])
  }

  private func called(_ place: SocketAddress) -> CInt {
    place.bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { address in
        Glibc.connect(descriptor, address.baseAddress, socklen_t(bytes.count))
      }
    }
  }

  /// False if MPD has closed the connection, as it does after a minute without requests, or has sent something
  /// unexpected.
  var isUsable: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) == 0 && reader.isEmpty
  }

  /// Sends `bytes`, and waits for the answer.
  /// - Parameter deadline: on the monotonic clock; nil for an answer that may take hours.
  /// - Throws: after any error but `refused`, the connection must not be used again, because the next request would get
  ///   the wrong answer.
  mutating func exchange(
    _ bytes: [UInt8], until deadline: Double?, _ interruption: Interruption
  ) throws(MPDError) -> MPDAnswer {
    try send(bytes, until: deadline, interruption)
    return try answer(until: deadline, interruption)
  }

  /// Waits for the answer to the bytes sent before.
  mutating func answer(until deadline: Double?, _ interruption: Interruption) throws(MPDError) -> MPDAnswer {
    while true {
      if let answer = try reader.next() { return answer }
      try receive(until: deadline, interruption)
    }
  }

  func send(_ bytes: [UInt8], until deadline: Double?, _ interruption: Interruption) throws(MPDError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      if sent > 0 {
        rest = rest.dropFirst(sent)
      } else if errno == EAGAIN || errno == EINTR {
        try wait(for: POLLOUT, until: deadline, interruption)
      } else {
        throw .lost(address)
      }
    }
  }

  private mutating func receive(until deadline: Double?, _ interruption: Interruption) throws(MPDError) {
    try wait(for: POLLIN, until: deadline, interruption)
    let count = piece.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
    if count > 0 {
      reader.take(piece[..<count])
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      throw .lost(address)
    }
  }

  /// Sleeps until the socket is ready.
  private func wait(
    for events: CInt, until deadline: Double?, _ interruption: Interruption
  ) throws(MPDError) {
    var requests = [
      interruption.wake.request,
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
    ]
    while true {
      guard interruption.isWanted() else { throw .canceled }
      let count = poll(&requests, nfds_t(requests.count), MonotonicClock.milliseconds(until: deadline))
      guard count >= 0 || errno == EINTR else { throw .lost(address) }
      if count > 0, requests[0].revents != 0 { interruption.wake.clear() }
      if count > 0, requests[1].revents != 0 { return }
      if let deadline, MonotonicClock.now >= deadline { throw .silent(address, after: .zero) }
    }
  }

  /// Sleeps until MPD sends something unexpected (or closes the connection), until woken, or until the time is up.
  func rest(until deadline: Double, wake: PollableFlag) {
    var requests = [
      wake.request, pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
    ]
    guard poll(&requests, nfds_t(requests.count), MonotonicClock.milliseconds(until: deadline)) > 0 else { return }
    if requests[0].revents != 0 { wake.clear() }
  }
}
