internal import Albums
internal import Foundation
internal import Glibc

/// Where answers are written. No colour and no cut lines outside a terminal; nothing that a terminal would obey.
struct Paper: Sendable {
  let json: Bool
  /// Columns; nil outside a terminal.
  let width: Int?

  init(json: Bool) {
    self.json = json
    var size = winsize()
    let isTerminal = isatty(STDOUT_FILENO) == 1 && ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0
    width = isTerminal && size.ws_col > 0 ? Int(size.ws_col) : nil
  }

  /// One line, whatever is in it: a photo may be called so that it would make two.
  func say(_ line: String = "") { Swift.print(width == nil ? Inert.line(line) : Self.harmless(line)) }

  /// A text of a stranger's, as it came: its own lines stay.
  func quote(_ text: String) { Swift.print(Inert.lines(text)) }

  /// One document, keys in order, times in RFC 3339.
  func print(document: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    Swift.print(Inert.json(String(decoding: try encoder.encode(document), as: UTF8.self)))
  }

  /// Bold in a terminal.
  func strong(_ text: String) -> String { width == nil ? text : "\u{1B}[1m\(text)\u{1B}[0m" }

  /// Cut to the terminal's width; whole elsewhere.
  func fitted(_ text: String, indent: Int = 0) -> String {
    guard let width, text.count > width - indent, width - indent > 1 else { return text }
    return text.prefix(width - indent - 1) + "…"
  }

  static func complain(_ text: String) {
    FileHandle.standardError.write(Data("albumscanctl: \(Inert.lines(text))\n".utf8))
  }

  /// Names of photos and albums come from strangers. Our own bold is let through.
  private static func harmless(_ text: String) -> String {
    let own = ["\u{1B}[1m", "\u{1B}[0m"]
    var result = ""
    var rest = text[...]
    while let (mark, range) = own.compactMap({ mark in rest.firstRange(of: mark).map { (mark, $0) } })
      .min(by: { $0.1.lowerBound < $1.1.lowerBound })
    {
      result += Inert.line(String(rest[..<range.lowerBound])) + mark
      rest = rest[range.upperBound...]
    }
    return result + Inert.line(String(rest))
  }
}
