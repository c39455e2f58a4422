package import Albums
package import Foundation
package import Records

/// Formats times, money, and states for people.
package enum Phrases {
  package static func money(_ money: Money) -> String { String(format: "$%.2f", money.dollars) }

  package static func cost(_ dollars: Double) -> String {
    dollars == 0 ? "nothing" : String(format: dollars < 0.1 ? "$%.4f" : "$%.2f", dollars)
  }

  /// In the user's time zone: only the time for today, otherwise with the day.
  package static func moment(_ date: Date, now: Date = Date()) -> String {
    let time = date.formatted(
      .dateTime.hour(.twoDigits(amPM: .omitted)).minute(.twoDigits).locale(Locale(identifier: "en_GB")))
    guard !Calendar.current.isDate(date, inSameDayAs: now) else { return time }
    return date.formatted(.iso8601.year().month().day().timeZoneSeparator(.omitted)) + " " + time
  }

  package static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
  }

  /// `0.4 s`, `12 s`, `3 min 5 s`.
  package static func duration(_ seconds: Double) -> String {
    guard seconds >= 9.95 else { return "\(String(format: "%.1f", seconds)) s" }
    let whole = Int(min(seconds, 1e9).rounded())
    return whole < 60 ? "\(whole) s" : "\(grouped(whole / 60)) min \(whole % 60) s"
  }

  /// `1,988`
  package static func grouped(_ number: Int) -> String { number.formatted(.number.locale(Locale(identifier: "en_GB"))) }

  /// The scan's album, or a substitute.
  package static func title(of scan: Scan) -> String {
    if let album = scan.document?.album { return "\(album.artistName) – \(album.albumTitle)" }
    return scan.reason ?? scan.name
  }

  /// `scan 12 (Artist – Title)`
  package static func named(_ scan: Scan) -> String {
    "scan \(scan.id)" + (scan.state == .done && scan.document != nil ? " (\(title(of: scan)))" : "")
  }
}
