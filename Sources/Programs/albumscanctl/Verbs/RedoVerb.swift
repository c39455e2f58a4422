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
    let desk = try Desk.open(options)
    let number = ScanID(id)
    var tally = Tally(schema: "albumscan/redo/1")
    guard let scan = try await desk.ledger.scan(number) else {
      tally.note(number, .unknown)
      return try report(tally, nil, on: desk)
    }
    guard let step else {
      tally.note(number, try await desk.ledger.undoRedo(number))
      return try report(tally, nil, on: desk)
    }
    let estimate: Estimate
    do {
      estimate = try await Estimate.redoing(
        scan, from: step, strategy: strategy ?? scan.strategy ?? desk.loaded.settings.identification.strategy, on: desk)
    } catch {
      Paper.complain("The cost can't be estimated: \(error)")
      throw ExitCode.wrongSettings
    }
    if !desk.paper.json { for line in estimate.lines(on: desk.paper) { desk.paper.say(line) } }
    if estimateOnly { return try report(tally, estimate, on: desk) }
    if !yes, !desk.paper.json, Prompter.isThere, !Prompter.agrees("Make scan \(id) anew?") {
      return desk.remark("Nothing was changed.")
    }
    tally.note(number, try await desk.ledger.redo(number, from: step, strategy: strategy, now: Date()))
    try report(tally, estimate, on: desk)
    if scan.document != nil { desk.remark("What it says now is kept: albumscanctl redo \(id) --undo") }
  }

  private func report(_ tally: Tally, _ estimate: Estimate?, on desk: Desk) throws {
    if desk.paper.json {
      try desk.paper.print(document: Report(tally: tally, id: id, from: step, strategy: strategy, estimate: estimate))
      return try tally.end()
    }
    try tally.report(on: desk, done: undo ? "goes back to what it said before" : "is made anew")
    if desk.daemon == nil, !tally.carriedOut.isEmpty {
      desk.remark("albumscand is not running; it goes on when you start it: systemctl --user start albumscand")
    }
  }

  private struct Report: Encodable {
    let schema: String
    let id: Int64
    @Nullable var from: Step?
    @Nullable var strategy: Strategy?
    @Nullable var estimate: Estimate?
    let carriedOut: [ScanID]
    let refused: [Tally.Refusal]
    let unknown: [ScanID]

    init(tally: Tally, id: Int64, from: Step?, strategy: Strategy?, estimate: Estimate?) {
      schema = tally.schema
      self.id = id
      _from = Nullable(from)
      _strategy = Nullable(strategy)
      _estimate = Nullable(estimate)
      carriedOut = tally.carriedOut
      refused = tally.refused
      unknown = tally.unknown
    }
  }
}

extension Step: ExpressibleByArgument {}
extension Strategy: ExpressibleByArgument {}
