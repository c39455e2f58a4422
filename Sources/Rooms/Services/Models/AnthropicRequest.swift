package import Albums
package import FoundationEssentials

/// The body of a request to Anthropic's Messages API.
package enum AnthropicRequest {
  /// The same question gives the same bytes. `soFar` are the blocks with which the model paused; they go back
  /// unchanged (*Handling stop reasons*, pause_turn).
  package static func body(for question: Question, facts: ModelFacts, serviceTier: String? = nil) -> Data {
    json(for: question, facts: facts, serviceTier: serviceTier, soFar: [], searches: question.searches).data
  }

  static func json(for question: Question, facts: ModelFacts, serviceTier: String?, soFar: [JSON], searches: Int)
    -> JSON
  {
    let enforcing = question.enforcesSchema(with: facts)
    // The picture stands before the text: so the provider advises (*Vision*).
    var content: [JSON] = []
    if let picture = question.picture {
      let source: JSON = [
        "type": "base64", "media_type": "image/jpeg", "data": .string(picture.jpeg.base64EncodedString()),
      ]
      content.append(["type": "image", "source": source])
    }
    if !question.material.isEmpty || content.isEmpty {
      content.append(["type": "text", "text": .string(question.material)])
    }
    var messages: [JSON] = [["role": "user", "content": .array(content)]]
    if !soFar.isEmpty { messages.append(["role": "assistant", "content": .array(soFar)]) }
    return .object(dropping: [
      "model": .string(question.model),
      "max_tokens": .number(String(question.maxOutputTokens + facts.headroom)),
      "service_tier": serviceTier.map(JSON.string),
      "temperature": facts.temperature.map { .number("\($0)") },
      "thinking": facts.thinking.map { ["type": .string($0)] },
      "output_config": outputConfig(effort: facts.effort, schema: enforcing ? question.schema : nil),
      "tools": question.searches > 0
        // The plainest version: newer ones run code of their own to filter results, at a cost nobody can foresee.
        ? [["type": "web_search_20250305", "name": "web_search", "max_uses": .number(String(searches))]] : nil,
      "system": .string(question.instructions(enforcing: enforcing)),
      "messages": .array(messages),
    ])
  }

  private static func outputConfig(effort: String?, schema: AnswerSchema?) -> JSON? {
    let shape = schema.flatMap { JSONParser.whole(Data($0.json.utf8)) }
    guard effort != nil || shape != nil else { return nil }
    return .object(dropping: [
      "effort": effort.map(JSON.string), "format": shape.map { ["type": "json_schema", "schema": $0] },
    ])
  }
}
