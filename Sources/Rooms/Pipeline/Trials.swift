internal import Albums
internal import Synchronization

/// What a line has met with at each service since that last answered.
final class Trials: Sendable {
  private let breakers = Mutex([ServiceName: Breaker]())
  /// One at a time asks a service that was closed.
  let turns = TurnsByKey()

  /// - Returns: how long the service rests now; nil where it needn't.
  func failed(_ service: ServiceName, _ setback: Setback) -> Duration? {
    let jitter = Double.random(in: 0...1)
    return breakers.withLock { $0[service, default: Breaker()].fail(setback, jitter: jitter) }
  }

  func answered(_ service: ServiceName) { breakers.withLock { $0[service] = nil } }
}
