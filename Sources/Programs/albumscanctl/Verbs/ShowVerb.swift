internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records

/// `albumscanctl show`
struct ShowVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show everything about one scan.",
    discussion: """
      The album, why AlbumScan believes that it is this album and what counts against it, which models were asked and \
      what they cost, and what to do if the album is wrong.
      """)

  @Argument(help: "The scan's number.", completion: Completions.scans)
  var id: Int64

  @Flag(help: "Open the scan's page.")
  var open = false

  @Flag(help: "Show the models' unedited answers, and what was corrected in the review.")
  var raw = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let scan = try await context.scan(ScanID(id))
    if raw { try await showAnswers(of: scan, on: context) } else { try await tell(of: scan, on: context) }
    try await context.ledger.viewed(scan.id, now: Date())
    if open { try await context.open(try context.page(of: scan)) }
  }

  private func tell(of scan: Scan, on context: CommandContext) async throws {
    let details = try await ScanDetails.collect(scan, from: context)
    if context.output.json {
      try context.output.print(document: ShowReport(details))
    } else {
      let canvas = context.canvas
      await context.drawCover(of: scan, on: canvas)
      await context.drawCandidates(of: scan, on: canvas)
      for line in ScanDescription(details: details, root: context.root, output: context.output).lines.flatMap(
        context.output.folded)
      {
        context.output.say(line)
      }
    }
  }

  private func showAnswers(of scan: Scan, on context: CommandContext) async throws {
    let answers = try await context.ledger.answers(of: scan.id)
    let mends = try await context.ledger.review(shownBy: scan)?.mends ?? []
    if context.output.json {
      return try context.output.print(
        document: RawReport(id: scan.id, answers: answers.map(RawReport.Call.init), mends: mends))
    }
    if answers.isEmpty { context.output.say("No model was asked for scan \(scan.id).") }
    for answer in answers {
      context.output.say(
        context.output.strong(
          "\(answer.step), \(answer.model), \(Phrases.moment(answer.at)), \(Phrases.cost(answer.cost.dollars))"))
      context.output.quote(answer.answer?.text ?? "(no answer came)")
      context.output.say()
    }
    if !mends.isEmpty { context.output.say(context.output.strong("Corrected in the review")) }
    for mend in mends { context.output.say("  \(mend)") }
  }
}

private struct RawReport: Encodable {
  struct Call: Encodable {
    let at: Date
    let step: String
    let model: String
    let usd: Double
    @Nullable var text: String?
    /// Pages that it cites.
    let sources: [Source]
    /// Pages that its searches came upon.
    let consulted: [Source]

    init(_ answer: RawAnswer) {
      at = answer.at
      step = answer.step
      model = answer.model
      usd = answer.cost.dollars
      _text = Nullable(answer.answer?.text)
      sources = answer.answer?.sources ?? []
      consulted = answer.answer?.consulted ?? []
    }
  }

  let schema = "albumscan/answers/1"
  let id: ScanID
  let answers: [Call]
  /// What was put right in the review, in sentences.
  let mends: [String]
}
