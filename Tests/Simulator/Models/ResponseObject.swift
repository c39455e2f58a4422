import Foundation

/// An answer of the Responses API.
struct ResponseObject {
  var modelAnswer: ModelAnswer
  var request: ResponsesRequest
  var fault: SimulatedFault?

  private static let reasoningTokens = 120

  var json: JSON {
    let prompt = request.prompt
    let reasoning = request.model.reasons ? Self.reasoningTokens : 0
    var text = Tokens.misspoken(leaking, fault)
    var output = Tokens.of(text)
    let room = prompt.maxOutputTokens - reasoning
    let isCut = fault == .cutOff || output > room
    if isCut {
      text = String(text.prefix(fault == .cutOff ? text.count / 2 : max(0, room * 4)))
      output = max(0, min(output, room))
    }
    var items: [JSON] =
      reasoning > 0 ? [["type": "reasoning", "id": .string("rs_\(DrawnID.next())"), "summary": []]] : []
    items += modelAnswer.searches.map(searchCall)
    items.append(message(text, status: isCut ? "incomplete" : "completed"))
    let input =
      Tokens.of(prompt) { request.model.tokens(width: $0.width, height: $0.height) }
      + modelAnswer.searches.count * Tokens.aSearch
    let usage: JSON = [
      "input_tokens": .int(input), "input_tokens_details": ["cached_tokens": 0, "cache_write_tokens": 0],
      "output_tokens": .int(output + reasoning), "output_tokens_details": ["reasoning_tokens": .int(reasoning)],
      "total_tokens": .int(input + output + reasoning),
    ]
    return [
      "id": .string("resp_\(DrawnID.next())"), "object": "response",
      "created_at": .int(Int(Date().timeIntervalSince1970)), "status": isCut ? "incomplete" : "completed",
      "error": .null, "incomplete_details": isCut ? ["reason": "max_output_tokens"] : .null,
      "model": .string(request.model.id), "output": .array(items), "parallel_tool_calls": true,
      "tool_choice": "auto", "tools": [], "usage": fault == .noUsage ? .null : usage,
    ]
  }

  /// With a schema, marks of citations leak into the text as private-use characters (openai-agents-python#2051).
  private var leaking: String {
    guard request.prompt.schema != nil, !modelAnswer.pages.isEmpty,
      let end = modelAnswer.text.firstRange(of: "\",")?.lowerBound
    else { return modelAnswer.text }
    var text = modelAnswer.text
    text.insert(contentsOf: "\u{e200}cite\u{e202}turn0search0\u{e201}", at: end)
    return text
  }

  private func searchCall(_ search: ModelAnswer.Search) -> JSON {
    var action: [JSON.Member] = [
      .init(name: "type", value: "search"), .init(name: "query", value: .string(search.query)),
      .init(name: "queries", value: [.string(search.query)]),
    ]
    if request.includesSources {
      action.append(
        .init(name: "sources", value: .array(search.pages.map { ["type": "url", "url": .string($0.url)] })))
    }
    return [
      "type": "web_search_call", "id": .string("ws_\(DrawnID.next())"), "status": "completed",
      "action": .object(action),
    ]
  }

  private func message(_ text: String, status: String) -> JSON {
    let annotations = request.prompt.schema == nil ? modelAnswer.pages : []
    let content: JSON =
      fault == .refusal
      ? ["type": "refusal", "refusal": "I'm sorry, I can't help with that."]
      : [
        "type": "output_text", "text": .string(text), "logprobs": [],
        "annotations": .array(
          annotations.map {
            [
              "type": "url_citation", "start_index": 0, "end_index": .int(min(40, text.count)),
              "title": .string($0.title), "url": .string($0.url),
            ]
          }),
      ]
    return [
      "type": "message", "id": .string("msg_\(DrawnID.next())"), "role": "assistant", "status": .string(status),
      "content": [content],
    ]
  }
}
