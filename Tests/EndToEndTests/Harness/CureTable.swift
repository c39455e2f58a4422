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
    try swiftFiles(in: "Sources").reduce(into: []) { found, file in
      let name = file.lastComponent?.string ?? ""
      if file.string.contains("/Rooms/Pages/") || name == "Fault.swift" { return }
      let text = try String(contentsOfFile: file.string, encoding: .utf8)
      let cures = cures(in: text)
      let isOfPage = file.string.contains("/Wallet/Page/") || ["Remedy.swift", "VerdictText.swift"].contains(name)
      let others = isOfPage ? [] : commands(in: text).filter { command in !cures.contains { $0.contains(command) } }
      found.formUnion((cures + others).map { Cure(file: name, written: $0) })
    }
  }

  /// What is between the parentheses of `.command(…)` and `.advice(…)`, where these make a cure.
  private static func cures(in text: String) -> [String] {
    let named = text.contains("(Cure.command)") ? ["Cure.command"] : []
    return [".command(", ".advice("].reduce(into: named) { found, opening in
      let pieces = text.components(separatedBy: opening)
      for (index, before) in pieces.indices.dropFirst().map({ ($0, pieces[$0 - 1]) }) {
        // A value's method, such as `HTML.command`.
        if let last = before.last, last.isLetter || last == ")", !before.hasSuffix("Cure") { continue }
        var depth = 1
        // One may stand within another's.
        let inner = pieces[index...].joined(separator: opening).prefix {
          if $0 == "(" { depth += 1 } else if $0 == ")" { depth -= 1 }
          return depth > 0
        }
        let written = inner.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        // What is taken from a cure isn't printed there.
        if !written.hasPrefix("let ") { found.append(written) }
      }
    }
  }

  /// Commands in literals that change something.
  private static func commands(in text: String) -> [String] {
    let lines = text.components(separatedBy: "\n").filter { line in
      ["albumscanctl ", "systemctl ", "loginctl ", "mpc "].contains(where: line.contains)
        && !line.trimmingCharacters(in: .whitespaces).hasPrefix("//")
    }
    return lines.flatMap { $0.matches(of: Self.command) }
      .map { $0.1.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
  }

  private static var command: Regex<(Substring, Substring)> {
    /"[^"\n]*?((?:albumscanctl (?:key set|config set|config unset|resume|retry|redo|restore|backup|delete|wallet play|wallet refresh|wallet eject|setup|scan|learn)|systemctl --user (?:start|stop|restart|reload|enable)|loginctl enable|mpc save)[^"`\n]*)/
  }

  /// The names of all tests that are sentences.
  static func tests() throws -> Set<String> {
    try swiftFiles(in: "Tests").reduce(into: []) { names, file in
      let pieces = try String(contentsOfFile: file.string, encoding: .utf8).components(separatedBy: "func `")
      names.formUnion(pieces.dropFirst().map { String($0.prefix { $0 != "`" }) })
    }
  }

  private static func swiftFiles(in folder: String) throws -> [FilePath] {
    let root = TestHome.checkout.appending(folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.string).filter { $0.hasSuffix(".swift") }
      .map { root.appending($0) }
  }
}
