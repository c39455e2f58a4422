/// The state of a scan. A scan is always in exactly one.
package enum ScanState: String, Codable, Sendable, CaseIterable {
  /// In the queue, or held back until a time or a cure.
  case waiting
  /// In the worker's hands.
  case running
  /// Needs a person to choose.
  case unsure
  case done
  case failed
  /// A person said that the album is wrong, or, if it joined another scan, its photo is that one's.
  case rejected
}
