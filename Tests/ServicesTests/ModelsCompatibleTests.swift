import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

/// What is sent to a model server of one's own, and how its answers are read.
@Suite struct ModelsCompatibleTests {
  let question = Sample.question(model: "llava", picture: Sample.picture, schema: Sample.schema)

  func answer(_ content: String, to question: Question? = nil) async throws -> Answer {
    let content = String(decoding: JSON.string(content).data, as: UTF8.self)
    return try await Sample.ask(
      .compatible, question ?? self.question, at: Sample.localURL,
      answers: #"{"choices":[{"message":{"role":"assistant","content":\#(content)},"finish_reason":"stop"}]}"#)
  }

  @Test func `the request is what every server understands`() async throws {
    let transport = ReplayTransport([
      .post(Sample.localURL, answers: #"{"choices":[{"message":{"content":"{\"a\":1}"}}]}"#) { request in
        #expect(request.limits.total == 600)
        #expect(request.limits.stalled == 600)
        #expect(!request.headers.contains { $0.name == "authorization" || $0.name == "anthropic-version" })
      }
    ])
    _ = try await Models.client(provider: .compatible, key: nil, transport: transport).answer(question)
    #expect(
      String(decoding: try #require(transport.requests[0].body), as: UTF8.self) == #"""
        {"model":"llava","stream":false,"max_tokens":3048,"temperature":0.1,\#
        "response_format":{"type":"json_schema","json_schema":{"name":"cover","strict":true,"schema":\#
        {"type":"object","properties":{"b":{"type":"string"},"a":{"type":["string","null"]}}}}},\#
        "messages":[{"role":"system","content":"Read it."},{"role":"user","content":[{"type":"image_url",\#
        "image_url":{"url":"data:image/jpeg;base64,/9j/4A=="}},{"type":"text","text":"Say \"what\"."}]}]}
        """#)
  }

  @Test(arguments: [
    #"{"a":1}"#, "<think>Let me see {x}</think>\n{\"a\":1}", "hm, {hm}</think>{\"a\":1}", "```json\n{\"a\":1}\n```",
    "<think>a</think><think>b</think>\n```\n{\"a\":1}\n```\n",
  ])
  func `thoughts and fences around the answer are taken off`(content: String) async throws {
    #expect(try await answer(content).text == #"{"a":1}"#)
  }

  @Test func `what reads like a thought inside the answer stays`() async throws {
    let text = #"{"extractedText":"<think>THE BAND</think>"}"#
    #expect(try await answer(text).text == text)
  }

  @Test func `free text keeps its words`() async throws {
    let free = Sample.question(model: "llava")
    #expect(try await answer("<think>x</think>A cover. ", to: free).text == "A cover.")
  }

  @Test(arguments: ["<think>and on and on", "<think>a</think><think>b {\"a\":1}"])
  func `a thought without an end is an empty answer`(content: String) async throws {
    #expect(try await answer(content).text == "")
  }

  @Test func `usage may be missing, and it costs nothing`() async throws {
    let answer = try await answer(#"{"a":1}"#)
    #expect(answer.usage == nil)
    #expect(answer.cost == .zero)
    #expect(answer.model == "llava")
    #expect(try Sample.client(.compatible, ReplayTransport([])).worstCase(of: question) == .zero)
  }

  @Test func `a price in the user's file is billed`() async throws {
    let data = try ModelData.embedded(
      extendedBy: Data(
        #"{"providers":{"compatible":{"models":{"llava":{"price":{"tiers":[{"input":1,"output":2}]}}}}}}"#.utf8))
    let transport = ReplayTransport([
      .post(
        Sample.localURL,
        answers:
          #"{"choices":[{"message":{"content":"{\"a\":1}"}}],"usage":{"prompt_tokens":10,"completion_tokens":5}}"#)
    ])
    let client = try Models.client(provider: .compatible, key: nil, data: data, transport: transport)
    #expect(try await client.answer(question).cost == Money(microdollars: 20))
  }

  @Test func `a search isn't even asked for`() async throws {
    let failure = try await #require(throws: Fault.self) {
      try await Sample.client(.compatible, ReplayTransport([])).answer(Sample.question(step: .search, searches: 1))
    }
    #expect(failure.next == .fail)
    #expect(failure.cure == .advice("Set identification.webSearch to false."))
    #expect(failure.bill == .nothing)
  }

  @Test func `content in parts is joined`() async throws {
    let answer = try await Sample.ask(
      .compatible, question, at: Sample.localURL,
      answers: #"{"choices":[{"message":{"content":[{"type":"text","text":"{\"a\":"},{"type":"text","text":"1}"}]}}]}"#)
    #expect(answer.text == #"{"a":1}"#)
  }
}
