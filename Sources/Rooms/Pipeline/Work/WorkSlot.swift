internal import Synchronization

/// A worker's slot for one piece of work. Work that only waits releases its slot meanwhile; work that is no longer
/// wanted is canceled in it.
final class WorkSlot: Sendable {
  private let away = Mutex(false)
  private let cancellation = WakeSignal()
  private let left: @Sendable () -> Void
  let clock: StepClock

  /// - Parameter left: called whenever the slot becomes free.
  init(uptime: @escaping @Sendable () -> Duration = TimeSource.awake, left: @escaping @Sendable () -> Void = {}) {
    clock = StepClock(uptime: uptime)
    self.left = left
  }

  var isAway: Bool { away.withLock { $0 } }

  /// Waits without occupying the slot. Afterwards the slot is available again, even if others fill all slots by then:
  /// little work is left, and waiting for a slot would let scans overtake each other forever.
  func leaving(for wait: () async throws -> Void) async throws {
    away.withLock { $0 = true }
    left()
    defer { away.withLock { $0 = false } }
    try await StepClock.waiting(wait)
  }

  func cancel() { cancellation.fire() }

  /// Does the work; it is canceled by `cancel`.
  func work(_ work: @escaping @Sendable () async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [clock] in try await StepClock.$current.withValue(clock, operation: work) }
      group.addTask { [cancellation] in await cancellation.wait() }
      defer { group.cancelAll() }
      try await group.next()
      group.cancelAll()
      try await group.waitForAll()
    }
  }
}
