internal import Synchronization

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
