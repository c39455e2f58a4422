internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Records

/// `albumscanctl show`
struct ShowCommand: AsyncParsableCommand {
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
    /// Pages that its searches found.
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
  /// What was corrected in the review, as sentences.
  let mends: [String]
}

/// The JSON document of `show`.
struct ShowReport: Encodable {
  struct Fault: Encodable {
    let at: Date
    @Nullable var step: Step?
    let code: String
    let kind: String
    @Nullable var service: String?
    let reason: String
  }

  struct Earlier: Encodable {
    let until: Date
    let from: Step
    let album: AlbumDocument
  }

  /// Why AlbumScan believes in the match, as sentences.
  struct Belief: Codable, Equatable {
    let confidence: Confidence
    let title: String
    let meaning: String
    let by: Find.Means
    let evidence: [Evidence]
    let reasons: [String]
    let doubts: [String]
  }

  struct Read: Codable, Equatable {
    @Nullable var extractedText: String?
    @Nullable var textConfidence: CoverReading.TextConfidence?
    @Nullable var albumDescription: String?
  }

  struct Call: Encodable {
    let at: Date
    let step: String
    let service: String
    let model: String
    /// `sha256:…` of the prompt; null for calls of earlier versions.
    @Nullable var prompt: String?
    @Nullable var promptName: String?
    let inputTokens: Int
    let outputTokens: Int
    let searches: Int
    let usd: Double
    /// `settled`, `reserved` (booked at its worst case) or `released` (free).
    let booked: String
    let answered: Bool
    let putAside: Bool
  }

  struct Said: Encodable {
    let at: Date
    let choice: String
    let artistName: String
    let albumTitle: String
    @Nullable var releaseGroup: MBID?
    let scan: ScanID
  }

  let schema = "albumscan/show/2"
  let scan: ScanSummary
  /// The contents of `album.json`.
  @Nullable var album: AlbumDocument?
  /// What the music library has of the album; null if it isn't known to be there.
  @Nullable var library: Holding?
  @Nullable var belief: Belief?
  let candidates: [AlbumDocument.Candidate]
  @Nullable var read: Read?
  let strategy: Strategy
  let calls: [Call]
  let costUSD: Double
  let savings: [String]
  let sources: [Source]
  let decisions: [Said]
  let remedies: [Remedy]
  let faults: [Fault]
  /// The results before each redo, newest first.
  let earlier: [Earlier]
  @Nullable var viewedAt: Date?

  init(_ details: ScanDetails) {
    let scan = details.scan
    self.scan = ScanSummary(scan)
    _album = Nullable(details.document)
    _library = Nullable(details.holding)
    _belief = Nullable(
      details.belief.map {
        Belief(
          confidence: $0.confidence, title: EvidenceWords.title(of: $0.confidence),
          meaning: EvidenceWords.belief($0.confidence, $0.evidence, by: $0.means), by: $0.means, evidence: $0.evidence,
          reasons: $0.evidence.map(EvidenceWords.sentence), doubts: details.doubts)
      })
    _read = Nullable(
      details.cover.map {
        Read(
          extractedText: Nullable($0.extractedText), textConfidence: Nullable($0.textConfidence),
          albumDescription: Nullable($0.albumDescription))
      })
    candidates = details.candidates
    strategy = details.strategy
    calls = details.calls.map { call in
      Call(
        at: call.at, step: call.step, service: call.service, model: call.model,
        prompt: Nullable(call.prompt.map { "sha256:\($0.hex)" }),
        promptName: Nullable(call.prompt.flatMap { details.promptNames[$0] }), inputTokens: call.usage.inputTokens,
        outputTokens: call.usage.outputTokens, searches: call.usage.searches, usd: call.cost.dollars,
        booked: call.standing.rawValue, answered: call.isAnswered, putAside: call.isDropped)
    }
    costUSD = details.cost.dollars
    savings = details.savings
    sources = details.sources
    decisions = details.decisions.map {
      Said(
        at: $0.at, choice: $0.choice.rawValue, artistName: $0.album.artistName, albumTitle: $0.album.albumTitle,
        releaseGroup: Nullable($0.album.releaseGroup), scan: $0.scan)
    }
    remedies = details.remedies
    faults = details.faults.map {
      Fault(
        at: $0.at, step: Nullable($0.step), code: $0.code, kind: $0.kind, service: Nullable($0.service),
        reason: $0.reason)
    }
    earlier = details.earlier.map { Earlier(until: $0.at, from: $0.from, album: $0.document) }
    _viewedAt = Nullable(scan.viewed)
  }
}
