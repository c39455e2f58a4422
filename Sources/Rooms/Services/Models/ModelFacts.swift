/// The facts about one model: its price, and the parameters that it accepts without an error 400.
package struct ModelFacts: Codable, Equatable, Sendable {
  /// Nil if unknown; then the worst case is unknown, too.
  package var price: Price?
  /// The day of the price, if it isn't the provider's.
  package var pricesAsOf: String?
  /// The key of the output limit: `max_tokens`, or OpenAI's `max_completion_tokens`.
  package var tokenLimit: TokenLimit = .maxTokens
  /// Sent if it is set. The newer models of both providers reject any temperature with 400.
  package var temperature: Double?
  /// The `thinking.type` to send (Anthropic), to turn thinking off where that is possible.
  package var thinking: String?
  /// `output_config.effort` (Anthropic) or `reasoning_effort` (OpenAI), if it is set.
  package var effort: String?
  /// Tokens for thinking, added to the output limit, against which both providers count them.
  package var headroom: Int = 0
  /// Whether a schema can enforce the format of the answer.
  package var schema: Bool = true
  /// Whether the model can use the provider's web search.
  package var search: Bool = true
  /// The most tokens that one search is assumed to add to the prompt.
  package var searchTokens: Int = 15_000
  package var image: ImageTokens = ImageTokens(patch: 28, perPatch: 1, most: 4784)
  /// The day on which it will be retired, `2026-11-30`; nil if none is announced.
  package var shutdown: String?

  package enum TokenLimit: String, Codable, Sendable {
    case maxTokens = "max_tokens"
    case maxCompletionTokens = "max_completion_tokens"
  }

  /// False if a number is invalid or would overflow the cost calculation.
  var isPlausible: Bool {
    func holds(_ dollars: Double) -> Bool { (0...100_000).contains(dollars) }
    let prices =
      price.map { price in
        price.tiers.allSatisfy { holds($0.input) && holds($0.output) } && holds(price.searches ?? 0)
          && [price.cacheRead, price.cacheWrite, price.cacheWriteLong].allSatisfy { (0...10).contains($0) }
      } ?? true
    return prices && [headroom, searchTokens, image.most ?? 0].allSatisfy { (0...1_000_000).contains($0) }
      && (temperature.map { (0...2).contains($0) } ?? true) && (0...100).contains(image.perPatch ?? 1)
      && [image.perTile ?? 0, image.base ?? 0].allSatisfy { (0...1_000_000).contains($0) }
  }
}

/// How many tokens a picture takes.
///
/// Either by patches (Anthropic, *Vision*: ⌈w/28⌉·⌈h/28⌉; GPT-4.1 mini and later: patches of 32 pixels times a factor),
/// or by tiles (GPT-4o with detail high: scaled into a square, its shorter side scaled down, a base amount plus an
/// amount per tile).
package struct ImageTokens: Codable, Equatable, Sendable {
  /// The side of a patch, in pixels.
  package var patch: Int?
  package var perPatch: Double?
  /// The most patches that are counted; larger pictures are scaled down before.
  package var most: Int?

  /// The side of a tile, in pixels.
  package var tile: Int?
  package var perTile: Int?
  package var base: Int?
  /// The longer and the shorter side of the rectangle that a picture is scaled into.
  package var longSide: Int?
  package var shortSide: Int?

  /// The tokens for a picture of this size in pixels; a side of zero counts as one.
  package func count(width: Int, height: Int) -> Int {
    let (width, height) = (min(max(width, 1), 100_000), min(max(height, 1), 100_000))
    if let tile, tile > 0 { return tiles(of: tile, width: width, height: height) }
    let patch = max(patch ?? 28, 1)
    let patches = ((width + patch - 1) / patch) * ((height + patch - 1) / patch)
    return Int((Double(min(patches, most ?? patches)) * (perPatch ?? 1)).rounded(.up))
  }

  private func tiles(of side: Int, width: Int, height: Int) -> Int {
    let inSquare = min(1, Double(longSide ?? .max) / Double(max(width, height)))
    let onShort = min(1, Double(shortSide ?? .max) / (Double(min(width, height)) * inSquare))
    let scale = inSquare * onShort
    func across(_ length: Int) -> Int { Int((Double(length) * scale / Double(side)).rounded(.up)) }
    return (base ?? 0) + across(width) * across(height) * (perTile ?? 0)
  }
}
