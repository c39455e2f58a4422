package import Albums

/// The worst-case price of a question. It is reserved before the question is sent, so it must never be less than the
/// bill.
package struct WorstCase: Equatable, Sendable {
  /// Input that the provider reads for the first time.
  var fresh: Int
  /// Input that it reads again, once a search: what stood before it.
  var again: Int
  var output: Int
  var searches: Int

  /// What a provider adds to a prompt of its own: the frame of the turn, the schema's and the search tool's instructions.
  static let frame = 1000
  static let searchFrame = 3000

  package init(of question: Question, facts: ModelFacts) {
    // A token is at least one byte of UTF-8, so a byte a token is a true bound: for the material, which strangers wrote
    // (noise takes nearly that many). Instructions and schema are prose, of which no tokenizer makes more than a token
    // of two bytes (English: 3 to 4, Chinese: 2 to 3); there half of the bytes is bound enough.
    let text = (question.instructions.utf8.count + 1) / 2 + question.material.utf8.count
    let schema = (question.schema?.json.utf8.count ?? 0) + (question.schema?.name.utf8.count ?? 0)
    let picture = question.picture.map { facts.image.count(width: $0.width, height: $0.height) } ?? 0
    let frame = Self.frame + (question.searches > 0 ? Self.searchFrame : 0)
    self.init(
      prompt: text + schema + picture + frame, output: question.maxOutputTokens + facts.headroom,
      searches: question.searches, searchTokens: facts.searchTokens)
  }

  /// Each search ends a reading of the prompt and begins another, with its results added: n searches read the prompt
  /// and what was written n more times, and earlier results up to n − 1 more times.
  init(prompt: Int, output: Int, searches: Int, searchTokens: Int) {
    let n = max(searches, 0)
    fresh = prompt + n * searchTokens + (n > 0 ? output : 0)
    again = n * prompt + n * (n - 1) / 2 * searchTokens + max(n - 1, 0) * output
    self.output = output
    self.searches = n
  }

  /// Nil for a price that isn't known.
  package func cost(at price: Price?) -> Money? {
    guard let price else { return nil }
    // Fresh input may be written to a cache, which some models do unasked and bill above the input price.
    let written = price.cacheWrite > 1
    return price.cost(
      of: TokenCount(
        input: written ? again : again + fresh, cacheWrite: written ? fresh : 0, output: output, searches: searches))
  }
}
