internal import Synchronization

/// A counting semaphore for tasks: a limited number hold a permit, and the others wait in order of arrival, those with
/// low priority last.
package final class AsyncSemaphore: Sendable {
  private struct State {
    var free: Int
    /// Those with low priority are at the end.
    var waiting: [(number: Int, hasLowPriority: Bool, continuation: CheckedContinuation<Void, any Error>)] = []
    var numbersGiven = 0
  }

  private let state: Mutex<State>

  package init(_ count: Int) { state = Mutex(State(free: max(1, count))) }

  /// Waits for a permit, which must be returned with `release`. A canceled task gets none.
  /// - Parameter hasLowPriority: all tasks without it go first.
  package func acquire(hasLowPriority: Bool = false) async throws(CancellationError) {
    let number = state.withLock { state in
      state.numbersGiven += 1
      return state.numbersGiven
    }
    do {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let outcome: Result<Void, any Error>? = state.withLock { state in
            // A cancellation handler that has already run found no entry for this task, but then the task is canceled.
            if Task.isCancelled { return .failure(CancellationError()) }
            if state.free > 0 {
              state.free -= 1
              return .success(())
            }
            let place = hasLowPriority ? nil : state.waiting.firstIndex { $0.hasLowPriority }
            state.waiting.insert((number, hasLowPriority, continuation), at: place ?? state.waiting.endIndex)
            return nil
          }
          if let outcome { continuation.resume(with: outcome) }
        }
      } onCancel: {
        let continuation = state.withLock { state in
          state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0).continuation }
        }
        continuation?.resume(throwing: CancellationError())
      }
    } catch { throw CancellationError() }
  }

  /// How many tasks are waiting.
  var waiting: Int { state.withLock(\.waiting.count) }

  /// Returns a permit; the first waiting task gets it.
  package func release() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
