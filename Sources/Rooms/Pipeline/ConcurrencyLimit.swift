internal import ImagingClient
internal import Synchronization

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

/// Runs one piece of work at a time per key; work with other keys doesn't wait.
final class KeyedMutex: Sendable {
  private let lines = Mutex([String: (limit: ConcurrencyLimit, users: Int)]())

  /// - Throws: `CancellationError` when the task is canceled while it waits.
  func run<Result>(_ key: String, _ work: () async throws -> Result) async throws -> Result {
    let limit = lines.withLock { lines in
      var line = lines[key] ?? (ConcurrencyLimit(1), 0)
      line.users += 1
      lines[key] = line
      return line.limit
    }
    defer {
      lines.withLock { lines in
        lines[key]?.users -= 1
        if lines[key]?.users == 0 { lines[key] = nil }
      }
    }
    return try await limit.run(work)
  }
}
