import Foundation
import SystemPackage
import TestSupport

/// Each cure that the programs print: the file that makes it, how it is written there, and the test that carries it out,
/// or why none does. What isn't tried is mostly advice: root, a provider's website, a login, what only the person knows.
enum CureTable {
  struct Cure: Hashable {
    let file: String
    let written: String
  }

  /// As listed below.
  static var rows: [Cure: String] {
    var (rows, file, written): ([Cure: String], String, String) = ([:], "", "")
    for line in (list + "\n" + errors).split(separator: "\n") {
      let text = line.trimmingCharacters(in: .whitespaces)
      switch line.prefix(while: { $0 == " " }).count {
      case 0: file = text
      case 2: written = text
      default: rows[Cure(file: file, written: written)] = text
      }
    }
    return rows
  }

  /// As found in the sources. The pages' own commands are no cures, but what can be done with a scan.
  static func sources() throws -> Set<Cure> {
    var found: Set<Cure> = []
    for file in try swiftFiles(in: "Sources") where !file.string.contains("/Rooms/Pages/") {
      let (name, text) = (file.lastComponent?.string ?? "", try String(contentsOfFile: file.string, encoding: .utf8))
      if name == "Fault.swift" { continue }
      for match in text.matches(of: /(?:^|[^\w)])(Cure)?\.(?:command|advice)\b/) {
        let rest = text[match.range.upperBound...]
        guard rest.first == "(" else {
          if match.1 != nil { found.insert(Cure(file: name, written: "Cure.command")) }
          continue
        }
        var depth = 0
        let inner = rest.prefix {
          if $0 == "(" { depth += 1 } else if $0 == ")" { depth -= 1 }
          return depth > 0
        }
        let written = inner.dropFirst().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // What is taken from a cure isn't printed there.
        if !written.hasPrefix("let ") { found.insert(Cure(file: name, written: written)) }
      }
      // Pages and `show` list what else can be done with a scan.
      if file.string.contains("/Wallet/Page/") || ["Remedy.swift", "VerdictWords.swift"].contains(name) { continue }
      let cures = found.filter { $0.file == name }.map(\.written)
      for line in text.split(separator: "\n")
      where line.prefix(while: \.isWhitespace).endIndex != line.firstRange(of: "//")?.lowerBound {
        for match in line.matches(of: Self.command) {
          let written = match.1.split(whereSeparator: \.isWhitespace).joined(separator: " ")
          if !cures.contains(where: { $0.contains(written) }) { found.insert(Cure(file: name, written: written)) }
        }
      }
    }
    return found
  }

  /// A command that changes something, in a literal.
  private static var command: Regex<(Substring, Substring)> {
    /"[^"\n]*?((?:albumscanctl (?:key set|config set|config unset|resume|retry|redo|restore|backup|delete|wallet play|wallet refresh|wallet eject|setup|scan|learn)|systemctl --user (?:start|stop|restart|reload|enable)|loginctl enable|mpc save)[^"`\n]*)/
  }

  /// The names of all tests that are sentences.
  static func tests() throws -> Set<String> {
    try swiftFiles(in: "Tests").reduce(into: []) { names, file in
      let text = try String(contentsOfFile: file.string, encoding: .utf8)
      names.formUnion(text.matches(of: /func `([^`]+)`/).map { String($0.1) })
    }
  }

  private static func swiftFiles(in folder: String) throws -> [FilePath] {
    let root = TestHome.checkout.appending(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.string).filter { $0.hasSuffix(".swift") }
      .map { root.appending($0) }
  }
}
