/// Makes text from models and catalogs safe to store and show: no control characters, no invisible characters, limited
/// length.
package enum Cleaned {
  /// One line, at most `limit` characters; nil when nothing is left.
  package static func text(_ text: String?, limit: Int = 300) -> String? {
    guard let text else { return nil }
    let words = visible(text.unicodeScalars.prefix(limit * 16)).split(whereSeparator: \.isWhitespace)
    return bounded(words.joined(separator: " "), limit: limit)
  }

  /// Several lines, as they stand on a cover; at most `limit` characters, nil when nothing is left.
  package static func lines(_ text: String?, limit: Int = 4000) -> String? {
    guard let text else { return nil }
    let lines = visible(text.unicodeScalars.prefix(limit * 4)).split(whereSeparator: \.isNewline)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    return bounded(lines.filter { !$0.isEmpty }.joined(separator: "\n"), limit: limit)
  }

  private static func bounded(_ text: String, limit: Int) -> String? {
    guard text.count > limit else { return text.isEmpty ? nil : text }
    return String(EditionSegment.trimmed(text.prefix(limit - 1))) + "…"
  }

  private static func visible(_ scalars: Substring.UnicodeScalarView) -> String {
    var marks = 0
    var visible = String.UnicodeScalarView()
    for scalar in scalars {
      marks = scalar.isMark && !scalar.properties.isVariationSelector ? marks + 1 : 0
      if marks <= 4, let shown = shown(scalar) { visible.append(shown) }
    }
    return String(visible)
  }

  /// Direction overrides can turn a line of a terminal or a page around; tags and private characters carry what a
  /// reader can't see. The two joiners stay: emoji and Persian need them.
  private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator:
      return scalar.properties.isWhitespace ? (scalar == "\t" ? " " : "\n") : nil
    case .format: return scalar == "\u{200c}" || scalar == "\u{200d}" ? scalar : nil
    case .privateUse, .surrogate, .unassigned: return nil
    default: return scalar == "\u{fffd}" ? nil : scalar
    }
  }
}
