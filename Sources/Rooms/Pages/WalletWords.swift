/// Formats times, and sentences that contain commands, for the wallet's page.
enum WalletWords {
  /// `4:07`; hours only where there are some.
  static func clock(_ seconds: Double) -> String {
    let seconds = Int(min(max(0, seconds.isFinite ? seconds : 0), 359_999))
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let end = twoDigits(seconds % 60)
    return hours > 0 ? "\(hours):\(twoDigits(minutes)):\(end)" : "\(minutes):\(end)"
  }

  /// A sentence in which a command stands between two grave accents.
  static func marked(_ sentence: String) -> HTML {
    let parts = sentence.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { place, part in
      place % 2 == 1 ? "<code>\(String(part))</code>" as HTML : "\(String(part))"
    }
    return parts.reduce("", +)
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
