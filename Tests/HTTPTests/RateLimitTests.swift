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
    limit.end(now: at(5), isOnItsWay: true)
    #expect(limit.decision(now: at(6)) == .wait(until: at(7)))
    #expect(limit.decision(now: at(7)) == .go)
    limit.start(now: at(7))
    limit.end(now: at(8))
    #expect(limit.decision(now: at(9)) == .go)
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
