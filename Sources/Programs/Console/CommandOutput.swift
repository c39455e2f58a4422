package import Albums
internal import Foundation
internal import Glibc

/// A command's output. Outside a terminal it has no colors and no shortened lines; it never contains control sequences
/// from data.
package struct CommandOutput: Sendable {
  package let json: Bool
  /// In columns; nil outside a terminal.
  package let width: Int?
  /// In lines; nil outside a terminal.
  package let height: Int?
  /// Whether to animate: in a terminal, unless `NO_MOTION` is set.
  package let moves: Bool
  /// The time between two redraws: seconds are counted, and dots are animated twice a second.
  package var redrawInterval: Duration { moves ? .milliseconds(500) : .seconds(1) }
  /// Whether to use colors (no-color.org).
  private let isColored: Bool

  package init(json: Bool) {
    self.json = json
    var size = winsize()
    let isTerminal =
      isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
      && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    width = isTerminal && size.ws_col > 0 ? Int(size.ws_col) : nil
    height = isTerminal && size.ws_row > 0 ? Int(size.ws_row) : nil
    moves = !json && width != nil && (ProcessInfo.processInfo.environment["NO_MOTION"]?.isEmpty ?? true)
    isColored = ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty ?? true
  }

  /// Always one line: the name of a photo may contain a line break.
  package func say(_ line: String = "") { Swift.print(shown(line)) }

  package func say(_ table: Table) { for line in table.lines(on: self) { say(line) } }

  /// The same as text, for callers that print it elsewhere.
  package func shown(_ line: String) -> String { width == nil ? DisplaySafe.line(line) : Self.harmless(line) }

  /// Shows progress on a line that the next call replaces, and `""` removes. Only in a terminal.
  package func progress(_ words: String) {
    guard !json, width != nil else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(words)".utf8))
  }

  /// Sends control sequences to the terminal, after everything printed so far.
  package static func send(_ text: String) {
    fflush(nil)
    // If the terminal is gone, nobody would see it anyway.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Untrusted text with its own line breaks.
  package func quote(_ text: String) { Swift.print(DisplaySafe.lines(text)) }

  /// Prints one document, with sorted keys, and times in RFC 3339.
  package func print(document: some Encodable) throws { Swift.print(try Self.text(of: document)) }

  /// - Parameter schema: the document's name and version, for example `history/1`.
  package func print(_ schema: String, _ fields: JSONObject) throws { try print(document: fields.document(schema)) }

  /// The document as `print(document:)` prints it.
  /// - Parameter inOneLine: for a sequence of documents.
  package static func text(of document: some Encodable, inOneLine: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      inOneLine ? [.sortedKeys, .withoutEscapingSlashes] : [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return DisplaySafe.json(String(decoding: try encoder.encode(document), as: UTF8.self))
  }

  /// Bold in a terminal.
  package func strong(_ text: String) -> String { style(.strong, text) }

  /// In the brand's green in a terminal; bold where colors aren't wanted.
  package func branded(_ text: String) -> String { isColored ? style(.brand, text) : strong(text) }

  /// Styled in a terminal, plain elsewhere.
  package func style(_ style: TextStyle, _ text: String) -> String {
    width == nil || text.isEmpty || (style.isColor && !isColored) ? text : style.start + text + TextStyle.end
  }

  /// Shortened to the terminal's width; complete elsewhere.
  package func fitted(_ text: String, indent: Int = 0) -> String {
    guard let width, width - indent > 1 else { return text }
    return Columns.fitted(text, to: width - indent)
  }

  /// A name shortened so that the words after it fit in the terminal; complete elsewhere.
  /// - Parameter part: which of several sleeves in it is meant.
  package func shortened(_ name: String, _ part: PhotoPart? = nil) -> String {
    let sleeve = part.map { " (\($0.words))" } ?? ""
    guard let width else { return name + sleeve }
    return Columns.fitted(name, to: width < 60 ? 12 : 24) + sleeve
  }

  /// Wrapped into lines that fit the terminal, each indented by `indent`; complete elsewhere.
  package func wrapped(_ text: String, indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard let width else { return [margin + text] }
    return Columns.wrapped(text, to: min(width, 100) - indent).map { margin + $0 }
  }

  /// A line without a command, wrapped to the terminal's width, with later lines indented to its text. Paths, which
  /// people copy, stay in one piece.
  package func folded(_ line: String) -> [String] {
    guard let width, Columns.width(of: line) > min(width, 100), !line.contains("://"),
      !line.contains(#/(^|\s)~?\/\S/#)
    else {
      return [line]
    }
    let start = Self.start(of: line)
    let indent = Columns.width(of: start)
    let pieces = wrapped(String(line.dropFirst(start.count)), indent: indent)
    return [start + pieces[0].dropFirst(indent)] + pieces.dropFirst()
  }

  /// The part before the text of a line: spaces, and a mark or a short name in its own column.
  private static func start(of line: String) -> String {
    let named = line.prefixMatch(of: #/ *(?:[•–+·] |\S(?:.{0,14}\S)? {2,})/#)
    return named.map { String($0.0) } ?? String(line.prefix { $0 == " " })
  }

  package static func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(voice): \(DisplaySafe.lines(text))\n".utf8))
  }

  /// The program's name in error messages.
  package static let voice = ProcessInfo.processInfo.processName

  /// Names of photos and albums are untrusted. Our own styles are kept, and end with the line.
  private static func harmless(_ text: String) -> String {
    guard text.contains("\u{1B}") else { return DisplaySafe.line(text) }
    var result = ""
    var rest = text[...]
    while let (mark, range) = marks.compactMap({ mark in rest.firstRange(of: mark).map { (mark, $0) } })
      .min(by: { $0.1.lowerBound < $1.1.lowerBound })
    {
      result += DisplaySafe.line(String(rest[..<range.lowerBound])) + mark
      rest = rest[range.upperBound...]
    }
    result += DisplaySafe.line(String(rest))
    return result.hasSuffix(TextStyle.end) ? result : result + TextStyle.end
  }

  private static let marks = TextStyle.allCases.map(\.start) + [TextStyle.end]
}

/// Text styles in a terminal (ECMA-48, Select Graphic Rendition). Outside a terminal they write nothing.
package enum TextStyle: String, CaseIterable {
  case strong = "1"
  case faint = "2"
  case good = "32"
  /// Bold, in the green that terminals have nearest to that of the pages.
  case brand = "1;38;5;35"
  case doubtful = "33"
  case bad = "31"

  package static let end = "\u{1B}[0m"

  package var start: String { "\u{1B}[\(rawValue)m" }

  /// Whether it is a color, which users can turn off (no-color.org).
  package var isColor: Bool { self != .strong && self != .faint }
}
