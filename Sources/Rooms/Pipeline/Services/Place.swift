internal import Synchronization

/// The place of one piece of work at the line. Who only waits leaves it to others for that time; and whose work nobody
/// wants any more is called away from it.
final class Place: Sendable {
  private let away = Mutex(false)
  private let recall = Bell()
  private let left: @Sendable () -> Void
  let clock: StepClock

  /// - Parameter left: called each time the place becomes free.
  init(uptime: @escaping @Sendable () -> Duration = TimeSource.awake, left: @escaping @Sendable () -> Void = {}) {
    clock = StepClock(uptime: uptime)
    self.left = left
  }

  var isAway: Bool { away.withLock { $0 } }

  /// Waits without taking up the place. It is there again afterwards, even if others fill the line by then: what is left
  /// to do is little, and waiting for a place would let scans overtake each other for ever.
  func leaving(for wait: () async throws -> Void) async throws {
    away.withLock { $0 = true }
    left()
    defer { away.withLock { $0 = false } }
    try await StepClock.waiting(wait)
  }

  func callAway() { recall.ring() }

  /// Does the work; it is cancelled when it is called away.
  func work(_ work: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [clock] in try await StepClock.$current.withValue(clock, operation: work) }
      group.addTask { [recall] in await recall.wait() }
      defer { group.cancelAll() }
      try await group.next()
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}
