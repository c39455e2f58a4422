import Synchronization

/// Watches that requests come no faster than MusicBrainz allows on average (MusicBrainz API, Rate limiting).
///
/// Of any two of the last requests, the later one must be as far from the earlier as the requests between them need, less
/// what may get lost between sending and arriving on a busy machine: a single late arrival is forgiven, a rate isn't.
final class RequestRateMonitor: Sendable {
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
      // On a busy machine one may be read after another that came later: it counts between them.
      let place = arrivals.count { $0 <= instant }
      let haste = arrivals.enumerated().map { index, other in
        let isEarlier = index < place
        let steps = isEarlier ? place - index : index - place + 1
        return interval * steps - tolerance - (isEarlier ? instant - other : other - instant)
      }
      arrivals.insert(instant, at: place)
      arrivals.removeFirst(max(0, arrivals.count - Self.window))
      return haste.max().flatMap { $0 > .zero ? $0 : nil }
    }
  }
}
