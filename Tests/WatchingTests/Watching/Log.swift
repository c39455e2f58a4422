import Synchronization
import TestSupport

/// What came in, in order, to be awaited by a test.
final class Log<Element: Sendable>: Sendable {
  private struct Waiter {
    let isMet: @Sendable ([Element]) -> Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var elements: [Element] = []
    var waiters: [Int: Waiter] = [:]
    var count = 0
    var canceled: Set<Int> = []
  }

  private let state = Mutex(State())

  var elements: [Element] { state.withLock { $0.elements } }

  func append(_ element: Element) {
    let met = state.withLock { state in
      state.elements.append(element)
      let met = state.waiters.filter { $0.value.isMet(state.elements) }
      for number in met.keys { state.waiters[number] = nil }
      return met.values.map(\.continuation)
    }
    for continuation in met { continuation.resume() }
  }

  /// All that came in, as soon as it is as described; fails when that takes too long.
  @discardableResult
  func until(
    within limit: Duration = .seconds(150), _ isMet: @escaping @Sendable ([Element]) -> Bool
  ) async throws -> [Element] {
    do {
      try await TestSupport.within(limit) { try await self.wait(isMet) }
    } catch is DeadlinePassed {
      throw Missing(elements: elements)
    }
    return elements
  }

  struct Missing: Error { let elements: [Element] }

  private func wait(_ isMet: @escaping @Sendable ([Element]) -> Bool) async throws {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          if isMet(state.elements) { return .success(()) }
          if state.canceled.contains(number) { return .failure(CancellationError()) }
          state.waiters[number] = Waiter(isMet: isMet, continuation: continuation)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.canceled.insert(number)
        return state.waiters.removeValue(forKey: number)
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }
}
