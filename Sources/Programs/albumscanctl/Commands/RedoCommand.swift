internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Pipeline
internal import Records
internal import Setup

/// `albumscanctl redo`
struct RedoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Repeat a scan, starting from the step you name. The current result is kept.",
    discussion: """
      The command first shows what this may cost. Models are asked again from that step on. The review is written \
      again only with --from review; the page keeps the old one until then. 'redo ID --undo' brings back the previous \
      result at no cost.
      """)

  @Argument(help: "The scan's number.", completion: .scans)
  var id: Int64

  @Option(
    name: .customLong("from"),
    help: "The first step to repeat."
  )
  var step: Step?

  @Option(help: "The strategy to use this time.")
  var strategy: Strategy?

  @Flag(help: "Bring back the result from before the last redo.")
  var undo = false

  @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Only show what this may cost.")
  var estimateOnly = false

  @Flag(name: .shortAndLong, help: "Don't ask for confirmation.")
  var yes = false

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if undo {
      if step != nil || strategy != nil { throw ValidationError("--undo can't be combined with --from or --strategy.") }
    } else if step == nil {
      throw ValidationError("Name the step to start from, for example --from reading or --from review.")
    }
    if let step, strategy != nil, step > .reading {
      throw ValidationError(
        "Another strategy has to read the cover again: --from reading --strategy \(strategy!.rawValue)")
    }
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    let number = ScanID(id)
    var actions = ScanActionReport()
    guard let scan = try await context.ledger.scan(number) else {
      actions.note(number, .unknown)
      return try report(actions, nil, on: context)
    }
    guard let step else {
      actions.note(number, try await context.ledger.undoRedo(number))
      return try report(actions, nil, on: context)
    }
    let estimate: Estimate
    do {
      estimate = try await Estimate.redoing(
        scan, from: step, strategy: strategy ?? scan.strategy ?? context.loaded.settings.identification.strategy,
        on: context)
    } catch {
      CommandOutput.complain("The cost can't be estimated: \(error)")
      throw ExitCode.wrongSettings
    }
    if !context.output.json { for line in estimate.lines(on: context.output) { context.output.say(line) } }
    if estimateOnly { return try report(actions, estimate, on: context) }
    if !yes, !context.output.json, Prompter.isThere, !Prompter.agrees("Repeat scan \(id)?") {
      return context.remark("Nothing was changed.")
    }
    actions.note(number, try await context.ledger.redo(number, from: step, strategy: strategy, now: Date()))
    try report(actions, estimate, on: context)
    if scan.document != nil {
      context.remark("The current result is kept. To bring it back: albumscanctl redo \(id) --undo")
    }
  }

  private func report(_ actions: ScanActionReport, _ estimate: Estimate?, on context: CommandContext) throws {
    if context.output.json {
      try context.output.print(
        "redo/1",
        [
          "id": id, "from": step, "strategy": strategy, "estimate": estimate, "carriedOut": actions.carriedOut,
          "refused": actions.refusals, "unknown": actions.unknown,
        ])
      return try actions.end()
    }
    try actions.report("redo/1", on: context, done: undo ? "has its previous result again" : "will be repeated")
    if !actions.carriedOut.isEmpty { context.remarkIfStopped() }
  }
}

extension Step: ExpressibleByArgument {}
extension Strategy: ExpressibleByArgument {}

/// The estimated cost of a redo: the calls that it may take, each with its worst-case price and the average of earlier
/// calls.
struct Estimate: Encodable {
  /// `isCertain` is false for a call that is made only if the ones before it don't succeed; `mostUSD` is nil if the price
  /// is unknown, and `usualUSD`, the average so far, if there was none.
  var calls: [(step: Step, model: String, isCertain: Bool, mostUSD: Double?, usualUSD: Double?)]
  /// The most that will be spent; nil if a price is unknown.
  var mostUSD: Double?

  func encode(to encoder: any Encoder) throws {
    let calls = calls.map { call -> JSONObject in
      [
        "step": call.step, "model": call.model, "isCertain": call.isCertain, "mostUSD": call.mostUSD,
        "usualUSD": call.usualUSD,
      ]
    }
    try (["calls": calls, "mostUSD": mostUSD] as JSONObject).encode(to: encoder)
  }

  /// - Throws: a problem with keys, prompts, or the models file.
  static func redoing(_ scan: Scan, from step: Step, strategy: Strategy, on context: CommandContext) async throws
    -> Estimate
  {
    guard let configured = try ConfiguredModels(context: context) else {
      return Estimate(calls: [], mostUSD: 0)
    }
    let settings = context.loaded.settings
    let questions = configured.questions
    let picture = Question.Picture(jpeg: Data(), width: 1024, height: 1024)
    let cover = CoverReading(
      outcome: .searchNeeded, extractedText: String(repeating: "text ", count: 60),
      albumDescription: String(repeating: "description ", count: 60))
    let album =
      scan.document.map { $0.album }.map {
        Identification(
          artistName: $0.artistName, albumTitle: $0.albumTitle, releaseYear: $0.releaseYear, genres: $0.genres,
          recordLabel: $0.recordLabel, means: .call1, confidence: .claimed, evidence: [])
      }
      ?? Identification(
        artistName: "An artist", albumTitle: "An album", means: .call1, confidence: .claimed, evidence: [])
    var asked: [(Question, isCertain: Bool)] = []
    let searches = settings.identification.webSearch && configured.service != .compatible ? PromptBuilder.searches : 0
    if step <= .reading { asked.append((questions.reading(of: picture, by: strategy, searches: searches), true)) }
    if step <= .search, strategy != .singleCall {
      if searches > 0 || strategy == .fourPhase {
        asked.append((try questions.search(for: cover, by: strategy, searches: searches), strategy == .fourPhase))
      }
    }
    if step <= .review, settings.review.enabled, strategy != .singleCall || step > .reading {
      let searching = settings.review.searches(by: strategy) && configured.service != .compatible
      asked.append((try questions.review(of: album, searching: searching), step == .review))
    }
    var estimate = Estimate(calls: [], mostUSD: 0)
    for (question, isCertain) in asked {
      let most = configured.worstCase(of: question)?.dollars
      let usual = try await context.ledger.usualCost(of: question.step, model: question.model)?.dollars
      estimate.calls.append((question.step, question.model, isCertain, most, usual))
      estimate.mostUSD = most.flatMap { most in estimate.mostUSD.map { $0 + most } }
    }
    return estimate
  }

  /// For people: the total, then one line per call.
  func lines(on output: CommandOutput) -> [String] {
    if calls.isEmpty { return ["This asks no model and costs nothing."] }
    let rows = calls.map { call in
      [
        call.isCertain ? call.step.rawValue : "\(call.step.rawValue), if needed", call.model,
        call.usualUSD.map { Phrases.cost($0) } ?? "", call.mostUSD.map { Phrases.cost($0) } ?? "unknown",
      ]
    }
    let sum = mostUSD.map { "Estimated cost: at most \(Phrases.cost($0))" } ?? "The cost can't be estimated"
    return ["\(sum)."] + Table(header: ["STEP", "MODEL", "USUALLY", "AT MOST"], rows: rows).lines(on: output)
  }
}
