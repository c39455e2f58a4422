internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records
internal import Setup

/// `albumscanctl redo`
struct RedoVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo", abstract: "Makes a scan anew from a step on; what it says now is kept.",
    discussion: """
      It shows first what that may cost. Answers of models from that step on are asked for anew; a review is written \
      anew only with --from review. What the scan said before can be had back, for nothing: redo ID --undo.
      """)

  @Argument(help: "The scan's number.", completion: Completions.scans)
  var id: Int64

  @Option(
    name: .customLong("from"),
    help: ArgumentHelp("The first step that is made anew: \(Step.allCases.map(\.rawValue).joined(separator: ", ")).")
  )
  var step: Step?

  @Option(help: "How models are asked this time: \(Strategy.allCases.map(\.rawValue).joined(separator: ", ")).")
  var strategy: Strategy?

  @Flag(help: "Go back to what the scan said before the last redo.")
  var undo = false

  @Flag(name: [.customShort("n"), .customLong("dry-run")], help: "Only show what it may cost.")
  var estimateOnly = false

  @Flag(name: .shortAndLong, help: "Don't ask at a terminal whether to go on.")
  var yes = false

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if undo {
      if step != nil || strategy != nil { throw ValidationError("--undo goes without --from and --strategy.") }
    } else if step == nil {
      throw ValidationError("Say from which step: --from reading, say, or --from review.")
    }
    if let step, strategy != nil, step > .reading {
      throw ValidationError("Another strategy reads the cover anew: --from reading --strategy \(strategy!.rawValue).")
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
    if !yes, !context.output.json, Prompter.isThere, !Prompter.agrees("Make scan \(id) anew?") {
      return context.remark("Nothing was changed.")
    }
    actions.note(number, try await context.ledger.redo(number, from: step, strategy: strategy, now: Date()))
    try report(actions, estimate, on: context)
    if scan.document != nil { context.remark("What it says now is kept: albumscanctl redo \(id) --undo") }
  }

  private func report(_ actions: ScanActionReport, _ estimate: Estimate?, on context: CommandContext) throws {
    if context.output.json {
      try context.output.print(
        document: Report(actions: actions, id: id, from: step, strategy: strategy, estimate: estimate))
      return try actions.end()
    }
    try actions.report(on: context, done: undo ? "goes back to what it said before" : "is made anew")
    if context.daemon == nil, !actions.carriedOut.isEmpty {
      context.remark("albumscand is not running; it goes on when you start it: systemctl --user start albumscand")
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
