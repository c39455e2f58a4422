internal import ArgumentParser
internal import Disk
internal import Foundation
internal import Glibc
internal import SystemPackage

/// The options of every command.
struct CommonOptions: ParsableArguments {
  @Flag(help: "Print one JSON document instead of text (see docs/json-output.md).")
  var json = false

  @Option(help: "Read the settings from this file.", completion: .file(extensions: ["yaml"]))
  var config: String?
}

extension FilePath {
  /// A file name on the command line, relative to the current folder.
  init(argument: String) {
    self =
      FilePath(FileManager.default.currentDirectoryPath).pushing(FilePath(argument)).lexicallyNormalized()
      .resolvingLinksAbove
  }
}

extension ParsableCommand {
  /// Rejects a number below an option's minimum. (Numeric options are parsed unconditionally: otherwise `-1` would be
  /// taken for another option, and the first one reported as missing its value.)
  func expect<Number: BinaryInteger>(_ option: String, _ number: Number?, from least: Number) throws(ValidationError) {
    guard let number, number < least else { return }
    throw ValidationError("\(option) is \(number), but must be a whole number of at least \(least).")
  }
}

/// Exit codes: stable, and the same for every command.
extension ExitCode {
  static let partly = ExitCode(2)
  static let notRunning = ExitCode(3)
  static let noSuchScan = ExitCode(4)
  static let needsAttention = ExitCode(5)
  static let tryLater = ExitCode(EX_TEMPFAIL)
  static let wrongSettings = ExitCode(EX_CONFIG)
}
