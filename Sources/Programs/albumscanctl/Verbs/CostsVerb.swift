internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records

/// `albumscanctl costs`
struct CostsVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "costs", abstract: "Show spending by month, model, and step, and savings.",
    discussion: """
      Savings are what known photos, albums, and reviews would have cost again, and web searches that MusicBrainz made \
      unnecessary. A call whose cost isn't known yet counts at the worst-case price that was reserved for it.
      """)

  @Option(help: "Group by one of these only.")
  var by: Ledger.Grouping?

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let groupings = by.map { [$0] } ?? [.month, .model, .step]
    var groups: [(Ledger.Grouping, [CostLine])] = []
    for grouping in groupings { groups.append((grouping, try await context.ledger.costs(by: grouping))) }
    // Without a list that can be read the sums are still true.
    let prices = try? PriceList(context)
    let savings = try await context.ledger.savings(search: prices?.searchEstimate)
    let report = CostsReport(
      groups: Dictionary(uniqueKeysWithValues: groups.map { ($0.rawValue, $1.map(CostsReport.Line.init)) }),
      savings: CostsReport.Savings(savings), prices: Nullable(prices.map { CostsReport.Prices($0, now: Date()) }))
    if context.output.json { return try context.output.print(document: report) }
    if groups.allSatisfy(\.1.isEmpty) { context.output.say("Nothing has been spent yet.") }
    for (grouping, lines) in groups where !lines.isEmpty {
      let rows = lines.map {
        [
          $0.name, "\($0.calls)", "\($0.usage.inputTokens)", "\($0.usage.outputTokens)", "\($0.usage.searches)",
          Phrases.cost($0.cost.dollars),
        ]
      }
      let header = [grouping.rawValue.uppercased(), "CALLS", "TOKENS IN", "TOKENS OUT", "SEARCHES", "COST"]
      // What a narrow terminal has no room for is in the document.
      let shown = (context.output.width ?? .max) < 64 ? [0, 1, 5] : Array(0..<6)
      let table = Table(
        header: shown.map { header[$0] }, rows: rows.map { row in shown.map { row[$0] } }, names: [0],
        numbers: Set(1..<shown.count))
      for line in table.lines(on: context.output) { context.output.say(line) }
      context.output.say()
    }
    for line in report.footer.flatMap(context.output.folded) { context.output.say(line) }
  }
}

extension Ledger.Grouping: ExpressibleByArgument {}
