internal import Albums

/// Keeps all scans from calling a failing service, for longer after each failure, until it answers.
struct CircuitBreaker: Equatable, Sendable {
  /// The longest pause of a failing service, since it doesn't announce its recovery.
  static let longest: Duration = .seconds(15 * 60)

  /// The number of consecutive failures that starts a pause.
  let tolerance: Int
  private var failures = 0
  private var unreached = 0

  init(tolerance: Int = 1) { self.tolerance = tolerance }

  /// For the archive a single failure means little: its redirects lead to many servers, one of which may be down.
  init(for service: ServiceName) { self.init(tolerance: service == .coverartarchive ? 5 : 1) }

  /// The number of failed calls since its last answer.
  var count: Int { failures + unreached }

  /// - Parameter jitter: 0…1.
  /// - Returns: how long it pauses, after which one scan tries it first; nil if no pause is needed.
  mutating func fail(_ fault: Fault, jitter: Double) -> Duration? {
    guard fault.isRetried else { return nil }
    var schedule = RetrySchedule()
    schedule.longest = Self.longest
    // A service that one scan can't reach, no scan can reach.
    guard fault.isCounted else {
      unreached += 1
      return schedule.delay(after: unreached, offline: true, jitter: jitter)
    }
    (failures, unreached) = (failures + 1, 0)
    return failures < tolerance ? nil : schedule.delay(after: failures - tolerance + 1, jitter: jitter)
  }
}
