import HTTP
import Synchronization
import TestSupport
import Testing

@Suite struct RateLimiterTests {
  private let clock = ManualClock()

  private func rateLimiter(spacing: Duration = .zero, width: Int = 1) -> RateLimiter<ManualClock> {
    RateLimiter(clock: clock, spacing: spacing, width: width)
  }

  @Test func `callers go in the order in which they came, as far apart as is promised`() async throws {
    let rateLimiter = rateLimiter(spacing: .seconds(1))
    let clock = clock
    try await within {
      let starts = AsyncStream.makeStream(of: (Int, Duration).self)
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<5 {
          group.addTask {
            _ = try? await rateLimiter.enter(patience: .seconds(60))
            starts.continuation.yield((number, clock.now.offset))
            await rateLimiter.leave()
          }
          // One after the other, so that the order is known: each is through, or waits.
          while await rateLimiter.waiting < number { await Task.yield() }
          if number == 0 {
            for await start in starts.stream {
              #expect(start.0 == 0)
              break
            }
          }
        }
        for number in 1..<5 {
          await clock.untilSleeping()
          clock.advance(by: .milliseconds(999))
          #expect(clock.sleeperCount == 1)
          clock.advance(by: .milliseconds(1))
          for await start in starts.stream {
            #expect(start.0 == number)
            #expect(start.1 == .seconds(number))
            break
          }
        }
      }
    }
  }

  /// Counts who is inside.
  private final class Crowd: Sendable {
    private let count = Mutex((now: 0, most: 0))
    var most: Int { count.withLock { $0.most } }
    func goIn() { count.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func goOut() { count.withLock { $0.now -= 1 } }
  }

  @Test func `no more than its width are inside`() async throws {
    let rateLimiter = rateLimiter(width: 2)
    let crowd = Crowd()
    try await within {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask {
            _ = try? await rateLimiter.enter(patience: .zero)
            crowd.goIn()
            await Task.yield()
            crowd.goOut()
            await rateLimiter.leave()
          }
        }
      }
    }
    #expect(crowd.most == 2)
    #expect(await rateLimiter.waiting == 0)
  }

  @Test func `a change of pace holds for those who wait already`() async throws {
    let rateLimiter = rateLimiter(spacing: .seconds(1))
    let clock = clock
    try await within {
      _ = try await rateLimiter.enter(patience: .seconds(60))
      await rateLimiter.leave()
      async let second = rateLimiter.enter(patience: .seconds(60))
      await clock.untilSleeping()
      await rateLimiter.space(by: .seconds(5))
      clock.advance(by: .seconds(1))
      await clock.untilSleeping()
      clock.advance(by: .seconds(4))
      let entry = try await second
      #expect(entry == .entered)
      #expect(clock.now.offset == .seconds(5))
    }
  }

  @Test func `closing shuts out those who wait already`() async throws {
    let rateLimiter = rateLimiter(spacing: .seconds(1))
    let clock = clock
    try await within {
      let first = try await rateLimiter.enter(patience: .seconds(60))
      #expect(first == .entered)
      async let second = rateLimiter.enter(patience: .seconds(60))
      while await rateLimiter.waiting < 1 { await Task.yield() }
      await rateLimiter.leave(closingFor: .seconds(30))
      await clock.untilSleeping()
      clock.advance(by: .seconds(29))
      #expect(clock.sleeperCount == 1)
      clock.advance(by: .seconds(1))
      let entry = try await second
      #expect(entry == .entered)
    }
  }

  @Test func `those who give way go when nobody else waits`() async throws {
    let rateLimiter = rateLimiter(spacing: .seconds(1))
    let clock = clock
    try await within {
      _ = try await rateLimiter.enter(patience: .seconds(60))
      let through = AsyncStream.makeStream(of: String.self)
      await withTaskGroup(of: Void.self) { group in
        for (place, name) in ["patient 1", "patient 2", "scan 1", "scan 2"].enumerated() {
          group.addTask {
            _ = try? await rateLimiter.enter(patience: .seconds(60), hasLowPriority: name.hasPrefix("patient"))
            through.continuation.yield(name)
            await rateLimiter.leave()
          }
          while await rateLimiter.waiting < place + 1 { await Task.yield() }
        }
        await rateLimiter.leave()
        var names = through.stream.makeAsyncIterator()
        for name in ["scan 1", "scan 2", "patient 1", "patient 2"] {
          await clock.untilSleeping()
          clock.advance(by: .seconds(1))
          #expect(await names.next() == name)
        }
      }
    }
  }

  @Test func `who may have called before this process is waited for, at the pace that is set`() async throws {
    let rateLimiter = RateLimiter(clock: clock, spacing: .seconds(1), followsOthers: true)
    let clock = clock
    try await within {
      await rateLimiter.space(by: .seconds(2))
      async let first = rateLimiter.enter(patience: .zero)
      await clock.untilSleeping()
      clock.advance(by: .milliseconds(1_999))
      #expect(clock.sleeperCount == 1)
      clock.advance(by: .milliseconds(1))
      let entry = try await first
      #expect(entry == .entered)
    }
  }

  @Test func `nobody waits for longer than they would`() async throws {
    let rateLimiter = rateLimiter()
    _ = try await rateLimiter.enter(patience: .seconds(10))
    await rateLimiter.leave(closingFor: .seconds(11))
    #expect(try await rateLimiter.enter(patience: .seconds(10)) == .closed(remaining: .seconds(11)))
    clock.advance(by: .seconds(11))
    #expect(try await rateLimiter.enter(patience: .seconds(10)) == .entered)
  }

  @Test func `one who gives up leaves the queue, at its head or in its middle`() async throws {
    let rateLimiter = rateLimiter(spacing: .seconds(1))
    let clock = clock
    try await within {
      _ = try await rateLimiter.enter(patience: .seconds(60))
      await rateLimiter.leave()
      func caller(_ place: Int) async -> Task<RateLimiter<ManualClock>.Entry, any Error> {
        let task = Task { try await rateLimiter.enter(patience: .seconds(60)) }
        while await rateLimiter.waiting < place { await Task.yield() }
        return task
      }
      let head = await caller(1)
      let middle = await caller(2)
      let last = await caller(3)
      await clock.untilSleeping()
      middle.cancel()
      await #expect(throws: CancellationError.self) { try await middle.value }
      head.cancel()
      await #expect(throws: CancellationError.self) { try await head.value }
      await clock.untilSleeping()
      clock.advance(by: .seconds(1))
      let entry = try await last.value
      #expect(entry == .entered)
    }
  }
}
