internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Setup

/// The error message for an invalid command line, with a suggestion, in place of the parser's message.
struct Suggestion {
  /// The parser's message.
  let complaint: String
  /// As given, without the program's name.
  let arguments: [String]

  /// Nil if the parser's message is better.
  var text: String? { verb ?? value ?? number }

  /// `histroy`: an unknown word in place of a command.
  private var verb: String? {
    let unexpected = quoted(after: "Unexpected argument ") ?? quoted(after: "unexpected arguments: ")
    guard let word = unexpected else { return nil }
    let (path, names) = Self.follow(arguments.prefix { $0 != word })
    guard !names.isEmpty else { return nil }
    let whole = path.joined(separator: " ")
    if names.contains(word) { return "Put options after the command. See: \(whole) \(word) --help" }
    return Self.unknown(word, below: whole, names)
  }

  /// `help histroy`, for which the parser prints the general help; nil for an existing command.
  static func help(_ arguments: [String]) -> String? {
    guard arguments.first == "help" else { return nil }
    let asked = arguments.drop { $0 == "help" }.filter { !$0.hasPrefix("-") }
    let (path, names) = follow(asked)
    guard !names.isEmpty else { return nil }
    return asked.dropFirst(path.count - 1).first.map { unknown($0, below: path.joined(separator: " "), names) }
  }

  /// The commands that these words name, from the program downward, and the names of the subcommands of the last one.
  private static func follow(_ words: some Sequence<String>) -> (path: [String], names: [String]) {
    var command: any ParsableCommand.Type = Albumscanctl.self
    var path = ["albumscanctl"]
    for word in words where !word.hasPrefix("-") {
      guard let next = children(of: command).first(where: { $0._commandName == word }) else { break }
      command = next
      path.append(word)
    }
    return (path, children(of: command).map { $0._commandName })
  }

  private static func unknown(_ word: String, below whole: String, _ names: [String]) -> String {
    // Other programs use `get` where AlbumScan uses `show`, not `set`.
    let name = word == "get" ? "show" : NearestName.find(word, among: names)
    let meant = name.map { names.contains($0) ? " Did you mean '\(whole) \($0)'?" : "" } ?? ""
    return "There is no command '\(whole) \(word)'.\(meant)\nTo list all commands: \(whole) --help"
  }

  /// `--state faild`: an invalid value.
  private var value: String? {
    guard let word = quoted(after: "The value "), let place = quoted(after: "is invalid for "),
      let range = complaint.range(of: "provide one of")
    else { return nil }
    let rest = complaint[range.upperBound...]
    let listed = rest.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("  - ") }.map { String($0.dropFirst(4)) }
    let inLine = rest.prefix { $0 != "." }.split(separator: "'").enumerated().filter { $0.offset % 2 == 1 }
    let offered = listed.isEmpty ? inLine.map { String($0.element) } : listed
    let meant = NearestName.find(word, among: offered).map { " Did you mean '\($0)'?" } ?? ""
    let option = place.prefix { $0 != " " }
    return "'\(word)' isn't a value of \(option).\(meant)\nUse one of: \(offered.joined(separator: ", "))"
  }

  /// `show IMG_1234.jpg`: a scan is identified by its number.
  private var number: String? {
    guard let word = quoted(after: "The value "),
      ["'<id>'", "'<ids>'", "'<ids> ...'"].contains(where: complaint.contains)
    else { return nil }
    return "'\(word)' isn't the number of a scan. "
      + "To find it: albumscanctl history --search \(word.shellWord)"
  }

  private func quoted(after words: String) -> String? {
    guard let start = complaint.range(of: words + "'")?.upperBound else { return nil }
    let rest = complaint[start...]
    return rest.firstIndex(of: "'").map { String(rest[..<$0]) }
  }

  private static func children(of command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
    command.configuration.subcommands
  }
}
