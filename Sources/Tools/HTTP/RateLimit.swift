/// Decides when a call may go: so many at a time, so far apart, and none while the service asks to be left alone.
package struct RateLimit<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  package enum Decision: Equatable, Sendable {
    case go
    /// Until then, unless something changes.
    case wait(until: Instant)
    /// Until a call ends.
    case full
  }

  /// Between a call and the one before, as the service sees them. It sees a request after its start, by as much as
  /// connecting and the way there take, and surely before its answer: only from the answer on can be counted.
  package var spacing: Duration
  /// How many calls may be under way at a time.
  package let width: Int
  private var underWay = 0
  private var lastMove: Instant?
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

  /// - Parameter isOnItsWay: the call was given up without an answer, and may reach the service yet: it is counted as
  ///   though it did so `spacing` later.
  package mutating func end(now: Instant, isOnItsWay: Bool = false) {
    underWay -= 1
    lastMove = isOnItsWay ? now.advanced(by: spacing) : now
  }

  /// A shorter closure never shortens a longer one.
  package mutating func close(until: Instant) { closedUntil = max(closedUntil ?? until, until) }
}
