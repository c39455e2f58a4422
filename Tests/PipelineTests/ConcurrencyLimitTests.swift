import TestSupport
import Testing

@testable import Pipeline

@Suite struct ConcurrencyLimitTests {
  @Test func `no more work is in hand than there are places`() async throws {
    let limit = ConcurrencyLimit(3)
    let tally = Tally()
    try await within {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...200 {
          group.addTask {
            try await limit.run {
              tally.enter()
              await Task.yield()
              tally.leave()
            }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(tally.most <= 3)
    #expect(tally.total == 200)
  }

  @Test func `zero places are one`() async throws {
    #expect(try await within { try await ConcurrencyLimit(0).run { 7 } } == 7)
  }

  @Test func `work that fails gives its place back`() async throws {
    struct Failure: Error {}
    let limit = ConcurrencyLimit(1)
    for _ in 1...3 {
      await #expect(throws: Failure.self) { try await limit.run { throw Failure() } }
    }
    #expect(try await within { try await limit.run { 1 } } == 1)
  }

  @Test func `who is cancelled while waiting gets no turn, and holds up nobody`() async throws {
    let limit = ConcurrencyLimit(1)
    let (inside, leave) = (Latch(), Latch())
    try await within {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await limit.run {
            inside.open()
            await leave.wait()
          }
          return true
        }
        await inside.wait()
        let impatient = Task { try await limit.run { Issue.record("cancelled work was begun") } }
        group.addTask { try await limit.run { true } }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        leave.open()
        for try await done in group { #expect(done) }
      }
    }
  }

  @Test func `among many that come and are cancelled, no place is lost`() async throws {
    let limit = ConcurrencyLimit(2)
    let tally = Tally()
    try await within(.seconds(60)) {
      for round in 1...30 {
        await withTaskGroup(of: Void.self) { group in
          for _ in 1...20 {
            group.addTask {
              try? await limit.run {
                tally.enter()
                await Task.yield()
                tally.leave()
              }
            }
          }
          // Some are in hand by now, some wait, some haven't begun.
          for _ in 0..<(round % 7) { await Task.yield() }
          group.cancelAll()
        }
      }
      // Both places are still there.
      let (first, second) = (Latch(), Latch())
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await limit.run {
            first.open()
            await second.wait()
          }
        }
        group.addTask {
          try await limit.run {
            second.open()
            await first.wait()
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(tally.most <= 2)
  }
}
