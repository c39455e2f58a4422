internal import ArgumentParser
internal import Glibc

/// Exit codes: stable, and the same for every command.
extension ExitCode {
  static let partly = ExitCode(2)
  static let notRunning = ExitCode(3)
  static let noSuchScan = ExitCode(4)
  static let needsAttention = ExitCode(5)
  static let tryLater = ExitCode(EX_TEMPFAIL)
  static let wrongSettings = ExitCode(EX_CONFIG)
}
