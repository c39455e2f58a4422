internal import Synchronization

/// A number of places; who finds none waits in line.
package final class Turns: Sendable {
  private struct State {
    var free: Int
    var next = 0
    var waiting: [(ticket: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    var cancelled: Set<Int> = []
  }

  private let state: Mutex<State>

  package init(_ places: Int) { state = Mutex(State(free: max(1, places))) }

  /// Runs `work` when there is a place.
  /// - Throws: `CancellationError` when the task is cancelled while it waits.
  package func take<Result>(_ work: () async throws -> Result) async throws -> Result {
    try await enter()
    defer { leave() }
    return try await work()
  }

  private func enter() async throws {
    let ticket = state.withLock { state in
      state.next += 1
      return state.next
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // The handler below may have run before this: it leaves the ticket's number.
        let outcome: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(ticket) != nil { return .failure(CancellationError()) }
          if state.free > 0 {
            state.free -= 1
            return .success(())
          }
          state.waiting.append((ticket, continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiter = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard let index = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
          state.cancelled.insert(ticket)
          return nil
        }
        return state.waiting.remove(at: index).continuation
      }
      waiter?.resume(throwing: CancellationError())
    }
    state.withLock { state in _ = state.cancelled.remove(ticket) }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst().continuation
    }
    next?.resume()
  }
}
