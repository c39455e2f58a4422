package import Albums

/// The price of a model, in US dollars per million tokens.
package struct Price: Codable, Equatable, Sendable {
  /// From the shortest prompts to the longest; the last tier has no limit.
  package var tiers: [Tier]
  /// The price of input read from a cache, as a fraction of the input price.
  package var cacheRead = 1.0
  /// The price of input written to a cache, likewise.
  package var cacheWrite = 1.25
  /// The same for caches that last an hour or longer.
  package var cacheWriteLong = 2.0
  /// For 1,000 web searches; nil if unknown.
  package var searches: Double?

  /// The price for prompts up to a certain length.
  package struct Tier: Codable, Equatable, Sendable {
    /// In tokens; nil for no limit.
    package var upTo: Int?
    package var input: Double
    package var output: Double
  }

  /// The tier for a prompt of this many tokens; nil if the models file has none.
  package func tier(forPrompt tokens: Int) -> Tier? { tiers.first { tokens <= $0.upTo ?? .max } ?? tiers.last }

  /// The cost of one request, with all input at the full price. Nil if searches were made whose price is unknown.
  package func cost(of usage: Usage) -> Money? {
    cost(of: TokenCount(input: usage.inputTokens, output: usage.outputTokens, searches: usage.searches))
  }

  /// The cost of one request, with cached input at its own price.
  package func cost(of count: TokenCount) -> Money? {
    guard let tier = tier(forPrompt: count.allInput), count.searches == 0 || searches != nil else { return nil }
    let input =
      Double(count.input) + Double(count.cacheRead) * cacheRead + Double(count.cacheWrite) * cacheWrite
      + Double(count.cacheWriteLong) * cacheWriteLong
    // Dollars per million tokens are millionths of a dollar per token. The subtraction keeps 0.3000000004 from becoming
    // one millionth more.
    let microdollars =
      input * tier.input + Double(count.output) * tier.output + Double(count.searches) * (searches ?? 0) * 1000
    return Money(microdollars: Int((microdollars - 1e-6).rounded(.up)))
  }

  static let free = Price(
    tiers: [Tier(input: 0, output: 0)], cacheRead: 1, cacheWrite: 1, cacheWriteLong: 1, searches: 0)

  var isFree: Bool {
    !tiers.isEmpty && tiers.allSatisfy { $0.input == 0 && $0.output == 0 } && (searches ?? 0) == 0
  }
}

extension Price {
  /// What the models file leaves out is priced as for a provider without discounts.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(tiers: try container.decode([Tier].self, forKey: .tiers))
    cacheRead = try container.decodeIfPresent(Double.self, forKey: .cacheRead) ?? cacheRead
    cacheWrite = try container.decodeIfPresent(Double.self, forKey: .cacheWrite) ?? cacheWrite
    cacheWriteLong = try container.decodeIfPresent(Double.self, forKey: .cacheWriteLong) ?? cacheWriteLong
    searches = try container.decodeIfPresent(Double.self, forKey: .searches)
  }
}

/// The worst-case price of a question. It is reserved before the question is sent, so it must never be less than the
/// bill.
package struct WorstCase: Equatable, Sendable {
  /// Input tokens that the provider reads for the first time.
  var fresh: Int
  /// Input tokens that it reads again, once per search: everything before the search.
  var again: Int
  var output: Int
  var searches: Int

  /// Tokens that a provider adds to a prompt: the frame of the turn, and the instructions for the schema and the search
  /// tool.
  static let frame = 1000
  static let searchFrame = 3000

  package init(of question: Question, facts: ModelFacts) {
    // A token is at least one byte of UTF-8, so one token per byte is a safe upper bound. It is used for untrusted
    // material (random text takes nearly that many). Instructions and schema are prose, for which every tokenizer needs
    // at least two bytes per token (English: 3 to 4, Chinese: 2 to 3), so half the bytes is a safe bound there.
    let text = (question.instructions.utf8.count + 1) / 2 + question.material.utf8.count
    let schema = (question.schema?.json.utf8.count ?? 0) + (question.schema?.name.utf8.count ?? 0)
    let picture = question.picture.map { facts.image.count(width: $0.width, height: $0.height) } ?? 0
    let frame = Self.frame + (question.searches > 0 ? Self.searchFrame : 0)
    self.init(
      prompt: text + schema + picture + frame, output: question.maxOutputTokens + facts.headroom,
      searches: question.searches, searchTokens: facts.searchTokens)
  }

  /// Each search ends one reading of the prompt and begins another, with its results added: n searches read the prompt
  /// and what was written n more times, and earlier results up to n − 1 more times.
  init(prompt: Int, output: Int, searches: Int, searchTokens: Int) {
    let n = max(searches, 0)
    fresh = prompt + n * searchTokens + (n > 0 ? output : 0)
    again = n * prompt + n * (n - 1) / 2 * searchTokens + max(n - 1, 0) * output
    self.output = output
    self.searches = n
  }

  /// Nil if the price is unknown.
  package func cost(at price: Price?) -> Money? {
    guard let price else { return nil }
    // Fresh input may be written to a cache, which some models do without being asked, and bill above the input price.
    let written = price.cacheWrite > 1
    return price.cost(
      of: TokenCount(
        input: written ? again : again + fresh, cacheWrite: written ? fresh : 0, output: output, searches: searches))
  }
}
