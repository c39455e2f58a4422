/// The width of text in a terminal: East Asian letters and emoji take two columns, combining marks none (Unicode
/// Standard Annex 11). Escape sequences for styles take none, either.
package enum Columns {
  package static func width(of text: some StringProtocol) -> Int { pieces(of: text).reduce(0) { $0 + $1.width } }

  /// Shortened to fit, with an ellipsis.
  package static func fitted(_ text: String, to width: Int) -> String {
    guard width > 0, Columns.width(of: text) > width else { return text }
    var (result, used, isInked) = ("", 0, false)
    for piece in pieces(of: text) {
      if piece.isInk { isInked = piece.text != TextStyle.end[...] }
      if used + piece.width > width - 1 { break }
      result += piece.text
      used += piece.width
    }
    return result + "…" + (isInked ? TextStyle.end : "")
  }

  /// Shortened, or padded with spaces.
  package static func column(_ text: String, of width: Int) -> String {
    let fitted = fitted(text, to: width)
    return fitted + String(repeating: " ", count: max(0, width - Columns.width(of: fitted)))
  }

  /// Wrapped into lines that fit, between words if possible.
  package static func wrapped(_ text: String, to width: Int) -> [String] {
    guard width > 8 else { return [text] }
    var (lines, line, used): ([String], String, Int) = ([], "", 0)
    let words = text.split(separator: " ", omittingEmptySubsequences: false).flatMap { chopped($0, to: width) }
    for word in words {
      let length = Columns.width(of: word)
      if used > 0, used + 1 + length > width {
        lines.append(line)
        (line, used) = (String(word), length)
      } else {
        line += (used > 0 || !line.isEmpty ? " " : "") + word
        used = Columns.width(of: line)
      }
    }
    return lines + [line]
  }

  /// Splits a word that is wider than a line, such as East Asian text, which has no spaces.
  private static func chopped(_ word: Substring, to width: Int) -> [Substring] {
    var (parts, rest) = ([Substring](), word)
    while Columns.width(of: rest) > width {
      var (end, used) = (rest.startIndex, 0)
      while end < rest.endIndex, case let next = Columns.width(of: rest[end]), used + next <= width {
        used += next
        end = rest.index(after: end)
      }
      guard end > rest.startIndex else { break }
      parts.append(rest[..<end])
      rest = rest[end...]
    }
    return parts + [rest]
  }

  private static func pieces(of text: some StringProtocol) -> [(text: Substring, width: Int, isInk: Bool)] {
    var pieces: [(text: Substring, width: Int, isInk: Bool)] = []
    var rest = Substring(text)
    while let first = rest.first {
      if first == "\u{1B}", let style = styles.first(where: rest.hasPrefix) {
        pieces.append((rest.prefix(style.count), width: 0, isInk: true))
        rest = rest.dropFirst(style.count)
      } else {
        pieces.append((rest.prefix(1), width(of: first), isInk: false))
        rest = rest.dropFirst()
      }
    }
    return pieces
  }

  private static let styles = TextStyle.allCases.map(\.start) + [TextStyle.end]

  private static func width(of character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    if scalars.contains("\u{FE0F}") { return 2 }
    return scalars.map(width).max() ?? 0
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  /// The blocks that the annex calls wide and full-width.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
