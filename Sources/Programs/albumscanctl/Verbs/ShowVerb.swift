internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records

/// `albumscanctl show`
struct ShowVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Everything on one scan, in the page's order.",
    discussion: """
      What it is, why that is believed and what speaks against it, what was asked and what it cost, and what to do if it \
      is wrong.
      """)

  @Argument(help: "The scan's number.", completion: Completions.scans)
  var id: Int64

  @Flag(help: "Open its page.")
  var open = false

  @Flag(help: "The models' answers as they came, and what was put right in the review.")
  var raw = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    let scan = try await desk.scan(ScanID(id))
    if raw { try await showAnswers(of: scan, on: desk) } else { try await tell(of: scan, on: desk) }
    try await desk.ledger.viewed(scan.id, now: Date())
    if open { try await desk.open(try desk.page(of: scan)) }
  }

  private func tell(of scan: Scan, on desk: Desk) async throws {
    let dossier = try await Dossier.collect(scan, from: desk)
    if desk.paper.json {
      try desk.paper.print(document: ShowReport(dossier))
    } else {
      let canvas = desk.canvas
      await desk.drawCover(of: scan, on: canvas)
      await desk.drawCandidates(of: scan, on: canvas)
      for line in ScanStory(dossier: dossier, root: desk.root, paper: desk.paper).lines.flatMap(desk.paper.folded) {
        desk.paper.say(line)
      }
    }
  }

  private func showAnswers(of scan: Scan, on desk: Desk) async throws {
    let answers = try await desk.ledger.answers(of: scan.id)
    let mends = try await desk.ledger.review(shownBy: scan)?.mends ?? []
    if desk.paper.json {
      return try desk.paper.print(
        document: RawReport(id: scan.id, answers: answers.map(RawReport.Call.init), mends: mends))
    }
    if answers.isEmpty { desk.paper.say("No model was asked for scan \(scan.id).") }
    for answer in answers {
      desk.paper.say(
        desk.paper.strong(
          "\(answer.step), \(answer.model), \(Phrases.moment(answer.at)), \(Phrases.cost(answer.cost.dollars))"))
      desk.paper.quote(answer.answer?.text ?? "(no answer came)")
      desk.paper.say()
    }
    if !mends.isEmpty { desk.paper.say(desk.paper.strong("Put right in the review")) }
    for mend in mends { desk.paper.say("  \(mend)") }
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
