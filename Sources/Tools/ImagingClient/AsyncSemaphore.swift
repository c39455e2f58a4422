internal import Synchronization

/// A counting semaphore for tasks: a limited number of permits is held, and who finds too few waits in order of arrival,
/// those with low priority last.
package final class AsyncSemaphore: Sendable {
  private struct Waiting {
    let number: Int
    let permits: Int
    let hasLowPriority: Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var count: Int
    /// Negative while more are held than there are now.
    var free: Int
    /// Those with low priority are at the end.
    var waiting: [Waiting] = []
    var numbersGiven = 0

    /// Takes those out who can have their permits now. The first in line isn't passed by, or it might wait forever.
    mutating func served() -> [Waiting] {
      var served: [Waiting] = []
      while let first = waiting.first, first.permits <= free {
        free -= first.permits
        served.append(waiting.removeFirst())
      }
      return served
    }
  }

  private let state: Mutex<State>

  package init(_ count: Int) {
    state = Mutex(State(count: max(1, count), free: max(1, count)))
  }

  /// How many permits there are.
  package var count: Int { state.withLock(\.count) }

  /// Changes how many permits there are; those that are held stay held. No task may wait for more than that.
  package func resize(to count: Int) {
    let served = state.withLock { state in
      state.free += max(1, count) - state.count
      state.count = max(1, count)
      return state.served()
    }
    for next in served { next.continuation.resume() }
  }

  /// Waits for permits, which must be returned with `release`. A canceled task gets none.
  /// - Parameters:
  ///   - permits: 1 to `count`.
  ///   - hasLowPriority: all tasks without it go first.
  package func acquire(_ permits: Int = 1, hasLowPriority: Bool = false) async throws(CancellationError) {
    let number = state.withLock { state in
      state.numbersGiven += 1
      return state.numbersGiven
    }
    do {
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let served: [Waiting]? = state.withLock { state in
            // A cancellation handler that has already run found no entry for this task, but then the task is canceled.
            if Task.isCancelled { return nil }
            let place = hasLowPriority ? nil : state.waiting.firstIndex { $0.hasLowPriority }
            state.waiting.insert(
              Waiting(
                number: number, permits: permits, hasLowPriority: hasLowPriority, continuation: continuation),
              at: place ?? state.waiting.endIndex)
            return state.served()
          }
          guard let served else { return continuation.resume(throwing: CancellationError()) }
          for next in served { next.continuation.resume() }
        }
      } onCancel: {
        let (canceled, served) = state.withLock { state in
          let canceled = state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
          // Who stood behind may need fewer permits.
          return (canceled, state.served())
        }
        canceled?.continuation.resume(throwing: CancellationError())
        for next in served { next.continuation.resume() }
      }
    } catch { throw CancellationError() }
  }

  /// How many tasks are waiting.
  package var waiting: Int { state.withLock(\.waiting.count) }

  /// Returns permits; the first waiting tasks get them.
  package func release(_ permits: Int = 1) {
    let served = state.withLock { state in
      state.free += permits
      return state.served()
    }
    for next in served { next.continuation.resume() }
  }
}
