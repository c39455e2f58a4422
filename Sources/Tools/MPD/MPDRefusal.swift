/// MPD's error response, `ACK [code@index] {command} text`.
package struct MPDRefusal: Error, Equatable, Sendable, CustomStringConvertible {
  /// What MPD's numbers mean (src/protocol/Ack.hxx).
  package enum Code: Int, Sendable {
    case notList = 1
    case argument, password, permission, unknownCommand
    case notFound = 50
    case playlistTooLarge, system, playlistLoad, alreadyUpdating, notPlaying, exists
  }

  package let number: Int
  /// Which command of a list it was, from 0.
  package let index: Int
  /// Empty where MPD didn't recognize it.
  package let command: String
  /// MPD's words, in which names of songs and playlists may stand.
  package let text: String

  package var code: Code? { Code(rawValue: number) }

  package init(number: Int, index: Int, command: String, text: String) {
    self.number = number
    self.index = index
    self.command = command
    self.text = text
  }

  /// Nil for a line that isn't one.
  init?(line: String) {
    guard line.hasPrefix("ACK ["), let close = line.firstIndex(of: "]") else { return nil }
    let numbers = line[line.index(line.startIndex, offsetBy: 5)..<close].split(
      separator: "@", omittingEmptySubsequences: false)
    let rest = line[line.index(after: close)...]
    guard numbers.count == 2, let number = Self.count(numbers[0]), let index = Self.count(numbers[1]),
      rest.hasPrefix(" {"), let end = rest.firstIndex(of: "}")
    else { return nil }
    self.init(
      number: number, index: index, command: String(rest[rest.index(rest.startIndex, offsetBy: 2)..<end]),
      text: String(rest[rest.index(after: end)...].drop { $0 == " " }.prefix(500)))
  }

  private static func count(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (48...57).contains($0) } && digits.utf8.count <= 9 ? Int(digits) : nil
  }

  package var description: String { command.isEmpty ? text : "\(command): \(text)" }
}
