/// What a test waited for didn't come in time.
package struct DeadlinePassed: Error, CustomStringConvertible {
  package let limit: Duration
  package var description: String { "nothing came within \(limit)" }
}

/// Runs `work`, and cancels it and throws `DeadlinePassed` when it isn't done within `limit` of real time.
///
/// The limit is there to fail a hanging test, so let it be generous: a test never waits it out when all is well.
package func within<Value: Sendable>(
  _ limit: Duration = .seconds(120), _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await Task.sleep(for: limit)
      throw DeadlinePassed(limit: limit)
    }
    defer { group.cancelAll() }
    guard let first = try await group.next() else { throw DeadlinePassed(limit: limit) }
    return first
  }
}
