internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Records

/// `albumscanctl pause`
struct PauseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Pause the queue after the current step. New photos still arrive, and wait.")

  @Argument(help: "The reason, which status shows.")
  var reason: [String] = []

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let words = reason.isEmpty ? "by hand" : reason.joined(separator: " ")
    try await context.ledger.pause(words, now: Date())
    if context.output.json { return try context.output.print("pause/1", ["paused": words]) }
    context.output.say("The queue is paused. To continue: albumscanctl resume")
  }
}

/// `albumscanctl resume`
struct ResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Continue the queue, and retry at once whatever waits for a service.")

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let wasPaused = try await context.ledger.resume()
    if context.output.json { return try context.output.print("pause/1", ["paused": String?.none]) }
    context.output.say(wasPaused ? "The queue continues." : "The queue wasn't paused. Whatever waits is retried now.")
    if context.daemon == nil { context.remark("albumscand isn't running. Start it: systemctl --user start albumscand") }
  }
}
