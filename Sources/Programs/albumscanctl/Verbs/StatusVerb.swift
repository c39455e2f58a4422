internal import ArgumentParser
internal import Foundation

/// `albumscanctl status`
struct StatusVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "What is happening, what waits for what, what needs you, and what it has cost.",
    discussion: "Exits with 3 when the daemon isn't running, with 5 when something needs attention.")

  @Flag(help: "Show it again whenever something changes, until interrupted.")
  var watch = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    var report = try await StatusReport.make(desk)
    if watch {
      while true {
        try show(report, on: desk.paper)
        // Seconds count on in the line of a running step, so once a second is as seldom as it can be.
        try await Task.sleep(for: .seconds(1))
        report = try await StatusReport.make(desk)
      }
    }
    try show(report, on: desk.paper)
    if !report.running { throw ExitCode.notRunning }
    if report.needsAttention { throw ExitCode.needsAttention }
  }

  private func show(_ report: StatusReport, on paper: Paper) throws {
    if paper.json { return try paper.print(document: report) }
    // Home, and clear what is below: redrawn in place.
    if watch, paper.width != nil { print("\u{1B}[H\u{1B}[J", terminator: "") }
    for line in report.lines(on: paper) { paper.say(line) }
  }
}
