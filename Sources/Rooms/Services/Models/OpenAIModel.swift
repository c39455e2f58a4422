package import Albums
package import FoundationEssentials
internal import HTTP

/// GPT, through OpenAI: the Responses API for web searches, Chat Completions otherwise.
package struct OpenAIModel: LanguageModel {
  private let endpoint: ModelEndpoint

  init(_ endpoint: ModelEndpoint) { self.endpoint = endpoint }

  package var service: ServiceName { endpoint.service }

  package func worstCase(of question: Question) -> Money? { endpoint.provider.worstCase(of: question) }

  package func answer(
    _ question: Question, extending extend: @Sendable (Money) async -> Bool
  ) async throws(Fault) -> Answer {
    let facts = endpoint.provider.facts(of: question.model)
    try question.checkSearch(with: facts)
    var runningCost = RunningCost()
    guard question.searches > 0 else {
      let (reply, facts) = try await endpoint.chat(question, detail: "high")
      runningCost.add(reply.count, price: facts.price)
      return try endpoint.answer(reply, to: question, from: ModelEndpoint.chatPath, runningCost)
    }
    let body = Self.body(for: question, facts: facts, serviceTier: endpoint.provider.serviceTier)
    let data = try await endpoint.post("responses", body: body, asking: question.model, for: question.step)
    guard let reply = Reply(response: data) else {
      throw endpoint.naming("responses", in: Reply.unreadable(service, data))
    }
    runningCost.add(reply.count, price: facts.price)
    return try endpoint.answer(reply, to: question, from: "responses", runningCost)
  }
}

/// The body of a request to the Responses API, which OpenAI's models use to search the web.
extension OpenAIModel {
  /// The same question always gives the same bytes. No schema is sent: with one, citations come back empty
  /// (openai-agents-python#2051). The instructions contain it instead.
  package static func body(for question: Question, facts: ModelFacts, serviceTier: String? = nil) -> Data {
    let enforcing = question.enforcesSchema(with: facts)
    var content: [JSON] = []
    if let picture = question.picture {
      let url = JSON.string("data:image/jpeg;base64," + picture.jpeg.base64EncodedString())
      content.append(["type": "input_image", "image_url": url, "detail": "high"])
    }
    if !question.material.isEmpty || content.isEmpty {
      content.append(["type": "input_text", "text": .string(question.material)])
    }
    let searches = question.searches > 0
    let body = JSON.object(dropping: [
      "model": .string(question.model),
      "max_output_tokens": .number(String(question.maxOutputTokens + facts.headroom)),
      // The provider must not store the user's data.
      "store": false,
      "service_tier": serviceTier.map(JSON.string),
      "temperature": facts.temperature.map { .number("\($0)") },
      "reasoning": facts.effort.map { ["effort": .string($0)] },
      "tools": searches ? [["type": "web_search", "search_context_size": "low"]] : nil,
      "max_tool_calls": searches ? .number(String(question.searches)) : nil,
      "include": searches ? ["web_search_call.action.sources"] : nil,
      "text": enforcing ? question.schema.flatMap(format) : nil,
      "instructions": .string(question.instructions(enforcing: enforcing)),
      "input": [["role": "user", "content": .array(content)]],
    ])
    return body.data
  }

  private static func format(_ schema: AnswerSchema) -> JSON? {
    guard let shape = JSONParser.whole(Data(schema.json.utf8)) else { return nil }
    return ["format": ["type": "json_schema", "name": .string(schema.name), "strict": true, "schema": shape]]
  }
}

extension Reply {
  /// Reads an answer of OpenAI's Responses API; nil if it isn't one. Items are identified by type.
  init?(response body: Data) {
    guard let response = JSONParser.whole(body), let status = response["status"]?.text,
      case .array(let items)? = response["output"]
    else { return nil }
    model = response["model"]?.text
    var calls = 0
    var refusal: String?
    var callsTool = false
    for item in items {
      switch item["type"]?.text {
      case "web_search_call":
        // Every call counts, whatever it did: overestimating is safer than underestimating.
        calls += 1
        if item["status"]?.text == "failed" { searches.failed += 1 } else { searches.answered += 1 }
        for source in item["action"]?["sources"]?.items ?? [] {
          consulted.add(title: source["title"]?.text, url: source["url"]?.text)
        }
      case "message":
        for part in item["content"]?.items ?? [] {
          if let declined = part["refusal"]?.text, !declined.isEmpty { refusal = refusal ?? declined }
          guard part["type"]?.text == "output_text" else { continue }
          text += Reply.withoutMarks(part["text"]?.text ?? "")
          for annotation in part["annotations"]?.items ?? [] where annotation["type"]?.text == "url_citation" {
            sources.add(title: annotation["title"]?.text, url: annotation["url"]?.text)
          }
        }
      case "function_call", "custom_tool_call": callsTool = true
      default: break
      }
    }
    count = Self.count(
      response["usage"], input: "input_tokens", output: "output_tokens", details: "input_tokens_details",
      searches: calls)
    if callsTool, refusal == nil, text.isEmpty, status == "completed" {
      ending = .broken("tool", "called a tool that it wasn't given")
      return
    }
    ending = refusal.map { .refused(PlainText.line($0, limit: 200)) } ?? Self.ending(status, of: response)
  }

  private static func ending(_ status: String, of response: JSON) -> Ending {
    switch status {
    case "completed": return .complete
    case "incomplete":
      return response["incomplete_details"]?["reason"]?.text == "content_filter"
        ? .refused("its content filter blocked it") : .truncated
    case "failed":
      let code = response["error"]?["code"]?.text
      let message = PlainText.line(response["error"]?["message"]?.text ?? "it failed", limit: 200)
      // The status that the API would have returned for the same error at once.
      let same =
        switch code {
        case "rate_limit_exceeded", "insufficient_quota": 429
        case "server_error", "vector_store_timeout", nil: 500
        default: 400
        }
      return .failed(.reported(as: same, code: code, message))
    default:
      return .failed(.reported(as: 500, "it left the answer \(PlainText.line(status, limit: 20))"))
    }
  }
}
