internal import Synchronization

/// Says that there may be something to do. Many ring, one waits; rings that nobody waited for count as one.
package final class Bell: Sendable {
  private struct State {
    var rung = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  package init() {}

  package func ring() {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard let waiter = state.waiter else {
        state.rung = true
        return nil
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume()
  }

  /// Returns at the next ring, at once when one was missed, and when the task is cancelled.
  package func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now = state.withLock { state -> Bool in
          // Cancellation may have come before this: then its handler rang.
          if state.rung || state.waiter != nil {
            state.rung = false
            return true
          }
          state.waiter = continuation
          return false
        }
        if now { continuation.resume() }
      }
    } onCancel: {
      ring()
    }
  }

  /// Waits for a ring, but no longer than until `deadline` has passed.
  package func wait(atMost deadline: Duration?, sleep: @escaping @Sendable (Duration) async throws -> Void) async {
    guard let deadline else { return await wait() }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { try? await sleep(deadline) }
      group.addTask { await self.wait() }
      await group.next()
      group.cancelAll()
    }
  }
}
