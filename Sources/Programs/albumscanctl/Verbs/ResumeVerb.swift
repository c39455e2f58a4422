internal import ArgumentParser
internal import Records

/// `albumscanctl resume`
struct ResumeVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Lets the line go on, and tries again at once whatever waits for a service.")

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let wasPaused = try await context.ledger.resume()
    if context.output.json { return try context.output.print(document: PauseReport(paused: nil)) }
    context.output.say(wasPaused ? "The line goes on." : "The line wasn't paused; what waits is tried again now.")
    if context.daemon == nil { context.remark("albumscand is not running: systemctl --user start albumscand") }
  }
}
