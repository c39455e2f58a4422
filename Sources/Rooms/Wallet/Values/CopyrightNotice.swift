/// The year of a recording, as printed after ℗ on sleeves (Rome Convention of 1961, article 11).
package enum CopyrightNotice {
  /// The earliest year that a text names behind ℗ or (P), and before the next ©; `℗ & © 1983` names one for both. Nil
  /// where there is none: a number of five digits is no year.
  package static func year(in text: String) -> String? {
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

  /// What belongs to a ℗: up to the next ©, or beyond it where nothing but joining signs is between.
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

  /// Where a sign that begins at `index` ends: the sign itself, or its letter in round brackets.
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
