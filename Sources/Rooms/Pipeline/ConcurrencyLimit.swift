internal import ImagingClient

/// Limits how much work runs at the same time; the rest waits in order.
package final class ConcurrencyLimit: Sendable {
  private let semaphore: AsyncSemaphore
  /// How much work waits.
  var waiting: Int { semaphore.waiting }

  package init(_ places: Int) { semaphore = AsyncSemaphore(places) }

  /// Changes how much runs at the same time; work in progress goes on.
  func resize(to places: Int) { semaphore.resize(to: places) }

  /// Runs `work` when there is room.
  /// - Parameter hasLowPriority: all work without it goes first.
  /// - Throws: `CancellationError` when the task is canceled while it waits; else what `work` throws.
  package func run<Result>(
    hasLowPriority: Bool = false, _ work: () async throws -> Result
  ) async throws -> Result {
    try await StepClock.waiting { try await semaphore.acquire(hasLowPriority: hasLowPriority) }
    defer { semaphore.release() }
    return try await work()
  }
}
