internal import ArgumentParser

/// `albumscanctl status`
struct StatusVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "What is happening, what waits for what, what needs you, and what it has cost.",
    discussion: """
      Exits with 3 when the daemon isn't running, with 5 when something needs attention. With --watch outside of a \
      terminal each change is a line, and with --json a document in a line.
      """)

  @Flag(help: "Show it again whenever something changes, until interrupted.")
  var watch = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    if watch { return try await StatusWatch(context: context).run() }
    let report = try await StatusReport.make(context)
    if context.output.json {
      try context.output.print(document: report)
    } else {
      for line in Dashboard(report: report, output: context.output).lines { context.output.say(line) }
    }
    if !report.running { throw ExitCode.notRunning }
    if report.needsAttention { throw ExitCode.needsAttention }
  }
}
