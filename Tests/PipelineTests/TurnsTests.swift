import TestSupport
import Testing

@testable import Pipeline

@Suite struct TurnsTests {
  @Test func `no more work is in hand than there are places`() async throws {
    let turns = Turns(3)
    let tally = Tally()
    try await within {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...200 {
          group.addTask {
            try await turns.take {
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
    #expect(try await within { try await Turns(0).take { 7 } } == 7)
  }

  @Test func `work that fails gives its place back`() async throws {
    struct Failure: Error {}
    let turns = Turns(1)
    for _ in 1...3 {
      await #expect(throws: Failure.self) { try await turns.take { throw Failure() } }
    }
    #expect(try await within { try await turns.take { 1 } } == 1)
  }

  @Test func `who is cancelled while waiting gets no turn, and holds up nobody`() async throws {
    let turns = Turns(1)
    let (inside, leave) = (Latch(), Latch())
    try await within {
      try await withThrowingTaskGroup(of: Bool.self) { group in
        group.addTask {
          try await turns.take {
            inside.open()
            await leave.wait()
          }
          return true
        }
        await inside.wait()
        let impatient = Task { try await turns.take { Issue.record("cancelled work was begun") } }
        group.addTask { try await turns.take { true } }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        leave.open()
        for try await done in group { #expect(done) }
      }
    }
  }

  @Test func `among many that come and are cancelled, no place is lost`() async throws {
    let turns = Turns(2)
    let tally = Tally()
    try await within(.seconds(60)) {
      for round in 1...30 {
        await withTaskGroup(of: Void.self) { group in
          for _ in 1...20 {
            group.addTask {
              try? await turns.take {
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
          try await turns.take {
            first.open()
            await second.wait()
          }
        }
        group.addTask {
          try await turns.take {
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
