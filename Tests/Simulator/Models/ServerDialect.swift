/// How servers and gateways that speak Chat Completions differ where a client has to adapt, as they were seen to in
/// 2025–2026. Each is served at a path of its own.
package enum ServerDialect: String, CaseIterable, Sendable {
  case plain = "/v1"
  /// Gemini's compatible door: its version isn't v1, its errors are in an array, and its models have a prefix.
  case gemini = "/v1beta/openai"
  /// Lists `NAME:latest`, accepts `NAME`, and knows no other model.
  case ollama = "/ollama/v1"
  /// Lists its models in a bare array.
  case together = "/together/v1"
  /// Refuses a schema.
  case deepseek = "/deepseek"
  /// Puts an answer with an enforced form among the thoughts.
  case lmStudio = "/lmstudio/v1"
  /// Takes neither `max_tokens` nor a temperature.
  case azure = "/azure/v1"
  /// Streams unless it is told not to.
  case streaming = "/streaming/v1"

  /// The dialect of a path, and the rest of the path; nil if nothing is served there.
  static func served(at path: String) -> (dialect: ServerDialect, rest: String)? {
    allCases.first { path.hasPrefix($0.rawValue + "/") }.map { ($0, String(path.dropFirst($0.rawValue.count))) }
  }

  static let model = "local-vision"

  var list: JSON {
    func entry(_ id: String) -> JSON { ["id": .string(id), "object": "model", "owned_by": "local"] }
    return switch self {
    case .together: [entry(Self.model)]
    case .ollama: ["object": "list", "data": [entry(Self.model + ":latest")]]
    case .gemini: ["object": "list", "data": [entry("models/" + Self.model)]]
    case .plain, .deepseek, .lmStudio, .azure, .streaming: ["object": "list", "data": [entry(Self.model)]]
    }
  }

  /// What the server refuses in a request; nil if it takes it. That a client tries is no violation: how should it know?
  func refusal(of request: JSON) -> Refusal? {
    let model = request["model"]?.text
    let isSchema = request["response_format"]?["type"]?.text == "json_schema"
    switch self {
    case .ollama where model != Self.model && model != Self.model + ":latest":
      return Refusal(404, "model \"\(model ?? "")\" not found, try pulling it first", type: "api_error")
    case .deepseek where isSchema:
      return Refusal(400, "This response_format type is unavailable now", type: "invalid_request_error")
    case .azure where request["max_tokens"] != nil:
      return Refusal(
        400,
        "Unsupported parameter: 'max_tokens' isn't supported with this model. Use 'max_completion_tokens' instead.",
        param: "max_tokens", code: "unsupported_parameter")
    case .azure where request["temperature"].map { $0 != 1 } == true:
      return Refusal(
        400, "Unsupported value: 'temperature' doesn't support 0.1 with this model. Only the default (1) is supported.",
        param: "temperature", code: "unsupported_value")
    default: return nil
    }
  }

  /// A body of the error as this server sends it.
  func reply(_ refusal: Refusal) -> Reply {
    var reply = ErrorBody.openAI(
      refusal.status, refusal.message, type: refusal.type, param: refusal.param, code: refusal.code)
    if self == .gemini { reply.body = "[".utf8 + reply.body + "]".utf8 }
    return reply
  }
}
