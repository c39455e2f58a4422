import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

/// What is handed in to the providers' batch services, and how what comes back is read.
@Suite struct ModelsBatchTests {
  static let batchesURL = "https://api.anthropic.com/v1/messages/batches"

  private func client(_ service: ServiceName, _ exchanges: ReplayTransport.Exchange...) throws -> any BatchModel {
    let transport = ReplayTransport(exchanges)
    return try #require(try Models.batches(provider: service, key: Sample.key, transport: transport))
  }

  private func batchRequest(_ model: any BatchModel, _ questions: Question...) -> BatchRequest {
    var batchRequest = BatchRequest(nonce: "abc", model: questions[0].model)
    for (number, question) in questions.enumerated() {
      #expect(
        model.add(question, as: BatchRequest.customID(nonce: "abc", number: Int64(number + 1)), to: &batchRequest))
    }
    return batchRequest
  }

  private func batch(
    _ id: String = "msgbatch_1", _ status: String = "in_progress", created: String = "2026-11-21T14:02:00.250435Z",
    count: Int = 2
  ) -> String {
    #"{"id":"\#(id)","type":"message_batch","processing_status":"\#(status)","created_at":"\#(created)","#
      + #""expires_at":"2026-11-22T14:02:00Z","request_counts":{"processing":\#(status == "ended" ? 0 : count),"#
      + #""succeeded":\#(status == "ended" ? count : 0),"errored":0,"canceled":0,"expired":0},"#
      + #""results_url":"https://elsewhere.example/steal"}"#
  }

  @Test func `custom ids are what both providers take, and tell ours from a stranger's`() {
    let id = BatchRequest.customID(nonce: String(UInt64.max, radix: 16), number: .max)
    #expect(id.wholeMatch(of: /[a-zA-Z0-9_-]{1,64}/) != nil)
    #expect(BatchRequest.number(in: id, nonce: String(UInt64.max, radix: 16)) == .max)
    for stranger in ["as-other-1", "as-abc-x", "as-abc-", "as-abc--1", "abc-1", ""] {
      #expect(BatchRequest.number(in: stranger, nonce: "abc") == nil)
    }
  }

  @Test func `the bodies are those of single questions`() async throws {
    let (one, two) = (Sample.question(picture: Sample.picture, schema: Sample.schema), Sample.question(material: "B"))
    let facts = try #require(ModelData.embedded[.anthropic]).facts(of: one.model)
    let bodies = [one, two].map { String(decoding: AnthropicRequest.body(for: $0, facts: facts), as: UTF8.self) }
    let model = try client(
      .anthropic,
      .post(Self.batchesURL, answers: batch()) { request in
        #expect(
          String(decoding: request.body ?? Data(), as: UTF8.self)
            == #"{"requests":[{"custom_id":"as-abc-1","params":\#(bodies[0])},"#
            + #"{"custom_id":"as-abc-2","params":\#(bodies[1])}]}"#)
      })
    let standing = try await model.submit(batchRequest(model, one, two))
    #expect(standing.handle == "msgbatch_1")
    #expect(standing.phase == .working)
    #expect(standing.count == 2)
    #expect(abs(standing.created.timeIntervalSince1970 - 1_795_269_720.25) < 0.01)
    #expect(standing.expires == Date(timeIntervalSince1970: 1_795_356_120))
  }

  @Test func `a batch request takes no more than there is room for`() throws {
    var terms = try #require(ModelData.embedded[.anthropic]?.batch)
    (terms.requests, terms.megabytes) = (3, 1)
    let endpoint = try Models.endpoint(
      .anthropic, key: Sample.key, baseURL: nil, data: .embedded, transport: ReplayTransport([]))
    let model = AnthropicBatches(endpoint: endpoint, terms: terms)
    var batchRequest = BatchRequest(nonce: "abc", model: "claude-sonnet-5-5")
    let long = Sample.question(material: String(repeating: "x", count: 600 << 10))
    #expect(model.add(long, as: "as-abc-1", to: &batchRequest))
    let before = batchRequest
    #expect(!model.add(long, as: "as-abc-2", to: &batchRequest))
    #expect(batchRequest == before)
    #expect(model.add(Sample.question(), as: "as-abc-3", to: &batchRequest))
    #expect(model.add(Sample.question(), as: "as-abc-4", to: &batchRequest))
    #expect(!model.add(Sample.question(), as: "as-abc-5", to: &batchRequest))
  }

  @Test func `answers come in any order, cost half, and only from where the batch is`() async throws {
    let ended = try await client(
      .anthropic, .get("\(Self.batchesURL)/msgbatch_1", answers: batch("msgbatch_1", "ended"))
    )
    .standing(of: "msgbatch_1")
    let message = Sample.message(#"[{"type":"text","text":"ok"}]"#)
    let lines = [
      #"{"custom_id":"as-abc-3","result":{"type":"expired"}}"#,
      #"{"custom_id":"as-abc-2","result":{"type":"errored","error":{"type":"error","error":{"type":"invalid_request_error","message":"too odd"}}}}"#,
      #"{"custom_id":"as-abc-4","result":{"type":"errored","error":{"type":"error","error":{"type":"api_error","message":"oh"}}}}"#,
      #"{"custom_id":"as-abc-1","result":{"type":"succeeded","message":\#(message)}}"#,
      #"{"custom_id":"stranger","result":{"type":"succeeded","message":\#(message)}}"#, "half a li",
    ]
    let model = try client(
      .anthropic, .get("\(Self.batchesURL)/msgbatch_1/results", answers: lines.joined(separator: "\n")))
    let questions = (1...5).map { ("as-abc-\($0)", Sample.question()) }
    let results = try await model.results(
      of: try #require(ended), to: Dictionary(uniqueKeysWithValues: questions))
    guard case .answered(let answer)? = results["as-abc-1"], case .failed(let odd)? = results["as-abc-2"],
      case .failed(let fault)? = results["as-abc-4"]
    else {
      Issue.record("\(results)")
      return
    }
    // 1000 tokens in at 2 dollars a million, 100 out at 10, and half of that.
    #expect(answer.text == "ok")
    #expect(answer.cost == Money(microdollars: 1500))
    #expect(odd.fault.kind == .permanent)
    #expect(fault.fault.kind == .transient)
    #expect([odd.bill, fault.bill] == [.nothing, .nothing])
    #expect(results["as-abc-3"] == .untouched)
    #expect(results["as-abc-5"] == nil)
    #expect(results.count == 4)
  }

  @Test func `a batch whose receipt was lost is known again by its results alone`() async throws {
    let list = "\(Self.batchesURL)?limit=100"
    let began = Date(timeIntervalSince1970: 1_795_269_700)
    let page =
      #"{"has_more":false,"data":[\#(batch("msgbatch_4", "ended", count: 7)),\#(batch("msgbatch_3", "ended")),"#
      + #"\#(batch("msgbatch_2", "ended")),\#(batch("msgbatch_1", "ended", created: "2026-11-21T09:00:00Z"))]}"#
    let result = { (id: String) in #"{"custom_id":"\#(id)","result":{"type":"expired"}}"# }
    let model = try client(
      .anthropic, .get(list, answers: page), .get("\(Self.batchesURL)/msgbatch_3/results", answers: result("theirs-1")),
      .get("\(Self.batchesURL)/msgbatch_2/results", answers: result("as-abc-2")))
    guard case .found(let found) = try await model.find(nonce: "abc", count: 2, since: began, known: []) else {
      Issue.record("not found")
      return
    }
    #expect(found.handle == "msgbatch_2")

    // While one is worked on that may be it, nobody can tell.
    let busy = try client(.anthropic, .get(list, answers: #"{"has_more":false,"data":[\#(batch("msgbatch_5"))]}"#))
    #expect(try await busy.find(nonce: "abc", count: 2, since: began, known: []) == .perhaps)
    let known = try client(.anthropic, .get(list, answers: #"{"has_more":false,"data":[\#(batch("msgbatch_5"))]}"#))
    #expect(try await known.find(nonce: "abc", count: 2, since: began, known: ["msgbatch_5"]) == .none)
  }

  @Test func `a batch that is gone is no fault, anything else is`() async throws {
    let url = "\(Self.batchesURL)/msgbatch_1"
    #expect(try await client(.anthropic, .get(url, status: 404, answers: "{}")).standing(of: "msgbatch_1") == nil)
    await #expect(throws: ServiceFault.self) {
      try await client(.anthropic, .get(url, status: 529, answers: "{}")).standing(of: "msgbatch_1")
    }
    await #expect(throws: ServiceFault.self) {
      try await client(.anthropic, .get(url, answers: #"{"id":"../../keys"}"#)).standing(of: "msgbatch_1")
    }
  }

  // MARK: OpenAI

  private func openAIBatch(_ status: String, more: String = "") -> String {
    #"{"id":"batch_1","object":"batch","status":"\#(status)","input_file_id":"file-1","created_at":1795269720,"#
      + #""expires_at":1795356120,"request_counts":{"total":2,"completed":0,"failed":0}\#(more)}"#
  }

  @Test func `a file of lines goes before its batch`() async throws {
    let question = Sample.question(model: "gpt-6.1-terra", schema: Sample.schema)
    let facts = try #require(ModelData.embedded[.openai]).facts(of: question.model)
    let body = String(decoding: ChatRequest.body(for: question, facts: facts, detail: "high"), as: UTF8.self)
    let lines = (1...2).map { number in
      #"{"custom_id":"as-abc-\#(number)","method":"POST","url":"/v1/chat/completions","body":\#(body)}"#
    }
    let model = try client(
      .openai,
      .post("https://api.openai.com/v1/files", answers: #"{"id":"file-1"}"#) { request in
        #expect(
          request.headers.contains(
            HTTPRequest.Header("content-type", "multipart/form-data; boundary=albumscan-abc")))
        let form = String(decoding: request.body ?? Data(), as: UTF8.self)
        #expect(form.contains("name=\"purpose\"\r\n\r\nbatch\r\n"))
        #expect(form.contains("\r\n\r\n\(lines[0])\n\(lines[1])\n\r\n--albumscan-abc--\r\n"))
      },
      .post("https://api.openai.com/v1/batches", answers: openAIBatch("validating")) { request in
        let order = JSONParser.whole(request.body ?? Data())
        #expect(order?["input_file_id"] == "file-1")
        #expect(order?["endpoint"] == "/v1/chat/completions")
        #expect(order?["metadata"] == ["albumscan": "abc"])
      })
    let standing = try await model.submit(batchRequest(model, question, question))
    #expect(standing.handle == "batch_1")
    #expect(standing.expires == Date(timeIntervalSince1970: 1_795_356_120))
  }

  @Test func `a broken upload is on no bill, a broken order may be`() async throws {
    let question = Sample.question(model: "gpt-6.1-terra")
    let upload = try client(.openai, .post("https://api.openai.com/v1/files", fails: .timedOut("slow")))
    let first = await #expect(throws: ModelFailure.self) { try await upload.submit(batchRequest(upload, question)) }
    #expect(first?.bill == .nothing)
    let order = try client(
      .openai, .post("https://api.openai.com/v1/files", answers: #"{"id":"file-1"}"#),
      .post("https://api.openai.com/v1/batches", fails: .broken("cut")))
    let second = await #expect(throws: ModelFailure.self) { try await order.submit(batchRequest(order, question)) }
    #expect(second?.bill == .unknown)
  }

  @Test func `answers and errors come in two files`() async throws {
    let url = "https://api.openai.com/v1"
    let ended = openAIBatch("expired", more: #","output_file_id":"file-2","error_file_id":"file-3""#)
    let answer =
      #"{"custom_id":"as-abc-1","response":{"status_code":200,"body":{"model":"gpt-6.1-terra","choices":[{"message":"#
      + #"{"content":"ok"},"finish_reason":"stop"}],"usage":{"prompt_tokens":1000,"completion_tokens":100}}},"error":null}"#
    let errors = [
      #"{"custom_id":"as-abc-2","response":null,"error":{"code":"batch_expired","message":"too late"}}"#,
      #"{"custom_id":"as-abc-3","response":{"status_code":400,"body":{"error":{"message":"no","code":"invalid_value"}}},"error":null}"#,
    ]
    let model = try client(
      .openai, .get("\(url)/batches/batch_1", answers: ended), .get("\(url)/files/file-2/content", answers: answer),
      .get("\(url)/files/file-3/content", answers: errors.joined(separator: "\n")))
    let standing = try #require(try await model.standing(of: "batch_1"))
    #expect(standing.phase == .ended)
    let questions = (1...3).map { ("as-abc-\($0)", Sample.question(model: "gpt-6.1-terra")) }
    let results = try await model.results(of: standing, to: Dictionary(uniqueKeysWithValues: questions))
    guard case .answered(let first)? = results["as-abc-1"], case .failed(let third)? = results["as-abc-3"] else {
      Issue.record("\(results)")
      return
    }
    #expect(first.cost == Money(microdollars: 750))
    #expect(results["as-abc-2"] == .untouched)
    #expect(third.fault.kind == .permanent)
  }

  @Test(arguments: [("token_limit_exceeded", ServiceFault.Kind.transient), ("invalid_json_line", .permanent)])
  func `a batch that is refused says whether to come back`(code: String, kind: ServiceFault.Kind) async throws {
    let failed = openAIBatch("failed", more: #","errors":{"data":[{"code":"\#(code)","message":"no"}]}"#)
    let model = try client(.openai, .get("https://api.openai.com/v1/batches/batch_1", answers: failed))
    guard case .refused(let fault)? = try await model.standing(of: "batch_1")?.phase else {
      Issue.record("not refused")
      return
    }
    #expect(fault.kind == kind)
  }

  @Test func `a batch is found by what was kept with it`() async throws {
    let list = "https://api.openai.com/v1/batches?limit=100"
    let marked = openAIBatch("in_progress", more: #","metadata":{"albumscan":"abc"}"#)
    let page = #"{"has_more":false,"data":[\#(openAIBatch("in_progress")),\#(marked)]}"#
    let began = Date(timeIntervalSince1970: 1_795_269_700)
    let sighting = try await client(.openai, .get(list, answers: page))
      .find(nonce: "abc", count: 2, since: began, known: [])
    guard case .found = sighting else {
      Issue.record("\(sighting)")
      return
    }
    #expect(
      try await client(.openai, .get(list, answers: page)).find(nonce: "xyz", count: 2, since: began, known: [])
        == .none)
  }

  @Test func `a server of one's own has no batches`() throws {
    #expect(try Models.batches(provider: .compatible, key: nil, transport: ReplayTransport([])) == nil)
  }

  @Test func `a search costs as much in a batch as out of it`() throws {
    let price = try #require(ModelData.embedded[.anthropic]?.facts(of: "claude-sonnet-5-5").price)
    let usage = Usage(inputTokens: 1_000_000, outputTokens: 100_000, searches: 100)
    #expect(price.cost(of: usage) == Money(dollars: 4))
    #expect(price.batched(at: 0.5).cost(of: usage) == Money(dollars: 2.5))
  }
}
