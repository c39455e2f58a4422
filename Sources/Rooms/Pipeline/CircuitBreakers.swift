internal import Albums
internal import Synchronization

/// The circuit breakers of the services that have failed since their last answer.
final class CircuitBreakers: Sendable {
  private let breakers = Mutex([ServiceName: CircuitBreaker]())
  /// One at a time asks a service that was closed.
  let probing = KeyedMutex()

  /// How many calls of the service failed since it last answered.
  func failures(of service: ServiceName) -> Int { breakers.withLock { $0[service]?.count ?? 0 } }

  /// - Parameter seen: how many had failed when the call began: calls that went out together fail together, and count as
  ///   one.
  /// - Returns: how long the service rests now; nil where it needn't, or rests already.
  func failed(_ service: ServiceName, _ fault: Fault, seen: Int) -> Duration? {
    let jitter = Double.random(in: 0...1)
    return breakers.withLock { breakers in
      var breaker = breakers[service] ?? CircuitBreaker(for: service)
      defer { breakers[service] = breaker }
      guard breaker.count <= seen || breaker.count < breaker.tolerance else { return nil }
      return breaker.fail(fault, jitter: jitter)
    }
  }

  func answered(_ service: ServiceName) { breakers.withLock { $0[service] = nil } }
}
