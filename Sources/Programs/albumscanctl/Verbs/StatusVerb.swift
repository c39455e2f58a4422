internal import ArgumentParser

/// `albumscanctl status`
struct StatusVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show the queue, what waits and why, what needs you, and your spending.",
    discussion: """
      Exits with 3 if the daemon isn't running, and with 5 if something needs your attention. Outside a terminal, \
      --watch prints each change as a line; with --json, as a document on one line.
      """)

  @Flag(help: "Keep the display up to date until you press Ctrl-C.")
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
