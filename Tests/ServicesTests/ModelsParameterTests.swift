import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

/// Parameters that a server doesn't take: each is left out or replaced once, and that is remembered.
@Suite struct ModelsParameterTests {
  let question = Sample.question(model: "llava", picture: Sample.picture, schema: Sample.schema)
  static let good = #"{"choices":[{"message":{"content":"{\"a\":1}"}}]}"#

  static func refused(_ message: String, _ more: String = "") -> String {
    #"{"error":{"message":"\#(message)","type":"invalid_request_error"\#(more)}}"#
  }

  func ask(_ exchanges: [ReplayTransport.Exchange], times: Int = 1) async throws -> [JSON] {
    let transport = ReplayTransport(exchanges)
    let client = try Models.client(provider: .compatible, key: nil, transport: transport)
    for _ in 0..<times { #expect(try await client.answer(question).text == #"{"a":1}"#) }
    transport.expectPlayed()
    return try transport.requests.map { try #require(JSONParser.whole($0.body ?? Data())) }
  }

  @Test(arguments: [
    (400, refused("This response_format type is unavailable now"), "response_format"),
    (400, refused("This model does not support response format `json_schema`."), "response_format"),
    (
      422, #"{"detail":[{"type":"extra_forbidden","loc":["body","response_format"],"msg":"Extra inputs"}]}"#,
      "response_format"
    ),
    (500, refused("json_schema is not supported"), "response_format"),
    (400, refused("No.", #","param":"response_format.type""#), "response_format"),
    (
      400, refused("Unsupported value: 'temperature' does not support 0.1. Only 1 is.", #","param":"temperature""#),
      "temperature"
    ),
    (400, #"[{"error":{"code":400,"message":"temperature must be 1"}}]"#, "temperature"),
    (200, #"{"error":{"code":400,"message":"Unrecognized request argument: temperature"}}"#, "temperature"),
  ])
  func `what the server doesn't take is left out, and stays out`(
    status: Int, body: String, parameter: String
  ) async throws {
    let sent = try await ask(
      [
        .post(Sample.localURL, status: status, answers: body), .post(Sample.localURL, answers: Self.good),
        .post(Sample.localURL, answers: Self.good),
      ], times: 2)
    #expect(sent.map { $0[parameter] != nil } == [true, false, false])
    #expect(sent.allSatisfy { $0["max_tokens"] != nil })
  }

  @Test func `a schema that isn't enforced is put in words`() async throws {
    let sent = try await ask([
      .post(Sample.localURL, status: 400, answers: Self.refused("json_schema is not supported")),
      .post(Sample.localURL, answers: Self.good),
    ])
    let instructions = sent[1]["messages"]?.items.first?["content"]?.text
    #expect(instructions?.hasSuffix(Sample.schema.json) == true)
  }

  @Test func `the limit has another name, and one refusal after another is heeded`() async throws {
    let sent = try await ask(
      [
        .post(
          Sample.localURL, status: 400,
          answers: Self.refused(
            "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
            #","param":"max_tokens","code":"unsupported_parameter""#)),
        .post(
          Sample.localURL, status: 400,
          answers: Self.refused("temperature does not support 0.1", #","code":"unsupported_value""#)),
        .post(Sample.localURL, answers: Self.good), .post(Sample.localURL, answers: Self.good),
      ], times: 2)
    #expect(sent.map { $0["max_tokens"] != nil } == [true, false, false, false])
    #expect(sent.map { $0["max_completion_tokens"]?.whole } == [nil, 3048, 3048, 3048])
    #expect(sent.map { $0["temperature"] != nil } == [true, true, false, false])
  }

  @Test(arguments: [
    (400, "'max_tokens' is too large: 3048. This model's maximum context length is 2048 tokens."),
    (400, "image input is not supported"), (400, "no idea"), (429, "temperature of the server is too high"),
    (401, "no API key for response_format"),
  ])
  func `what is no refusal of a parameter isn't asked again`(status: Int, message: String) async throws {
    let failure = try await Sample.failure(
      .compatible, question, at: Sample.localURL, status: status, answers: Self.refused(message))
    #expect(failure.reason.contains(message.prefix(12)))
  }

  @Test func `a server that refuses every name of the limit is asked twice, and what it said last counts`() async throws
  {
    let transport = ReplayTransport([
      .post(Sample.localURL, status: 400, answers: Self.refused("unknown field max_tokens")),
      .post(Sample.localURL, status: 400, answers: Self.refused("unknown field max_completion_tokens")),
    ])
    let failure = try await #require(throws: Fault.self) {
      try await Sample.client(.compatible, transport).answer(question)
    }
    transport.expectPlayed()
    #expect(failure.next == .fail)
    #expect(failure.reason.contains("max_completion_tokens"))
  }

  @Test func `the user's file says what isn't sent`() async throws {
    let data = try ModelData.embedded(
      extendedBy: Data(
        #"{"providers":{"compatible":{"models":{"llava":{"temperature":null,"schema":false,"tokenLimit":"max_completion_tokens","headroom":1}}}}}"#
          .utf8))
    let transport = ReplayTransport([.post(Sample.localURL, answers: Self.good)])
    _ = try await Models.client(provider: .compatible, key: nil, data: data, transport: transport).answer(question)
    let sent = try #require(JSONParser.whole(transport.requests[0].body ?? Data()))
    #expect(sent["temperature"] == nil && sent["response_format"] == nil && sent["max_tokens"] == nil)
    #expect(sent["max_completion_tokens"]?.whole == 1001)
  }
}
