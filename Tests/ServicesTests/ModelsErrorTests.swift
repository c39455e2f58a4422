import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

/// What the providers say instead of answering, row by row.
@Suite struct ModelsErrorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var service = ServiceName.anthropic
    var status: Int
    var type = "api_error"
    var code: String?
    var message = "said"
    var kind: Fault.Next
    var bill = Fault.Bill.nothing
    var cure: String?

    var testDescription: String { "\(service) \(status) \(code ?? type) \(message)" }

    var body: String {
      switch service {
      case .anthropic:
        let details = code.map { #","details":{"error_code":"\#($0)"}"# } ?? ""
        return #"{"type":"error","error":{"type":"\#(type)","message":"\#(message)"\#(details)},"request_id":"req_1"}"#
      default:
        let code = code.map { "\"\($0)\"" } ?? "null"
        return #"{"error":{"message":"\#(message)","type":"\#(type)","param":null,"code":\#(code)}}"#
      }
    }
  }

  static let anthropic = [
    Row(status: 400, type: "invalid_request_error", kind: .fail),
    Row(
      status: 400, type: "invalid_request_error", message: "Your credit balance is too low", kind: .needsPerson,
      cure: "albumscanctl resume"),
    Row(
      status: 400, type: "invalid_request_error", message: "You have reached your specified API usage limits",
      kind: .needsPerson),
    Row(
      status: 400, type: "invalid_request_error", code: "organization_on_hold", kind: .needsPerson),
    Row(
      status: 400, type: "invalid_request_error", message: "Web search is not enabled for this organization",
      kind: .needsPerson, cure: "identification.webSearch"),
    Row(
      status: 401, type: "authentication_error", kind: .needsPerson, cure: "albumscanctl key set anthropic"),
    Row(status: 402, type: "billing_error", kind: .needsPerson),
    Row(status: 403, type: "permission_error", kind: .needsPerson, cure: "albumscanctl key set anthropic"),
    Row(
      status: 404, type: "not_found_error", message: "model: claude-3-opus", kind: .needsPerson,
      cure: "models.identification"),
    Row(
      status: 404, type: "not_found_error", message: "Message Batch msgbatch_1 has no results.", kind: .needsPerson,
      cure: "models.baseURL"),
    Row(status: 404, type: "x", kind: .needsPerson, cure: "models.baseURL"),
    Row(status: 408, type: "timeout_error", kind: .retry()),
    Row(status: 409, type: "conflict_error", kind: .retry()),
    Row(status: 413, type: "request_too_large", kind: .fail),
    Row(status: 422, type: "invalid_request_error", kind: .fail),
    Row(status: 429, type: "rate_limit_error", kind: .retry()),
    Row(status: 429, type: "rate_limit_error", code: "ramp_limit_exceeded", kind: .retry()),
    Row(status: 429, type: "rate_limit_error", code: "enforced_spend_limit_reached", kind: .needsPerson),
    Row(status: 429, type: "rate_limit_error", code: "contract_spend_limit_reached", kind: .needsPerson),
    Row(status: 500, kind: .retry()), Row(status: 502, kind: .retry()),
    Row(status: 503, kind: .retry()), Row(status: 504, type: "timeout_error", kind: .retry()),
    Row(status: 529, type: "overloaded_error", kind: .retry()),
    Row(status: 301, kind: .needsPerson, cure: "models.baseURL"),
  ]

  static let openai = [
    Row(service: .openai, status: 400, type: "invalid_request_error", kind: .fail),
    Row(
      service: .openai, status: 401, type: "invalid_request_error", code: "invalid_api_key", kind: .needsPerson,
      cure: "albumscanctl key set openai"),
    Row(
      service: .openai, status: 403, type: "request_forbidden", code: "unsupported_country_region_territory",
      kind: .needsPerson),
    Row(
      service: .openai, status: 404, type: "invalid_request_error", code: "model_not_found", kind: .needsPerson,
      cure: "models.identification"),
    Row(service: .openai, status: 409, kind: .retry()), Row(service: .openai, status: 422, kind: .fail),
    Row(
      service: .openai, status: 429, type: "requests", code: "rate_limit_exceeded", kind: .retry()),
    Row(
      service: .openai, status: 429, type: "insufficient_quota", code: "insufficient_quota", kind: .needsPerson,
      cure: "credit"),
    Row(
      service: .openai, status: 400, type: "invalid_request_error", code: "billing_hard_limit_reached",
      kind: .needsPerson),
    Row(service: .openai, status: 500, type: "server_error", kind: .retry()),
    Row(service: .openai, status: 503, type: "server_error", kind: .retry()),
    Row(
      service: .compatible, status: 404, type: "api_error", message: "model 'llava' not found, try pulling it first",
      kind: .needsPerson, cure: "models.identification"),
    Row(service: .compatible, status: 401, kind: .needsPerson, cure: "albumscanctl key set compatible"),
    Row(
      service: .compatible, status: 400, message: "Invalid API key. Get one in the console.", kind: .needsPerson,
      cure: "albumscanctl key set compatible"),
    Row(
      service: .compatible, status: 404, code: "DeploymentNotFound", message: "No such API deployment.",
      kind: .needsPerson, cure: "models.identification"),
    Row(
      service: .compatible, status: 500, message: "image input is not supported; is the mmproj missing?",
      kind: .needsPerson, cure: "--mmproj"),
    Row(
      service: .compatible, status: 400, message: "Model doesn't support images.", kind: .needsPerson,
      cure: "models.identification"),
    Row(
      service: .compatible, status: 404, message: "No endpoints with image input", kind: .needsPerson,
      cure: "pictures"),
    Row(
      service: .compatible, status: 400, type: "exceed_context_size_error", kind: .needsPerson, cure: "-c 16384"),
    Row(
      service: .openai, status: 400, code: "context_length_exceeded", kind: .needsPerson,
      cure: "models.identification"),
    Row(
      service: .compatible, status: 400, message: "The model does not support Chat Completions", kind: .needsPerson,
      cure: "models.identification"),
    Row(
      service: .openai, status: 400, code: "invalid_image_format", message: "You sent an unsupported image.",
      kind: .fail),
    Row(service: .openai, status: 400, code: "content_policy_violation", kind: .fail),
    Row(service: .compatible, status: 500, message: "image input couldn't be read", kind: .retry()),
    Row(service: .compatible, status: 400, kind: .fail),
  ]

  func url(_ service: ServiceName) -> String {
    switch service {
    case .anthropic: Sample.anthropicURL
    case .openai: Sample.chatURL
    default: Sample.localURL
    }
  }

  @Test(arguments: anthropic + openai)
  func `each error says what should happen next`(row: Row) async throws {
    let failure = try await Sample.failure(
      row.service, Sample.question(), at: url(row.service), status: row.status,
      headers: [.init("Retry-After", "17")], answers: row.body)
    #expect(failure.next.plain == row.kind)
    #expect(failure.bill == row.bill)
    if row.kind == .retry() { #expect(failure.after == 17) }
    if row.kind == .needsPerson { #expect(failure.cure?.text.isEmpty == false) }
    // Whatever a provider declines on principle says nothing about other photos.
    #expect(failure.service == (row.code == "content_policy_violation" ? nil : row.service))
    if let cure = row.cure { #expect(failure.cure?.text.contains(cure) == true) }
  }

  @Test(arguments: [(Step.search, "models.search"), (.review, "models.review"), (.reading, "models.identification")])
  func `a retired model names the setting of its step`(step: Step, setting: String) async throws {
    let failure = try await Sample.failure(
      .anthropic, Sample.question(step: step, model: "claude-old"), at: Sample.anthropicURL, status: 404,
      answers: #"{"error":{"type":"not_found_error","message":"model: claude-old"}}"#)
    #expect(failure.reason.contains("claude-old"))
    #expect(failure.cure?.text.contains(setting) == true)
    #expect(failure.cure?.text.contains("albumscanctl doctor") == true)
  }

  @Test(arguments: [
    (500, "false", Fault.Next.retry()), (500, "true", .retry()), (400, "true", .retry()),
    (429, "false", .retry()), (401, "true", .needsPerson), (500, "perhaps", .retry()),
  ])
  func `the provider's own word on trying again counts`(status: Int, word: String, kind: Fault.Next) async throws {
    let failure = try await Sample.failure(
      .anthropic, Sample.question(), at: Sample.anthropicURL, status: status,
      headers: [.init("X-Should-Retry", word)], answers: "{}")
    #expect(failure.next.plain == kind)
  }

  @Test func `milliseconds are finer than seconds`() async throws {
    let failure = try await Sample.failure(
      .openai, Sample.question(model: "gpt-6.1-terra"), at: Sample.chatURL, status: 429,
      headers: [.init("retry-after", "2"), .init("retry-after-ms", "1500")], answers: "{}")
    #expect(failure.after == 1.5)
  }

  @Test(arguments: [
    (HTTPError.unreachable("no route"), false, Fault.Bill.nothing), (.refused("port"), false, .nothing),
    (.timedOut("60 s"), true, .unknown), (.broken("reset"), true, .unknown),
    (.tooLarge(limit: 9), true, .unknown), (.canceled, false, .unknown),
  ])
  func `without an answer it depends on whether anything was sent`(
    error: HTTPError, burns: Bool, bill: Fault.Bill
  ) async throws {
    let transport = ReplayTransport([.post(Sample.anthropicURL, fails: error)])
    let failure = try await #require(throws: Fault.self) {
      try await Sample.client(.anthropic, transport).answer(Sample.question())
    }
    #expect(failure.isRetried)
    #expect(failure.isCounted == burns)
    #expect(failure.bill == bill)
  }

  @Test(arguments: [HTTPError.untrusted("expired"), .badRedirect("to http://x/")])
  func `who isn't the provider needs a person, and bills nothing`(error: HTTPError) async throws {
    let transport = ReplayTransport([.post(Sample.anthropicURL, fails: error)])
    let failure = try await #require(throws: Fault.self) {
      try await Sample.client(.anthropic, transport).answer(Sample.question())
    }
    #expect(failure.next == .needsPerson)
    #expect(failure.bill == .nothing)
  }

  @Test func `a server that is loading its model doesn't burn an attempt`() async throws {
    let failure = try await Sample.failure(
      .compatible, Sample.question(model: "llava"), at: Sample.localURL, status: 503,
      answers: #"{"error":{"code":503,"message":"Loading model","type":"unavailable_error"}}"#)
    #expect(failure.isRetried)
    #expect(!failure.isCounted)
    #expect(failure.reason.contains("Loading model"))
  }

  @Test(arguments: [
    ("<html><body><h1>502 Bad Gateway</h1></body></html>", "Anthropic answered 502"), ("", "Anthropic answered 502"),
    ("upstream error\r\n\u{1B}[31mred", "Anthropic answered 502: upstream error [31mred"),
    (#"{"error":"just text"}"#, "Anthropic answered 502: just text"),
    (#"{"detail":"in detail"}"#, "Anthropic answered 502: in detail"),
    (#"{"detail":[{"loc":["body"],"msg":"one"},{"msg":"two"}]}"#, "Anthropic answered 502: one; two"),
    (#"{"error":{"message":{}}}"#, "Anthropic answered 502"),
    (#"{"error":{"message":"a\u202Eb\u0000c"}}"#, "Anthropic answered 502: a b c"),
  ])
  func `any body can come with an error`(body: String, reason: String) async throws {
    let failure = try await Sample.failure(
      .anthropic, Sample.question(), at: Sample.anthropicURL, status: 502, answers: body)
    #expect(failure.reason == reason)
  }

  @Test func `what a provider says is kept short`() async throws {
    let failure = try await Sample.failure(
      .anthropic, Sample.question(), at: Sample.anthropicURL, status: 400,
      answers: #"{"error":{"type":"invalid_request_error","message":"\#(String(repeating: "word ", count: 100_000))"}}"#
    )
    #expect(failure.reason.count < 250)
  }

  static let hostile: [Data] = [
    Data(), Data("<html>Sign in to the Wi-Fi</html>".utf8), Data("null".utf8), Data("[]".utf8), Data("{}".utf8),
    Data([0xFF, 0xFE, 0x00]), Data(#"{"content": "text", "choices": "x", "output": 5, "status": []}"#.utf8),
    Data(#"{"content": {"type": "text"}, "choices": {}, "output": {}, "status": "completed"}"#.utf8),
    Data(#"{"choices": [[]]}"#.utf8), Data(#"{"choices": [{"message": "hi"}]}"#.utf8), Data("{\"content\": [".utf8),
    Data(String(repeating: "[", count: 300_000).utf8),
  ]

  @Test(arguments: hostile)
  func `a success that is no answer is tried again, and its bill isn't known`(body: Data) async throws {
    for (service, url, searches) in [
      (ServiceName.anthropic, Sample.anthropicURL, 0), (.openai, Sample.chatURL, 0), (.openai, Sample.responsesURL, 1),
      (.compatible, Sample.localURL, 0),
    ] {
      let transport = ReplayTransport([
        .init(method: .post, url: url, outcome: .success(HTTPResponse(status: 200, body: body)))
      ])
      let failure = try await #require(throws: Fault.self) {
        try await Sample.client(service, transport).answer(Sample.question(model: "gpt-6.1-terra", searches: searches))
      }
      #expect(failure.isRetried)
      #expect(failure.bill == .unknown)
    }
  }

  @Test func `a text of megabytes, and one that isn't UTF-8, are answers like any other`() async throws {
    let long = String(repeating: "x", count: 3_000_000)
    let answer = try await Sample.ask(
      .anthropic, Sample.question(), at: Sample.anthropicURL,
      answers: Sample.message(#"[{"type":"text","text":"\#(long)"}]"#))
    #expect(answer.text.utf8.count == 3_000_000)
    var body = Data(#"{"model":"m","content":[{"type":"text","text":"a"#.utf8)
    body += [0xC0, 0xFF]
    body += Data(#"b"}],"stop_reason":"end_turn"}"#.utf8)
    let transport = ReplayTransport([
      .init(method: .post, url: Sample.anthropicURL, outcome: .success(HTTPResponse(status: 200, body: body)))
    ])
    #expect(try await Sample.client(.anthropic, transport).answer(Sample.question()).text == "a\u{FFFD}\u{FFFD}b")
  }

  @Test func `without a key there is no client but for a server of one's own`() throws {
    for service in [ServiceName.anthropic, .openai] {
      let fault = try #require(throws: Fault.self) {
        try Models.client(provider: service, key: nil, transport: ReplayTransport([]))
      }
      #expect(fault.next == .needsPerson)
      #expect(fault.cure?.text.contains("albumscanctl key set \(service.rawValue)") == true)
    }
    #expect(throws: Never.self) {
      try Models.client(provider: .compatible, key: nil, transport: ReplayTransport([]))
    }
    #expect(throws: Fault.self) {
      try Models.client(provider: .musicbrainz, key: Sample.key, transport: ReplayTransport([]))
    }
  }
}
