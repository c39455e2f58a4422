import Albums
import FoundationEssentials

/// Reads an answer of Anthropic's Messages API. Blocks are identified by type, not by position; unknown ones are
/// ignored.
struct AnthropicReply {
  var reply = Reply()
  /// The blocks as they came, to be sent back after a pause.
  var blocks: [JSON]

  /// Nil for what isn't a message.
  init?(_ body: Data) {
    guard let message = JSONParser.whole(body) else { return nil }
    self.init(message: message)
  }

  init?(message: JSON) {
    guard case .array(let blocks)? = message["content"] else { return nil }
    self.blocks = blocks
    reply.model = message["model"]?.text
    for block in blocks {
      switch block["type"]?.text {
      case "text":
        reply.text += block["text"]?.text ?? ""
        for citation in block["citations"]?.items ?? [] {
          reply.sources.add(title: citation["title"]?.text, url: citation["url"]?.text)
        }
      case "web_search_tool_result": reply.add(searchResult: block["content"])
      default: break
      }
    }
    reply.count = Self.count(message["usage"])
    reply.ending = Self.ending(message)
  }

  private static func count(_ usage: JSON?) -> TokenCount? {
    guard let usage, let input = TokenCount.plausible(usage["input_tokens"]?.whole),
      let output = TokenCount.plausible(usage["output_tokens"]?.whole)
    else { return nil }
    func number(_ value: JSON?) -> Int { TokenCount.plausible(value?.whole) ?? 0 }
    let written = number(usage["cache_creation_input_tokens"])
    let long = min(written, number(usage["cache_creation"]?["ephemeral_1h_input_tokens"]))
    return TokenCount(
      input: input, cacheRead: number(usage["cache_read_input_tokens"]), cacheWrite: written - long,
      cacheWriteLong: long, output: output, searches: number(usage["server_tool_use"]?["web_search_requests"]))
  }

  private static func ending(_ message: JSON) -> Reply.Ending {
    switch message["stop_reason"]?.text {
    case "max_tokens": return .truncated
    case "pause_turn": return .paused
    case "refusal":
      let details = message["stop_details"]
      return .refused(
        PlainText.line(details?["explanation"]?.text ?? details?["category"]?.text ?? "", limit: 200))
    case "model_context_window_exceeded": return .broken("ran out of context for the question")
    case "tool_use": return .broken("called a tool that it wasn't given")
    default: return .complete
    }
  }
}

extension Reply {
  /// Results are a list; an error is an object in its place, with the status of success around it all.
  fileprivate mutating func add(searchResult content: JSON?) {
    guard case .array(let results)? = content else {
      // The other codes say that the model asked too much or wrongly, not that nobody could be asked.
      let code = content?["error_code"]?.text ?? ""
      guard ["unavailable", "too_many_requests"].contains(code) else { return }
      searches.failed += 1
      searches.problem = code
      return
    }
    searches.answered += 1
    for result in results where result["type"]?.text == "web_search_result" {
      consulted.add(title: result["title"]?.text, url: result["url"]?.text)
    }
  }
}
