import Albums
import FoundationEssentials
import HTTP

/// A provider's error response, and what it means.
///
/// Sources: Anthropic *Errors* and the error types of its SDK 2.11; OpenAI *Error codes*; the local servers' own
/// bodies, which may be plain text, HTML, or `{"error": "…"}`.
struct ProviderError: Equatable, Sendable {
  var status: Int
  /// `error.type`, as in `rate_limit_error`.
  var type: String?
  /// The provider's most specific code: Anthropic's `error.details.error_code`, OpenAI's `error.code`.
  var code: String?
  /// The parameter that it is about, as in `response_format.type`.
  var parameter: String?
  /// One line of at most 200 characters, without the key.
  var message: String
  var retryAfter: TimeInterval?
  /// The provider's own statement on whether a retry makes sense.
  var mayRetry: Bool?
  /// What the provider did, before `message`. An answer with a success status can report an error, too; `status` is then
  /// the one that fits.
  var opening: String

  init(status: Int, type: String? = nil, code: String? = nil, message: String, retryAfter: TimeInterval? = nil) {
    self.status = status
    self.type = type
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
    opening = "answered \(status)"
  }

  /// An error that an answer with a success status reports.
  static func reported(
    as status: Int, code: String? = nil, _ message: String, mayRetry: Bool? = nil
  ) -> ProviderError {
    var error = ProviderError(status: status, code: code, message: message)
    (error.opening, error.mayRetry) = ("failed", mayRetry)
    return error
  }

  init(_ response: HTTPResponse, key: Secret?, now: Date) {
    self.init(
      status: response.status, body: JSONParser.whole(response.body), else: Self.plain(response.body), key: key)
    retryAfter = response.retryAfter(now: now)
    mayRetry = response[header: "x-should-retry"].flatMap { $0 == "true" ? true : $0 == "false" ? false : nil }
  }

  /// - Parameters:
  ///   - plain: the message to use if the body has none.
  ///   - key: removed wherever the body repeats it.
  init(status: Int, body: JSON?, else plain: String = "", key: Secret? = nil) {
    self.status = status
    opening = "answered \(status)"
    let body = body?.unwrapped
    let error = body?["error"] ?? body?["errors"]?.items.first
    type = error?["type"]?.text ?? error?["status"]?.text
    // Google's details are a list, one of which has a reason.
    let reason = error?["details"]?.items.lazy.compactMap { $0["reason"]?.text }.first
    code = error?["details"]?["error_code"]?.text ?? reason ?? error?["code"]?.text ?? body?["code"]?.text
    // Servers built with FastAPI say where in the request the error is.
    let place = body?["detail"]?.items.first?["loc"]?.items.compactMap(\.text).filter { $0 != "body" }
    parameter = error?["param"]?.text ?? body?["param"]?.text ?? place?.joined(separator: ".")
    let said = error?["message"]?.text ?? error?.text ?? body?["message"]?.text ?? Self.detail(body?["detail"])
    message = PlainText.line(said ?? plain, limit: 200, hiding: key)
  }

  /// Mistral and servers built with FastAPI send `{"detail": "…"}`, or a list of objects with `msg`.
  private static func detail(_ detail: JSON?) -> String? {
    guard case .array(let problems)? = detail else { return detail?.text ?? detail?["message"]?.text }
    return problems.compactMap { $0["msg"]?.text }.joined(separator: "; ")
  }

  /// A short text that isn't an HTML page; a gateway's page says nothing that its status doesn't.
  private static func plain(_ body: Data) -> String {
    let start = String(decoding: body.prefix(2000), as: UTF8.self)
    let first = start.first { !$0.isWhitespace }
    return first == "<" || first == "{" || first == "[" ? "" : start
  }
}

extension JSON {
  /// The object in an array around it: Gemini's compatible door wraps its errors so.
  var unwrapped: JSON { items.first.flatMap { $0.isObject ? $0 : nil } ?? self }
}

extension ProviderError {
  /// What happens next. An answer with an error status isn't billed: both providers bill the tokens of answers.
  func fault(of service: ServiceName, asking model: String, for step: Step) -> Fault {
    let name = service.sentenceName
    let said = "\(name) \(opening)" + (message.isEmpty ? "" : ": \(message)")
    func attention(_ faultCode: FaultCode, _ reason: String = said, cure: String) -> Fault {
      .needsPerson(faultCode, reason, service: service, cure: .advice(cure))
    }
    switch subject {
    case .money:
      return attention(
        .credit, "\(name) requires more credit: \(message.isEmpty ? "\(status)" : message)",
        cure: "Add credit or raise the limit at \(service.consoleName), then run `albumscanctl resume`.")
    case .search:
      return attention(
        .searchForbidden,
        cure:
          "Allow web search at \(service.consoleName), or set identification.webSearch and review.webSearch to false; "
          + "then run `systemctl --user reload albumscand`.")
    case .sight:
      let server = service == .compatible ? " (llama.cpp: start the server with the model's --mmproj file)" : ""
      return attention(
        .noVision, "\(model) can't see pictures: \(said)",
        cure: "Set models.identification to a model that accepts pictures\(server), then run "
          + "`systemctl --user reload albumscand`.")
    case .room:
      let server =
        service == .compatible ? "Give the server more context (llama.cpp: -c 16384; Ollama: num_ctx), or set" : "Set"
      return attention(
        .questionTooLong,
        cure: "\(server) \(step.modelSetting) to a model with more context; then run `albumscanctl resume`.")
    case .model:
      return attention(
        .modelMissing, "\(name) doesn't offer the model \(model)" + (message.isEmpty ? "" : ": \(message)"),
        cure: "Set \(step.modelSetting) to a current model; `albumscanctl doctor` names them.")
    case .key:
      return .needsPerson(
        .keyRejected, "\(name) rejects the API key\(message.isEmpty ? "" : ": \(message)")", service: service,
        cure: .command(Secret.command(for: service)))
    case .permission:
      return attention(
        .keyForbidden,
        cure:
          "Grant the API key this permission at \(service.consoleName), or store another with `\(Secret.command(for: service))`."
      )
    case .address:
      return attention(
        .noServer, cure: "Check models.baseURL: `albumscanctl config show` shows where it comes from.")
    case .content: return .fail(.declined, "\(name) declined to answer: \(message)")
    case nil: break
    }
    let detail = ["\(status)", code ?? type].compactMap(\.self).joined(separator: ".")
    // Local servers answer 503 while they load a model, which takes minutes.
    let isLoading = status == 503 && service == .compatible
    let isLater = [408, 409, 425, 429].contains(status) || status >= 500 || mayRetry == true
    return isLater
      ? .retry(.answered, detail: detail, said, service: service, after: retryAfter, isCounted: !isLoading)
      : .fail(.answered, detail: detail, said, service: service)
  }
}

extension ServiceName {
  /// The name at the beginning of a sentence.
  var sentenceName: String { self == .compatible ? "The model server" : spokenName }
}

extension Step {
  /// The setting that names this step's model.
  var modelSetting: String {
    switch self {
    case .search: "models.search"
    case .review: "models.review"
    default: "models.identification"
    }
  }
}
