internal import Albums

/// Matches that arrive too quickly to be announced one by one.
struct FindBurst {
  /// More than this many within `window` are shown as one.
  private static let most = 5
  private static let window = Duration.seconds(20)

  private var recent: [(scan: ScanID, headline: String, at: ContinuousClock.Instant)] = []

  /// - Returns: the matches to show as one, the newest last, and which of them were shown alone; empty if the match is
  ///   shown alone.
  mutating func add(
    _ scan: ScanID, _ headline: String, at now: ContinuousClock.Instant
  ) -> (finds: [String], shownAlone: [ScanID]) {
    // A burst continues as long as matches follow one another within the window.
    if let last = recent.last, last.at.duration(to: now) > Self.window { recent = [] }
    if recent.count < Self.most { recent.removeAll { $0.at.duration(to: now) > Self.window } }
    recent.append((scan, headline, now))
    guard recent.count > Self.most else { return ([], []) }
    return (recent.map(\.headline), recent.count == Self.most + 1 ? recent.dropLast().map(\.scan) : [])
  }
}

/// Photos that failed shortly after one another, which are announced together.
struct FailureBurst {
  typealias Failure = (scan: ScanID, photo: String)

  /// Failures within this time after the first belong together.
  static let window = Duration.seconds(60)

  private(set) var failures: [Failure] = []
  private var began: ContinuousClock.Instant?

  /// - Returns: all failures of the burst, the newest last.
  mutating func add(_ failure: Failure, at now: ContinuousClock.Instant) -> [Failure] {
    if began.map({ $0.duration(to: now) >= Self.window }) ?? true { (failures, began) = ([], now) }
    failures.removeAll { $0.scan == failure.scan }
    failures.append(failure)
    return failures
  }
}
