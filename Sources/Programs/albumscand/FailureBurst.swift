internal import Albums

/// Photos that failed shortly after one another, which are announced together.
struct FailureBurst {
  struct Failure: Equatable {
    let scan: ScanID
    let photo: String
  }

  /// Those that are no further apart from the first are one.
  static let window = Duration.seconds(60)

  private(set) var failures: [Failure] = []
  private var began: ContinuousClock.Instant?

  /// - Returns: all of the burst, the newest last.
  mutating func add(_ failure: Failure, at now: ContinuousClock.Instant) -> [Failure] {
    if began.map({ $0.duration(to: now) >= Self.window }) ?? true { (failures, began) = ([], now) }
    failures.removeAll { $0.scan == failure.scan }
    failures.append(failure)
    return failures
  }
}
