/// A command for MPD.
package struct MPDCommand: Equatable, Sendable {
  /// Without the line break.
  let line: String

  /// In bytes. MPD's input buffer has 4 KiB in versions before 0.23; its tokenizer's still does.
  static let longestLine = 4000

  /// - Parameters:
  ///   - word: MPD's command. MPD closes the connection if it has capital letters or spaces around it.
  ///   - arguments: any text on one line; it is quoted here.
  /// - Throws: `unsendable` for control characters, which can't be quoted, and for a command that is too long.
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

  /// Puts a backslash before each of `marks`, byte by byte: a quotation mark followed by a combining accent is one
  /// character to Swift, but two to MPD.
  static func escaped(_ text: String, _ marks: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 8)
    for byte in text.utf8 {
      if marks.utf8.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes to send: one command as it is, several as a list, which MPD answers one by one.
  ///
  /// A list isn't a transaction: the commands before a refused one have been carried out.
  static func bytes(of commands: [MPDCommand]) -> [UInt8] {
    guard commands.count != 1 else { return Array((commands[0].line + "\n").utf8) }
    let lines = ["command_list_ok_begin"] + commands.map(\.line) + ["command_list_end"]
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}
