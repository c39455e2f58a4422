import TestSupport
import Testing

@testable import Pipeline

@Suite struct GraceTests {
  private struct Failure: Error, Equatable {}
  private let time = HandSetTime()

  @Test func `work that ends in time gives its result`() async throws {
    let made = try await within { [time] in try await withGrace(.seconds(5), sleep: time.source.sleep) { 1 } }
    #expect(made == 1)
    #expect(time.clock.sleeperCount == 0)
  }

  @Test func `work that takes longer is canceled`() async throws {
    let wasCanceled = Latch()
    let made = try await within { [time] in
      async let made: Int? = withGrace(.seconds(5), sleep: time.source.sleep) {
        defer { wasCanceled.open() }
        // Stands for work that has no end: it is canceled, never waited out.
        try await Task.sleep(for: .seconds(3600))
        return 1
      }
      await time.clock.untilSleeping()
      time.clock.advance(by: .seconds(5))
      return try await made
    }
    #expect(made == nil)
    try await within { await wasCanceled.wait() }
  }

  @Test func `a failure of the work is thrown`() async throws {
    try await within { [time] in
      _ = await #expect(throws: Failure()) {
        try await withGrace(.seconds(5), sleep: time.source.sleep) { throw Failure() }
      }
    }
  }

  @Test func `canceling ends the work`() async throws {
    let began = Latch()
    let work = Task { [time] in
      try await withGrace(.seconds(5), sleep: time.source.sleep) {
        began.open()
        // Stands for work that has no end: it is canceled, never waited out.
        try await Task.sleep(for: .seconds(3600))
      }
    }
    try await within {
      await began.wait()
      work.cancel()
      _ = await #expect(throws: CancellationError.self) { _ = try await work.value }
    }
  }
}
