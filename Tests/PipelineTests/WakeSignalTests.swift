import TestSupport
import Testing

@testable import Pipeline

@Suite struct WakeSignalTests {
  @Test func `a signal that nobody waited for is not lost, and many count as one`() async throws {
    let wakeSignal = WakeSignal()
    for _ in 1...3 { wakeSignal.fire() }
    try await within { await wakeSignal.wait() }
    let second = Task { await wakeSignal.wait() }
    // The second wait needs a signal of its own, or to be canceled.
    second.cancel()
    try await within { await second.value }
  }

  @Test func `a canceled task waits no longer`() async throws {
    let wakeSignal = WakeSignal()
    try await within {
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await wakeSignal.wait() }
        await Task.yield()
        group.cancelAll()
      }
    }
  }

  @Test func `no signal is missed, however many fire at once`() async throws {
    let wakeSignal = WakeSignal()
    let done = Tally()
    let total = 2000
    try await within(.seconds(60)) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 1...total {
          group.addTask {
            done.enter()
            wakeSignal.fire()
          }
        }
        // Each time round, all that was done before the last signal is to be seen: else this waits for ever.
        while done.total < total { await wakeSignal.wait() }
      }
    }
  }

  @Test func `a deadline ends the wait`() async throws {
    let wakeSignal = WakeSignal()
    let time = HandSetTime()
    try await within {
      async let waited: Void = wakeSignal.wait(atMost: .seconds(5), sleep: time.source.sleep)
      await time.clock.untilSleeping()
      time.clock.advance(by: .seconds(5))
      await waited
    }
  }

  @Test func `a signal ends the wait before its deadline, and leaves nobody sleeping`() async throws {
    let wakeSignal = WakeSignal()
    let time = HandSetTime()
    try await within {
      async let waited: Void = wakeSignal.wait(atMost: .seconds(5), sleep: time.source.sleep)
      await time.clock.untilSleeping()
      wakeSignal.fire()
      await waited
    }
    #expect(time.clock.sleeperCount == 0)
  }

  @Test func `after a deadline the next signal is heard`() async throws {
    let wakeSignal = WakeSignal()
    let time = HandSetTime()
    try await within {
      for _ in 1...50 {
        async let waited: Void = wakeSignal.wait(atMost: .seconds(1), sleep: time.source.sleep)
        await time.clock.untilSleeping()
        time.clock.advance(by: .seconds(1))
        await waited
        wakeSignal.fire()
        await wakeSignal.wait(atMost: nil, sleep: time.source.sleep)
      }
    }
  }
}
