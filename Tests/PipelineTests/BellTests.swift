import TestSupport
import Testing

@testable import Pipeline

@Suite struct BellTests {
  @Test func `a ring that nobody waited for is not lost, and many count as one`() async throws {
    let bell = Bell()
    for _ in 1...3 { bell.ring() }
    try await within { await bell.wait() }
    let second = Task { await bell.wait() }
    // The second wait needs a ring of its own, or to be cancelled.
    second.cancel()
    try await within { await second.value }
  }

  @Test func `a cancelled task waits no longer`() async throws {
    let bell = Bell()
    try await within {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await bell.wait() }
        await Task.yield()
        group.cancelAll()
      }
    }
  }

  @Test func `no ring is missed, however many ring at once`() async throws {
    let bell = Bell()
    let done = Tally()
    let total = 2000
    try await within(.seconds(60)) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 1...total {
          group.addTask {
            done.enter()
            bell.ring()
          }
        }
        // Each time round, all that was done before the last ring is to be seen: else this waits for ever.
        while done.total < total { await bell.wait() }
      }
    }
  }

  @Test func `a deadline ends the wait`() async throws {
    let bell = Bell()
    let time = HandSetTime()
    try await within {
      async let waited: Void = bell.wait(atMost: .seconds(5), sleep: time.source.sleep)
      await time.clock.untilSleeping()
      time.clock.advance(by: .seconds(5))
      await waited
    }
  }

  @Test func `a ring ends the wait before its deadline, and leaves nobody sleeping`() async throws {
    let bell = Bell()
    let time = HandSetTime()
    try await within {
      async let waited: Void = bell.wait(atMost: .seconds(5), sleep: time.source.sleep)
      await time.clock.untilSleeping()
      bell.ring()
      await waited
    }
    #expect(time.clock.sleeperCount == 0)
  }

  @Test func `after a deadline the next ring is heard`() async throws {
    let bell = Bell()
    let time = HandSetTime()
    try await within {
      for _ in 1...50 {
        async let waited: Void = bell.wait(atMost: .seconds(1), sleep: time.source.sleep)
        await time.clock.untilSleeping()
        time.clock.advance(by: .seconds(1))
        await waited
        bell.ring()
        await bell.wait(atMost: nil, sleep: time.source.sleep)
      }
    }
  }
}
