package import Foundation

/// What time it is, and waiting; a test sets both.
package struct TimeSource: Sendable {
  package var now: @Sendable () -> Date
  package var sleep: @Sendable (Duration) async throws -> Void

  package init(now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.now = now
    self.sleep = sleep
  }

  package static let system = TimeSource(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}

extension Date {
  /// RFC 3339 in UTC, to the second, as in every file that is written.
  package var rfc3339: String { formatted(.iso8601) }

  static func + (date: Date, duration: Duration) -> Date {
    date.addingTimeInterval(duration / .seconds(1))
  }
}
