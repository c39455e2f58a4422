/// How long to wait before connecting to MPD again: 1 s, then doubling up to 30 s.
package struct Backoff: Equatable, Sendable {
  package static let longest = Duration.seconds(30)

  private var upcoming = Duration.seconds(1)

  package init() {}

  package mutating func next() -> Duration {
    defer { upcoming = min(upcoming * 2, Self.longest) }
    return upcoming
  }

  /// It answered.
  package mutating func reset() { self = Backoff() }
}
