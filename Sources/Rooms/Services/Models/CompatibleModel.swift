package import Albums
internal import FoundationEssentials

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
    guard !question.model.isEmpty else {
      throw .needsPerson(
        .modelMissing, "No model is named for the model server", service: service,
        cure: .advice(
          "Name one (`albumscanctl doctor` lists them): `albumscanctl config set models.identification NAME`; then run "
            + "`systemctl --user reload albumscand`."))
    }
    guard question.searches == 0 else {
      throw .fail(
        .noSearch, "Your own model server can't search the web",
        cure: .advice("Set \(question.step == .review ? "review" : "identification").webSearch to false."))
    }
    var (reply, facts) = try await endpoint.chat(question)
    var runningCost = RunningCost()
    runningCost.add(reply.count, price: facts.price)
    reply.text = Reply.withoutThoughts(reply.text)
    return try endpoint.answer(reply, to: question, from: ModelEndpoint.chatPath, runningCost)
  }
}

/// The body of a request to Chat Completions, as OpenAI and the local servers understand it.
extension ModelEndpoint {
  /// The same question always gives the same bytes. `detail` sets how closely a picture is examined; the local servers
  /// don't support it.
  static func chatBody(
    for question: Question, facts: ModelFacts, serviceTier: String?, detail: String?
  ) -> Data {
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
    let body = JSON.object(dropping: [
      "model": .string(question.model),
      // Some gateways stream unless they are told not to.
      "stream": false,
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
    return body.data
  }

  /// Nested, as OpenAI requires: llama.cpp silently ignores a schema that is beside the type instead.
  private static func format(_ schema: AnswerSchema) -> JSON? {
    guard let shape = JSONParser.whole(Data(schema.json.utf8)) else { return nil }
    return [
      "type": "json_schema", "json_schema": ["name": .string(schema.name), "strict": true, "schema": shape],
    ]
  }
}
