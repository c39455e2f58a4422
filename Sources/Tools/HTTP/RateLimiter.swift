/// Lets callers proceed one by one in order of arrival, low priority last, as its `RateLimit` allows.
package actor RateLimiter<C: Clock> where C.Duration == Duration {
  package enum Entry: Equatable, Sendable {
    /// The caller may now make its call, and then has to call `leave`.
    case entered
    /// The service asks for a longer pause than the caller would wait.
    case closed(remaining: Duration)
  }

  private struct Place {
    let number: Int
    let hasLowPriority: Bool
    let nudge: AsyncStream<Void>.Continuation
  }

  private let clock: C
  private var limit: RateLimit<C.Instant>
  private var queue: [Place] = []
  private var lastNumber = 0

  /// - Parameter followsOthers: another process may have made calls until now, so the first caller has to wait, too.
  package init(clock: C, spacing: Duration = .zero, width: Int = 1, followsOthers: Bool = false) {
    self.clock = clock
    limit = RateLimit(spacing: spacing, width: width, since: followsOthers ? clock.now : nil)
  }

  /// Waits for its turn. Cancellation gives up the place in the queue.
  /// - Parameter hasLowPriority: all callers without it go first.
  package func enter(patience: Duration, hasLowPriority: Bool = false) async throws(CancellationError) -> Entry {
    // A stream, because waiting on one ends when the task is canceled.
    let (nudges, nudge) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    lastNumber += 1
    let number = lastNumber
    let place = Place(number: number, hasLowPriority: hasLowPriority, nudge: nudge)
    queue.insert(
      place, at: hasLowPriority ? queue.endIndex : queue.firstIndex(where: \.hasLowPriority) ?? queue.endIndex)
    defer { giveUpPlace(number) }
    while true {
      if Task.isCancelled { throw CancellationError() }
      if queue.first?.number == number {
        if let remaining = limit.closure(now: clock.now), remaining > patience { return .closed(remaining: remaining) }
        switch limit.decision(now: clock.now) {
        case .go:
          limit.start(now: clock.now)
          return .entered
        case .wait(let opening):
          do { try await clock.sleep(until: opening, tolerance: nil) } catch { throw CancellationError() }
          continue
        case .full: break
        }
      }
      for await _ in nudges { break }
    }
  }

  /// Ends a call that had entered.
  /// - Parameters:
  ///   - closure: closes the rate limiter for everyone for this long.
  ///   - roundTrip: `HTTPResponse.roundTrip`.
  package func leave(closingFor closure: Duration? = nil, roundTrip: Duration? = nil) {
    let now = clock.now
    limit.end(now: now, roundTrip: roundTrip)
    if let closure { limit.close(until: now.advanced(by: closure)) }
    queue.first?.nudge.yield()
  }

  /// A call that had entered was abandoned, but the service may still receive it.
  package func giveUp() {
    limit.giveUp(now: clock.now)
    queue.first?.nudge.yield()
  }

  /// Sets the interval between calls, also for callers that are already waiting.
  package func space(by spacing: Duration) { limit.spacing = spacing }

  /// How many callers are waiting.
  package var waiting: Int { queue.count }

  private func giveUpPlace(_ number: Int) {
    queue.removeAll { $0.number == number }
    queue.first?.nudge.yield()
  }
}

extension RateLimiter where C == ContinuousClock {
  /// One call at a time, and never more than this many per second. That includes the calls of an earlier process, which
  /// may have been killed a moment ago: nothing recorded them, so the first call waits like the second.
  package init(requestsPerSecond: Double) {
    self.init(
      clock: ContinuousClock(), spacing: .seconds(1 / requestsPerSecond), width: 1, followsOthers: true)
  }
}

/// Decides when a call may start: it limits the number of simultaneous calls and the interval between them, and stops
/// calls while the service asks for a pause.
package struct RateLimit<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  package enum Decision: Equatable, Sendable {
    case go
    /// Wait until then, unless something changes.
    case wait(until: Instant)
    /// Wait until a call ends.
    case full
  }

  /// The interval between two calls as the service sees them. It sees a request later than it is written (by the time
  /// it travels, and the time that a new connection takes), but certainly before the service's answer arrives.
  package var spacing: Duration
  /// How many calls may be in progress at the same time.
  package let width: Int
  private var underWay = 0
  /// The latest time at which the service can have seen the last call.
  private var lastMove: Instant?
  /// The fastest round trip on the current connection.
  private var fastest: Duration?
  private var closedUntil: Instant?

  /// - Parameter since: when another process may have made a call; nil for never.
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

  /// The rest of the pause that the service asked for; nil if there is none.
  package func closure(now: Instant) -> Duration? {
    closedUntil.flatMap { $0 > now ? now.duration(to: $0) : nil }
  }

  package mutating func start(now: Instant) {
    underWay += 1
    lastMove = now
  }

  /// How much longer than ever before a request may travel.
  package static var slack: Duration { .milliseconds(100) }

  /// A call was answered.
  /// - Parameter roundTrip: the time since its request was written to a reused connection; nil if the connection was
  ///   new, or the time is unknown. The part by which it exceeds the fastest round trip may be travel time; the rest is
  ///   the service's own time, which needn't be waited for again.
  package mutating func end(now: Instant, roundTrip: Duration? = nil) {
    underWay -= 1
    lastMove = now
    if let roundTrip, let fastest {
      let onTheWay = min(roundTrip, max(roundTrip - fastest, Self.slack))
      lastMove = now.advanced(by: onTheWay - roundTrip)
    }
    fastest = roundTrip.map { min(fastest ?? $0, $0) }
  }

  /// A call was abandoned without an answer, but may still reach the service. It counts as if it did so `spacing`
  /// later.
  package mutating func giveUp(now: Instant) {
    underWay -= 1
    lastMove = now.advanced(by: spacing)
    fastest = nil
  }

  /// A shorter closure never shortens a longer one.
  package mutating func close(until: Instant) { closedUntil = max(closedUntil ?? until, until) }
}
