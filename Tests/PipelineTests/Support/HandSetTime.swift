import Foundation
import TestSupport

@testable import Pipeline

/// A time that stands still until a test moves it on.
struct HandSetTime: Sendable {
  static let start = Date(timeIntervalSince1970: 1_795_269_600)  // 2026-11-21T14:00:00Z

  let clock = ManualClock()

  var now: Date { Self.start.addingTimeInterval(clock.now.offset / .seconds(1)) }

  var source: TimeSource {
    let clock = clock
    return TimeSource(
      now: { Self.start.addingTimeInterval(clock.now.offset / .seconds(1)) },
      sleep: { try await clock.sleep(until: clock.now.advanced(by: $0)) }, uptime: { clock.now.offset })
  }

  /// Moves on to a moment, if that lies ahead.
  func advance(to date: Date) {
    let ahead = date.timeIntervalSince(now)
    if ahead > 0 { clock.advance(by: .seconds(ahead) + .milliseconds(1)) }
  }
}
