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
