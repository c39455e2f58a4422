internal import Albums
internal import ArgumentParser
internal import Records
internal import Setup

/// `albumscanctl retry`
struct RetryVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Scans again, from the step that failed.",
    discussion: "A finished scan gets only what it lacks: its review, or its artwork.")

  @Argument(help: "Numbers of scans.", completion: Completions.scans)
  var ids: [Int64] = []

  @Flag(help: "All that failed.")
  var failed = false

  @Flag(help: "All reviews that aren't written; no album is identified again.")
  var reviews = false

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if ids.isEmpty, !failed, !reviews { throw ValidationError("Name a scan, or say --failed or --reviews.") }
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    let wantsReviews = context.loaded.settings.review.enabled
    if reviews, !wantsReviews {
      CommandOutput.complain("Nothing is tried again. \(Ledger.reviewsAreOff)")
      throw ExitCode.failure
    }
    var chosen = ids.map(ScanID.init)
    if failed { chosen += try await context.ledger.scans(HistoryQuery(states: [.failed])).map(\.id) }
    if reviews {
      chosen += try await context.ledger.scans(HistoryQuery(states: [.done])).filter { $0.reviewStatus != .written }
        .map(
          \.id)
    }
    var actions = ScanActionReport(schema: "albumscan/retry/1")
    for id in chosen {
      actions.note(id, try await context.ledger.retry(id, wantsReviews: wantsReviews))
    }
    if chosen.isEmpty, !context.output.json { context.output.say("There is nothing to try again.") }
    try actions.report(on: context, done: "is tried again")
    if context.daemon == nil, !actions.carriedOut.isEmpty {
      context.remark("albumscand is not running; it goes on when you start it: systemctl --user start albumscand")
    }
  }
}
