import Albums
import FoundationEssentials

extension Reply {
  /// Reads an answer of Chat Completions; nil for what isn't one.
  init?(chat body: Data) {
    guard let completion = JSONParser.whole(body) else { return nil }
    self.init(completion: completion)
  }

  init?(completion: JSON) {
    guard let choice = completion["choices"]?.items.first else {
      // OpenRouter says with status 200 what failed behind it.
      guard let error = completion["error"] else { return nil }
      ending = .failed(ProviderError(status: error["code"]?.whole ?? 500, body: completion))
      return
    }
    let finish = choice["finish_reason"]?.text
    // Azure leaves out the message of what its filter stopped.
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
      case "tool_calls", "function_call": ending = .broken("called a tool that it wasn't given")
      case "error":
        // OpenRouter says what went wrong beside the message, others in its place.
        let said = choice["error"]?["message"]?.text ?? text
        ending = .failed(ProviderError(status: 500, message: PlainText.line(said, limit: 200)))
      default: break
      }
    }
  }

  /// Some servers give a list of parts, or the object that the schema asked for, instead of a text.
  private static func text(_ content: JSON?) -> String {
    guard let content else { return "" }
    if content.isObject { return String(decoding: content.data, as: UTF8.self) }
    return content.text ?? content.items.compactMap { $0["text"]?.text }.joined()
  }

  /// Usage in OpenAI's shape, where cached input is a part of the input.
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
