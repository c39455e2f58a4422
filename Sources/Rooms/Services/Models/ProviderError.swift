import Albums
import FoundationEssentials
import HTTP

/// What a model provider said instead of answering, and what that means.
///
/// Sources: Anthropic *Errors* and the error types of its SDK 2.11; OpenAI *Error codes*; the local servers' own bodies,
/// which may be plain text, HTML or `{"error": "…"}`.
struct ProviderError: Equatable, Sendable {
  var status: Int
  /// `error.type`, as in `rate_limit_error`.
  var type: String?
  /// The finest that the provider says: Anthropic's `error.details.error_code`, OpenAI's `error.code`.
  var code: String?
  /// One line of at most 200 characters, without the key.
  var message: String
  var retryAfter: TimeInterval?
  /// The provider's own word on whether trying again makes sense.
  var mayRetry: Bool?

  init(status: Int, type: String? = nil, code: String? = nil, message: String, retryAfter: TimeInterval? = nil) {
    self.status = status
    self.type = type
    self.code = code
    self.message = message
    self.retryAfter = retryAfter
  }

  init(_ response: HTTPResponse, key: APIKey?, now: Date) {
    status = response.status
    retryAfter = response.retryAfter(now: now)
    mayRetry = response[header: "x-should-retry"].flatMap { $0 == "true" ? true : $0 == "false" ? false : nil }
    let body = JSONParser.whole(response.body)
    let error = body?["error"]
    type = error?["type"]?.text
    code = error?["details"]?["error_code"]?.text ?? error?["code"]?.text
    let said = error?["message"]?.text ?? error?.text ?? body?["message"]?.text ?? Self.plain(response.body)
    message = PlainText.line(said, limit: 200, hiding: key)
  }

  /// A short text that isn't a page; a gateway's HTML says nothing that its status doesn't.
  private static func plain(_ body: Data) -> String {
    let start = String(decoding: body.prefix(2000), as: UTF8.self)
    let first = start.first { !$0.isWhitespace }
    return first == "<" || first == "{" || first == "[" ? "" : start
  }
}

extension ProviderError {
  /// What should happen next, and what the call may have cost.
  func failure(of service: ServiceName, asking model: String, for step: Step) -> ModelFailure {
    ModelFailure(setback(of: service, asking: model, for: step), bill: bill)
  }

  /// Nothing is billed for what is refused at the door. Behind a timeout or a fault, work may have been done.
  private var bill: ModelFailure.Bill {
    switch status {
    case 408, 500, 502, 504, 520...528: .unknown
    case 200..<400: .unknown
    default: .nothing
    }
  }

  private func setback(of service: ServiceName, asking model: String, for step: Step) -> Setback {
    let said = "\(service.sentenceName) answered \(status)" + (message.isEmpty ? "" : ": \(message)")
    if isAboutMoney {
      return .needsAttention(
        "\(service.sentenceName) won't work on credit: \(message.isEmpty ? "\(status)" : message)", service: service,
        cure: "Add credit or raise the limit at \(service.consoleName), then run `albumscanctl resume`.")
    }
    if isAboutSearch {
      return .needsAttention(
        said, service: service,
        cure:
          "Allow web search at \(service.consoleName), or set identification.webSearch and review.webSearch to false; "
          + "then run `systemctl --user reload albumscand`.")
    }
    if isAboutModel {
      return .needsAttention(
        "\(service.sentenceName) doesn't have the model \(model) (any more)", service: service,
        cure: "Set \(step.modelSetting) to a current model; `albumscanctl doctor` names them.")
    }
    switch status {
    case 401:
      return .needsAttention(
        "\(service.sentenceName) doesn't take the key\(message.isEmpty ? "" : ": \(message)")", service: service,
        cure: "Run `\(APIKey.command(for: service))`.")
    case 403:
      return .needsAttention(
        said, service: service,
        cure: "Give the key the right at \(service.consoleName), or set another with `\(APIKey.command(for: service))`."
      )
    case 300..<400, 404, 405:
      return .needsAttention(
        said, service: service, cure: "Look at models.baseURL: `albumscanctl config show` says where it comes from.")
    case 503 where service == .compatible:
      // Local servers say so while they load a model, which takes minutes.
      return .transient(said, service: service, retryAfter: retryAfter, burnsAttempt: false)
    case 429: return .transient(said, service: service, retryAfter: retryAfter)
    case 408, 409, 425, 500...:
      return mayRetry == false ? .permanent(said) : .transient(said, service: service, retryAfter: retryAfter)
    default:
      return mayRetry == true ? .transient(said, service: service, retryAfter: retryAfter) : .permanent(said)
    }
  }

  private var isAboutMoney: Bool {
    let codes: Set = [
      "contract_spend_limit_reached", "enforced_spend_limit_reached", "linked_organization_spend_limit_reached",
      "linked_organization_billing_unavailable", "organization_on_hold", "insufficient_quota",
      "billing_hard_limit_reached", "billing_not_active",
    ]
    if status == 402 || type == "billing_error" || type == "insufficient_quota" { return true }
    if let code, codes.contains(code) { return true }
    // Anthropic says it as a plain 400 too, in words that may change; a miss only fails this one scan.
    return status == 400 && says("credit balance", "spend limit", "spending limit", "usage limit")
  }

  private var isAboutSearch: Bool {
    (status == 400 || status == 403) && says("web search", "web_search")
      && says("not enabled", "disabled", "not available", "not allowed")
  }

  private var isAboutModel: Bool {
    if code == "model_not_found" || code == "model_not_available" { return true }
    return status == 404 && (type == "not_found_error" || says("model"))
  }

  private func says(_ words: String...) -> Bool {
    let message = message.lowercased()
    return words.contains { message.contains($0) }
  }
}

extension ServiceName {
  /// At the beginning of a sentence.
  var sentenceName: String { self == .compatible ? "The model server" : spokenName }

  /// Where its users look after rights and money.
  var consoleName: String {
    switch self {
    case .anthropic: "the Claude Console (platform.claude.com)"
    case .openai: "OpenAI's platform settings (platform.openai.com)"
    default: "the model server"
    }
  }
}

extension Step {
  /// The setting that names the model of this step.
  var modelSetting: String {
    switch self {
    case .search: "models.search"
    case .review: "models.review"
    default: "models.identification"
    }
  }
}
