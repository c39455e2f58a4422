/// How long a scan waits after faults: not at all, 2 s, 4 s, then doubling up to an hour, with jitter so that scans
/// that failed together don't retry together.
package struct RetrySchedule: Equatable, Sendable {
  package var longest: Duration = .seconds(3600)
  /// While nothing of the outside can be reached: a train leaves its tunnel at any moment.
  package var longestOffline: Duration = .seconds(60)

  package init() {}

  /// - Parameters:
  ///   - faults: how many this step has met so far, this one included.
  ///   - offline: nothing was sent, because nothing could be reached.
  ///   - jitter: 0…1; takes up to a quarter off.
  package func delay(after faults: Int, offline: Bool = false, jitter: Double) -> Duration {
    // Offline, "at once" would be a busy loop: nothing slows it down.
    let doublings = max(0, faults - (offline ? 1 : 2))
    if faults <= 1, !offline { return .zero }
    let whole = Duration.seconds(2) * (1 << min(doublings, 16))
    return min(whole, offline ? longestOffline : longest) * (1 - 0.25 * min(max(jitter, 0), 1))
  }
}
