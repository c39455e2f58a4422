package import Albums
package import FoundationEssentials
internal import HTTP

/// A model on your own server that supports Chat Completions: llama.cpp, Ollama, vLLM, LM Studio. It can't
/// search the web.
package struct CompatibleModel: LanguageModel {
  private let endpoint: ModelEndpoint

  init(_ endpoint: ModelEndpoint) { self.endpoint = endpoint }

  package var service: ServiceName { endpoint.service }

  package func worstCase(of question: Question) -> Money? { endpoint.provider.worstCase(of: question) }

  package func answer(
    _ question: Question, extending extend: @Sendable (Money) async -> Bool
  ) async throws(Fault) -> Answer {
    let facts = endpoint.provider.facts(of: question.model)
    guard question.searches == 0 else {
      throw .fail(
        .noSearch, "Your own model server can't search the web",
        cure: .advice("Set \(question.step == .review ? "review" : "identification").webSearch to false."))
    }
    let body = ChatRequest.body(for: question, facts: facts, serviceTier: endpoint.provider.serviceTier)
    let data = try await endpoint.post("chat/completions", body: body, asking: question.model, for: question.step)
    var runningCost = RunningCost()
    guard var reply = Reply(chat: data) else { throw Reply.unreadable(service) }
    runningCost.add(reply.count, price: facts.price)
    reply.text = AnswerText.withoutThoughts(reply.text)
    return try reply.answer(to: question, of: service, runningCost: runningCost)
  }
}

/// The body of a request to Chat Completions, as OpenAI and the local servers understand it.
package enum ChatRequest {
  /// The same question always gives the same bytes. `detail` sets how closely a picture is examined; the local servers
  /// don't support it.
  package static func body(
    for question: Question, facts: ModelFacts, serviceTier: String? = nil, detail: String? = nil
  ) -> Data {
    json(for: question, facts: facts, serviceTier: serviceTier, detail: detail).data
  }

  static func json(for question: Question, facts: ModelFacts, serviceTier: String?, detail: String?) -> JSON {
    let enforcing = question.enforcesSchema(with: facts)
    var content: [JSON] = []
    if let picture = question.picture {
      // Always a data URI: Ollama rejects bare base64 with 400.
      let url = JSON.string("data:image/jpeg;base64," + picture.jpeg.base64EncodedString())
      content.append([
        "type": "image_url", "image_url": .object(dropping: ["url": url, "detail": detail.map(JSON.string)]),
      ])
    }
    if !question.material.isEmpty || content.isEmpty {
      content.append(["type": "text", "text": .string(question.material)])
    }
    return .object(dropping: [
      "model": .string(question.model),
      facts.tokenLimit.rawValue: .number(String(question.maxOutputTokens + facts.headroom)),
      "service_tier": serviceTier.map(JSON.string),
      "temperature": facts.temperature.map { .number("\($0)") },
      "reasoning_effort": facts.effort.map(JSON.string),
      "response_format": enforcing ? question.schema.flatMap(format) : nil,
      "messages": [
        ["role": "system", "content": .string(question.instructions(enforcing: enforcing))],
        ["role": "user", "content": .array(content)],
      ],
    ])
  }

  /// Nested, as OpenAI requires: llama.cpp silently ignores a schema that is beside the type instead.
  private static func format(_ schema: AnswerSchema) -> JSON? {
    guard let shape = JSONParser.whole(Data(schema.json.utf8)) else { return nil }
    return [
      "type": "json_schema", "json_schema": ["name": .string(schema.name), "strict": true, "schema": shape],
    ]
  }
}

extension Reply {
  /// Reads an answer of Chat Completions; nil if it isn't one.
  init?(chat body: Data) {
    guard let completion = JSONParser.whole(body) else { return nil }
    self.init(completion: completion)
  }

  init?(completion: JSON) {
    guard let choice = completion["choices"]?.items.first else {
      // OpenRouter reports failures of its providers with status 200.
      guard let error = completion["error"] else { return nil }
      ending = .failed(ProviderError(status: error["code"]?.whole ?? 500, body: completion))
      return
    }
    let finish = choice["finish_reason"]?.text
    // Azure omits the message if its filter stopped it.
    guard let message = choice["message"] ?? (finish == "content_filter" ? .object([]) : nil), message.isObject
    else { return nil }
    model = completion["model"]?.text
    text = Self.text(message["content"])
    for annotation in message["annotations"]?.items ?? [] {
      let citation = annotation["url_citation"]
      sources.add(title: citation?["title"]?.text, url: citation?["url"]?.text)
    }
    count = Self.count(
      completion["usage"], input: "prompt_tokens", output: "completion_tokens", details: "prompt_tokens_details")
    // Snowflake sends an empty refusal with every answer.
    if let refusal = message["refusal"]?.text, !refusal.isEmpty {
      ending = .refused(PlainText.line(refusal, limit: 200))
    } else {
      switch finish {
      case "length": ending = .truncated
      case "content_filter": ending = .refused("its content filter blocked it")
      case "tool_calls", "function_call": ending = .broken("tool", "called a tool that it wasn't given")
      case "error":
        // OpenRouter reports the error beside the message, other servers instead of it.
        let said = choice["error"]?["message"]?.text ?? text
        ending = .failed(ProviderError(status: 500, message: PlainText.line(said, limit: 200)))
      default: break
      }
    }
  }

  /// Some servers send a list of parts, or the object that the schema describes, instead of a string.
  private static func text(_ content: JSON?) -> String {
    guard let content else { return "" }
    if content.isObject { return String(decoding: content.data, as: UTF8.self) }
    return content.text ?? content.items.compactMap { $0["text"]?.text }.joined()
  }

  /// Usage in OpenAI's format, in which cached input is included in the input.
  static func count(
    _ usage: JSON?, input: String, output: String, details: String, searches: Int = 0
  ) -> TokenCount? {
    guard let usage, let input = TokenCount.plausible(usage[input]?.whole),
      let output = TokenCount.plausible(usage[output]?.whole)
    else { return nil }
    let cached = min(input, TokenCount.plausible(usage[details]?["cached_tokens"]?.whole) ?? 0)
    let written = min(input - cached, TokenCount.plausible(usage[details]?["cache_write_tokens"]?.whole) ?? 0)
    return TokenCount(
      input: input - cached - written, cacheRead: cached, cacheWrite: written, output: output, searches: searches)
  }
}
