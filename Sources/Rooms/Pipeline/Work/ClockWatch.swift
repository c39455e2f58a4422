internal import Albums
internal import Foundation
internal import ServiceLifecycle

/// Detects that the clock was set back. A computer without a battery-backed clock may start in the wrong year.
struct ClockWatch {
  private var last: (wall: Date, uptime: ContinuousClock.Instant)?

  /// Further than this; less is put right by network time now and then, and does no harm.
  private static let tolerance: TimeInterval = 60

  /// True once after each time.
  mutating func wasSetBack(at wall: Date, uptime: ContinuousClock.Instant) -> Bool {
    defer { last = (wall, uptime) }
    guard let last else { return false }
    return wall.timeIntervalSince(last.wall) < last.uptime.duration(to: uptime) / .seconds(1) - Self.tolerance
  }
}
