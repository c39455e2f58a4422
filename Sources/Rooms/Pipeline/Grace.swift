/// Runs `work` for at most `grace`; then it is canceled.
/// - Returns: what it made; nil if it was too late.
/// - Throws: what it throws.
func withGrace<Made: Sendable>(
  _ grace: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
  _ work: @escaping @Sendable () async throws -> Made
) async throws -> Made? {
  try await withThrowingTaskGroup(of: Made?.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await sleep(grace)
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
