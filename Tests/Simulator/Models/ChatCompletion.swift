import Foundation

/// An answer as a chat completion.
struct ChatCompletion {
  var modelAnswer: ModelAnswer
  var prompt: ModelPrompt
  var fault: SimulatedFault?
  var reasoningTokens = 0
  var dialect = ChatDialect.openAI
  /// What a local server's reasoning model says beside its answer.
  var reasoningText: String?
  /// Whether the answer is at the end of what the reasoning model says, and the content is empty.
  var isAmongThoughts = false

  /// - Parameter picture: The tokens of a picture.
  func json(picture: (ModelPrompt.Picture) -> Int) -> JSON {
    var text = Tokens.misspoken(modelAnswer.text, fault)
    var finish = dialect.finish
    var output = Tokens.of(text)
    let room = prompt.maxOutputTokens - reasoningTokens
    if fault == .cutOff || output > room {
      text = String(text.prefix(fault == .cutOff ? text.count / 2 : max(0, room * 4)))
      (finish, output) = ("length", max(0, min(output, room)))
    }
    var message: [JSON.Member] = [
      .init(name: "role", value: "assistant"),
      .init(name: "content", value: fault == .refusal ? .null : isAmongThoughts ? "" : dialect.content(text)),
      .init(name: "annotations", value: .array(modelAnswer.pages.map { annotation($0, in: text) })),
    ]
    if let refusal = fault == .refusal ? "I'm sorry, I can't help with that." : dialect.refusal {
      message.append(.init(name: "refusal", value: refusal))
    }
    if let reasoningText {
      let thoughts = isAmongThoughts && fault != .refusal ? "\(reasoningText)\n\(text)" : reasoningText
      message.append(.init(name: "reasoning_content", value: .string(thoughts)))
    }
    var completion: [JSON.Member] = [
      .init(name: "id", value: .string("chatcmpl-\(DrawnID.next())")), .init(name: "object", value: "chat.completion"),
      .init(name: "created", value: .int(Int(Date().timeIntervalSince1970))),
      .init(name: "model", value: .string(prompt.model)),
      .init(
        name: "choices",
        value: [["index": 0, "message": .object(message), "logprobs": .null, "finish_reason": finish]]),
    ]
    if fault != .noUsage, dialect.countsTokens {
      let input = Tokens.of(prompt, picture: picture) + modelAnswer.searches.count * Tokens.aSearch
      completion.append(
        .init(
          name: "usage",
          value: [
            "prompt_tokens": .int(input), "completion_tokens": .int(output + reasoningTokens),
            "total_tokens": .int(input + output + reasoningTokens), "prompt_tokens_details": ["cached_tokens": 0],
            "completion_tokens_details": ["reasoning_tokens": .int(reasoningTokens)],
          ]))
    }
    return .object(completion)
  }

  private func annotation(_ page: ModelAnswer.Page, in text: String) -> JSON {
    [
      "type": "url_citation",
      "url_citation": [
        "start_index": 0, "end_index": .int(min(40, text.count)), "title": .string(page.title),
        "url": .string(page.url),
      ],
    ]
  }
}
