internal import Albums

/// How long a service that fails is left alone by all, however many scans want something of it.
///
/// A single failure is the scan's own affair. Where nothing can be reached, or failures follow one another, the service
/// rests for ever longer, until it answers.
struct Breaker: Equatable, Sendable {
  /// Fewer failures in a row may be chance, or be about their own questions.
  static let tolerance = 5
  /// The longest that a failing service rests, as it recovers without saying so.
  static let longest: Duration = .seconds(15 * 60)

  private var failures = 0
  private var unreached = 0

  /// - Parameter jitter: 0…1.
  /// - Returns: how long it rests; nil where it needn't.
  mutating func fail(_ setback: Setback, jitter: Double) -> Duration? {
    guard setback.kind == .transient else { return nil }
    var schedule = RetrySchedule()
    schedule.longest = Self.longest
    // Who couldn't be reached by one can't be reached by any.
    guard setback.burnsAttempt else {
      unreached += 1
      return schedule.delay(after: unreached, offline: true, jitter: jitter)
    }
    (failures, unreached) = (failures + 1, 0)
    guard failures >= Self.tolerance else { return nil }
    return schedule.delay(after: failures - Self.tolerance + 2, jitter: jitter)
  }
}
