package import Albums
package import FoundationEssentials
package import MPD

extension Wallet {
  /// What is played at this moment. Told by the queue itself, so that what other clients do to it is seen.
  /// - Parameters:
  ///   - queue: the URIs in it, in order.
  ///   - now: when MPD said so.
  package func playing(_ status: PlayerStatus, queue: [String], now: Date) -> NowPlaying {
    let disc = queue.isEmpty ? nil : discs.first { $0.isPlayable && $0.tracks.map(\.file) == queue }
    let (seconds, attoseconds) = (status.elapsed ?? .zero).components
    return NowPlaying(
      state: NowPlaying.State(rawValue: status.state.rawValue) ?? .stop, disc: disc?.id,
      track: status.state == .stop ? nil : status.position.map { $0 + 1 },
      elapsed: Double(seconds) + Double(attoseconds) / 1e18, at: now)
  }
}
