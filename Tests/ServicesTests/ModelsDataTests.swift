import Albums
import FoundationEssentials
import Testing

@testable import Services

/// The model data file, and what users lay over it.
@Suite struct ModelsDataTests {
  let data = ModelData.embedded

  @Test(arguments: [ServiceName.anthropic, .openai])
  func `the default models are listed, priced, not about to end, and can do their work`(service: ServiceName) throws {
    let provider = try #require(data[service])
    for model in [provider.defaults.identification, provider.defaults.search, provider.defaults.review] {
      let facts = try #require(model.flatMap { provider.models[$0] })
      #expect(facts.price?.tiers.isEmpty == false)
      #expect(facts.price?.searches != nil)
      #expect(facts.shutdown == nil)
      #expect(facts.schema && facts.search)
    }
  }

  @Test func `the user's time for an answer wins over the provider's`() {
    #expect(ModelData.embedded.withTimeout(7, for: .openai)[.openai]?.timeoutSeconds == 7)
    #expect(ModelData.embedded.withTimeout(7, for: .openai)[.anthropic]?.timeoutSeconds == 60)
    #expect(ModelData.embedded.withTimeout(nil, for: .compatible)[.compatible]?.timeoutSeconds == 600)
  }

  @Test func `a model of one's own has no price and can't search`() throws {
    let facts = try #require(data[.compatible]).facts(of: "llava")
    #expect(facts.price == nil)
    #expect(!facts.search)
  }

  @Test(
    arguments: [
      ("claude-sonnet-4-5-20250929", "2026-11-30"), ("claude-sonnet-4-5", "2026-11-30"),
      ("claude-haiku-4-5-20251001", nil),
    ] as [(String, String?)])
  func `a dated id is its model`(model: String, shutdown: String?) throws {
    let facts = try #require(data[.anthropic]).facts(of: model)
    #expect(facts.price != nil)
    #expect(facts.shutdown == shutdown)
  }

  @Test(
    arguments: [
      ("gpt-4o-2024-08-06", "2027-01-14"), ("gpt-4o-2024-05-13", "2026-10-23"),
      ("gpt-4o-search-preview-2025-03-11", "2026-07-23"), ("gpt-6-luna", nil), ("gpt-nonsense", nil),
    ] as [(String, String?)])
  func `OpenAI's models end when they were announced to`(model: String, shutdown: String?) throws {
    #expect(try #require(data[.openai]).facts(of: model).shutdown == shutdown)
  }

  @Test func `no sampling is sent to providers whose models refuse it`() throws {
    for service in [ServiceName.anthropic, .openai] {
      for facts in try #require(data[service]).models.values { #expect(facts.temperature == nil) }
    }
  }

  @Test func `one version and one way to say the key`() throws {
    let provider = try #require(data[.anthropic])
    #expect(provider.version == "2026-10-21")
    #expect(provider.authentication == .bearer)
  }

  @Test func `the user's file is laid over the package's`() throws {
    let text = """
      {"providers": {
        "anthropic": {"authentication": "x-api-key", "version": "2023-06-01", "defaults": {"review": "claude-next"},
          "models": {"claude-next": {"price": {"tiers": [{"input": 1, "output": 2}], "cacheRead": 1, "cacheWrite": 1,
            "cacheWriteLong": 1, "searches": 5}}, "claude-haiku-5-5": {"thinking": null, "effort": "low"}}},
        "compatible": {"anyModel": {"temperature": 0}}}}
      """
    let merged = try ModelData.embedded(extendedBy: Data(text.utf8))
    let anthropic = try #require(merged[.anthropic])
    #expect(anthropic.authentication == .apiKey)
    #expect(anthropic.version == "2023-06-01")
    #expect(anthropic.defaults.review == "claude-next")
    #expect(anthropic.defaults.identification == data[.anthropic]?.defaults.identification)
    #expect(anthropic.facts(of: "claude-next").tokenLimit == .maxTokens)
    #expect(anthropic.facts(of: "claude-next").price?.searches == 5)
    #expect(anthropic.facts(of: "claude-haiku-5-5").thinking == nil)
    #expect(anthropic.facts(of: "claude-haiku-5-5").effort == "low")
    #expect(anthropic.facts(of: "claude-sonnet-5-5") == data[.anthropic]?.facts(of: "claude-sonnet-5-5"))
    #expect(merged[.compatible]?.facts(of: "x").temperature == 0)
    #expect(merged[.openai] == data[.openai])
  }

  @Test(arguments: [
    ("[]", "isn't a JSON object"), ("{", "isn't a JSON object"),
    (#"{"providers": {"openai": {"timeoutSeconds": "long"}}}"#, "providers.openai.timeoutSeconds"),
    (#"{"providers": {"openai": {"authentication": "basic"}}}"#, "providers.openai.authentication"),
    (#"{"providers": {"openay": {}}}"#, "providers.openay"),
    (#"{"providers": {"openai": {"models": {"x": {"headroom": -1}}}}}"#, "openai.x"),
    (#"{"providers": {"openai": {"timeoutSeconds": 0}}}"#, "openai."),
    (
      #"{"providers": {"anthropic": {"models": {"x": {"price": {"tiers": [{"input": -1, "output": 1}], "cacheRead": 1, "cacheWrite": 1, "cacheWriteLong": 1}}}}}}"#,
      "anthropic.x"
    ),
  ])
  func `a wrong file of models says where it is wrong`(text: String, place: String) throws {
    let error = try #require(throws: ModelDataError.self) {
      try ModelData.embedded(extendedBy: Data(text.utf8))
    }
    #expect(error.reason.contains(place))
  }

  @Test(arguments: [
    nil, "https://api.openai.com/v1", "https://api.openai.com/v1/", "https://api.openai.com", "https://api.openai.com/",
  ])
  func `a base address may have its version or not`(base: String?) throws {
    let provider = try #require(data[.openai])
    #expect(provider.url("models", base: base) == "https://api.openai.com/v1/models")
  }
}
