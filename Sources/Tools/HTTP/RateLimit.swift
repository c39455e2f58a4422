/// Decides when a call may start: it limits the number of simultaneous calls and the interval between them, and stops
/// calls while the service asks for a pause.
package struct RateLimit<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  package enum Decision: Equatable, Sendable {
    case go
    /// Until then, unless something changes.
    case wait(until: Instant)
    /// Until a call ends.
    case full
  }

  /// Between a call and the one before, as the service sees them. It sees a request later than it is written, by as much
  /// as the way there takes and the service needs to take a new connection up, and surely before its answer.
  package var spacing: Duration
  /// How many calls may be under way at a time.
  package let width: Int
  private var underWay = 0
  /// When the service saw a call last, at the latest.
  private var lastMove: Instant?
  /// Of the round trips over the connection that is kept.
  private var fastest: Duration?
  private var closedUntil: Instant?

  /// - Parameter since: when a call may have been made that isn't known of here; nil for never.
  package init(spacing: Duration, width: Int, since: Instant? = nil) {
    self.spacing = spacing
    self.width = max(width, 1)
    lastMove = since
  }

  package func decision(now: Instant) -> Decision {
    guard underWay < width else { return .full }
    let opening = max(lastMove?.advanced(by: spacing) ?? now, closedUntil ?? now)
    return opening <= now ? .go : .wait(until: opening)
  }

  /// How much longer the service wants to be left alone; nil when it doesn't.
  package func closure(now: Instant) -> Duration? {
    closedUntil.flatMap { $0 > now ? now.duration(to: $0) : nil }
  }

  package mutating func start(now: Instant) {
    underWay += 1
    lastMove = now
  }

  /// The way there may take that much longer than it ever did before.
  package static var slack: Duration { .milliseconds(100) }

  /// A call was answered.
  /// - Parameter roundTrip: for how long its request had been written by then, to a connection that was taken up before;
  ///   nil where it wasn't, or nobody knows. What the answer took longer than the fastest may have been the way there: all
  ///   but that is the service's own time, which needn't be waited for again.
  package mutating func end(now: Instant, roundTrip: Duration? = nil) {
    underWay -= 1
    lastMove = now
    if let roundTrip, let fastest {
      let onTheWay = min(roundTrip, max(roundTrip - fastest, Self.slack))
      lastMove = now.advanced(by: onTheWay - roundTrip)
    }
    fastest = roundTrip.map { min(fastest ?? $0, $0) }
  }

  /// A call was given up without an answer, and may reach the service yet: it is counted as though it did so `spacing`
  /// later.
  package mutating func giveUp(now: Instant) {
    underWay -= 1
    lastMove = now.advanced(by: spacing)
    fastest = nil
  }

  /// A shorter closure never shortens a longer one.
  package mutating func close(until: Instant) { closedUntil = max(closedUntil ?? until, until) }
}
