internal import Foundation

/// Words for whoever started the program.
enum Terminal {
  static func complain(_ text: String) { FileHandle.standardError.write(Data("albumscand: \(text)\n".utf8)) }
}
