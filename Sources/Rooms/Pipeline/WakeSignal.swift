internal import Synchronization

/// Signals that there may be work. Many senders, one waiter; signals sent while nobody waits count as one.
package final class WakeSignal: Sendable {
  private let state = Mutex<(isPending: Bool, waiter: CheckedContinuation<Void, Never>?)>((false, nil))

  package init() {}

  package func fire() {
    let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard let waiter = state.waiter else {
        state.isPending = true
        return nil
      }
      state.waiter = nil
      return waiter
    }
    waiter?.resume()
  }

  /// Returns when it is fired next, at once when that was missed, and when the task is canceled.
  package func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let now = state.withLock { state -> Bool in
          // Cancellation may have come before this: then its handler fired it.
          if state.isPending || state.waiter != nil {
            state.isPending = false
            return true
          }
          state.waiter = continuation
          return false
        }
        if now { continuation.resume() }
      }
    } onCancel: {
      fire()
    }
  }

  /// Waits until it is fired, but no longer than until `deadline` has passed.
  package func wait(atMost deadline: Duration?, sleep: @escaping @Sendable (Duration) async throws -> Void) async {
    guard let deadline else { return await wait() }
    await withTaskGroup(of: Void.self) { group in
      // Canceled because the signal came first.
      group.addTask { try? await sleep(deadline) }
      group.addTask { await self.wait() }
      await group.next()
      group.cancelAll()
    }
  }
}
