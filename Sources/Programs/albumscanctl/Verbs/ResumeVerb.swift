internal import ArgumentParser
internal import Records

/// `albumscanctl resume`
struct ResumeVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Continue the queue, and retry at once whatever waits for a service.")

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let wasPaused = try await context.ledger.resume()
    if context.output.json { return try context.output.print(document: PauseReport(paused: nil)) }
    context.output.say(wasPaused ? "The queue continues." : "The queue wasn't paused. Whatever waits is retried now.")
    if context.daemon == nil { context.remark("albumscand isn't running. Start it: systemctl --user start albumscand") }
  }
}
