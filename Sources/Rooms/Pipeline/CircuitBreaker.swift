internal import Albums

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
