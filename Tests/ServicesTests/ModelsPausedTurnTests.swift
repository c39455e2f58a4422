import Albums
import FoundationEssentials
import HTTP
import Synchronization
import Testing

@testable import Services

/// A turn that Claude's provider pauses is sent back as it came, until it ends.
@Suite struct ModelsPausedTurnTests {
  let url = Sample.anthropicURL
  let question = Sample.question(step: .search, searches: 3)
  let block = #"{"type":"server_tool_use","id":"s1","name":"web_search","input":{"z":1.50,"a":"\u00e9"}}"#

  func paused(_ content: String, usage: String = #"{"input_tokens": 100, "output_tokens": 10}"#)
    -> ReplayTransport.Exchange
  {
    .post(url, answers: Sample.message(content, stop: "pause_turn", usage: usage))
  }

  @Test func `the blocks go back unchanged, and usage is added up`() async throws {
    let first = #"[{"type":"text","text":"a"},\#(block)]"#
    let second = #"[{"type":"thinking","thinking":"t","signature":"sig=="}]"#
    let usage = #"{"input_tokens": 200, "output_tokens": 20, "server_tool_use": {"web_search_requests": 2}}"#
    let transport = ReplayTransport([
      paused(first), paused(second),
      .post(url, answers: Sample.message(#"[{"type":"text","text":"b"}]"#, usage: usage)),
    ])
    let answer = try await Sample.client(.anthropic, transport).answer(question)
    transport.expectPlayed()
    #expect(answer.text == "ab")
    #expect(answer.usage == Usage(inputTokens: 400, outputTokens: 40, searches: 2))
    #expect(answer.cost == Money(microdollars: 800 + 400 + 20_000))
    let sent = try transport.requests.map { try #require(JSONParser.whole($0.body ?? Data())) }
    #expect(sent[0]["messages"]?.items.count == 1)
    for later in sent.dropFirst() {
      #expect(later["messages"]?.items.count == 2)
      #expect(later["messages"]?.items.first == sent[0]["messages"]?.items.first)
      #expect(later["tools"] == sent[0]["tools"])
    }
    let echoed = try #require(transport.requests[2].body.map { String(decoding: $0, as: UTF8.self) })
    #expect(
      echoed.contains(
        #"{"role":"assistant","content":[{"type":"text","text":"a"},"#
          + #"{"type":"server_tool_use","id":"s1","name":"web_search","input":{"z":1.50,"a":"é"}},"#
          + #"{"type":"thinking","thinking":"t","signature":"sig=="}]}"#))
  }

  @Test func `a turn that goes on may search what is left, and one that goes on at all needs its tool`() async throws {
    let usage = #"{"input_tokens": 100, "output_tokens": 10, "server_tool_use": {"web_search_requests": 2}}"#
    let transport = ReplayTransport([
      paused("[\(block)]", usage: usage), paused("[\(block)]", usage: usage),
      .post(url, answers: Sample.message(#"[{"type":"text","text":"b"}]"#)),
    ])
    let answer = try await Sample.client(.anthropic, transport).answer(question)
    transport.expectPlayed()
    let uses = try transport.requests.map {
      try #require(JSONParser.whole($0.body ?? Data()))["tools"]?.items.first?["max_uses"]?.whole
    }
    #expect(uses == [3, 1, 1])
    #expect(answer.usage?.searches == 4)
  }

  @Test func `after five turns it is given up, with the whole bill`() async throws {
    let transport = ReplayTransport(Array(repeating: paused("[\(block)]"), count: 5))
    let failure = try await #require(throws: Fault.self) {
      try await Sample.client(.anthropic, transport).answer(question)
    }
    transport.expectPlayed()
    #expect(failure.next == .fail)
    #expect(
      failure.bill == .known(Usage(inputTokens: 500, outputTokens: 50), Money(microdollars: 1000 + 500)))
  }

  @Test func `a turn that could pass what was reserved isn't sent back`() async throws {
    let transport = ReplayTransport([
      paused("[\(block)]", usage: #"{"input_tokens": 90000, "output_tokens": 900}"#)
    ])
    let client = try Sample.client(.anthropic, transport)
    let failure = try await #require(throws: Fault.self) { try await client.answer(question) }
    #expect(failure.isRetried)
    guard case .known(_, let cost?) = failure.bill else {
      Issue.record("the bill isn't known")
      return
    }
    #expect(try cost <= #require(client.worstCase(of: question)))
  }

  @Test func `a turn that could pass what was reserved is sent back where more may be spent`() async throws {
    let transport = ReplayTransport([
      paused("[\(block)]", usage: #"{"input_tokens": 90000, "output_tokens": 900}"#),
      .post(url, answers: Sample.message(#"[{"type":"text","text":"a"}]"#)),
    ])
    let client = try Sample.client(.anthropic, transport)
    let asked = Mutex<[Money]>([])
    let answer = try await client.answer(question) { more in
      asked.withLock { $0.append(more) }
      return true
    }
    #expect(answer.text == "a")
    transport.expectPlayed()
    let more = try #require(asked.withLock { $0.count == 1 ? $0[0] : nil })
    #expect(try more > .zero && #require(answer.cost) <= #require(client.worstCase(of: question)) + more)
  }

  @Test func `when a later turn is refused at the door, the earlier ones are still billed`() async throws {
    let transport = ReplayTransport([
      paused("[\(block)]"),
      .post(url, status: 529, answers: #"{"error":{"type":"overloaded_error","message":"Overloaded"}}"#),
    ])
    let failure = try await #require(throws: Fault.self) {
      try await Sample.client(.anthropic, transport).answer(question)
    }
    #expect(failure.isRetried)
    #expect(failure.bill == .known(Usage(inputTokens: 100, outputTokens: 10), Money(microdollars: 300)))
  }

  @Test(arguments: [HTTPError.timedOut("60 s"), .broken("reset")])
  func `when a later turn gets lost, the bill isn't known`(error: HTTPError) async throws {
    let transport = ReplayTransport([paused("[\(block)]"), .post(url, fails: error)])
    let failure = try await #require(throws: Fault.self) {
      try await Sample.client(.anthropic, transport).answer(question)
    }
    #expect(failure.bill == .unknown)
  }

  @Test func `a paused turn without usage isn't sent back, since nobody knows what is left`() async throws {
    let transport = ReplayTransport([paused("[\(block)]", usage: "null")])
    let failure = try await #require(throws: Fault.self) {
      try await Sample.client(.anthropic, transport).answer(question)
    }
    #expect(failure.next == .fail)
    #expect(failure.bill == .unknown)
  }

  @Test func `a last turn without usage, and the usage of all isn't known`() async throws {
    let transport = ReplayTransport([
      paused("[\(block)]"), .post(url, answers: Sample.message(#"[{"type":"text","text":"a"}]"#, usage: "null")),
    ])
    let answer = try await Sample.client(.anthropic, transport).answer(question)
    #expect(answer.usage == nil && answer.cost == nil)
  }
}
