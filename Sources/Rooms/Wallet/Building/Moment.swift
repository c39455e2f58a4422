internal import FoundationEssentials

/// Parses and formats times as MPD writes them.
enum Moment {
  /// Seconds since 1970 of `2026-11-21T02:59:22Z`; nil for anything else.
  static func seconds(_ text: String) -> Int? {
    (try? Date(text, strategy: .iso8601)).map { Int($0.timeIntervalSince1970) }
  }
}
