internal import Albums

/// The date of an album's first release, and its source.
package struct ReleaseDate: Codable, Equatable, Sendable {
  /// In order of trust.
  package enum Source: String, Codable, Sendable, CaseIterable {
    /// The tag `OriginalDate`.
    case originalDate
    /// The tag `Date`, which may be that of a later edition.
    case date
    /// MusicBrainz's first release date of the release group.
    case catalog = "catalogue"
    /// The ℗ year printed on the sleeve.
    case copyright
    /// What a model read or remembered, if the catalog doesn't know the album.
    case scan
  }

  /// `1975`, `1975-03` or `1975-03-21`.
  package let text: String
  package let source: Source

  package var year: String { String(text.prefix(4)) }

  /// The earliest date of the most trusted source that has one.
  ///
  /// A date without a month sorts before those with one, like its text: `1975` < `1975-03`.
  package static func earliest(of said: [Source: [String]]) -> ReleaseDate? {
    for source in Source.allCases {
      let dates = (said[source] ?? []).compactMap { source == .copyright ? copyrightYear(in: $0) : date($0) }
      if let first = dates.min() { return ReleaseDate(text: first, source: source) }
    }
    return nil
  }

  /// The valid part of a date: `1975-03-21T00:00` becomes `1975-03-21`, `1975-00-00` becomes `1975`.
  static func date(_ text: String) -> String? {
    guard let year = TagWords.year(text) else { return nil }
    let parts = text.drop(while: \.isWhitespace).dropFirst(4).split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0].isEmpty, let month = part(parts[1], upTo: 12) else { return year }
    guard parts.count > 2, let day = part(parts[2], upTo: 31) else { return "\(year)-\(month)" }
    return "\(year)-\(month)-\(day)"
  }

  private static func part(_ text: Substring, upTo last: Int) -> Substring? {
    let digits = text.prefix(2)
    guard digits.utf8.count == 2, digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      text.dropFirst(2).first?.isNumber != true,
      let number = Int(digits), (1...last).contains(number)
    else { return nil }
    return digits
  }
}

/// The year of a recording, as printed after ℗ on sleeves (Rome Convention of 1961, article 11).
extension ReleaseDate {
  /// The earliest year after ℗ or (P), and before the next ©; `℗ & © 1983` is one year for both. Nil if there is none:
  /// five digits aren't a year.
  static func copyrightYear(in text: String) -> String? {
    let text = Array(text.prefix(20_000).unicodeScalars)
    var years: [String] = []
    var index = 0
    while index < text.count {
      guard let start = end(of: ["℗"], "p", in: text, at: index) else {
        index += 1
        continue
      }
      years += Self.years(in: notice(in: text, from: start))
      index = start
    }
    return years.min()
  }

  /// The text of a ℗ notice: up to the next ©, or beyond it if only joining characters are in between.
  private static func notice(in text: [Unicode.Scalar], from start: Int) -> ArraySlice<Unicode.Scalar> {
    var start = start
    var index = start
    while index < text.count {
      if let after = end(of: ["©"], "c", in: text, at: index) {
        let between = text[start..<index]
        guard between.allSatisfy({ $0.properties.isWhitespace || "&+,/".unicodeScalars.contains($0) }) else {
          return between
        }
        (start, index) = (after, after)
      } else if end(of: ["℗"], "p", in: text, at: index) != nil {
        break
      } else {
        index += 1
      }
    }
    return text[start..<index]
  }

  /// The end of a sign that begins at `index`: the sign itself, or its letter in parentheses.
  private static func end(
    of signs: Set<Unicode.Scalar>, _ letter: Unicode.Scalar, in text: [Unicode.Scalar], at index: Int
  ) -> Int? {
    if signs.contains(text[index]) { return index + 1 }
    guard text[index] == "(", index + 2 < text.count, text[index + 2] == ")",
      text[index + 1].properties.lowercaseMapping == String(letter)
    else { return nil }
    return index + 3
  }

  private static func years(in text: ArraySlice<Unicode.Scalar>) -> [String] {
    text.split { !("0"..."9").contains($0) }.map { String(String.UnicodeScalarView($0)) }.filter {
      $0.utf8.count == 4 && ($0.hasPrefix("19") || $0.hasPrefix("20"))
    }
  }
}
