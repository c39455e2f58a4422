import Synchronization

/// Watches that requests come no faster than MusicBrainz allows on average (MusicBrainz API, Rate limiting).
///
/// Of any two of the last requests, the later one must be as far from the earlier as the requests between them need, less
/// what may get lost between sending and arriving on a busy machine: a single late arrival is forgiven, a rate isn't.
final class PoliteClock: Sendable {
  private let arrivals = Mutex<[ContinuousClock.Instant]>([])
  private let interval: Duration
  private let tolerance: Duration
  private static let window = 30

  /// - Parameter tolerance: For all requests of the window together.
  init(interval: Duration, tolerance: Duration) {
    self.interval = interval
    self.tolerance = tolerance
  }

  /// How much too early a request came; nil where all is well.
  func haste(at instant: ContinuousClock.Instant) -> Duration? {
    arrivals.withLock { arrivals in
      let haste = arrivals.reversed().enumerated().map {
        interval * ($0.offset + 1) - tolerance - (instant - $0.element)
      }
      arrivals = Array((arrivals + [instant]).sorted().suffix(Self.window))
      return haste.max().flatMap { $0 > .zero ? $0 : nil }
    }
  }
}
