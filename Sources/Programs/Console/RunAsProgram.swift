package import ArgumentParser
internal import CLinux
internal import Glibc
internal import Records
internal import Threads

extension AsyncParsableCommand {
  /// The whole of a program: parses the command line, runs the command, and exits.
  package static func runAsProgram() -> Never {
    // As in the daemon, files are readable by their owner only. They may contain keys.
    umask(0o077)
    _ = clinux_limit_core(0)
    _ = clinux_set_undumpable()
    runProgram { await parseAndRun() }
  }

  private static func parseAndRun() async {
    var command: any ParsableCommand
    do { command = try await asyncParseAsRoot(nil) } catch { exit(withError: error) }
    do {
      if var asking = command as? any AsyncParsableCommand { try await asking.run() } else { try command.run() }
    } catch let error as LedgerError where error.isLocked {
      CommandOutput.complain("\(error)")
      endProgram(with: ExitCode.tryLater.rawValue)
    } catch let ended as ExitCode {
      endProgram(with: ended.rawValue)
    } catch  where exitCode(for: error) == .failure {
      // Not the parser, which would add how the command is used.
      CommandOutput.complain(message(for: error))
      endProgram(with: ExitCode.failure.rawValue)
    } catch {
      exit(withError: error)
    }
  }
}
