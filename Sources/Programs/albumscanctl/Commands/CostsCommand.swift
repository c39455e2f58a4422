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
    if context.output.json {
      let lines = groups.map { ($0.rawValue, $1.map(fields)) }
      return try context.output.print(
        "costs/2", ["groups": Dictionary(uniqueKeysWithValues: lines), "prices": prices.map(fields)])
    }
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
      context.output.say(
        Table(header: header, rows: rows, columns: shown, names: [0], numbers: Set(1..<shown.count)))
      context.output.say()
    }
    for line in prices.map(lines)?.flatMap(context.output.folded) ?? [] { context.output.say(line) }
  }

  private func fields(of line: CostLine) -> JSONObject {
    [
      "name": line.name, "calls": line.calls, "inputTokens": line.usage.inputTokens,
      "outputTokens": line.usage.outputTokens, "searches": line.usage.searches, "usd": line.cost.dollars,
    ]
  }

  /// The models in use, in dollars per million tokens, and per search.
  private func fields(of prices: PriceList) -> JSONObject {
    let models = prices.models.map { model -> JSONObject in
      let (price, tier) = (prices.price(of: model), prices.tier(of: model))
      return [
        "name": model, "inputUSD": tier?.input, "outputUSD": tier?.output,
        "searchUSD": price?.searches.map { $0 / 1000 },
        "asOf": prices.service.map { prices.data.pricesAsOf(of: model, at: $0) } ?? prices.asOf,
      ]
    }
    return ["asOf": prices.asOf, "models": models, "warnings": prices.warnings(now: Date())]
  }

  /// The prices that the totals are based on.
  private func lines(of prices: PriceList) -> [String] {
    let models = prices.models.map { model in
      guard let tier = prices.tier(of: model) else { return "\(model) unknown" }
      return String(format: "%@ $%g in, $%g out per million tokens", model, tier.input, tier.output)
    }
    let words = models.isEmpty ? "" : ": \(models.joined(separator: "; "))"
    return ["Prices \(prices.note == nil ? "as of \(prices.asOf)" : "in use")\(words)."]
      + (prices.note.map { ["Prices: \($0)."] } ?? [])
      + prices.warnings(now: Date()).flatMap { ["\($0.reason).", "    → \($0.cure)"] }
  }
}

extension PriceList {
  fileprivate func tier(of model: String) -> Price.Tier? { price(of: model)?.tier(forPrompt: 0) }
}

extension Ledger.Grouping: ExpressibleByArgument {}
