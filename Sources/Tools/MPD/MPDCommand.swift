/// A command for MPD.
package struct MPDCommand: Equatable, Sendable {
  /// Without its line break.
  let line: String

  /// MPD's input buffer is 4 KiB in versions before 0.23, and its tokenizer's still is.
  static let longestLine = 4000

  /// - Parameters:
  ///   - word: MPD's own; it closes the connection on words in capitals or with blanks around them.
  ///   - arguments: any text in one line; it is quoted here.
  /// - Throws: `unsendable` for control characters, which no quoting carries, and for too much.
  package init(_ word: StaticString, _ arguments: [String] = []) throws(MPDError) {
    var line = "\(word)"
    for argument in arguments {
      guard !argument.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
        throw .unsendable("a name contains a control character")
      }
      line += " \"\(Self.escaped(argument, "\\\""))\""
    }
    guard line.utf8.count <= Self.longestLine else {
      throw .unsendable("the names in it come to \(line.utf8.count) bytes, more than \(Self.longestLine)")
    }
    self.line = line
  }

  package init(_ word: StaticString, _ arguments: String...) throws(MPDError) { try self.init(word, arguments) }

  /// A backslash in front of each of `marks`, byte by byte: a letter with an accent of its own behind a quotation mark
  /// is one character to Swift, and two to MPD.
  static func escaped(_ text: String, _ marks: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      if marks.utf8.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What goes over the wire: one command as it is, several as a list that MPD answers one by one.
  ///
  /// A list isn't a transaction: what went before a refusal is done.
  static func bytes(of commands: [MPDCommand]) -> [UInt8] {
    guard commands.count != 1 else { return Array((commands[0].line + "\n").utf8) }
    let lines = ["command_list_ok_begin"] + commands.map(\.line) + ["command_list_end"]
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}
