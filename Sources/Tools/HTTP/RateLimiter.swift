/// Lets callers proceed one by one in order of arrival, low priority last, as its `RateLimit` allows.
package actor RateLimiter<C: Clock> where C.Duration == Duration {
  package enum Entry: Equatable, Sendable {
    /// Now call, and then `leave`.
    case entered
    /// The service asks to be left alone for longer than the caller would wait.
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

  /// - Parameter followsOthers: somebody may have called until now whom this rate limiter knows nothing of, so that the first
  ///   to come waits, too.
  package init(clock: C, spacing: Duration = .zero, width: Int = 1, followsOthers: Bool = false) {
    self.clock = clock
    limit = RateLimit(spacing: spacing, width: width, since: followsOthers ? clock.now : nil)
  }

  /// Waits for its turn. Canceling gives the place in the queue up.
  /// - Parameter hasLowPriority: nobody waits for what comes of it: all who do go before.
  package func enter(patience: Duration, hasLowPriority: Bool = false) async throws(CancellationError) -> Entry {
    // A stream, as waiting on one ends by itself when the task is canceled.
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

  /// A call that had entered is over.
  /// - Parameters:
  ///   - closure: shuts the rate limiter for everyone for that long.
  ///   - roundTrip: `HTTPResponse.roundTrip`.
  package func leave(closingFor closure: Duration? = nil, roundTrip: Duration? = nil) {
    let now = clock.now
    limit.end(now: now, roundTrip: roundTrip)
    if let closure { limit.close(until: now.advanced(by: closure)) }
    queue.first?.nudge.yield()
  }

  /// A call that had entered was given up, and the service may see it yet.
  package func giveUp() {
    limit.giveUp(now: clock.now)
    queue.first?.nudge.yield()
  }

  /// Lets callers through so far apart from now on, also those who wait already.
  package func space(by spacing: Duration) { limit.spacing = spacing }

  /// How many callers wait.
  package var waiting: Int { queue.count }

  private func giveUpPlace(_ number: Int) {
    queue.removeAll { $0.number == number }
    queue.first?.nudge.yield()
  }
}

extension RateLimiter where C == ContinuousClock {
  /// One call at a time, and never more than so many a second, those of a process included that was there before this one
  /// and may have been killed a moment ago: nothing remembers its calls, so the first of this one waits as the second does.
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
