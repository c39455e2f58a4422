import TestSupport
import Testing

@testable import ImagingProcess

@Suite struct AsyncSemaphoreTests {
  @Test func `one who waits gets the permit that is left`() async throws {
    let semaphore = AsyncSemaphore(1)
    try await semaphore.acquire()
    let second = Task { try await semaphore.acquire() }
    semaphore.release()
    try await within { try await second.value }
    semaphore.release()
  }

  @Test func `one who is cancelled while waiting takes no permit`() async throws {
    let semaphore = AsyncSemaphore(1)
    try await semaphore.acquire()
    let waiting = Task { try await semaphore.acquire() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    semaphore.release()
    try await within { try await semaphore.acquire() }
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
