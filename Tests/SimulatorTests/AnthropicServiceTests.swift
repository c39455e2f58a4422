import DrawnCovers
import Foundation
import Testing

@testable import Simulator

@Suite struct AnthropicServiceTests {
  let service = AnthropicService(
    simulatedModel: SimulatedModel(albums: DrawnCollection.albums), allowsSearchWithSchema: false)

  private func post(_ body: JSON, headers: [String: String] = Questions.anthropicHeaders, fault: SimulatedFault? = nil)
    -> Reply
  {
    service.answer(Questions.call(.anthropic, "POST", "/v1/messages", headers: headers, body), fault: fault)
  }

  // MARK: Answers

  @Test func `a cover is read in the shape that was asked for, with a bill`() throws {
    let reply = post(Questions.anthropicReading(try Questions.jpeg(of: DrawnCollection.undertow)))
    #expect(reply.status == 200)
    #expect(reply.violations.isEmpty)
    #expect(reply.answer?["outcome"] == "identified")
    #expect(reply.answer?["artistName"] == "Sable/Finch")
    #expect(SchemaFit.misfit(of: try #require(reply.answer), in: Questions.readingSchema) == nil)
    // 512 pixels are 19 patches of 28.
    let input = try #require(reply.json?["usage"]?["input_tokens"]?.int)
    #expect((361...1500).contains(input))
  }

  @Test func `an answer that is longer than its limit is cut`() throws {
    var body = Questions.anthropicReading(try Questions.jpeg(of: DrawnCollection.undertow), model: "claude-haiku-4-5")
    body = body.with("max_tokens", 20)
    #expect(post(body).json?["stop_reason"] == "max_tokens")
  }

  // MARK: Refusals

  static let parameters: [ParameterCase] = [
    ParameterCase("temperature", "claude-haiku-5-5", 0, 400), ParameterCase("top_k", "claude-sonnet-5", 5, 400),
    ParameterCase("temperature", "claude-haiku-4-5", 1, 200), ParameterCase("temprature", "claude-haiku-5-5", 1, 400),
    ParameterCase("max_tokens", "claude-haiku-4-5", 100_000, 400),
    ParameterCase("max_tokens", "claude-haiku-5-5", nil, 400),
    ParameterCase("model", "", "claude-opus-4-1", 404), ParameterCase("stream", "claude-haiku-5-5", true, 400),
    ParameterCase("tool_choice", "claude-opus-5-5", ["type": "any"], 400),
    ParameterCase("tool_choice", "claude-haiku-5-5", ["type": "any"], 200),
    ParameterCase("thinking", "claude-sonnet-5", ["type": "enabled", "budget_tokens": 1024], 400),
    ParameterCase("thinking", "claude-sonnet-5-5", ["type": "between_tools"], 200),
    ParameterCase("thinking", "claude-opus-5-5", ["type": "disabled"], 400),
    ParameterCase("output_format", "claude-haiku-5-5", ["type": "json_schema"], 400),
    ParameterCase("tools", "claude-haiku-5-5", [["type": "web_search_20250305", "name": "web_search"]], 400),
  ]

  @Test(arguments: parameters)
  func `a parameter is accepted or refused as the model has it`(parameter: ParameterCase) throws {
    let jpeg = try Questions.jpeg(of: DrawnCollection.undertow, size: 256)
    let reply = post(Questions.anthropicReading(jpeg, model: parameter.model).with(parameter.name, parameter.value))
    #expect(reply.status == parameter.status, "\(reply.violations)")
    #expect(reply.violations.isEmpty == (parameter.status == 200))
  }

  @Test(arguments: [
    (["authorization": "Bearer k", "x-api-key": "k", "anthropic-version": "2026-10-21"], 401),
    (["anthropic-version": "2026-10-21"], 401), (["authorization": "Bearer ", "anthropic-version": "2026-10-21"], 401),
    (["authorization": "Bearer k"], 400), (["authorization": "Bearer k", "anthropic-version": "2024-01-01"], 400),
    (["x-api-key": "k", "anthropic-version": "2026-10-21"], 401),
    (["x-api-key": "k", "anthropic-version": "2023-06-01"], 200),
    (["authorization": "Bearer k", "anthropic-version": "2026-10-21"], 200),
  ])
  func `headers are checked`(headers: [String: String], status: Int) throws {
    let all = headers.merging(["content-type": "application/json"]) { old, _ in old }
    #expect(post(Questions.anthropicReview(DrawnCollection.wharf), headers: all).status == status)
    #expect(post(Questions.anthropicReview(DrawnCollection.wharf), headers: headers).status >= 400)
  }

  static let schemas: [JSON] = [
    ["type": "object", "properties": [:], "required": []],
    Questions.object([("rating", ["type": "number", "minimum": 0])]),
    Questions.object([("text", ["type": "string", "maxLength": 10])]),
    Questions.object([("list", ["type": "array", "items": ["type": "string"], "minItems": 3])]),
    Questions.object([("inner", ["type": "object", "properties": ["a": ["type": "string"]]])]),
  ]

  @Test(arguments: schemas)
  func `schemas beyond the subset are refused`(schema: JSON) {
    let body = Questions.anthropicReview(DrawnCollection.wharf)
      .with("output_config", ["format": ["type": "json_schema", "schema": schema]])
    #expect(post(body).status == 400)
  }

  @Test func `pictures are looked into before they are looked at`() throws {
    var photo = DrawnPhoto(DrawnCollection.undertow).megapixels(0.5)
    let withPlace = post(Questions.anthropicReading(try photo.jpeg().base64EncodedString()))
    #expect(withPlace.status == 200)
    #expect(withPlace.violations.contains { $0.contains("APP1") })
    photo.exif = nil
    photo = photo.megapixels(3)
    #expect(
      post(Questions.anthropicReading(try photo.jpeg().base64EncodedString())).violations.contains {
        $0.contains("1024")
      })
    let png = Data([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]).base64EncodedString()
    #expect(post(Questions.anthropicReading(png)).status == 400)
    let huge = try DrawnCover(DrawnCollection.undertow).jpeg(size: 600) + Data(count: 4_000_000)
    #expect(post(Questions.anthropicReading(huge.base64EncodedString())).status == 400)
    #expect(post(Questions.anthropicReading("no base64!")).status == 400)
  }

  @Test func `what isn't JSON is refused`() {
    var call = Questions.call(.anthropic, "POST", "/v1/messages", headers: Questions.anthropicHeaders)
    for text in ["", "{", "[1]", "{\"a\":\u{1}}"] {
      call.body = Array(text.utf8)
      #expect(service.answer(call, fault: nil).status == 400, "\(text)")
    }
  }
}
