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

  func say(_ line: String = "") { Swift.print(Self.harmless(line)) }

  /// One document, keys in order, times in RFC 3339.
  func print(document: some Encodable) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    Swift.print(String(decoding: try encoder.encode(document), as: UTF8.self))
  }

  /// Bold in a terminal.
  func strong(_ text: String) -> String { width == nil ? text : "\u{1B}[1m\(text)\u{1B}[0m" }

  /// Cut to the terminal's width; whole elsewhere.
  func fitted(_ text: String, indent: Int = 0) -> String {
    guard let width, text.count > width - indent, width - indent > 1 else { return text }
    return text.prefix(width - indent - 1) + "…"
  }

  static func complain(_ text: String) {
    FileHandle.standardError.write(Data("albumscanctl: \(harmless(text))\n".utf8))
  }

  /// Names of photos and albums come from strangers: control characters, which a terminal obeys, are shown as a mark.
  /// Our own bold is let through.
  static func harmless(_ text: String) -> String {
    let own = ["\u{1B}[1m": "\u{F8F1}", "\u{1B}[0m": "\u{F8F0}"]
    var text = own.reduce(text) { $0.replacing($1.key, with: $1.value) }
    let bad: (Unicode.Scalar) -> Bool = {
      $0.properties.generalCategory == .control && $0 != "\n"
        || (0x202A...0x202E).contains($0.value) || (0x2066...0x2069).contains($0.value)
    }
    if text.unicodeScalars.contains(where: bad) {
      text = String(String.UnicodeScalarView(text.unicodeScalars.map { bad($0) ? "\u{FFFD}" : $0 }))
    }
    return own.reduce(text) { $0.replacing($1.value, with: $1.key) }
  }
}
