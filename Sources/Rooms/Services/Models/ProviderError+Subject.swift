extension ProviderError {
  /// What a permanent error is about. All but `content` apply to every photo.
  enum Subject: Equatable, Sendable {
    case money, search, key, permission, model, address
    /// The model can't see pictures, or the server runs it without its vision part.
    case sight
    /// The question is longer than the model or its server accepts.
    case room
    /// The provider's policy forbids this one question.
    case content
  }

  /// Determined by status, type, and code, otherwise by the words that servers are known to use; nil if unknown.
  ///
  /// Sources: Anthropic *Errors*, OpenAI *Error codes*, and recorded answers of llama.cpp, Ollama, LM Studio, vLLM,
  /// OpenRouter, Azure, x.ai, DeepSeek, and Mistral from 2024–2026.
  var subject: Subject? {
    if isAboutMoney { return .money }
    if status == 400 || status == 403, says("web search", "web_search"),
      says("not enabled", "disabled", "not available", "not allowed")
    {
      return .search
    }
    if isAboutContent { return .content }
    if isAboutSight { return .sight }
    if isAboutKey { return .key }
    if isAboutModel { return .model }
    if isAboutRoom { return .room }
    switch status {
    case 403: return .permission
    case 300..<400, 404, 405, 410: return .address
    default: return nil
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
    // Anthropic also reports this with a plain 400, in words that may change.
    return status == 400 && says("credit balance", "spend limit", "spending limit", "usage limit")
  }

  private var isAboutContent: Bool {
    let codes: Set = ["content_filter", "content_policy_violation", "moderation_blocked", "invalid_prompt"]
    return isRefusal && (code.map(codes.contains) == true || says("content management policy", "content policy"))
  }

  /// Servers report this with 400, 404, 422, or 500.
  private var isAboutSight: Bool {
    says("image", "picture", "vision", "multimodal", "multi-modal", "mmproj")
      && says(
        "not support", "n't support", "no endpoints", "only supported by", "not a multimodal", "at most 0 image",
        "unknown variant")
  }

  /// x.ai reports this with 400, others with 403.
  private var isAboutKey: Bool {
    status == 401 || ["API_KEY_INVALID", "API_KEY_EXPIRED", "invalid_api_key"].contains(code)
      || isRefusal && says("api key", "api_key", "apikey", "x-api-key")
        && says("incorrect", "invalid", "not valid", "missing", "no api", "expired", "revoked", "provide")
  }

  private var isAboutModel: Bool {
    let codes: Set = ["model_not_found", "model_not_available", "DeploymentNotFound", "unknown_model"]
    if let code, codes.contains(code) { return true }
    // Anthropic's `not_found_error` can be about anything. If it is about a model, the message names it: `model: …`.
    if status == 404 { return says("model", "deployment", "no endpoints found for") }
    return isRefusal && says("model") && says("does not exist", "not found", "not support chat", "decommissioned")
  }

  private var isAboutRoom: Bool {
    code == "context_length_exceeded" || type == "exceed_context_size_error"
      || (isRefusal || status == 500)
        && says(
          "context length", "context window", "maximum context", "context size", "context the overflows",
          "prompt is too long")
  }

  /// The request itself is rejected, rather than postponed.
  private var isRefusal: Bool { (400..<500).contains(status) && ![408, 409, 425, 429].contains(status) }

  func says(_ words: String...) -> Bool {
    let message = message.lowercased()
    return words.contains { message.contains($0) }
  }
}
