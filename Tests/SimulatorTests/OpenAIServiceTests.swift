import DrawnCovers
import Foundation
import Testing

@testable import Simulator

@Suite struct OpenAIServiceTests {
  let openai = OpenAIService(simulatedModel: SimulatedModel(albums: DrawnCollection.albums))
  let local = CompatibleService(simulatedModel: SimulatedModel(albums: DrawnCollection.albums))

  private func chat(_ body: JSON) -> Reply {
    openai.answer(
      Questions.call(.openai, "POST", "/v1/chat/completions", headers: Questions.openAIHeaders, body), fault: nil)
  }

  private func responses(_ body: JSON, fault: SimulatedFault? = nil) -> Reply {
    openai.answer(
      Questions.call(.openai, "POST", "/v1/responses", headers: Questions.openAIHeaders, body), fault: fault)
  }

  private func answer(_ reply: Reply) throws -> JSON {
    let text = try #require(reply.json?["choices"]?.items?.first?["message"]?["content"]?.text)
    return try JSONParser.parse(text.utf8)
  }

  @Test func `a chat completion reads a cover`() throws {
    let reply = chat(Questions.chatReading(try Questions.jpeg(of: DrawnCollection.longTitle)))
    #expect(reply.violations.isEmpty)
    #expect(try answer(reply)["albumTitle"]?.text?.count == 300)
    #expect(reply.json?["usage"]?["total_tokens"]?.int ?? 0 > 300)
  }

  static let parameters: [ParameterCase] = [
    ParameterCase("max_tokens", "gpt-6-luna", 100, 400), ParameterCase("temperature", "gpt-6-luna", 0, 400),
    ParameterCase("temperature", "gpt-4o", 0, 200), ParameterCase("temperature", "gpt-4o-search-preview", 0, 400),
    ParameterCase("web_search_options", "gpt-6-luna", [:], 400),
    ParameterCase("web_search_options", "gpt-4o-search-preview", [:], 200),
    ParameterCase("max_output_tokens", "gpt-6-luna", 100, 400), ParameterCase("model", "", "gpt-4", 404),
    ParameterCase("tools", "gpt-6-luna", [["type": "web_search"]], 400),
  ]

  @Test(arguments: parameters)
  func `a parameter is accepted or refused as the model has it`(parameter: ParameterCase) throws {
    let jpeg = try Questions.jpeg(of: DrawnCollection.undertow, size: 256)
    let reply = chat(Questions.chatReading(jpeg, model: parameter.model).with(parameter.name, parameter.value))
    #expect(reply.status == parameter.status, "\(reply.violations)")
  }

  @Test func `a strict schema must require every property`() throws {
    let loose: JSON = [
      "type": "object", "additionalProperties": false, "required": ["outcome"],
      "properties": ["outcome": ["type": "string"], "reason": ["type": "string"]],
    ]
    let body = Questions.chatReading(try Questions.jpeg(of: DrawnCollection.undertow, size: 256))
    let format: JSON = ["type": "json_schema", "json_schema": ["name": "reading", "strict": true, "schema": loose]]
    #expect(chat(body.with("response_format", format)).status == 400)
    let named: JSON = ["type": "json_schema", "json_schema": ["name": "no blanks", "strict": true, "schema": loose]]
    #expect(chat(body.with("response_format", named)).status == 400)
  }

  @Test func `a response searches, names its pages, and leaks marks of citations into the JSON`() throws {
    let reply = responses(Questions.responsesSearch(DrawnCollection.amber.printedText))
    #expect(reply.violations.isEmpty)
    let output = try #require(reply.json?["output"]?.items)
    let search = try #require(output.first { $0["type"]?.text == "web_search_call" })
    #expect(search["action"]?["sources"]?.items?.isEmpty == false)
    let content = try #require(output.last?["content"]?.items?.first)
    #expect(content["annotations"]?.items?.isEmpty == true)
    #expect(content["text"]?.text?.contains("\u{e200}cite") == true)
    #expect(content["text"]?.text?.contains("The Amber Sessions") == true)
  }

  @Test func `the Responses API has its own shape`() {
    let good = Questions.responsesSearch("x")
    #expect(responses(good.with("max_tokens", 100)).status == 400)
    #expect(responses(good.with("messages", [])).status == 400)
    #expect(responses(good.with("store", nil)).violations.contains { $0.contains("stored") })
    let nested: JSON = [
      "format": ["type": "json_schema", "json_schema": ["name": "a", "schema": Questions.searchSchema]]
    ]
    #expect(responses(good.with("text", nested)).status == 400)
    #expect(responses(good, fault: .quota).json?["error"]?["code"] == "insufficient_quota")
  }

  @Test func `a local server takes what it knows and minds what it would misread`() throws {
    let base = Questions.chatReading(try Questions.jpeg(of: DrawnCollection.undertow), model: "any")
      .with("max_completion_tokens", nil).with("max_tokens", 800)
    let post = { (body: JSON) in
      local.answer(
        Questions.call(
          .compatible, "POST", "/v1/chat/completions", headers: ["content-type": "application/json"], body),
        fault: nil)
    }
    #expect(post(base).violations.isEmpty)
    #expect(try answer(post(base))["albumTitle"] == "Undertow")
    #expect(!post(base.with("max_completion_tokens", 800)).violations.isEmpty)
    let flat: JSON = ["type": "json_schema", "schema": Questions.readingSchema]
    #expect(!post(base.with("response_format", flat)).violations.isEmpty)
  }
}
