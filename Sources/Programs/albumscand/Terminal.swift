internal import Foundation

/// Messages for the user who started the program in a terminal.
enum Terminal {
  static func complain(_ text: String) { FileHandle.standardError.write(Data("albumscand: \(text)\n".utf8)) }
}
