internal import ArgumentParser
internal import CLinux
internal import Glibc
internal import Records
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
        subcommands: [SetupVerb.self, DoctorVerb.self, ConfigVerb.self, KeyVerb.self, PromptsVerb.self, EvalVerb.self]),
    ],
    defaultSubcommand: StatusVerb.self)

  /// So that the parser's messages begin like ours.
  static let _errorPrefix = "\(CommandOutput.voice): "

  static func main() async {
    // As in the daemon, files are readable by their owner only. They may contain keys.
    umask(0o077)
    _ = clinux_limit_core(0)
    _ = clinux_set_undumpable()
    // Otherwise Dispatch would log at each run that it may not raise its priority.
    setenv("LIBDISPATCH_LOG", "NO", 0)
    var command: any ParsableCommand
    do { command = try await asyncParseAsRoot(nil) } catch { exit(withError: error) }
    do {
      if var asking = command as? any AsyncParsableCommand { try await asking.run() } else { try command.run() }
    } catch let error as LedgerError where error.isLocked {
      CommandOutput.complain("\(error)")
      leave(with: .tryLater)
    } catch let ended as ExitCode {
      leave(with: ended)
    } catch {
      exit(withError: error)
    }
    leave(with: .success)
  }

  /// Skips the cleanup of exit(3), which unloads libraries whose threads may still be running.
  private static func leave(with code: ExitCode) -> Never {
    fflush(nil)
    _exit(code.rawValue)
  }
}
