internal import Albums
internal import Foundation
internal import Records
internal import Services

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

  struct Savings: Encodable {
    struct Line: Encodable {
      let name: String
      let count: Int
      let usd: Double
      /// True where a part of it is what such calls cost on average.
      let estimate: Bool
    }

    let usd: Double
    let lines: [Line]

    init(_ savings: [SavingLine]) {
      usd = savings.reduce(Money.zero) { $0 + $1.value }.dollars
      lines = savings.map {
        Line(name: $0.kind.rawValue, count: $0.count, usd: $0.value.dollars, estimate: $0.isEstimate)
      }
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

    /// Of the oldest price that matters.
    let asOf: String
    /// Those that are asked; dollars for a million tokens, and for a search.
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

  let schema = "albumscan/costs/1"
  let groups: [String: [Line]]
  let savings: Savings
  @Nullable var prices: Prices?

  /// What was saved, and what the sums lean on.
  var footer: [String] {
    var lines: [String] = []
    if !savings.lines.isEmpty {
      lines.append("Saved: \(Phrases.cost(savings.usd))")
      lines += savings.lines.map { line in
        "  \(line.words): \(line.estimate ? "about " : "")\(Phrases.cost(line.usd))\(line.estimate ? " (an estimate)" : "")"
      }
    }
    if let prices {
      lines.append("Prices as of \(prices.asOf)\(prices.models.isEmpty ? "" : ": \(prices.words)").")
      for warning in prices.warnings { lines += ["\(warning.reason).", "    → \(warning.cure)"] }
    }
    return lines
  }
}

extension CostsReport.Savings.Line {
  fileprivate var words: String {
    switch SavingLine.Kind(rawValue: name) {
    case .photo: "\(Phrases.count(count, "photo")) already known"
    case .answer: "\(Phrases.count(count, "picture")) already known"
    case .review: "\(Phrases.count(count, "review")) written before"
    case .search: "\(Phrases.count(count, "search", "searches")) that MusicBrainz made unnecessary"
    case .reading: "\(Phrases.count(count, "sleeve")) read on this computer"
    case .batch: "\(Phrases.count(count, "call")) in batches, at half price"
    case nil: name
    }
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
