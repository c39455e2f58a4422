import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

/// What is sent to Claude, and how its answers are read.
@Suite struct ModelsAnthropicTests {
  let url = Sample.anthropicURL

  func body(_ question: Question) throws -> String {
    let provider = try #require(ModelData.embedded[.anthropic])
    let facts = provider.facts(of: question.model)
    let body = AnthropicModel.body(for: question, facts: facts, serviceTier: provider.serviceTier)
    #expect(body == AnthropicModel.body(for: question, facts: facts, serviceTier: provider.serviceTier))
    return String(decoding: body, as: UTF8.self)
  }

  @Test func `a picture goes before its text, and the schema in the order in which it was written`() throws {
    let question = Sample.question(picture: Sample.picture, schema: Sample.schema)
    #expect(
      try body(question) == #"""
        {"model":"claude-sonnet-5-5","max_tokens":1000,"service_tier":"standard_only",\#
        "thinking":{"type":"between_tools"},"output_config":{"format":{"type":"json_schema","schema":\#
        {"type":"object","properties":{"b":{"type":"string"},"a":{"type":["string","null"]}}}}},\#
        "system":"Read it.","messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64",\#
        "media_type":"image/jpeg","data":"/9j/4A=="}},{"type":"text","text":"Say \"what\"."}]}]}
        """#)
  }

  @Test func `with a search the schema stands in the instructions, and no format is sent`() throws {
    let text = try body(Sample.question(schema: Sample.schema, searches: 3))
    let sent = try #require(JSONParser.whole(Data(text.utf8)))
    #expect(sent["tools"] == [["type": "web_search_20250305", "name": "web_search", "max_uses": 3]])
    #expect(sent["output_config"] == nil)
    #expect(sent["system"]?.text?.hasPrefix("Read it.\n\n") == true)
    #expect(sent["system"]?.text?.hasSuffix(Sample.schema.json) == true)
  }

  @Test(arguments: [
    ("claude-haiku-5-5", #""thinking":{"type":"disabled"}"#, 1000),
    ("claude-opus-5-5", #""output_config":{"effort":"low"}"#, 5096), ("claude-haiku-4-5", #""system""#, 1000),
  ])
  func `a model gets only what it takes`(model: String, part: String, limit: Int) throws {
    let text = try body(Sample.question(model: model))
    #expect(text.contains(part))
    #expect(text.contains(#""max_tokens":\#(limit),"#))
    for never in ["temperature", "top_p", "tool_choice", "budget_tokens"] { #expect(!text.contains(never)) }
    if model != "claude-haiku-5-5" { #expect(!text.contains("thinking")) }
  }

  @Test func `one way to say the key, and never two`() async throws {
    let transport = ReplayTransport([
      .post(url, answers: Sample.message(#"[{"type":"text","text":"ok"}]"#)) { request in
        #expect(request.headers.contains(HTTPRequest.Header("authorization", "Bearer \(Sample.secret)")))
        #expect(request.headers.contains(HTTPRequest.Header("anthropic-version", "2026-10-21")))
        #expect(request.headers.contains(HTTPRequest.Header("content-type", "application/json")))
        #expect(!request.headers.contains { $0.name == "x-api-key" })
        #expect(request.limits.total == 60)
        #expect(!request.url.contains("sk-"))
      }
    ])
    _ = try await Sample.client(.anthropic, transport).answer(Sample.question())
    var data = ModelData.embedded
    data.providers["anthropic"]?.authentication = .apiKey
    let older = ReplayTransport([
      .post("http://127.0.0.1:9/v1/messages", answers: Sample.message(#"[{"type":"text","text":"ok"}]"#)) { request in
        #expect(request.headers.contains(HTTPRequest.Header("x-api-key", Sample.secret)))
        #expect(!request.headers.contains { $0.name == "authorization" })
      }
    ])
    _ = try await Models.client(
      provider: .anthropic, key: Sample.key, baseURL: "http://127.0.0.1:9", data: data, transport: older
    ).answer(Sample.question())
  }

  @Test func `blocks are told by their type, and text is joined without a gap`() async throws {
    let answer = try await Sample.ask(
      .anthropic, Sample.question(step: .review, searches: 2), at: url,
      answers: Sample.message(
        #"""
        [{"type":"thinking","thinking":"hm","signature":"s"},
         {"type":"text","text":"It came "},
         {"type":"server_tool_use","id":"srvtoolu_1","name":"web_search","input":{"query":"x"}},
         {"type":"web_search_tool_result","tool_use_id":"srvtoolu_1","content":
           {"type":"web_search_tool_result_error","error_code":"max_uses_exceeded"}},
         {"type":"something_new","text":"not this"},
         {"type":"text","text":"out in 1971.","citations":[
           {"type":"web_search_result_location","url":"https://example.org/a","title":"A\u0007 page","cited_text":"…"},
           {"type":"web_search_result_location","url":"https://example.org/a","title":"again"},
           {"type":"web_search_result_location","url":"javascript:alert(1)","title":"evil"},
           {"type":"web_search_result_location","url":"http://example.org/b","title":null},
           {"type":"char_location","document_title":"d"}]}]
        """#,
        usage: """
          {"input_tokens": 105, "cache_creation_input_tokens": 7000, "cache_read_input_tokens": 6000,
           "output_tokens": 600, "server_tool_use": {"web_search_requests": 1}}
          """))
    #expect(answer.text == "It came out in 1971.")
    #expect(
      answer.sources == [
        Source(title: "A page", url: "https://example.org/a"),
        Source(title: "example.org", url: "http://example.org/b"),
      ])
    #expect(answer.model == "claude-sonnet-5-5")
    #expect(answer.usage == Usage(inputTokens: 13_105, outputTokens: 600, searches: 1))
    #expect(answer.cost == Money(microdollars: 210 + 17_500 + 1200 + 6000 + 10_000))
    #expect(!answer.truncated)
  }

  @Test func `an answer in prose is handed on as it came`() async throws {
    let answer = try await Sample.ask(
      .anthropic, Sample.question(step: .search, schema: Sample.schema, searches: 1), at: url,
      answers: Sample.message(
        #"[{"type":"text","text":"I found it. ```json\n{\"a\":"},{"type":"text","text":"1}\n```"}]"#))
    #expect(answer.text == "I found it. ```json\n{\"a\":1}\n```")
  }

  @Test func `pages that a search came upon are not taken for cited ones`() async throws {
    let answer = try await Sample.ask(
      .anthropic, Sample.question(step: .search, searches: 1), at: url,
      answers: Sample.message(
        #"""
        [{"type":"web_search_tool_result","tool_use_id":"s","content":[
           {"type":"web_search_result","url":"https://www.example.org/a/","title":"A"},
           {"type":"web_search_result","url":"https://example.org/a?utm_source=x","title":"A again"},
           {"type":"web_search_result","url":"https://example.org/b","title":"B"},
           {"type":"other","url":"https://example.org/c"}]},
         {"type":"text","text":"x","citations":[{"url":"http://example.org/a#top","title":"A"}]}]
        """#))
    #expect(answer.sources == [Source(title: "A", url: "http://example.org/a#top")])
    #expect(
      answer.consulted == [
        Source(title: "A", url: "https://www.example.org/a/"), Source(title: "B", url: "https://example.org/b"),
      ])
    #expect(answer.pages == answer.sources)
    #expect(answer.knows(Source(title: "", url: "https://example.org/b?utm_medium=y")))
    #expect(!answer.knows(Source(title: "", url: "https://example.org/c")))
  }

  @Test(arguments: ["unavailable", "too_many_requests"])
  func `whoever was to search and couldn't has not answered`(code: String) async throws {
    let blocks = #"""
      {"type":"web_search_tool_result","tool_use_id":"s","content":
        {"type":"web_search_tool_result_error","error_code":"\#(code)"}},
      {"type":"text","text":"{}"}
      """#
    let failure = try await Sample.failure(
      .anthropic, Sample.question(step: .search, searches: 1), at: url, answers: Sample.message("[\(blocks)]"))
    #expect(failure.isRetried)
    #expect(failure.reason.contains("web search failed (\(code))"))
    #expect(failure.bill == .known(Usage(inputTokens: 1000, outputTokens: 100), Money(microdollars: 3000)))
    let result = #"{"type":"web_search_tool_result","tool_use_id":"t","content":[]}"#
    let answer = try await Sample.ask(
      .anthropic, Sample.question(step: .search, searches: 2), at: url,
      answers: Sample.message("[\(result),\(blocks)]"))
    #expect(answer.text == "{}")
  }

  @Test(arguments: [
    "ftp://example.org/", "javascript:alert(1)//https://example.org", "https://user@example.org/", "https://localhost/",
    "https://exa\u{202E}mple.org/", "https://example.org/a b", "https://example.org/\"onload=", "https://é.example/",
    "https://example.org\\@evil.example/", "data:text/html,x", "https://.org", " https://example.org", "",
  ])
  func `what isn't plainly a page of the web is no source`(url: String) {
    var list = SourceList()
    list.add(title: "x", url: url)
    #expect(list.sources == [])
  }

  @Test func `letters of an address that aren't ASCII are encoded`() {
    var list = SourceList()
    list.add(title: nil, url: "https://ja.example.org/wiki/林檎?q=é")
    #expect(
      list.sources == [Source(title: "ja.example.org", url: "https://ja.example.org/wiki/%E6%9E%97%E6%AA%8E?q=%C3%A9")])
  }

  @Test func `too many and too long sources are left out`() async throws {
    let citations = (0..<50).map {
      #"{"url":"https://example.org/\#($0)","title":"\#(String(repeating: "t", count: 999))"}"#
    }
    let long = #"{"url":"https://example.org/\#(String(repeating: "u", count: 5000))"}"#
    let answer = try await Sample.ask(
      .anthropic, Sample.question(searches: 1), at: url,
      answers: Sample.message(
        #"[{"type":"text","text":"x","citations":[\#(([long] + citations).joined(separator: ","))]}]"#))
    #expect(answer.sources.count == 20)
    #expect(answer.sources.allSatisfy { $0.title.count <= 200 && $0.url.count < 100 })
  }

  @Test func `an answer without usage has no cost`() async throws {
    for usage in [
      "null", "{}", #"{"input_tokens": -5, "output_tokens": 3}"#, #"{"input_tokens": "9", "output_tokens": 3}"#,
      #"{"input_tokens": 99999999999999, "output_tokens": 3}"#, "[]",
    ] {
      let answer = try await Sample.ask(
        .anthropic, Sample.question(), at: url, answers: Sample.message(#"[{"type":"text","text":"x"}]"#, usage: usage))
      #expect(answer.usage == nil)
      #expect(answer.cost == nil)
    }
  }

  @Test func `an answer that was cut off says so`() async throws {
    let answer = try await Sample.ask(
      .anthropic, Sample.question(schema: Sample.schema), at: url,
      answers: Sample.message(#"[{"type":"text","text":"{\"a\": {\"b\":1}"}]"#, stop: "max_tokens"))
    #expect(answer.truncated)
    #expect(answer.text == #"{"a": {"b":1}"#)
  }

  @Test(arguments: [
    ("refusal", #","stop_details":{"type":"refusal","category":"bio","explanation":"No."}"#, "declined to answer: No."),
    ("refusal", #","stop_details":{"type":"refusal","category":"bio"}"#, "declined to answer: bio"),
    ("refusal", "", "declined to answer"), ("model_context_window_exceeded", "", "ran out of context"),
    ("tool_use", "", "called a tool"),
  ])
  func `a stop that is no answer fails for good, with its bill`(stop: String, more: String, reason: String) async throws
  {
    let failure = try await Sample.failure(
      .anthropic, Sample.question(), at: url,
      answers: Sample.message("[]", stop: stop, usage: #"{"input_tokens": 1000, "output_tokens": 0}"#, more: more))
    #expect(failure.next == .fail)
    #expect(failure.reason.contains(reason))
    #expect(
      failure.bill == .known(Usage(inputTokens: 1000, outputTokens: 0), Money(microdollars: 2000)))
  }

  @Test(arguments: ["stop_sequence", "end_turn", "something_new"])
  func `other stops are answers`(stop: String) async throws {
    let answer = try await Sample.ask(
      .anthropic, Sample.question(), at: url, answers: Sample.message(#"[{"type":"text","text":"x"}]"#, stop: stop))
    #expect(answer.text == "x")
  }

  @Test(arguments: ["[]", #"[{"type":"text","text":" \n"}]"#])
  func `an answer without a word is an answer that can't be used`(content: String) async throws {
    let answer = try await Sample.ask(.anthropic, Sample.question(), at: url, answers: Sample.message(content))
    #expect(!answer.text.contains { !$0.isWhitespace })
    #expect(answer.cost == Money(microdollars: 3000))
  }
}
