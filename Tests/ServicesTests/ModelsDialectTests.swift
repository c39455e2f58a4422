import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

/// Servers that speak Chat Completions in their own way: addresses, errors, and where the answer is.
@Suite struct ModelsDialectTests {
  let question = Sample.question(model: "llava", picture: Sample.picture, schema: Sample.schema)

  func client(_ transport: ReplayTransport, baseURL: String? = nil) throws -> any LanguageModel {
    try Models.client(provider: .compatible, key: nil, baseURL: baseURL, transport: transport)
  }

  func answer(_ body: String) async throws -> Answer {
    try await Sample.ask(.compatible, question, at: Sample.localURL, answers: body)
  }

  func failure(_ body: String, status: Int = 200) async throws -> Fault {
    try await Sample.failure(.compatible, question, at: Sample.localURL, status: status, answers: body)
  }

  // MARK: Addresses

  @Test(arguments: [
    ("https://host.example", "https://host.example/v1/models"), ("http://[::1]:8080/", "http://[::1]:8080/v1/models"),
    ("https://host.example/v1", "https://host.example/v1/models"),
    ("https://host.example/v1beta/openai/", "https://host.example/v1beta/openai/models"),
    ("https://host.example/api/paas/v4", "https://host.example/api/paas/v4/models"),
    ("https://host.example/api", "https://host.example/api/models"),
    ("https://host.example/api/v3/chat/completions", "https://host.example/api/v3/models"),
    ("https://host.example/v1/chat/completions/", "https://host.example/v1/models"),
  ])
  func `only a bare host gets a version`(base: String, url: String) throws {
    for service in [ServiceName.compatible, .openai] {
      #expect(try #require(ModelData.embedded[service]).url("models", base: base) == url)
    }
  }

  @Test(arguments: [
    "https://host.example/anthropic", "https://host.example/anthropic/", "https://host.example/anthropic/v1",
  ])
  func `a path before Anthropic's version is no version`(base: String) throws {
    let provider = try #require(ModelData.embedded[.anthropic])
    #expect(provider.url("messages", base: base) == "https://host.example/anthropic/v1/messages")
  }

  @Test func `what fails names the address that was asked`() async throws {
    let base = "https://host.example/v1beta/openai"
    let chat = "\(base)/chat/completions"
    let message = #"{"choices":[{"finish_reason":"sensitive","message":{"content":""}}]}"#
    for exchange in [
      ReplayTransport.Exchange.post(chat, status: 404, answers: ""), .post(chat, answers: "<html>"),
      .post(chat, answers: message), .post(chat, fails: .refused("port 443")),
    ] {
      let failure = try await #require(throws: Fault.self) {
        try await client(ReplayTransport([exchange]), baseURL: base).answer(question)
      }
      #expect(failure.reason.contains(chat))
    }
    let directory = try ModelDirectory(
      provider: .compatible, key: nil, baseURL: base,
      transport: ReplayTransport([.get("\(base)/models", status: 404, answers: "")]))
    let failure = try await #require(throws: Fault.self) { try await directory.entries() }
    #expect(failure.code == .noServer)
    #expect(failure.reason.contains("\(base)/models"))
  }

  // MARK: Errors

  @Test(arguments: [
    #"[{"error":{"code":400,"message":"API key not valid.","status":"INVALID_ARGUMENT"}}]"#,
    #"[{"error":{"code":400,"message":"No.","details":[{"a":1},{"reason":"API_KEY_INVALID"}]}}]"#,
    #"{"errors":[{"code":7,"message":"Invalid API key"}]}"#,
  ])
  func `an error in an array is read`(body: String) async throws {
    let failure = try await failure(body, status: 400)
    #expect(failure.code == .keyRejected)
    #expect(failure.next == .needsPerson)
  }

  @Test func `an error in an array with status 200 is one`() async throws {
    let failure = try await failure(#"[{"error":{"code":503,"message":"overloaded"}}]"#)
    #expect(failure.isRetried)
    #expect(failure.reason.contains("overloaded"))
  }

  // MARK: Answers

  @Test(arguments: [
    #""content":"","reasoning_content":"{\"a\":1}""#, #""content":null,"reasoning":"Let me see.\n{\"a\":1}""#,
    #""content":" \n","reasoning_content":"well {so} </think>\n```json\n{\"a\":1}\n```""#,
  ])
  func `an answer among the thoughts is found where there is no other`(members: String) async throws {
    let body = #"{"choices":[{"finish_reason":"stop","message":{"role":"assistant",\#(members)}}]}"#
    #expect(try await answer(body).text == #"{"a":1}"#)
  }

  @Test func `thoughts aren't an answer beside one, and no answer without an object`() async throws {
    func body(_ content: String, _ thoughts: String) -> String {
      #"{"choices":[{"message":{"content":"\#(content)","reasoning_content":"\#(thoughts)"}}]}"#
    }
    #expect(try await answer(body("x", #"{\"a\":1}"#)).text == "x")
    #expect(try await answer(body("", "hm, {a} or {b}")).text.isEmpty)
  }

  @Test(arguments: [#"{"choices":[],"usage":{"prompt_tokens":9,"completion_tokens":0}}"#, #"{"choices":null}"#])
  func `no choices are a filter's refusal, for this photo alone`(body: String) async throws {
    let failure = try await failure(body)
    #expect(failure.code == .declined)
    #expect(failure.next == .fail)
    #expect(failure.service == nil)
  }

  @Test(arguments: [
    ("sensitive", FaultCode.declined, Fault.Next.fail), ("SAFETY", .declined, .fail),
    ("content_filter: PROHIBITED_CONTENT", .declined, .fail), ("guardrail_intervened", .declined, .fail),
    ("insufficient_system_resource", .answered, .retry()), ("network_error", .answered, .retry()),
    ("model_context_window_exceeded", .questionTooLong, .needsPerson), ("tool_use", .answerBroken, .fail),
  ])
  func `each reason to finish means what its provider means`(
    finish: String, code: FaultCode, next: Fault.Next
  ) async throws {
    let failure = try await failure(
      #"{"choices":[{"finish_reason":"\#(finish)","message":{"content":""}}]}"#)
    #expect(failure.code == code)
    #expect(failure.next.plain == next)
  }

  @Test(arguments: [
    ("end_turn", false), ("eos", false), ("STOP", false), ("MAX_TOKENS", true), ("max_tokens", true),
  ])
  func `other words for stop and length are known`(finish: String, isTruncated: Bool) async throws {
    let answer = try await answer(#"{"choices":[{"finish_reason":"\#(finish)","message":{"content":"x"}}]}"#)
    #expect(answer.truncated == isTruncated)
  }

  @Test(arguments: [
    "data: {\"choices\":[{\"delta\":{\"content\":\"{\"}}]}\n\ndata: [DONE]\n", "\n: PROCESSING\n\ndata: {}\n\n",
    "event: message\ndata: {}\n\n",
  ])
  func `a stream is named`(body: String) async throws {
    let failure = try await failure(body)
    #expect(failure.code == .answerStreamed)
    #expect(failure.next == .needsPerson)
    #expect(failure.bill == .unknown)
  }

  @Test func `a question without a model isn't sent`() async throws {
    var unnamed = question
    unnamed.model = ""
    let failure = try await #require(throws: Fault.self) { try await client(ReplayTransport([])).answer(unnamed) }
    #expect(failure.code == .modelMissing)
    #expect(failure.next == .needsPerson)
    #expect(failure.bill == .nothing)
  }
}
