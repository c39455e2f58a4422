package import Albums
package import FoundationEssentials

/// The body of a request to OpenAI's Responses API, which OpenAI's models use to search the web.
package enum ResponsesRequest {
  /// The same question gives the same bytes. A schema isn't sent along: with one, citations come back empty
  /// (openai-agents-python#2051); it stands in the instructions.
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
      // Nothing of the user's is kept at the provider.
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
