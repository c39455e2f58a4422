/// Runs `slow` beside `main`; when `main` is through, `slow` gets `grace` to end, and is canceled then.
/// - Returns: what `main` made, and what `slow` made if it was in time.
/// - Throws: what either throws; the other is canceled.
func withGrace<Main: Sendable, Slow: Sendable>(
  _ grace: Duration, sleep: @escaping @Sendable (Duration) async throws -> Void,
  _ slow: @escaping @Sendable () async throws -> Slow, beside main: @escaping @Sendable () async throws -> Main
) async throws -> (Main, Slow?) {
  return try await withThrowingTaskGroup(of: GraceEvent<Main, Slow>.self) { group in
    group.addTask { .main(try await main()) }
    group.addTask { .slow(try await slow()) }
    defer { group.cancelAll() }
    var made: Main?
    var slowMade: Slow?
    while let event = try await group.next() {
      switch event {
      case .main(let value):
        if let slowMade { return (value, slowMade) }
        made = value
        group.addTask {
          try await sleep(grace)
          return .late
        }
      case .slow(let value):
        if let made { return (made, value) }
        slowMade = value
      case .late:
        if let made { return (made, nil) }
      }
    }
    throw CancellationError()
  }
}

private enum GraceEvent<Main: Sendable, Slow: Sendable>: Sendable {
  case main(Main)
  case slow(Slow)
  case late
}
