import Testing

/// What a test waited for hasn't come.
struct NotInTime: Error, CustomStringConvertible {
  let description: String
}

/// Asks again and again until there is a value: what another process does can only be seen from outside.
///
/// The limit fails a hanging test and is never waited out when all is well, so that it can be generous.
/// - Parameters:
///   - what: completes "waited for".
///   - pause: between two questions; nil for a quarter of what was waited already, since most questions are a process.
@discardableResult
func awaited<Value>(
  _ what: String, within limit: Duration = .seconds(150), every pause: Duration? = nil,
  _ value: () async throws -> Value?
) async throws -> Value {
  let start = ContinuousClock.now
  while true {
    if let value = try await value() { return value }
    let waited = start.duration(to: .now)
    guard waited < limit else { throw NotInTime(description: "waited \(limit) for \(what)") }
    try await Task.sleep(for: pause ?? min(max(waited / 4, .milliseconds(50)), .milliseconds(500)))
  }
}

/// The same for a condition.
func until(
  _ what: String, within limit: Duration = .seconds(150), every pause: Duration? = nil,
  _ condition: () async throws -> Bool
) async throws {
  _ = try await awaited(what, within: limit, every: pause) { try await condition() ? true : nil }
}
