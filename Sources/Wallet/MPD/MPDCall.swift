internal import Glibc
internal import SystemPackage
internal import Threads

/// Connects to MPD: tries its addresses, logs in, and sends commands, on the thread of an `MPDConnection`.
struct MPDCall: ~Copyable {
  private let endpoint: MPDEndpoint
  /// How long to wait for a connection, and for an answer.
  private let patience: Duration
  private let wake: PollableFlag
  private var line: MPDLine?
  /// The protocol version; nil before the first answer.
  private(set) var version: String?

  init(_ endpoint: MPDEndpoint, patience: Duration, wake: PollableFlag) {
    self.endpoint = endpoint
    self.patience = patience
    self.wake = wake
  }

  var isConnected: Bool {
    switch line {
    case .some: true
    case .none: false
    }
  }

  /// - Parameters:
  ///   - start: when the request was made, on the monotonic clock.
  ///   - isIdle: the answer may take hours, and `noidle` ends the wait at once.
  mutating func make(
    _ bytes: [UInt8], since start: Double, isIdle: Bool, isWanted: @escaping () -> Bool
  ) throws(MPDError) -> MPDAnswer {
    let interruption = MPDLine.Interruption(wake: wake, isWanted: isWanted)
    let deadline = start + patience.seconds
    if let old = line.take(), old.isUsable { line = consume old }
    do throws(MPDError) {
      if !isConnected {
        line = try connected(until: deadline, interruption)
      }
      guard var open = line.take() else { throw .canceled }
      do throws(MPDError) {
        let answer = try open.exchange(bytes, until: isIdle ? nil : deadline, interruption)
        line = consume open
        return answer
      } catch {
        if isIdle, error == .canceled, hangUp(&open) { line = consume open }
        throw error
      }
    } catch .silent(let address, _) {
      throw .silent(address, after: patience)
    }
  }

  /// Closes the connection, if there is one.
  mutating func end() { line = nil }

  /// Sleeps until woken or until the time is up; closes the connection if MPD closes it.
  mutating func rest(until deadline: Double) {
    guard let open = line.take() else { return }
    open.rest(until: deadline, wake: wake)
    if open.isUsable { line = consume open }
  }

  /// Ends an `idle` so that the connection can be reused. MPD sends the one pending answer.
  private func hangUp(_ line: inout MPDLine) -> Bool {
    let interruption = MPDLine.Interruption(wake: wake, isWanted: { true })
    // Only failure matters: the connection is closed, and the next request opens another.
    return (try? line.exchange(Array("noidle\n".utf8), until: MonotonicClock.now + 1, interruption)) != nil
  }

  // MARK: Connecting

  private mutating func connected(until deadline: Double, _ interruption: MPDLine.Interruption) throws(MPDError)
    -> MPDLine
  {
    var attempts: [MPDError.Attempt] = []
    for address in endpoint.addresses {
      let places = try places(of: address, until: deadline, interruption)
      if places.isEmpty { attempts.append(.init(address: address, errno: address.isHost ? nil : .fileNameTooLong)) }
      for place in places {
        do throws(MPDError) {
          var line = try MPDLine(to: address, at: place, until: deadline, interruption)
          version = line.version
          if MPDError.isOld(line.version) { throw .oldProtocol(address, version: line.version) }
          try introduce(&line, isLocal: place.isLocal, until: deadline, interruption)
          return line
        } catch .notReached(let more) {
          // localhost has two addresses, but people should see one line.
          for attempt in more where !attempts.contains(attempt) { attempts.append(attempt) }
        }
      }
    }
    throw .notReached(attempts)
  }

  private func places(
    of address: MPDAddress, until deadline: Double, _ interruption: MPDLine.Interruption
  ) throws(MPDError) -> [SocketAddress] {
    switch address {
    case .socket(let path): return SocketAddress(unix: path, isAbstract: false).map { [$0] } ?? []
    case .abstract(let name): return SocketAddress(unix: name, isAbstract: true).map { [$0] } ?? []
    case .host(let host, let port):
      let known = SocketAddress.known(host, port: port)
      guard known.isEmpty, let lookup = HostLookup.start(host, port: port) else { return known }
      var requests = [
        wake.request, lookup.answered.request,
      ]
      while true {
        if let addresses = lookup.addresses { return addresses }
        guard interruption.isWanted() else { throw .canceled }
        guard MonotonicClock.now < deadline else { throw .silent(address, after: patience) }
        if poll(&requests, nfds_t(requests.count), MonotonicClock.milliseconds(until: deadline)) > 0,
          requests[0].revents != 0
        {
          wake.clear()
        }
      }
    }
  }

  private func introduce(
    _ line: inout MPDLine, isLocal: Bool, until deadline: Double, _ interruption: MPDLine.Interruption
  ) throws(MPDError) {
    if let password = try endpoint.password(isLocal: isLocal, at: line.address) {
      let command = try MPDCommand("password", password.reveal())
      let answer = try line.exchange(MPDCommand.bytes(of: [command]), until: deadline, interruption)
      if let refusal = answer.refusal {
        throw refusal.code == .password ? .wrongPassword(line.address) : .refused(refusal)
      }
    }
    if let partition = endpoint.partition {
      let choose = try MPDCommand("partition", partition)
      var answer = try line.exchange(MPDCommand.bytes(of: [choose]), until: deadline, interruption)
      if answer.refusal?.code == .notFound {
        let make = try MPDCommand("newpartition", partition)
        _ = try line.exchange(MPDCommand.bytes(of: [make]), until: deadline, interruption)
        answer = try line.exchange(MPDCommand.bytes(of: [choose]), until: deadline, interruption)
      }
      if let refusal = answer.refusal { throw .refused(refusal) }
    }
    // A picture then needs an eighth of the requests. Versions before 0.22.4 don't support it.
    let larger = try MPDCommand("binarylimit", "\(64 << 10)")
    _ = try line.exchange(MPDCommand.bytes(of: [larger]), until: deadline, interruption)
  }
}
