import ImagingProtocol
import TestSupport
import Testing

@testable import ImagingClient

@Suite struct AsyncSemaphoreTests {
  @Test func `one who waits gets the permit that is left`() async throws {
    let semaphore = AsyncSemaphore(1)
    try await semaphore.acquire()
    let second = Task { try await semaphore.acquire() }
    semaphore.release()
    try await within { try await second.value }
    semaphore.release()
  }

  @Test func `one who is canceled while waiting takes no permit`() async throws {
    let semaphore = AsyncSemaphore(1)
    try await semaphore.acquire()
    let waiting = Task { try await semaphore.acquire() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    semaphore.release()
    try await within { try await semaphore.acquire() }
  }

  private struct Request {
    var permits = 1
    var hasLowPriority = false
  }

  /// In which order requests are granted that come one after the other, while a permit is held that is then returned.
  private func order(of requests: [Request], at semaphore: AsyncSemaphore) async throws -> [Int] {
    try await semaphore.acquire()
    let (order, continuation) = AsyncStream.makeStream(of: Int.self)
    return try await within {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, request) in requests.enumerated() {
          group.addTask {
            try await semaphore.acquire(request.permits, hasLowPriority: request.hasLowPriority)
            continuation.yield(number)
            semaphore.release(request.permits)
          }
          while semaphore.waiting <= number { await Task.yield() }
        }
        semaphore.release()
        try await group.waitForAll()
        continuation.finish()
      }
      var numbers: [Int] = []
      for await number in order { numbers.append(number) }
      return numbers
    }
  }

  @Test func `one who needs several permits isn't passed by`() async throws {
    let semaphore = AsyncSemaphore(2)
    #expect(try await order(of: [Request(permits: 2), Request()], at: semaphore) == [0, 1])
    try await within { try await semaphore.acquire(2) }
  }

  @Test func `those with low priority get their permits last`() async throws {
    let requests = [true, false, true, false].map { Request(hasLowPriority: $0) }
    #expect(try await order(of: requests, at: AsyncSemaphore(1)) == [1, 3, 0, 2])
  }

  @Test func `many who come, wait, give up and go leave all permits free`() async throws {
    let semaphore = AsyncSemaphore(3)
    try await within {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<300 {
          group.addTask {
            let one = Task {
              try await semaphore.acquire()
              await Task.yield()
              semaphore.release()
            }
            if number.isMultiple(of: 3) { one.cancel() }
            _ = await one.result
          }
        }
      }
      for _ in 0..<3 { try await semaphore.acquire() }
    }
  }
}
