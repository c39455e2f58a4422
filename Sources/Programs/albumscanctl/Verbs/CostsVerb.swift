internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records

/// `albumscanctl costs`
struct CostsVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "costs", abstract: "What was spent, by month, model and step.")

  @Option(help: "Group by this alone: day, month, model or step.")
  var by: Ledger.Grouping?

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    let groupings = by.map { [$0] } ?? [.month, .model, .step]
    var groups: [(Ledger.Grouping, [CostLine])] = []
    for grouping in groupings { groups.append((grouping, try await desk.ledger.costs(by: grouping))) }
    if desk.paper.json {
      let report = CostsReport(
        groups: Dictionary(uniqueKeysWithValues: groups.map { ($0.rawValue, $1.map(CostsReport.Line.init)) }))
      return try desk.paper.print(document: report)
    }
    if groups.allSatisfy(\.1.isEmpty) { return desk.paper.say("Nothing was spent yet.") }
    for (grouping, lines) in groups {
      let rows = lines.map {
        [
          $0.name, "\($0.calls)", "\($0.usage.inputTokens)", "\($0.usage.outputTokens)", "\($0.usage.searches)",
          Phrases.cost($0.cost.dollars),
        ]
      }
      let header = [grouping.rawValue.uppercased(), "CALLS", "TOKENS IN", "TOKENS OUT", "SEARCHES", "COST"]
      for line in Table(header: header, rows: rows).lines(on: desk.paper) { desk.paper.say(line) }
      desk.paper.say()
    }
  }
}

extension Ledger.Grouping: ExpressibleByArgument {}

private struct CostsReport: Encodable {
  struct Line: Encodable {
    let name: String
    let calls: Int
    let inputTokens: Int
    let outputTokens: Int
    let searches: Int
    let usd: Double

    init(_ line: CostLine) {
      name = line.name
      calls = line.calls
      inputTokens = line.usage.inputTokens
      outputTokens = line.usage.outputTokens
      searches = line.usage.searches
      usd = line.cost.dollars
    }
  }

  let schema = "albumscan/costs/1"
  let groups: [String: [Line]]
}
