import Albums
import FoundationEssentials

extension Reply {
  /// Reads an answer of Chat Completions; nil for what isn't one.
  init?(chat body: Data) {
    guard let completion = JSONParser.whole(body) else { return nil }
    self.init(completion: completion)
  }

  init?(completion: JSON) {
    guard let choice = completion["choices"]?.items.first,
      let message = choice["message"], message.isObject
    else { return nil }
    model = completion["model"]?.text
    // Some servers give a list of parts instead of a text.
    text = message["content"]?.text ?? (message["content"]?.items ?? []).compactMap { $0["text"]?.text }.joined()
    for annotation in message["annotations"]?.items ?? [] {
      let citation = annotation["url_citation"]
      sources.add(title: citation?["title"]?.text, url: citation?["url"]?.text)
    }
    count = Self.count(
      completion["usage"], input: "prompt_tokens", output: "completion_tokens", details: "prompt_tokens_details")
    if let refusal = message["refusal"]?.text {
      ending = .refused(PlainText.line(refusal, limit: 200))
    } else {
      switch choice["finish_reason"]?.text {
      case "length": ending = .truncated
      case "content_filter": ending = .refused("its content filter stepped in")
      case "tool_calls", "function_call": ending = .broken("called a tool that it wasn't given")
      default: break
      }
    }
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
