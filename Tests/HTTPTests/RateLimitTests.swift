import HTTP
import TestSupport
import Testing

@Suite struct RateLimitTests {
  private typealias Limit = RateLimit<ManualClock.Instant>

  private func at(_ seconds: Double) -> ManualClock.Instant { .init(offset: .seconds(seconds)) }

  @Test func `the first call goes at once`() {
    #expect(Limit(spacing: .seconds(1), width: 1).decision(now: at(0)) == .go)
  }

  @Test func `the next is counted from the end of the one before`() {
    var limit = Limit(spacing: .seconds(1), width: 1)
    limit.start(now: at(0))
    #expect(limit.decision(now: at(5)) == .full)
    limit.end(now: at(5))
    #expect(limit.decision(now: at(5)) == .wait(until: at(6)))
    #expect(limit.decision(now: at(5.9)) == .wait(until: at(6)))
    #expect(limit.decision(now: at(6)) == .go)
  }

  @Test func `what was given up may arrive yet, and is counted as though it did`() {
    var limit = Limit(spacing: .seconds(1), width: 1)
    limit.start(now: at(0))
    limit.giveUp(now: at(5))
    #expect(limit.decision(now: at(6)) == .wait(until: at(7)))
    #expect(limit.decision(now: at(7)) == .go)
    limit.start(now: at(7))
    limit.end(now: at(8))
    #expect(limit.decision(now: at(9)) == .go)
  }

  /// Calls one after the other, each as soon as it may.
  /// - Returns: when the next may go.
  private func opening(after calls: [(wait: Double, trip: Double?)]) -> ManualClock.Instant {
    var limit = Limit(spacing: .seconds(1), width: 1)
    var now = at(0)
    for call in calls {
      if case .wait(let until) = limit.decision(now: now) { now = until }
      limit.start(now: now)
      now = now.advanced(by: .seconds(call.wait))
      limit.end(now: now, roundTrip: call.trip.map { .seconds($0) })
    }
    if case .wait(let until) = limit.decision(now: now) { return until }
    return now
  }

  @Test func `over a kept connection the service's own time isn't waited for again`() {
    // The first over the connection, and one that shows how long the way and the service take.
    let before = [(wait: 0.75, trip: Double?.none), (wait: 0.5, trip: 0.5)]
    #expect(opening(after: before) == at(3.25))
    #expect(opening(after: before + [(0.5, 0.5)]) == at(4.25).advanced(by: Limit.slack))
    // A quarter of a second more may have been the way there.
    #expect(opening(after: before + [(0.75, 0.75)]) == at(4.25 + 0.25))
    #expect(opening(after: before + [(0.0625, 0.0625)]) == at(4.25 + 0.0625))
    // Another connection, and what was given up, begin anew.
    #expect(opening(after: before + [(0.5, nil), (0.5, 0.5)]) == at(6.25))
  }

  @Test func `after others the first waits like any other`() {
    let limit = Limit(spacing: .seconds(1), width: 1, since: at(3))
    #expect(limit.decision(now: at(3)) == .wait(until: at(4)))
    #expect(limit.decision(now: at(4)) == .go)
  }

  @Test func `so many may be under way, and no more`() {
    var limit = Limit(spacing: .zero, width: 2)
    limit.start(now: at(0))
    #expect(limit.decision(now: at(0)) == .go)
    limit.start(now: at(0))
    #expect(limit.decision(now: at(9)) == .full)
    limit.end(now: at(9))
    #expect(limit.decision(now: at(9)) == .go)
  }

  @Test func `a closure holds for everyone, and a shorter one doesn't open it`() {
    var limit = Limit(spacing: .seconds(1), width: 4)
    limit.close(until: at(30))
    limit.close(until: at(10))
    #expect(limit.decision(now: at(0)) == .wait(until: at(30)))
    #expect(limit.closure(now: at(12)) == .seconds(18))
    #expect(limit.closure(now: at(30)) == nil)
    #expect(limit.decision(now: at(30)) == .go)
  }
}
