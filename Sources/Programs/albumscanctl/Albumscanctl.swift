internal import ArgumentParser
internal import Console
internal import DaemonProgram
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
        subcommands: [
          StatusCommand.self, HistoryCommand.self, ShowCommand.self, OpenCommand.self, CostsCommand.self,
          StatsCommand.self, ShareCommand.self,
        ]),
      CommandGroup(
        name: "Control",
        subcommands: [
          ScanCommand.self, UnsureCommand.self, AcceptCommand.self, RejectCommand.self, RetryCommand.self,
          RedoCommand.self, MarkCommand.self, SplitCommand.self,
          DeleteCommand.self, PauseCommand.self, ResumeCommand.self,
        ]),
      CommandGroup(name: "Play", subcommands: [PlayCommand.self, WalletCommand.self, OpenURLCommand.self]),
      CommandGroup(name: "Teach", subcommands: [LearnCommand.self, KnownCommand.self, CollectionCommand.self]),
      CommandGroup(
        name: "Export and back up", subcommands: [ExportCommand.self, BackupCommand.self, RestoreCommand.self]),
      CommandGroup(
        name: "Set up",
        subcommands: [SetupCommand.self, DoctorCommand.self, ConfigCommand.self, KeyCommand.self, PromptsCommand.self]),
    ],
    defaultSubcommand: StatusCommand.self)

  /// So that the parser's messages begin like ours.
  static let _errorPrefix = "\(CommandOutput.voice): "

  /// An installed albumscand is a link to this program.
  static func main() {
    let name = CommandLine.arguments.first?.split(separator: "/").last
    if name == "albumscand" { Albumscand.runAsProgram() } else { runAsProgram() }
  }
}
