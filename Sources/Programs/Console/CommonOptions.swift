package import ArgumentParser
internal import Disk
internal import Foundation
internal import Glibc
package import SystemPackage

/// The options of every command.
package struct CommonOptions: ParsableArguments {
  @Flag(help: "Print one JSON document instead of text (see docs/json-output.md).")
  package var json = false

  @Option(help: "Read the settings from this file.", completion: .file(extensions: ["yaml"]))
  package var config: String?

  package init() {}
}

extension FilePath {
  /// A file name on the command line, relative to the current folder.
  package init(argument: String) {
    self =
      FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(argument)).lexicallyNormalized()
      .resolvingLinksAbove
  }
}

extension ParsableCommand {
  /// Rejects a number below an option's minimum. (Numeric options are parsed unconditionally: otherwise `-1` would be
  /// taken for another option, and the first one reported as missing its value.)
  package func expect<Number: BinaryInteger>(_ option: String, _ number: Number?, from least: Number)
    throws(ValidationError)
  {
    guard let number, number < least else { return }
    throw ValidationError("\(option) is \(number), but must be a whole number of at least \(least).")
  }
}

/// Exit codes: stable, and the same for every command.
extension ExitCode {
  package static let partly = ExitCode(2)
  package static let notRunning = ExitCode(3)
  package static let noSuchScan = ExitCode(4)
  package static let needsAttention = ExitCode(5)
  package static let tryLater = ExitCode(EX_TEMPFAIL)
  package static let wrongSettings = ExitCode(EX_CONFIG)
}
