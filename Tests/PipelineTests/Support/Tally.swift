import Synchronization

/// Counts what happens in several tasks at once, and remembers the most that happened at one time.
final class Tally: Sendable {
  private let state = Mutex((now: 0, most: 0, total: 0))

  var most: Int { state.withLock { $0.most } }
  var total: Int { state.withLock { $0.total } }

  func enter() {
    state.withLock { state in
      state.now += 1
      state.total += 1
      state.most = max(state.most, state.now)
    }
  }

  func leave() { state.withLock { $0.now -= 1 } }
}
