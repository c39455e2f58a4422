internal import Albums
internal import Synchronization

/// Keeps all scans from calling a failing service, for longer after each failure, until it answers.
struct CircuitBreaker: Equatable, Sendable {
  /// The longest that a failing service rests, as it recovers without saying so.
  static let longest: Duration = .seconds(15 * 60)

  /// From how many failures in a row on it rests.
  let tolerance: Int
  private var failures = 0
  private var unreached = 0

  init(tolerance: Int = 1) { self.tolerance = tolerance }

  /// Of the archive a single failure says little: what it leads on to lies on many machines, and one may be away.
  init(for service: ServiceName) { self.init(tolerance: service == .coverartarchive ? 5 : 1) }

  /// How many calls failed since it last answered.
  var count: Int { failures + unreached }

  /// - Parameter jitter: 0…1.
  /// - Returns: how long it rests, after which one scan tries it first; nil where it needn't.
  mutating func fail(_ fault: ServiceFault, jitter: Double) -> Duration? {
    guard fault.kind == .transient else { return nil }
    var schedule = RetrySchedule()
    schedule.longest = Self.longest
    // Who couldn't be reached by one can't be reached by any.
    guard fault.burnsAttempt else {
      unreached += 1
      return schedule.delay(after: unreached, offline: true, jitter: jitter)
    }
    (failures, unreached) = (failures + 1, 0)
    return failures < tolerance ? nil : schedule.delay(after: failures - tolerance + 1, jitter: jitter)
  }
}

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
  func failed(_ service: ServiceName, _ fault: ServiceFault, seen: Int) -> Duration? {
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
