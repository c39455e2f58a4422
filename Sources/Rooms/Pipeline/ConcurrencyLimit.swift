internal import ImagingProcess

/// Limits how much work runs at the same time; the rest waits in order.
package final class ConcurrencyLimit: Sendable {
  private let semaphore: AsyncSemaphore

  package init(_ places: Int) { semaphore = AsyncSemaphore(places) }

  /// Runs `work` when there is room.
  /// - Throws: `CancellationError` when the task is canceled while it waits; else what `work` throws.
  package func run<Result>(_ work: () async throws -> Result) async throws -> Result {
    try await StepClock.waiting { try await semaphore.acquire() }
    defer { semaphore.release() }
    return try await work()
  }
}
