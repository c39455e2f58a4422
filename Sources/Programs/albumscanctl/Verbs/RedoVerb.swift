internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records
internal import Setup

/// `albumscanctl redo`
struct RedoVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Repeat a scan from a step on. The current result is kept.",
    discussion: """
      The command shows first what this may cost. Models are asked again from that step on. The review is written \
      again only with --from review. 'redo ID --undo' brings back the previous result at no cost.
      """)

  @Argument(help: "The scan's number.", completion: Completions.scans)
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
    var actions = ScanActionReport(schema: "albumscan/redo/1")
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
        document: Report(actions: actions, id: id, from: step, strategy: strategy, estimate: estimate))
      return try actions.end()
    }
    try actions.report(on: context, done: undo ? "has its previous result again" : "is repeated")
    if context.daemon == nil, !actions.carriedOut.isEmpty {
      context.remark("albumscand isn't running. To continue, start it: systemctl --user start albumscand")
    }
  }

  private struct Report: Encodable {
    let schema: String
    let id: Int64
    @Nullable var from: Step?
    @Nullable var strategy: Strategy?
    @Nullable var estimate: Estimate?
    let carriedOut: [ScanID]
    let refused: [ScanActionReport.Refusal]
    let unknown: [ScanID]

    init(actions: ScanActionReport, id: Int64, from: Step?, strategy: Strategy?, estimate: Estimate?) {
      schema = actions.schema
      self.id = id
      _from = Nullable(from)
      _strategy = Nullable(strategy)
      _estimate = Nullable(estimate)
      carriedOut = actions.carriedOut
      refused = actions.refused
      unknown = actions.unknown
    }
  }
}

extension Step: ExpressibleByArgument {}
extension Strategy: ExpressibleByArgument {}
