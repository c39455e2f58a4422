import TestSupport
import Testing

@testable import Pipeline

@Suite struct KeyedMutexTests {
  @Test func `work of one key is done one after the other, work of another beside it`() async throws {
    let mutex = KeyedMutex()
    let (same, all) = (Tally(), Tally())
    let (inA, inB) = (Latch(), Latch())
    try await within {
      try await withThrowingTaskGroup(of: Void.self) { group in
        // Each of these waits for the other: both must be let in.
        group.addTask {
          try await mutex.run("a") {
            inA.open()
            await inB.wait()
          }
        }
        group.addTask {
          try await mutex.run("b") {
            inB.open()
            await inA.wait()
          }
        }
        for _ in 1...50 {
          group.addTask {
            try await mutex.run("a") {
              same.enter()
              await Task.yield()
              same.leave()
            }
            all.enter()
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(same.most == 1)
    #expect(all.total == 50)
  }
}
