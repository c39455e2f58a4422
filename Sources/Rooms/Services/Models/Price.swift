package import Albums

/// The price of a model, in US dollars per million tokens.
package struct Price: Codable, Equatable, Sendable {
  /// From the shortest prompts to the longest; the last has no limit.
  package var tiers: [Tier]
  /// What input read from a cache costs, as a part of the input price.
  package var cacheRead: Double
  /// What input written to a cache costs, likewise.
  package var cacheWrite: Double
  /// The same for caches that live an hour or longer.
  package var cacheWriteLong: Double
  /// For 1,000 searches of the web; nil where it isn't known.
  package var searches: Double?

  /// The price of prompts up to a length.
  package struct Tier: Codable, Equatable, Sendable {
    /// In tokens; nil for no limit.
    package var upTo: Int?
    package var input: Double
    package var output: Double

    package init(upTo: Int? = nil, input: Double, output: Double) {
      self.upTo = upTo
      self.input = input
      self.output = output
    }
  }

  package init(
    tiers: [Tier], cacheRead: Double = 1, cacheWrite: Double = 1.25, cacheWriteLong: Double = 2, searches: Double? = nil
  ) {
    self.tiers = tiers
    self.cacheRead = cacheRead
    self.cacheWrite = cacheWrite
    self.cacheWriteLong = cacheWriteLong
    self.searches = searches
  }

  /// The tier for a prompt of so many tokens; nil where the file of models has none.
  package func tier(forPrompt tokens: Int) -> Tier? { tiers.first { tokens <= $0.upTo ?? .max } ?? tiers.last }

  /// Of one request, all input at the full price. Nil where searches were made whose price isn't known.
  package func cost(of usage: Usage) -> Money? {
    cost(of: TokenCount(input: usage.inputTokens, output: usage.outputTokens, searches: usage.searches))
  }

  /// Of one request, what went through a cache at its own price.
  package func cost(of count: TokenCount) -> Money? {
    guard let tier = tier(forPrompt: count.allInput), count.searches == 0 || searches != nil else { return nil }
    let input =
      Double(count.input) + Double(count.cacheRead) * cacheRead + Double(count.cacheWrite) * cacheWrite
      + Double(count.cacheWriteLong) * cacheWriteLong
    // Dollars for a million are millionths for one. The trim keeps 0.3000000004 from becoming a millionth more.
    let microdollars =
      input * tier.input + Double(count.output) * tier.output + Double(count.searches) * (searches ?? 0) * 1000
    return Money(microdollars: Int((microdollars - 1e-6).rounded(.up)))
  }

  /// What the same costs through a batch: tokens at a part of their price, searches at the whole.
  package func batched(at factor: Double) -> Price {
    var price = self
    price.tiers = tiers.map { Tier(upTo: $0.upTo, input: $0.input * factor, output: $0.output * factor) }
    return price
  }

  var isFree: Bool {
    !tiers.isEmpty && tiers.allSatisfy { $0.input == 0 && $0.output == 0 } && (searches ?? 0) == 0
  }
}
