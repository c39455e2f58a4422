import Albums
import FoundationEssentials
import HTTP
import Synchronization

extension ModelEndpoint {
  static let chatPath = "chat/completions"

  /// Asks Chat Completions. If the server names a parameter that it doesn't take, it is asked again without it; what the
  /// model takes is remembered.
  func chat(_ question: Question, detail: String? = nil) async throws(Fault) -> (reply: Reply, facts: ModelFacts) {
    let configured = provider.facts(of: question.model)
    var facts = accepted[question.model] ?? configured
    while true {
      let body = Self.chatBody(for: question, facts: facts, serviceTier: provider.serviceTier, detail: detail)
      let response = try await send(body, to: Self.chatPath)
      let isSuccess = (200..<300).contains(response.status)
      let reply = isSuccess ? Reply(chat: response.body) : nil
      var error = isSuccess ? nil : ProviderError(response, key: key, now: .now)
      if case .failed(let failure) = reply?.ending { error = failure }
      if let error, let others = facts.without(error.refusedParameter(of: facts, configured, for: question)) {
        facts = others
        continue
      }
      if let error, reply == nil {
        throw naming(Self.chatPath, in: error.fault(of: service, asking: question.model, for: question.step))
      }
      guard let reply else { throw naming(Self.chatPath, in: Reply.unreadable(service, response.body)) }
      if error == nil, facts != configured { accepted[question.model] = facts }
      return (reply, facts)
    }
  }
}

/// What models were found to accept where the model data says otherwise, until the settings are read again.
final class AcceptedFacts: Sendable {
  private let byModel = Mutex([String: ModelFacts]())

  subscript(model: String) -> ModelFacts? {
    get { byModel.withLock { $0[model] } }
    set { byModel.withLock { $0[model] = newValue } }
  }
}

extension ModelFacts {
  /// A parameter that servers are known to refuse.
  enum Parameter: Sendable { case schema, temperature, effort, tokenLimit }

  /// These facts with the parameter left out, or its other name in its place; nil for none.
  func without(_ parameter: Parameter?) -> ModelFacts? {
    var facts = self
    switch parameter {
    case .schema: facts.schema = false
    case .temperature: facts.temperature = nil
    case .effort: facts.effort = nil
    case .tokenLimit: facts.tokenLimit = tokenLimit == .maxTokens ? .maxCompletionTokens : .maxTokens
    case nil: return nil
    }
    return facts
  }
}

extension ProviderError {
  /// The parameter that the error is about, if it was sent and isn't replaced already: it is named, in a field of its own
  /// or in the message.
  func refusedParameter(of facts: ModelFacts, _ configured: ModelFacts, for question: Question) -> ModelFacts.Parameter?
  {
    guard [400, 404, 422, 500, 501].contains(status) else { return nil }
    let named = parameter?.lowercased() ?? ""
    func names(_ words: String...) -> Bool { words.contains { named.contains($0) || says($0) } }
    // A wrong value of the limit is another problem, which its other name doesn't solve.
    let isUnknown =
      code == "unsupported_parameter" || code == "unknown_parameter" || type == "extra_forbidden"
      || says(
        "unsupported", "not support", "n't support", "unknown", "unrecognized", "unexpected", "not permitted",
        "not allowed", "extra inputs", "deprecated", "instead")
    if isUnknown, facts.tokenLimit == configured.tokenLimit, names(facts.tokenLimit.rawValue) { return .tokenLimit }
    let isRefusal = isUnknown || status == 400 || status == 422
    guard isRefusal else { return nil }
    if facts.temperature != nil, names("temperature") { return .temperature }
    if facts.effort != nil, names("reasoning_effort", "reasoning effort", "reasoning.effort") { return .effort }
    let isAboutSchema = names(
      "response_format", "response format", "json_schema", "json schema", "structured output", "structured_output",
      "grammar", "guided decoding")
    return isAboutSchema && question.enforcesSchema(with: facts) ? .schema : nil
  }
}
