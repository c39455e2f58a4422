internal import ArgumentParser
internal import Records

/// `albumscanctl resume`
struct ResumeVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Lets the line go on, and tries again at once whatever waits for a service.")

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    let wasPaused = try await desk.ledger.resume()
    if desk.paper.json { return try desk.paper.print(document: PauseReport(paused: nil)) }
    desk.paper.say(wasPaused ? "The line goes on." : "The line wasn't paused; what waits is tried again now.")
    if desk.daemon == nil { desk.remark("albumscand is not running: systemctl --user start albumscand") }
  }
}
