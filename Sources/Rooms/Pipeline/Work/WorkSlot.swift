/// A worker's slot for one piece of work, which is canceled in it when it is no longer wanted.
final class WorkSlot: Sendable {
  private let cancellation = WakeSignal()
  let clock: StepClock

  init(uptime: @escaping @Sendable () -> Duration = TimeSource.awake) { clock = StepClock(uptime: uptime) }

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
