/// What a provider bills for a request, as it counts.
package struct Bill: Equatable, Sendable {
  package var model: String
  package var inputTokens: Int
  package var outputTokens: Int
  package var searches: Int
}

extension Bill {
  /// From an answer in any provider's shape; nil where it says no usage.
  init?(_ answer: JSON, model: String) {
    guard let usage = answer["usage"], let input = usage["input_tokens"]?.int ?? usage["prompt_tokens"]?.int,
      let output = usage["output_tokens"]?.int ?? usage["completion_tokens"]?.int
    else { return nil }
    let calls = answer["output"]?.items?.count { $0["type"]?.text == "web_search_call" } ?? 0
    self.init(
      model: model, inputTokens: input, outputTokens: output,
      searches: usage["server_tool_use"]?["web_search_requests"]?.int ?? calls)
  }
}

extension SimulatedFault {
  /// Whether nothing is billed: the request is turned away at the door.
  var isAtTheDoor: Bool {
    switch self {
    case .status(let status, _): ![408, 500, 502, 504].contains(status)
    case .quota, .refused, .redirect: true
    default: false
    }
  }
}
