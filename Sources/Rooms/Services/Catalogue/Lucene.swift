internal import FoundationEssentials

/// Formats values for MusicBrainz's search, in Lucene's syntax (MusicBrainz API, Search).
enum Lucene {
  /// More than any name has; a value that strangers wrote could be of any length.
  static let longest = 200

  private static let special: Set<Character> = [
    "+", "-", "&", "|", "!", "(", ")", "{", "}", "[", "]", "^", "\"", "~", "*", "?", ":", "\\", "/",
  ]

  /// `field:"some words"`; nil where there is nothing to look for. In quotation marks only two characters are special.
  static func phrase(_ field: String, _ value: String) -> String? {
    let text = plain(value)
    guard text.contains(where: isSearchable) else { return nil }
    return "\(field):\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// `field:(some~ words~)`: any of the words, or one that is spelt much like it.
  static func fuzzy(_ field: String, _ value: String) -> String? {
    let words = plain(value).split(separator: " ").filter { $0.contains(where: isSearchable) }.prefix(8)
    guard !words.isEmpty else { return nil }
    return "\(field):(\(words.map { escaped(String($0)) + "~" }.joined(separator: " ")))"
  }

  /// Words that may be misread: a long one may differ in two letters, a short one in none, as the index's own limits are.
  static func alike(_ words: [String], joint: String) -> String? {
    let words = words.prefix(12).map { plain($0) }.filter { $0.contains(where: isSearchable) && !$0.contains(" ") }
    guard !words.isEmpty else { return nil }
    return words.map { word in
      let fuzz = word.allSatisfy(\.isNumber) || word.count < 4 ? "" : word.count < 8 ? "~1" : "~2"
      return escaped(String(word.prefix(40))) + fuzz
    }.joined(separator: joint)
  }

  /// A value outside of quotation marks, each special character with a backslash before it.
  static func escaped(_ value: String) -> String {
    String(value.flatMap { special.contains($0) ? ["\\", $0] : [$0] })
  }

  /// Text without any syntax, for the forgiving parser: what would be special is a gap.
  static func words(_ text: String) -> String? {
    let bare = String(String.UnicodeScalarView(text.unicodeScalars.prefix(8 * longest).filter { !isVowelPoint($0) }))
    let words = plain(String(bare.prefix(2 * longest).map { special.contains($0) ? " " : $0 })).split(separator: " ")
    return words.contains { $0.contains(where: isSearchable) } ? words.joined(separator: " ") : nil
  }

  /// Lower case, since AND, OR and NOT are operators; one line; of bounded length.
  private static func plain(_ value: String) -> String {
    let gaps: (Character) -> Bool = { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
    return String(
      value.prefix(2 * longest).lowercased().split(whereSeparator: gaps).joined(separator: " ").prefix(longest))
  }

  /// Hebrew points, Arabic vowel signs and the stroke that draws a word out: sleeves have them, catalogs seldom.
  private static func isVowelPoint(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x640, 0x64B...0x652, 0x670: true
    case 0x591...0x5C7: scalar.properties.generalCategory == .nonspacingMark
    default: false
    }
  }

  /// The index has words only, and drops punctuation.
  private static func isSearchable(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || (!character.isASCII && !character.isPunctuation)
  }
}
