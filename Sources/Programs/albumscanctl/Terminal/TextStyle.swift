/// Text styles in a terminal (ECMA-48, Select Graphic Rendition). Outside a terminal they write nothing.
enum TextStyle: String, CaseIterable {
  case strong = "1"
  case faint = "2"
  case good = "32"
  case doubtful = "33"
  case bad = "31"

  static let end = "\u{1B}[0m"

  var start: String { "\u{1B}[\(rawValue)m" }

  /// Whether it is a color, which some people don't want (no-color.org).
  var isColour: Bool { self != .strong && self != .faint }
}
