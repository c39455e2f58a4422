/// Makes untrusted text safe for display: it can't control a terminal, change the writing direction, break lines, or
/// stack marks onto other text. It stays readable.
package enum DisplaySafe {
  /// The mark that stands for what isn't shown.
  package static let mark: Unicode.Scalar = "\u{FFFD}"

  /// More marks than this on one letter are no accent of any language.
  private static let mostMarks = 6

  /// One line: what would end it is shown as a mark too.
  package static func line(_ text: String) -> String { replaced(text) { _ in String(mark) } }

  /// Text of several lines, each character that could steer as an escape, so that one sees what was there.
  package static func lines(_ text: String) -> String {
    replaced(text) { $0 == "\n" || $0 == "\t" ? String($0) : "\\u{\(String($0.value, radix: 16))}" }
  }

  /// A JSON text, in other bytes but of the same meaning: whatever could steer is escaped.
  package static func json(_ text: String) -> String {
    replaced(text, limitingMarks: false) { scalar in
      if scalar == "\n" { return "\n" }
      return scalar.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
  }

  private static func replaced(
    _ text: String, limitingMarks: Bool = true, by replacement: (Unicode.Scalar) -> String
  ) -> String {
    guard !text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return text }
    var result = String.UnicodeScalarView()
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = scalar.isMark && !scalar.properties.isVariationSelector ? marks + 1 : 0
      if limitingMarks, marks > mostMarks { continue }
      if steers(scalar) { result.append(contentsOf: replacement(scalar).unicodeScalars) } else { result.append(scalar) }
    }
    return String(result)
  }

  /// The two joiners don't: emoji and Persian need them.
  private static func steers(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: true
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}" && scalar != "\u{AD}"
    default: false
    }
  }
}
