import TestSupport
import Testing

@testable import Darkroom

@Suite struct SeatsTests {
  @Test func `one who waits gets the seat that is left`() async throws {
    let seats = Seats(1)
    try await seats.take()
    let second = Task { try await seats.take() }
    seats.leave()
    try await within { try await second.value }
    seats.leave()
  }

  @Test func `one who is cancelled while waiting takes no seat`() async throws {
    let seats = Seats(1)
    try await seats.take()
    let waiting = Task { try await seats.take() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    seats.leave()
    try await within { try await seats.take() }
  }

  @Test func `many who come, wait, give up and go leave all seats free`() async throws {
    let seats = Seats(3)
    try await within {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<300 {
          group.addTask {
            let one = Task {
              try await seats.take()
              await Task.yield()
              seats.leave()
            }
            if number.isMultiple(of: 3) { one.cancel() }
            _ = await one.result
          }
        }
      }
      for _ in 0..<3 { try await seats.take() }
    }
  }
}
