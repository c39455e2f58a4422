package import Foundation

/// The current time, durations, and waiting; tests control all three.
package struct TimeSource: Sendable {
  package var now: @Sendable () -> Date
  package var sleep: @Sendable (Duration) async throws -> Void
  /// Time since an arbitrary moment. It isn't affected by setting the clock, and stops while the computer sleeps.
  package var uptime: @Sendable () -> Duration = TimeSource.awake

  private static let beginning = SuspendingClock.now
  package static let awake: @Sendable () -> Duration = { beginning.duration(to: .now) }

  package static let system = TimeSource(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}

extension Date {
  /// RFC 3339 in UTC, with seconds, as in all written files.
  package var rfc3339: String { formatted(.iso8601) }

  static func + (date: Date, duration: Duration) -> Date {
    date.addingTimeInterval(duration / .seconds(1))
  }
}
