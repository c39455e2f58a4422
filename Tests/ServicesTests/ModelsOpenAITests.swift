import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

/// What is sent to OpenAI, and how its answers are read.
@Suite struct ModelsOpenAITests {
  let url = Sample.chatURL
  let question = Sample.question(model: "gpt-6.1-terra")
  let searching = Sample.question(step: .search, model: "gpt-6.1-terra", schema: Sample.schema, searches: 2)

  static func completion(
    _ message: String, finish: String = "stop", usage: String = #"{"prompt_tokens": 1000, "completion_tokens": 100}"#
  ) -> String {
    #"{"id":"c1","model":"gpt-6.1-terra","choices":[{"index":0,"finish_reason":""# + finish + #"","message":"# + message
      + #"}],"usage":"# + usage + "}"
  }

  static func response(
    _ output: String, status: String = "completed", more: String = "",
    usage: String = #"{"input_tokens": 1000, "output_tokens": 100}"#
  ) -> String {
    #"{"id":"r1","model":"gpt-6.1-terra","status":""# + status + #"","output":"# + output + #","usage":"# + usage + more
      + "}"
  }

  func sent(_ question: Question, to url: String, answers body: String) async throws -> String {
    let transport = ReplayTransport([.post(url, answers: body)])
    _ = try await Sample.client(.openai, transport).answer(question)
    return String(decoding: try #require(transport.requests[0].body), as: UTF8.self)
  }

  @Test func `without a search, Chat Completions is asked`() async throws {
    let text = try await sent(
      Sample.question(model: "gpt-6.1-terra", picture: Sample.picture, schema: Sample.schema), to: url,
      answers: Self.completion(#"{"role":"assistant","content":"{}","refusal":null}"#))
    #expect(
      text == #"""
        {"model":"gpt-6.1-terra","stream":false,"max_completion_tokens":5096,"service_tier":"default","reasoning_effort":"low",\#
        "response_format":{"type":"json_schema","json_schema":{"name":"cover","strict":true,"schema":\#
        {"type":"object","properties":{"b":{"type":"string"},"a":{"type":["string","null"]}}}}},\#
        "messages":[{"role":"system","content":"Read it."},{"role":"user","content":[{"type":"image_url",\#
        "image_url":{"url":"data:image/jpeg;base64,/9j/4A==","detail":"high"}},\#
        {"type":"text","text":"Say \"what\"."}]}]}
        """#)
  }

  @Test func `a model that doesn't think gets no headroom and no effort`() async throws {
    let text = try await sent(
      Sample.question(model: "gpt-4o"), to: url, answers: Self.completion(#"{"content":"x"}"#))
    #expect(text.contains(#""max_completion_tokens":1000,"#))
    for never in ["temperature", "reasoning_effort", "max_tokens", "web_search_options"] {
      #expect(!text.contains("\"\(never)\""))
    }
  }

  @Test func `with a search, Responses is asked`() async throws {
    let text = try await sent(
      searching, to: Sample.responsesURL,
      answers: Self.response(#"[{"type":"message","content":[{"type":"output_text","text":"x"}]}]"#))
    let json = try #require(JSONParser.whole(Data(text.utf8)))
    #expect(json["tools"] == [["type": "web_search", "search_context_size": "low"]])
    #expect(json["max_tool_calls"]?.whole == 2)
    #expect(json["include"] == ["web_search_call.action.sources"])
    #expect(json["store"] == false)
    #expect(json["max_output_tokens"]?.whole == 5096)
    #expect(json["reasoning"] == ["effort": "low"])
    #expect(json["text"] == nil)
    #expect(json["instructions"]?.text?.hasSuffix(Sample.schema.json) == true)
    #expect(
      json["input"] == [["role": "user", "content": [["type": "input_text", "text": "Say \"what\"."]]]])
  }

  @Test func `a picture goes into Responses as a text of its own`() throws {
    let facts = try #require(ModelData.embedded[.openai]).facts(of: "gpt-6.1-terra")
    let body = OpenAIModel.body(for: Sample.question(picture: Sample.picture, searches: 1), facts: facts)
    let content = try #require(JSONParser.whole(body))["input"]?.items.first?["content"]?.items
    #expect(
      content?.first == ["type": "input_image", "image_url": "data:image/jpeg;base64,/9j/4A==", "detail": "high"])
  }

  @Test func `an answer of Chat Completions is read, what was cached at its own price`() async throws {
    let answer = try await Sample.ask(
      .openai, question, at: url,
      answers: Self.completion(
        #"""
        {"role":"assistant","content":"Hello","refusal":null,"annotations":[{"type":"url_citation","url_citation":
          {"start_index":0,"end_index":5,"title":"A","url":"https://example.org/a"}}]}
        """#,
        usage: #"""
          {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100,
           "prompt_tokens_details": {"cached_tokens": 400, "cache_write_tokens": 200}}
          """#))
    #expect(answer.text == "Hello")
    #expect(answer.sources == [Source(title: "A", url: "https://example.org/a")])
    #expect(answer.usage == Usage(inputTokens: 1000, outputTokens: 100))
    #expect(answer.cost == Money(microdollars: 400 + 40 + 250 + 500))
  }

  @Test(arguments: [
    (#"{"content":null,"refusal":"I can't."}"#, "stop", "declined to answer: I can't."),
    (#"{"content":""}"#, "content_filter", "declined to answer"), (#"{"content":null}"#, "tool_calls", "called a tool"),
  ])
  func `a refusal of Chat Completions fails for good, with its bill`(
    message: String, finish: String, reason: String
  ) async throws {
    let failure = try await Sample.failure(
      .openai, question, at: url, answers: Self.completion(message, finish: finish))
    #expect(failure.next == .fail)
    #expect(failure.reason.contains(reason))
    #expect(
      failure.bill == .known(Usage(inputTokens: 1000, outputTokens: 100), Money(microdollars: 1500)))
  }

  @Test(arguments: [
    (#"{"content":"{\"a\":1}","refusal":""}"#, #"{"a":1}"#), (#"{"content":{"a":1}}"#, #"{"a":1}"#),
    (#"{"content":[{"type":"thinking","thinking":[{"type":"text","text":"b"}]},{"type":"text","text":"c"}]}"#, "c"),
  ])
  func `what some servers send for an answer is read as one`(message: String, text: String) async throws {
    #expect(try await Sample.ask(.openai, question, at: url, answers: Self.completion(message)).text == text)
  }

  static let badEndings = [
    (#"{"choices":[{"finish_reason":"content_filter","index":0}],"model":"m"}"#, Fault.Next.fail, "filter"),
    (#"{"choices":[{"finish_reason":"error","message":{"content":"out of memory"}}]}"#, .retry(), "out of memory"),
    (
      #"{"choices":[{"finish_reason":"error","error":{"message":"upstream"},"message":{"content":""}}]}"#, .retry(),
      "upstream"
    ),
    (#"{"choices":[{"finish_reason":"error","message":{"content":""}}]}"#, .retry(), "it ended with error"),
    (#"{"error":{"code":502,"message":"no capacity"}}"#, .retry(), "502: no capacity"),
    (#"{"error":{"code":402,"message":"no credits"}}"#, .needsPerson, "no credits"),
  ]

  @Test(arguments: badEndings)
  func `what failed is told with status 200, too`(body: String, kind: Fault.Next, reason: String) async throws {
    let failure = try await Sample.failure(.openai, question, at: url, answers: body)
    #expect(failure.next.plain == kind)
    #expect(failure.reason.contains(reason) && !failure.reason.contains("answered"), "\(failure.reason)")
  }

  @Test func `more cached than read is nonsense that no bill follows`() async throws {
    let usage = #"""
      {"prompt_tokens": 10, "completion_tokens": 0,
       "prompt_tokens_details": {"cached_tokens": 999999, "cache_write_tokens": 999999}}
      """#
    let answer = try await Sample.ask(
      .openai, question, at: url, answers: Self.completion(#"{"content":"x"}"#, usage: usage))
    #expect(answer.usage == Usage(inputTokens: 10, outputTokens: 0))
    #expect(answer.cost == Money(microdollars: 1))
    let written = usage.replacing("999999", with: "6")
    let other = try await Sample.ask(
      .openai, question, at: url, answers: Self.completion(#"{"content":"x"}"#, usage: written))
    #expect(other.usage == Usage(inputTokens: 10, outputTokens: 0))
  }

  @Test func `thought that used up the limit is a cut-off answer`() async throws {
    let answer = try await Sample.ask(
      .openai, question, at: url, answers: Self.completion(#"{"content":null}"#, finish: "length"))
    #expect(answer.truncated)
    #expect(answer.text.isEmpty)
  }

  @Test func `an answer of Responses is read by the type of its items`() async throws {
    let answer = try await Sample.ask(
      .openai, searching, at: Sample.responsesURL,
      answers: Self.response(
        #"""
        [{"type":"reasoning","id":"rs","summary":[]},
         {"type":"web_search_call","id":"ws","status":"completed","action":{"type":"search","query":"x",
           "sources":[{"type":"url","url":"https://example.org/consulted"}]}},
         {"type":"web_search_call","id":"w2","status":"completed","action":{"type":"open_page","url":"https://e.org"}},
         {"type":"message","role":"assistant","content":[
           {"type":"output_text","text":"So: {\"a\":\"Can\ue200cite\ue202turn0search1\ue201\"","annotations":[
             {"type":"url_citation","start_index":1,"end_index":2,"title":"A","url":"https://example.org/a"},
             {"type":"file_citation","file_id":"f"}]},
           {"type":"output_text","text":",\"b\":\"x\ue2ffy\"}","annotations":[]}]}]
        """#))
    #expect(answer.text == #"So: {"a":"Can","b":"xy"}"#)
    #expect(answer.consulted == [Source(title: "example.org", url: "https://example.org/consulted")])
    #expect(answer.sources == [Source(title: "A", url: "https://example.org/a")])
    #expect(answer.usage == Usage(inputTokens: 1000, outputTokens: 100, searches: 2))
    #expect(answer.cost == Money(microdollars: 1000 + 500 + 20_000))
  }

  @Test func `what was consulted isn't cited, and stands in for it only in telling what a find leans on`() async throws
  {
    let answer = try await Sample.ask(
      .openai, searching, at: Sample.responsesURL,
      answers: Self.response(
        #"""
        [{"type":"web_search_call","action":{"type":"search","sources":[
           {"type":"url","url":"https://example.org/consulted"},{"type":"url","url":"ftp://example.org"}]}},
         {"type":"message","content":[{"type":"output_text","text":"{\"a\":1}"}]}]
        """#))
    #expect(answer.sources == [])
    #expect(answer.pages == [Source(title: "example.org", url: "https://example.org/consulted")])
  }

  @Test func `a search that failed, and no other, is no answer`() async throws {
    let failure = try await Sample.failure(
      .openai, searching, at: Sample.responsesURL,
      answers: Self.response(
        #"""
        [{"type":"web_search_call","status":"failed","action":{"type":"search","query":"x"}},
         {"type":"message","content":[{"type":"output_text","text":"{\"a\":1}"}]}]
        """#))
    #expect(failure.isRetried && failure.reason.contains("web search failed"))
    guard case .known(let usage, _) = failure.bill else {
      Issue.record("the bill isn't known")
      return
    }
    #expect(usage.searches == 1)
  }

  @Test func `an incomplete answer of Responses is cut off`() async throws {
    let answer = try await Sample.ask(
      .openai, searching, at: Sample.responsesURL,
      answers: Self.response(
        #"[{"type":"message","content":[{"type":"output_text","text":"{\"a\":"}]}]"#, status: "incomplete",
        more: #","incomplete_details":{"reason":"max_output_tokens"}"#))
    #expect(answer.truncated)
  }

  @Test(arguments: [
    ("[]", "incomplete", #","incomplete_details":{"reason":"content_filter"}"#, Fault.Next.fail),
    (#"[{"type":"message","content":[{"type":"refusal","refusal":"No."}]}]"#, "completed", "", .fail),
    (#"[{"type":"function_call","name":"look","arguments":"{}"}]"#, "completed", "", .fail),
    ("[]", "failed", #","error":{"code":"rate_limit_exceeded","message":"slow down"}"#, .retry()),
    ("[]", "failed", #","error":{"code":"server_error","message":"oops"}"#, .retry()),
    ("[]", "failed", #","error":{"code":"insufficient_quota","message":"pay"}"#, .needsPerson),
    ("[]", "failed", #","error":{"code":"image_parse_error","message":"what"}"#, .fail),
    ("[]", "failed", "", .retry()), ("[]", "cancelled", "", .retry()), ("[]", "in_progress", "", .retry()),
  ])
  func `a failed answer of Responses says what should happen next, with its bill`(
    output: String, status: String, more: String, kind: Fault.Next
  ) async throws {
    let failure = try await Sample.failure(
      .openai, searching, at: Sample.responsesURL, answers: Self.response(output, status: status, more: more))
    #expect(failure.next.plain == kind)
    #expect(!failure.reason.contains("answered"), "no such status was sent: \(failure.reason)")
    #expect(
      failure.bill == .known(Usage(inputTokens: 1000, outputTokens: 100), Money(microdollars: 1500)))
  }

  @Test func `a model that can't search isn't asked to`() async throws {
    let failure = try await #require(throws: Fault.self) {
      try await Sample.client(.openai, ReplayTransport([])).answer(
        Sample.question(step: .review, model: "gpt-4o-search-preview", searches: 1))
    }
    #expect(failure.next == .fail)
    #expect(failure.cure?.text.contains("review.webSearch") == true)
    #expect(failure.bill == .nothing)
  }
}
