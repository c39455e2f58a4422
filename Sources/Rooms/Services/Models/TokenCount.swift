package import Albums

/// The token count of one request, as the provider reports it, with cached tokens separate.
package struct TokenCount: Equatable, Sendable {
  /// Input that no cache was involved in.
  package var input: Int
  package var cacheRead: Int
  package var cacheWrite: Int
  package var cacheWriteLong: Int
  package var output: Int
  package var searches: Int

  package init(
    input: Int, cacheRead: Int = 0, cacheWrite: Int = 0, cacheWriteLong: Int = 0, output: Int, searches: Int = 0
  ) {
    self.input = input
    self.cacheRead = cacheRead
    self.cacheWrite = cacheWrite
    self.cacheWriteLong = cacheWriteLong
    self.output = output
    self.searches = searches
  }

  var allInput: Int { input + cacheRead + cacheWrite + cacheWriteLong }

  package var usage: Usage { Usage(inputTokens: allInput, outputTokens: output, searches: searches) }

  /// A count of a provider's; nil for what can't be one.
  static func plausible(_ number: Int?) -> Int? { number.flatMap { (0...100_000_000).contains($0) ? $0 : nil } }
}
