internal import ArgumentParser
internal import Console
internal import Setup

/// The command line. It controls the daemon through the ledger, so it works while the daemon is stopped, too.
@main
struct Albumscanctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "albumscanctl",
    abstract: "Control albumscand and look up results.",
    discussion: """
      Without a subcommand, it shows the status.

      Exit codes: 0 done; 1 failed; 2 part of it failed; 3 the daemon isn't running (status); 4 no such scan; \
      5 something needs your attention; 64 wrong usage; 75 try again later; 78 wrong settings.
      """,
    version: Version.text,
    groupedSubcommands: [
      CommandGroup(
        name: "Look up",
        subcommands: [StatusVerb.self, HistoryVerb.self, ShowVerb.self, OpenVerb.self, CostsVerb.self, StatsVerb.self]),
      CommandGroup(
        name: "Control",
        subcommands: [
          ScanVerb.self, UnsureVerb.self, AcceptVerb.self, RejectVerb.self, RetryVerb.self, RedoVerb.self,
          DeleteVerb.self, PauseVerb.self, ResumeVerb.self,
        ]),
      CommandGroup(name: "Play", subcommands: [PlayVerb.self, WalletVerb.self, OpenURLVerb.self]),
      CommandGroup(name: "Teach", subcommands: [LearnVerb.self, KnownVerb.self]),
      CommandGroup(name: "Export and back up", subcommands: [ExportVerb.self, BackupVerb.self, RestoreVerb.self]),
      CommandGroup(
        name: "Set up",
        subcommands: [SetupVerb.self, DoctorVerb.self, ConfigVerb.self, KeyVerb.self, PromptsVerb.self]),
    ],
    defaultSubcommand: StatusVerb.self)

  /// So that the parser's messages begin like ours.
  static let _errorPrefix = "\(CommandOutput.voice): "

  static func main() async { await runAsProgram() }
}
