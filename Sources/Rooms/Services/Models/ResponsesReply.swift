import Albums
import FoundationEssentials

extension Reply {
  /// Reads an answer of OpenAI's Responses API; nil for what isn't one. Items are told by their type.
  init?(response body: Data) {
    guard let response = JSONParser.whole(body), let status = response["status"]?.text,
      case .array(let items)? = response["output"]
    else { return nil }
    model = response["model"]?.text
    var calls = 0
    var refusal: String?
    var callsTool = false
    for item in items {
      switch item["type"]?.text {
      case "web_search_call":
        // Each call counts, whatever it did: rather too high than too low.
        calls += 1
        if item["status"]?.text == "failed" { searches.failed += 1 } else { searches.answered += 1 }
        for source in item["action"]?["sources"]?.items ?? [] {
          consulted.add(title: source["title"]?.text, url: source["url"]?.text)
        }
      case "message":
        for part in item["content"]?.items ?? [] {
          if let declined = part["refusal"]?.text, !declined.isEmpty { refusal = refusal ?? declined }
          guard part["type"]?.text == "output_text" else { continue }
          text += AnswerText.withoutMarks(part["text"]?.text ?? "")
          for annotation in part["annotations"]?.items ?? [] where annotation["type"]?.text == "url_citation" {
            sources.add(title: annotation["title"]?.text, url: annotation["url"]?.text)
          }
        }
      case "function_call", "custom_tool_call": callsTool = true
      default: break
      }
    }
    count = Self.count(
      response["usage"], input: "input_tokens", output: "output_tokens", details: "input_tokens_details",
      searches: calls)
    if callsTool, refusal == nil, text.isEmpty, status == "completed" {
      ending = .broken("called a tool that it wasn't given")
      return
    }
    ending = refusal.map { .refused(PlainText.line($0, limit: 200)) } ?? Self.ending(status, of: response)
  }

  private static func ending(_ status: String, of response: JSON) -> Ending {
    switch status {
    case "completed": return .complete
    case "incomplete":
      return response["incomplete_details"]?["reason"]?.text == "content_filter"
        ? .refused("its content filter blocked it") : .truncated
    case "failed":
      let code = response["error"]?["code"]?.text
      let message = PlainText.line(response["error"]?["message"]?.text ?? "it failed", limit: 200)
      // As the status that would have said the same at the door.
      let same =
        switch code {
        case "rate_limit_exceeded", "insufficient_quota": 429
        case "server_error", "vector_store_timeout", nil: 500
        default: 400
        }
      return .failed(ProviderError(status: same, code: code, message: message))
    default:
      return .failed(ProviderError(status: 500, message: "it left the answer \(PlainText.line(status, limit: 20))"))
    }
  }
}
