import Synchronization

/// A clock that a test sets by hand: time stands still until `advance(by:)`.
package final class ManualClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    /// Since the clock was made.
    package let offset: Duration

    package init(offset: Duration) { self.offset = offset }
    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct Onlooker {
    let count: Int
    let duration: Duration
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Int: Sleeper] = [:]
    var onlookers: [Onlooker] = []
    var numbersGiven = 0
    /// Sleeps that were canceled before they were entered.
    var canceled: Set<Int> = []

    /// Whether so many sleep for so long yet.
    func holds(_ count: Int, for duration: Duration) -> Bool {
      let end = now.advanced(by: duration)
      return sleepers.values.count { $0.deadline >= end } >= count
    }
  }

  private let state = Mutex(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .nanoseconds(1) }

  /// How many tasks sleep on this clock now.
  package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  /// Moves the time on and wakes, earliest first, whoever's time has come.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.value.deadline <= state.now }.sorted {
        $0.value.deadline < $1.value.deadline
      }
      for (number, _) in due { state.sleepers[number] = nil }
      return due.map(\.value.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Returns once at least `count` tasks sleep on this clock: what a test awaits before it advances the time.
  /// - Parameter duration: for which each of them still has to sleep; others don't count.
  package func untilSleeping(_ count: Int = 1, for duration: Duration = .zero) async {
    await withCheckedContinuation { continuation in
      let isSo = state.withLock { state in
        if state.holds(count, for: duration) { return true }
        state.onlookers.append(Onlooker(count: count, duration: duration, continuation: continuation))
        return false
      }
      if isSo { continuation.resume() }
    }
  }

  package func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let number = state.withLock { state in
      state.numbersGiven += 1
      return state.numbersGiven
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enter(Sleeper(deadline: deadline, continuation: continuation), number: number)
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        if let sleeper = state.sleepers.removeValue(forKey: number) { return Sleeper?.some(sleeper) }
        state.canceled.insert(number)
        return nil
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func enter(_ sleeper: Sleeper, number: Int) {
    enum Entry {
      case canceled, due
      case asleep([Onlooker])
    }
    let entry = state.withLock { state -> Entry in
      if state.canceled.remove(number) != nil { return .canceled }
      if sleeper.deadline <= state.now { return .due }
      state.sleepers[number] = sleeper
      let content = state.onlookers.filter { state.holds($0.count, for: $0.duration) }
      state.onlookers = state.onlookers.filter { !state.holds($0.count, for: $0.duration) }
      return .asleep(content)
    }
    switch entry {
    case .canceled: sleeper.continuation.resume(throwing: CancellationError())
    case .due: sleeper.continuation.resume()
    case .asleep(let onlookers): for onlooker in onlookers { onlooker.continuation.resume() }
    }
  }
}
