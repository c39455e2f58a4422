internal import Synchronization

/// One piece of work at a time for each key; more of the same key wait in line, others don't.
final class TurnsByKey: Sendable {
  private let lines = Mutex([String: (turns: Turns, users: Int)]())

  /// - Throws: `CancellationError` when the task is cancelled while it waits.
  func take<Result>(_ key: String, _ work: () async throws -> Result) async throws -> Result {
    let turns = lines.withLock { lines in
      var line = lines[key] ?? (Turns(1), 0)
      line.users += 1
      lines[key] = line
      return line.turns
    }
    defer {
      lines.withLock { lines in
        lines[key]?.users -= 1
        if lines[key]?.users == 0 { lines[key] = nil }
      }
    }
    return try await turns.take(work)
  }
}
