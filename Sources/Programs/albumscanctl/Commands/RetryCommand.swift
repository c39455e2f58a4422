internal import Albums
internal import ArgumentParser
internal import Console
internal import Records
internal import Setup

/// `albumscanctl retry`
struct RetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Continue scans from the step that failed.",
    discussion: "A finished scan gets only what it lacks: its review, its artwork, or the catalog's details.")

  @Argument(help: "The scans' numbers.", completion: .scans)
  var ids: [Int64] = []

  @Flag(help: "All scans that failed.")
  var failed = false

  @Flag(help: "All reviews that aren't written yet. No album is identified again.")
  var reviews = false

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if ids.isEmpty, !failed, !reviews { throw ValidationError("Name a scan, or use --failed or --reviews.") }
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    let wantsReviews = context.loaded.settings.review.enabled
    if reviews, !wantsReviews {
      CommandOutput.complain("Nothing was retried. \(Ledger.reviewsAreOff)")
      throw ExitCode.failure
    }
    var chosen = ids.map(ScanID.init)
    if failed { chosen += try await context.ledger.scans(states: [.failed]).map(\.id) }
    if reviews {
      chosen += try await context.ledger.scans(states: [.done]).filter(\.lacksReview).map(\.id)
    }
    var actions = ScanActionReport()
    for id in chosen {
      actions.note(id, try await context.ledger.retry(id, wantsReviews: wantsReviews))
    }
    if chosen.isEmpty, !context.output.json { context.output.say("There is nothing to retry.") }
    try actions.report("retry/1", on: context, done: "will be retried")
    if !actions.carriedOut.isEmpty { context.remarkIfStopped() }
  }
}
