import Albums
import FoundationEssentials
import Testing

@testable import Services

/// Whether prices can be relied on.
@Suite struct PriceCheckTests {
  private func day(_ text: String) throws -> Date { try Date("\(text)T12:00:00Z", strategy: .iso8601) }

  private func data(_ json: String) throws -> ModelData { try ModelData.embedded(extendedBy: Data(json.utf8)) }

  @Test(arguments: [
    ("2026-11-21", "2026-11-21", false), ("2026-11-21", "2027-02-19", false), ("2026-11-21", "2027-02-20", true),
    // A list from the future is none of ours to doubt; one that says no day is.
    ("2026-12-24", "2026-11-21", false), ("soon", "2026-11-21", true),
  ])
  func `a price is doubted when it is older than ninety days`(asOf: String, now: String, isOld: Bool) throws {
    let check = PriceCheck(data: try data(#"{"pricesAsOf": "\#(asOf)"}"#), service: .anthropic)
    let warnings = check.warnings(on: ["claude-sonnet-5-5", "claude-sonnet-5-5"], now: try day(now))
    #expect(warnings.count == (isOld ? 1 : 0))
    if isOld, case .old(let model, let said, _)? = warnings.first {
      #expect([model, said] == ["claude-sonnet-5-5", asOf])
    }
  }

  @Test func `a model and a provider may have days of their own`() throws {
    let data = try data(
      """
      {"pricesAsOf": "2026-01-01", "providers": {
        "anthropic": {"pricesAsOf": "2026-06-01", "models": {"claude-haiku-5-5": {"pricesAsOf": "2026-11-01"}}}}}
      """)
    #expect(data.pricesAsOf(of: "claude-haiku-5-5", at: .anthropic) == "2026-11-01")
    #expect(data.pricesAsOf(of: "claude-sonnet-5-5", at: .anthropic) == "2026-06-01")
    #expect(data.pricesAsOf(of: "gpt-6.1-sol", at: .openai) == "2026-01-01")
    let check = PriceCheck(data: data, service: .anthropic)
    #expect(
      check.warnings(on: ["claude-haiku-5-5", "claude-sonnet-5-5"], now: try day("2026-11-21"))
        == [.old(model: "claude-sonnet-5-5", asOf: "2026-06-01", days: 173)])
  }

  @Test func `a model without a price is said, and one that costs nothing is never too old`() throws {
    let later = try day("2036-01-01")
    #expect(
      PriceCheck(data: .embedded, service: .anthropic).warnings(on: ["claude-from-the-future"], now: later)
        == [.unknown(model: "claude-from-the-future")])
    let local = ModelData.embedded.priced(nil, for: .compatible, at: nil)
    #expect(PriceCheck(data: local, service: .compatible).warnings(on: ["llava"], now: later) == [])
  }

  @Test(arguments: [
    (ServiceName.compatible, "http://127.0.0.1:8080", 0 as Double?), (.compatible, "http://localhost:11434/v1", 0),
    (.compatible, "https://[::1]:1", 0), (.compatible, "https://models.example.org", nil),
    (.compatible, "https://127.0.0.1.example.org", nil),
    // A proxy on this computer may lead to the provider.
    (.anthropic, "http://127.0.0.1:4000", nil),
  ])
  func `only a model server on this computer costs nothing without a price`(
    service: ServiceName, address: String, dollars: Double?
  ) {
    let price = ModelData.embedded.priced(nil, for: service, at: address)[service]?.facts(of: "unheard-of").price
    #expect(price?.tiers.first?.input == dollars)
    #expect(price?.cost(of: Usage(inputTokens: 9000, outputTokens: 9000)) == dollars.map(Money.init(dollars:)))
  }

  @Test(arguments: [
    (ServiceName.compatible, "unheard-of", nil as Double?), (.anthropic, "unheard-of", 10),
    (.anthropic, "claude-haiku-5-5", 10), (.openai, "gpt-6.1-terra", 10),
  ])
  func `a price that the user sets is that of each of the provider's models, wherever it is`(
    service: ServiceName, model: String, searches: Double?
  ) throws {
    let data = ModelData.embedded.priced((input: 3, output: 7), for: service, at: "http://127.0.0.1:8080")
    let price = try #require(data[service]?.facts(of: model).price)
    #expect(price.cost(of: Usage(inputTokens: 1_000_000, outputTokens: 0)) == Money(dollars: 3))
    #expect(price.cost(of: Usage(inputTokens: 0, outputTokens: 1_000_000)) == Money(dollars: 7))
    #expect(price.searches == searches)
    for other in ServiceName.providers where other != service { #expect(data[other] == ModelData.embedded[other]) }
  }

  @Test func `a price in the user's file is that of a server on this computer, too`() throws {
    let listed = try data(
      #"{"providers": {"compatible": {"anyModel": {"price": {"tiers": [{"input": 1, "output": 2}]}}}}}"#
    )
    .priced(nil, for: .compatible, at: nil)
    #expect(listed[.compatible]?.facts(of: "llava").price?.tiers.first?.output == 2)
  }

  @Test func `the prices of the package are of a day`() {
    #expect(PriceCheck.days(from: ModelData.embedded.pricesAsOf, to: Date()) != nil)
  }
}
