import Synchronization

/// Watches that no two requests come closer together than MusicBrainz allows (MusicBrainz API, Rate limiting).
final class PoliteClock: Sendable {
  private let last = Mutex<ContinuousClock.Instant?>(nil)
  private let interval: Duration
  private let tolerance: Duration

  /// - Parameter tolerance: How much of the interval may get lost between sending and arriving.
  init(interval: Duration, tolerance: Duration) {
    self.interval = interval
    self.tolerance = tolerance
  }

  /// The time since the request before, where that is too short; nil where all is well.
  func haste(at instant: ContinuousClock.Instant) -> Duration? {
    last.withLock { last in
      defer { last = max(last ?? instant, instant) }
      guard let last else { return nil }
      let gap = instant - last
      return gap < interval - tolerance ? gap : nil
    }
  }
}
