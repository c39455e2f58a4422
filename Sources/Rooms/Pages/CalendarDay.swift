/// Formats the day or month of an RFC 3339 time for people.
enum CalendarDay {
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// `2026-11-21T14:03:22Z` is `21 November 2026`; what isn't such a time stays as it is.
  static func words(_ time: String) -> String {
    let day = time.prefix { $0 != "T" }.split(separator: "-")
    guard day.count == 3, let number = Int(day[2]), let month = month(String(time.prefix(7))) else { return time }
    return "\(number) \(month)"
  }

  /// `2026-11` is `November 2026`; nil for what isn't a month.
  static func month(_ name: String) -> String? {
    let parts = name.split(separator: "-")
    guard parts.count == 2, parts[0].count == 4, let year = Int(parts[0]), let number = Int(parts[1]),
      months.indices.contains(number - 1)
    else { return nil }
    return "\(months[number - 1]) \(year)"
  }
}
