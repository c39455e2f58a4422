/// How long a scan waits after faults: not at all, 2 s, 4 s, then doubling up to an hour, with jitter so that scans
/// that failed together don't retry together.
package struct RetrySchedule: Equatable, Sendable {
  package var longest: Duration = .seconds(3600)
  /// While the network is down: it may come back at any moment, as when a train leaves a tunnel.
  package var longestOffline: Duration = .seconds(60)

  package init() {}

  /// - Parameters:
  ///   - faults: the number of faults in this step so far, including this one.
  ///   - offline: true if nothing was sent because nothing could be reached.
  ///   - jitter: 0…1; shortens the wait by up to a quarter.
  package func delay(after faults: Int, offline: Bool = false, jitter: Double) -> Duration {
    // Offline, retrying at once would be a busy loop, since nothing slows it down.
    let doublings = max(0, faults - (offline ? 1 : 2))
    if faults <= 1, !offline { return .zero }
    let whole = Duration.seconds(2) * (1 << min(doublings, 16))
    return min(whole, offline ? longestOffline : longest) * (1 - 0.25 * min(max(jitter, 0), 1))
  }
}
