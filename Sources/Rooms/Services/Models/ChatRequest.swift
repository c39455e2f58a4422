package import Albums
package import FoundationEssentials

/// The body of a request to Chat Completions, as OpenAI and the local servers understand it.
package enum ChatRequest {
  /// The same question gives the same bytes. `detail` is how closely a picture is looked at; the local servers don't
  /// know it.
  package static func body(
    for question: Question, facts: ModelFacts, serviceTier: String? = nil, detail: String? = nil
  ) -> Data {
    json(for: question, facts: facts, serviceTier: serviceTier, detail: detail).data
  }

  static func json(for question: Question, facts: ModelFacts, serviceTier: String?, detail: String?) -> JSON {
    let enforcing = question.enforcesSchema(with: facts)
    var content: [JSON] = []
    if let picture = question.picture {
      // Always a data URI: Ollama answers bare base64 with 400.
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

  /// Nested, as OpenAI has it: llama.cpp silently ignores a schema that lies flat beside the type.
  private static func format(_ schema: AnswerSchema) -> JSON? {
    guard let shape = JSONParser.whole(Data(schema.json.utf8)) else { return nil }
    return [
      "type": "json_schema", "json_schema": ["name": .string(schema.name), "strict": true, "schema": shape],
    ]
  }
}
