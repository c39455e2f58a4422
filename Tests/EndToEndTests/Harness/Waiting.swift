import Testing

/// What a test waited for hasn't come.
struct NotInTime: Error, CustomStringConvertible {
  let description: String
}

/// Asks again and again until there is a value: what another process does can only be seen from outside.
///
/// The limit fails a hanging test and is never waited out when all is well, so that it can be generous.
/// - Parameter what: completes "waited for".
@discardableResult
func awaited<Value>(
  _ what: String, within limit: Duration = .seconds(150), every pause: Duration = .milliseconds(100),
  _ value: () async throws -> Value?
) async throws -> Value {
  let start = ContinuousClock.now
  while true {
    if let value = try await value() { return value }
    guard start.duration(to: .now) < limit else { throw NotInTime(description: "waited \(limit) for \(what)") }
    try await Task.sleep(for: pause)
  }
}

/// The same for a condition.
func until(
  _ what: String, within limit: Duration = .seconds(150), every pause: Duration = .milliseconds(100),
  _ condition: () async throws -> Bool
) async throws {
  _ = try await awaited(what, within: limit, every: pause) { try await condition() ? true : nil }
}
