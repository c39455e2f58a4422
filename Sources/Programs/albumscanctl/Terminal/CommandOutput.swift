internal import Albums
internal import Foundation
internal import Glibc
internal import TerminalGraphics

/// A command's output. Outside a terminal it has no colors and no shortened lines; it never contains control sequences
/// from data.
struct CommandOutput: Sendable {
  let json: Bool
  /// Columns; nil outside a terminal.
  let width: Int?
  /// Lines; nil outside a terminal.
  let height: Int?
  /// Something may move: in a terminal whose user didn't say `NO_MOTION`.
  let moves: Bool
  /// Between two looks at what is shown: seconds count on in it, and dots that move come twice a second.
  var redrawInterval: Duration { moves ? .milliseconds(500) : .seconds(1) }
  /// Colors are wanted (no-color.org).
  private let isColoured: Bool

  init(json: Bool) {
    self.json = json
    var size = winsize()
    let isTerminal =
      isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
      && ProcessInfo.processInfo.environment["TERM"] != "dumb"
    width = isTerminal && size.ws_col > 0 ? Int(size.ws_col) : nil
    height = isTerminal && size.ws_row > 0 ? Int(size.ws_row) : nil
    moves = !json && width != nil && (ProcessInfo.processInfo.environment["NO_MOTION"]?.isEmpty ?? true)
    isColoured = ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty ?? true
  }

  /// One line, whatever is in it: a photo may be called so that it would make two.
  func say(_ line: String = "") { Swift.print(shown(line)) }

  /// The same, as text for who writes it elsewhere.
  func shown(_ line: String) -> String { width == nil ? DisplaySafe.line(line) : Self.harmless(line) }

  /// How far the work is, on a line that the next such takes the place of, and `""` removes. Only in a terminal.
  func progress(_ words: String) {
    guard !json, width != nil else { return }
    FileHandle.standardError.write(Data("\r\u{1B}[K\(words)".utf8))
  }

  /// Between the lines.
  func draw(_ pictures: InlinePictures) { Self.send(pictures.text) }

  /// For the terminal to obey, after all that was said before.
  static func send(_ text: String) {
    fflush(nil)
    // A terminal that is gone takes no orders, and nobody sees that.
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// A text of a stranger's, as it came: its own lines stay.
  func quote(_ text: String) { Swift.print(DisplaySafe.lines(text)) }

  /// One document, keys in order, times in RFC 3339.
  func print(document: some Encodable) throws { Swift.print(try Self.text(of: document)) }

  /// The document as `print(document:)` prints it.
  /// - Parameter inOneLine: for documents that follow one another.
  static func text(of document: some Encodable, inOneLine: Bool = false) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting =
      inOneLine ? [.sortedKeys, .withoutEscapingSlashes] : [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return DisplaySafe.json(String(decoding: try encoder.encode(document), as: UTF8.self))
  }

  /// Bold in a terminal.
  func strong(_ text: String) -> String { style(.strong, text) }

  /// Stands out in a terminal, and is the text alone elsewhere.
  func style(_ style: TextStyle, _ text: String) -> String {
    width == nil || text.isEmpty || (style.isColour && !isColoured) ? text : style.start + text + TextStyle.end
  }

  /// Cut to the terminal's width; whole elsewhere.
  func fitted(_ text: String, indent: Int = 0) -> String {
    guard let width, width - indent > 1 else { return text }
    return Columns.fitted(text, to: width - indent)
  }

  /// A name that leaves room in the terminal for the words behind it; whole elsewhere.
  func shortened(_ name: String) -> String {
    guard let width else { return name }
    return Columns.fitted(name, to: width < 60 ? 12 : 24)
  }

  /// Broken into lines that fit the terminal, each after `indent` blanks; whole elsewhere.
  func wrapped(_ text: String, indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    guard let width else { return [margin + text] }
    return Columns.wrapped(text, to: min(width, 100) - indent).map { margin + $0 }
  }

  /// A line in as many as the terminal needs, those behind the first under its words. Commands and paths, which people
  /// copy, stay whole.
  func folded(_ line: String) -> [String] {
    guard let width, Columns.width(of: line) > min(width, 100), !line.contains("albumscanctl "),
      !line.contains("://"), !line.contains(#/(^|\s)~?\/\S/#)
    else {
      return [line]
    }
    let start = Self.start(of: line)
    let indent = Columns.width(of: start)
    let pieces = wrapped(String(line.dropFirst(start.count)), indent: indent)
    return [start + pieces[0].dropFirst(indent)] + pieces.dropFirst()
  }

  /// What the words of a line stand behind: blanks, and a mark or a short name in a column of its own.
  private static func start(of line: String) -> String {
    let named = line.prefixMatch(of: #/ *(?:[•–+·] |\S(?:.{0,14}\S)? {2,})/#)
    return named.map { String($0.0) } ?? String(line.prefix { $0 == " " })
  }

  static func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(voice): \(DisplaySafe.lines(text))\n".utf8))
  }

  /// Who complains.
  static let voice = "albumscanctl"

  /// Names of photos and albums come from strangers. Our own styles are let through, and end with the line.
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
