import Albums
import FoundationEssentials
import TestSupport
import Testing

@testable import Services

/// What calls cost, and what they can cost at most.
@Suite struct ModelsPriceTests {
  func facts(_ service: ServiceName, _ model: String) throws -> ModelFacts {
    try #require(ModelData.embedded[service]).facts(of: model)
  }

  @Test(arguments: [
    (ServiceName.anthropic, "claude-sonnet-5-5", Usage(inputTokens: 1420, outputTokens: 120), 2840 + 1200),
    (.anthropic, "claude-sonnet-5-5", Usage(inputTokens: 0, outputTokens: 0, searches: 3), 30_000),
    (.anthropic, "claude-haiku-5-5", Usage(inputTokens: 100_000, outputTokens: 1000), 10_000 + 500),
    (.anthropic, "claude-haiku-5-5", Usage(inputTokens: 100_001, outputTokens: 1000), 50_001 + 2500),
    (.anthropic, "claude-haiku-5-5", Usage(inputTokens: 3, outputTokens: 0), 1),
    (.openai, "gpt-4o", Usage(inputTokens: 1001, outputTokens: 10), 2603),
    (.openai, "gpt-6.1-sol", Usage(inputTokens: 272_001, outputTokens: 10), 1_088_004 + 150),
  ])
  func `a bill is the sum of its parts, rounded up`(
    service: ServiceName, model: String, usage: Usage, microdollars: Int
  ) throws {
    #expect(try facts(service, model).price?.cost(of: usage) == Money(microdollars: microdollars))
  }

  @Test func `what went through a cache has its own price`() throws {
    let price = try #require(facts(.anthropic, "claude-sonnet-5-5").price)
    let count = TokenCount(input: 100, cacheRead: 1000, cacheWrite: 1000, cacheWriteLong: 1000, output: 0)
    #expect(price.cost(of: count) == Money(microdollars: 200 + 200 + 2500 + 4000))
    #expect(count.usage.inputTokens == 3100)
  }

  @Test func `a search without a known price has no known cost`() {
    let price = Price(tiers: [.init(input: 1, output: 1)])
    #expect(price.cost(of: Usage(inputTokens: 1, outputTokens: 1, searches: 1)) == nil)
    #expect(price.cost(of: Usage(inputTokens: 1, outputTokens: 1)) != nil)
  }

  @Test func `an unknown model has no worst case`() throws {
    let client = try Sample.client(.anthropic, ReplayTransport([]))
    #expect(client.worstCase(of: Sample.question(model: "claude-from-the-future")) == nil)
    #expect(client.worstCase(of: Sample.question()) != nil)
  }

  @Test(arguments: [
    (ServiceName.anthropic, "claude-sonnet-5-5", 1024, 1024, 1444), (.anthropic, "claude-haiku-4-5", 3000, 3000, 1568),
    (.anthropic, "claude-sonnet-5-5", 8000, 8000, 4784), (.openai, "gpt-4o", 1024, 1024, 765),
    (.openai, "gpt-4o", 512, 512, 255), (.openai, "gpt-4o", 4096, 1024, 85 + 170 * 4),
    (.openai, "gpt-6.1-terra", 1024, 1024, 1229), (.openai, "gpt-4.1-mini", 4096, 4096, 2489),
    (.openai, "gpt-4o", 0, 0, 255), (.anthropic, "claude-sonnet-5-5", -5, 7, 1),
  ])
  func `a picture takes so many tokens`(service: ServiceName, model: String, width: Int, height: Int, tokens: Int)
    throws
  {
    #expect(try facts(service, model).image.count(width: width, height: height) == tokens)
  }

  /// Claude counts ⌈w/28⌉·⌈h/28⌉ by the newer page of its documentation, w·h/750 by the older.
  @Test func `a picture for Claude is never reckoned too small`() throws {
    let image = try facts(.anthropic, "claude-sonnet-5-5").image
    for side in stride(from: 200, through: 1400, by: 13) {
      let patches = ((side + 27) / 28) * ((side + 27) / 28)
      #expect(image.count(width: side, height: side) >= max(patches, side * side / 750))
    }
  }

  /// Plays the provider: counts tokens as real tokenizers do at their worst, searches as often as it may, reads
  /// everything again after each search, and writes as much as it may.
  @Test(arguments: [
    (ServiceName.anthropic, "claude-sonnet-5-5"), (.anthropic, "claude-haiku-5-5"), (.anthropic, "claude-opus-5-5"),
    (.openai, "gpt-6.1-terra"), (.openai, "gpt-4o"),
  ])
  func `no bill is higher than its worst case`(service: ServiceName, model: String) throws {
    let facts = try facts(service, model)
    let price = try #require(facts.price)
    var random = SeededGenerator(seed: 42)
    for _ in 0..<2000 {
      let question = Sample.question(
        model: model, instructions: String(repeating: "word ", count: Int.random(in: 0...2000, using: &random)),
        material: String(repeating: "é😀x ", count: Int.random(in: 0...200, using: &random)),
        picture: Bool.random(using: &random)
          ? Question.Picture(jpeg: Data(), width: .random(in: 1...3000, using: &random), height: 1024) : nil,
        schema: Bool.random(using: &random) ? Sample.schema : nil,
        maxOutputTokens: .random(in: 1...8000, using: &random), searches: .random(in: 0...5, using: &random))
      let prompt =
        question.instructions.utf8.count / 3 + question.material.utf8.count * 2 / 3 + 500
        + (question.schema?.json.utf8.count ?? 0)
        + (question.picture.map { facts.image.count(width: $0.width, height: $0.height) } ?? 0)
      let searches = Int.random(in: 0...question.searches, using: &random)
      let output = Int.random(in: 0...(question.maxOutputTokens + facts.headroom), using: &random)
      var context = prompt
      var read = 0
      for search in 0...searches {
        read += context
        if search < searches { context += Int.random(in: 0...facts.searchTokens, using: &random) }
      }
      read += output * searches
      let written = price.cacheWrite > 1 ? min(read, context) : 0
      let bill = price.cost(
        of: TokenCount(input: read - written, cacheWrite: written, output: output, searches: searches))
      let worst = WorstCase(of: question, facts: facts).cost(at: price)
      #expect(try #require(bill) <= #require(worst))
    }
  }

  @Test func `a scan with three searches fits into the budget of a scan`() throws {
    let prompt = String(repeating: "x", count: 6000)
    for (service, model) in [(ServiceName.anthropic, "claude-sonnet-5-5"), (.openai, "gpt-6.1-terra")] {
      let client = try Sample.client(service, ReplayTransport([]))
      let reading = Sample.question(
        model: model, instructions: prompt, picture: Sample.picture, schema: Sample.schema, maxOutputTokens: 1500)
      let search = Sample.question(
        step: .search, model: model, instructions: prompt, material: String(repeating: "y", count: 1000),
        schema: Sample.schema, maxOutputTokens: 1500, searches: 3)
      let sum = try #require(client.worstCase(of: reading)) + #require(client.worstCase(of: search))
      #expect(sum < Money(dollars: 0.45))
    }
  }
}
