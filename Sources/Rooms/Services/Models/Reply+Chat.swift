import Albums
import FoundationEssentials

extension Reply {
  /// Reads an answer of Chat Completions; nil if it isn't one.
  init?(chat body: Data) {
    guard let completion = JSONParser.whole(body)?.unwrapped else { return nil }
    model = completion["model"]?.text
    count = Self.count(
      completion["usage"], input: "prompt_tokens", output: "completion_tokens", details: "prompt_tokens_details")
    guard let choice = completion["choices"]?.items.first else {
      if let error = completion["error"] {
        // OpenRouter reports failures of its providers with status 200.
        let status = error["code"]?.whole
        var failure = ProviderError(status: status ?? 500, body: completion)
        failure.opening = status.map { "reported \($0)" } ?? "failed"
        ending = .failed(failure)
        return
      }
      guard let choices = completion.members?.last(where: { $0.key == "choices" })?.value,
        [.array([]), .null].contains(choices)
      else { return nil }
      // Gemini's filter leaves out the answer, and with some gateways, all choices.
      ending = .refused("it sent no answer at all, as filters do")
      return
    }
    let finish = choice["finish_reason"]?.text
    let kind = Self.kinds[finish?.lowercased().prefix { $0 != ":" }.description ?? ""]
    // Azure omits the message if its filter stopped it.
    guard let message = choice["message"] ?? (kind == .filtered ? .object([]) : nil), message.isObject
    else { return nil }
    text = Self.text(message["content"])
    if text.allSatisfy(\.isWhitespace), let object = Self.objectInThoughts(of: message) { text = object }
    for annotation in message["annotations"]?.items ?? [] {
      let citation = annotation["url_citation"]
      sources.add(title: citation?["title"]?.text, url: citation?["url"]?.text)
    }
    // Snowflake sends an empty refusal with every answer.
    if let refusal = message["refusal"]?.text, !refusal.isEmpty {
      ending = .refused(PlainText.line(refusal, limit: 200))
    } else {
      ending = Self.ending(kind, finish: PlainText.line(finish ?? "", limit: 60), choice: choice, text: text)
    }
  }

  /// What a reason to finish means. All that aren't listed, null, and none mean a complete answer.
  private enum FinishKind { case truncated, filtered, calledTool, outOfContext, failed, passing }

  /// In lower case, up to a colon. Sources: the documents and recorded answers of OpenAI, Azure, Gemini, Z.ai, DeepSeek,
  /// Mistral, Cohere, Bedrock, vLLM, and OpenRouter, 2024–2026.
  private static let kinds: [String: FinishKind] = [
    "length": .truncated, "max_tokens": .truncated, "max_output_tokens": .truncated, "incomplete": .truncated,
    "content_filter": .filtered, "content_filtered": .filtered, "sensitive": .filtered, "safety": .filtered,
    "refusal": .filtered, "recitation": .filtered, "prohibited_content": .filtered, "blocklist": .filtered,
    "spii": .filtered, "image_safety": .filtered, "error_toxic": .filtered, "guardrail_intervened": .filtered,
    "tool_calls": .calledTool, "function_call": .calledTool, "tool_use": .calledTool, "tool_call": .calledTool,
    "model_context_window_exceeded": .outOfContext, "model_length": .outOfContext, "error_limit": .outOfContext,
    "error": .failed, "insufficient_system_resource": .passing, "network_error": .passing, "abort": .passing,
    "aborted": .passing, "timeout": .passing, "cancelled": .passing, "overloaded": .passing,
  ]

  private static func ending(_ kind: FinishKind?, finish: String, choice: JSON, text: String) -> Ending {
    switch kind {
    case nil: return .complete
    case .truncated: return .truncated
    case .filtered: return .refused("its content filter blocked it (\(finish))")
    case .calledTool: return .broken("tool", "called a tool that it wasn't given")
    case .outOfContext:
      return .failed(.reported(as: 200, code: "context_length_exceeded", "it ended with \(finish)"))
    case .passing: return .failed(.reported(as: 200, code: finish, "it ended with \(finish)", mayRetry: true))
    case .failed:
      // OpenRouter reports the error beside the message, other servers instead of it.
      let said = choice["error"]?["message"]?.text ?? text
      return .failed(.reported(as: 500, said.isEmpty ? "it ended with \(finish)" : PlainText.line(said, limit: 200)))
    }
  }

  /// The JSON object that a reasoning model of LM Studio, and of other servers, puts among its thoughts when a schema
  /// enforces its form: alone, or after them.
  private static func objectInThoughts(of message: JSON) -> String? {
    for key in ["reasoning_content", "reasoning", "thinking"] {
      guard let thoughts = message[key]?.text.map(Reply.withoutThoughts), thoughts.hasSuffix("}") else { continue }
      // The outermost object that ends with the text.
      var start = thoughts.firstIndex(of: "{")
      for _ in 0..<64 {
        guard let brace = start else { break }
        let object = thoughts[brace...]
        if JSONParser.whole(Data(object.utf8)) != nil { return String(object) }
        start = thoughts[thoughts.index(after: brace)...].firstIndex(of: "{")
      }
    }
    return nil
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
