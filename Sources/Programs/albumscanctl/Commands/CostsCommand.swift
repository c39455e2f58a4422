internal import Albums
internal import ArgumentParser
internal import Console
internal import Foundation
internal import Records
internal import Services

/// `albumscanctl costs`
struct CostsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "costs", abstract: "Show spending by month, model, and step.",
    discussion: "A call whose cost isn't known yet counts at the worst-case price that was reserved for it.")

  @Option(help: "Group by one of these only.")
  var by: Ledger.Grouping?

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let groupings = by.map { [$0] } ?? [.month, .model, .step]
    var groups: [(Ledger.Grouping, [CostLine])] = []
    for grouping in groupings { groups.append((grouping, try await context.ledger.costs(by: grouping))) }
    // Without a readable price list, the totals are still true.
    let prices = try? PriceList(context)
    let report = CostsReport(
      groups: Dictionary(uniqueKeysWithValues: groups.map { ($0.rawValue, $1.map(CostsReport.Line.init)) }),
      prices: Nullable(prices.map { CostsReport.Prices($0, now: Date()) }))
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
      // Columns that don't fit a narrow terminal are in the JSON document.
      let shown = (context.output.width ?? .max) < 64 ? [0, 1, 5] : Array(0..<6)
      let table = Table(
        header: shown.map { header[$0] }, rows: rows.map { row in shown.map { row[$0] } }, names: [0],
        numbers: Set(1..<shown.count))
      for line in table.lines(on: context.output) { context.output.say(line) }
      context.output.say()
    }
    for line in report.footer(note: prices?.note).flatMap(context.output.folded) { context.output.say(line) }
  }
}

extension Ledger.Grouping: ExpressibleByArgument {}

/// The JSON document of `costs`.
struct CostsReport: Encodable {
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

  struct Prices: Codable, Equatable {
    struct Model: Codable, Equatable {
      let name: String
      @Nullable var inputUSD: Double?
      @Nullable var outputUSD: Double?
      @Nullable var searchUSD: Double?
      let asOf: String
    }

    /// The oldest day among these prices.
    let asOf: String
    /// The models in use, in dollars per million tokens, and per search.
    let models: [Model]
    let warnings: [PriceList.Warning]

    init(_ list: PriceList, now: Date) {
      asOf = list.asOf
      models = list.models.map { model in
        let price = list.price(of: model)
        let tier = price?.tier(forPrompt: 0)
        return Model(
          name: model, inputUSD: Nullable(tier?.input), outputUSD: Nullable(tier?.output),
          searchUSD: Nullable(price?.searches.map { $0 / 1000 }),
          asOf: list.service.map { list.data.pricesAsOf(of: model, at: $0) } ?? list.asOf)
      }
      warnings = list.warnings(now: now)
    }
  }

  let schema = "albumscan/costs/2"
  let groups: [String: [Line]]
  @Nullable var prices: Prices?

  /// The prices that the totals are based on.
  /// - Parameter note: where the prices come from, if not from the list.
  func footer(note: String?) -> [String] {
    var lines: [String] = []
    if let prices {
      lines.append(
        "Prices \(note == nil ? "as of \(prices.asOf)" : "in use")\(prices.models.isEmpty ? "" : ": \(prices.words)").")
      if let note { lines.append("Prices: \(note).") }
      for warning in prices.warnings { lines += ["\(warning.reason).", "    → \(warning.cure)"] }
    }
    return lines
  }
}

extension CostsReport.Prices {
  fileprivate var words: String {
    models.map { model in
      guard let input = model.inputUSD, let output = model.outputUSD else { return "\(model.name) unknown" }
      return String(format: "%@ $%g in, $%g out per million tokens", model.name, input, output)
    }.joined(separator: "; ")
  }
}
