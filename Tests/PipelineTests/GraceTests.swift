import TestSupport
import Testing

@testable import Pipeline

@Suite struct GraceTests {
  private struct Failure: Error, Equatable { let by: String }
  private let time = HandSetTime()

  @Test func `what is there when the work is through comes along`() async throws {
    let (made, slow) = try await within { [time] in
      let slowDone = Latch()
      return try await withGrace(.seconds(5), sleep: time.source.sleep) {
        defer { slowDone.open() }
        return "artwork"
      } beside: {
        await slowDone.wait()
        return "review"
      }
    }
    #expect(made == "review")
    #expect(slow == "artwork")
  }

  @Test func `what comes within the grace comes along`() async throws {
    let release = Latch()
    let (made, slow) = try await within { [time] in
      async let both = withGrace(.seconds(5), sleep: time.source.sleep) {
        await release.wait()
        return 1
      } beside: {
        2
      }
      await time.clock.untilSleeping()
      time.clock.advance(by: .seconds(4.9))
      release.open()
      return try await both
    }
    #expect((made, slow) == (2, 1))
    #expect(time.clock.sleeperCount == 0)
  }

  @Test func `what comes later is left behind, and told so`() async throws {
    let wasCancelled = Latch()
    let (made, slow) = try await within { [time] in
      async let both: (Int, Int?) = withGrace(.seconds(5), sleep: time.source.sleep) {
        defer { wasCancelled.open() }
        // Stands for work that has no end: it is cancelled, never waited out.
        try await Task.sleep(for: .seconds(3600))
        return 1
      } beside: {
        2
      }
      await time.clock.untilSleeping()
      time.clock.advance(by: .seconds(5))
      return try await both
    }
    #expect(made == 2)
    #expect(slow == nil)
    try await within { await wasCancelled.wait() }
  }

  @Test func `a failure of the work ends what runs beside it`() async throws {
    try await within { [time] in
      _ = await #expect(throws: Failure(by: "main")) {
        _ = try await withGrace(.seconds(5), sleep: time.source.sleep) {
          // Stands for work that has no end: it is cancelled, never waited out.
          try await Task.sleep(for: .seconds(3600))
        } beside: {
          throw Failure(by: "main")
        }
      }
    }
  }

  @Test func `a failure beside the work ends it too`() async throws {
    try await within { [time] in
      _ = await #expect(throws: Failure(by: "slow")) {
        _ = try await withGrace(.seconds(5), sleep: time.source.sleep) {
          throw Failure(by: "slow")
        } beside: {
          // Stands for work that has no end: it is cancelled, never waited out.
          try await Task.sleep(for: .seconds(3600))
        }
      }
    }
  }

  @Test func `cancelling ends both`() async throws {
    let began = (Latch(), Latch())
    let both = Task { [time] in
      try await withGrace(.seconds(5), sleep: time.source.sleep) {
        began.0.open()
        // Stands for work that has no end: it is cancelled, never waited out.
        try await Task.sleep(for: .seconds(3600))
      } beside: {
        began.1.open()
        // Stands for work that has no end: it is cancelled, never waited out.
        try await Task.sleep(for: .seconds(3600))
      }
    }
    try await within {
      await began.0.wait()
      await began.1.wait()
      both.cancel()
      _ = await #expect(throws: CancellationError.self) { _ = try await both.value }
    }
  }
}
