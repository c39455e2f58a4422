/// A request to the Messages API, read as strictly as Anthropic reads it (API reference, Messages; SDK 2.11.0).
struct AnthropicRequest {
  private(set) var prompt: ModelPrompt
  private(set) var model: ClaudeModel
  private(set) var thinks = false
  private(set) var violations: [String] = []
  /// Whether an assistant's turn is at the end.
  private(set) var isPrefilled = false

  /// - Parameter allowsSearchWithSchema: Whether a search tool and a schema may come together; no source says so.
  init(_ json: JSON, allowsSearchWithSchema: Bool) throws {
    let fields = try Fields(json)
    try fields.only(
      "model max_tokens messages system stop_sequences stream tools tool_choice thinking output_config cache_control"
        + " metadata service_tier inference_geo temperature top_p top_k container diagnostics speed user_profile_id")
    let id = try fields.text("model")
    guard let model = ClaudeModel.named(id) else { throw Refusal(404, "model: \(id)") }
    self.model = model
    let limit = try fields.int("max_tokens", in: 1...10_000_000)
    guard limit <= model.maxOutput else {
      throw Refusal(
        400, "max_tokens: \(limit) > \(model.maxOutput), which is the maximum allowed number of output tokens for \(id)"
      )
    }
    prompt = ModelPrompt(model: id, maxOutputTokens: limit)
    if try fields.optionalFlag("stream") == true { throw Refusal(400, "stream: the simulator doesn't stream") }
    _ = try fields.texts("stop_sequences")
    _ = try fields.optionalChoice("service_tier", "auto standard_only")
    try fields.optionalObject("metadata")?.only("user_id")
    try readSampling(fields)
    prompt.instructions = try Self.system(fields)
    try readTools(fields)
    try readThinking(fields, limit: limit)
    try readOutput(fields)
    for (index, message) in try fields.objects("messages").enumerated() {
      try readMessage(message, isFirst: index == 0)
    }
    guard !prompt.turns.isEmpty else { throw fields.invalid("messages", "at least one message is required") }
    if prompt.searches > 0, prompt.schema != nil, !allowsSearchWithSchema {
      throw Refusal(400, "output_config.format: citations are not supported with structured outputs; remove web_search")
    }
    if isPrefilled, prompt.schema != nil {
      throw Refusal(400, "prefill is not supported with output_config.format")
    }
  }

  private func readSampling(_ fields: Fields) throws {
    let given = ["temperature", "top_p", "top_k"].filter { fields.has($0) }
    if let first = given.first, !model.takesSampling {
      throw Refusal(400, "`\(first)` is deprecated for this model.")
    }
    if given.contains("temperature"), given.contains("top_p") {
      throw Refusal(400, "`temperature` and `top_p` cannot both be specified for this model. Please use only one.")
    }
    for name in given where name != "top_k" {
      guard let value = fields.json[name]?.number, (0...1).contains(value) else {
        throw fields.invalid(name, "range: 0..1")
      }
    }
  }

  private static func system(_ fields: Fields) throws -> String {
    guard let system = fields.optional("system") else { return "" }
    if let text = system.text { return text }
    return try fields.objects("system").map { block in
      try block.only("type text cache_control citations")
      _ = try block.choice("type", "text")
      return try block.text("text")
    }.joined(separator: "\n")
  }

  private mutating func readTools(_ fields: Fields) throws {
    for tool in fields.has("tools") ? try fields.objects("tools") : [] {
      guard let type = try tool.optionalText("type"), type != "custom" else {
        try tool.only("type name description input_schema strict cache_control")
        _ = try tool.text("name")
        if try tool.optionalFlag("strict") == true,
          let objection = SchemaRules.anthropic.objection(to: try tool.required("input_schema"))
        {
          throw Refusal(400, "tools: \(objection)")
        }
        continue
      }
      guard ["web_search_20250305", "web_search_20260209", "web_search_20260318"].contains(type) else {
        throw tool.invalid("type", "Input tag '\(type)' found using 'type' does not match any of the expected tags")
      }
      guard type == "web_search_20250305" || model.takesNewSearch else {
        throw Refusal(400, "'\(model.id)' does not support tool types: \(type)")
      }
      try tool.only(
        "type name max_uses allowed_domains blocked_domains user_location cache_control allowed_callers defer_loading strict"
          + (type == "web_search_20260318" ? " response_inclusion" : ""))
      _ = try tool.choice("name", "web_search")
      if try tool.texts("allowed_domains") != nil, try tool.texts("blocked_domains") != nil {
        throw Refusal(400, "tools: only one of allowed_domains and blocked_domains may be given")
      }
      for domain in try (tool.texts("allowed_domains") ?? []) + (tool.texts("blocked_domains") ?? [])
      where domain.contains("://") {
        throw tool.invalid("allowed_domains", "domains are given without a scheme: \(domain)")
      }
      try tool.optionalObject("user_location")?.only("type city region country timezone")
      prompt.searches = try tool.optionalInt("max_uses", in: 1...1000) ?? 10
    }
    guard let choice = try fields.optionalObject("tool_choice") else { return }
    try choice.only("type name disable_parallel_tool_use")
    let type = try choice.choice("type", "auto any tool none")
    if ["any", "tool"].contains(type), !model.takesForcedTool {
      throw Refusal(400, "tool_choice: forcing tool use is not supported by this model")
    }
    if type == "none" { prompt.searches = 0 }
  }

  private mutating func readThinking(_ fields: Fields, limit: Int) throws {
    thinks = model.thinksByDefault
    guard let thinking = try fields.optionalObject("thinking") else { return }
    try thinking.only("type budget_tokens display")
    switch try thinking.choice("type", "enabled disabled adaptive between_tools") {
    case "enabled":
      guard model.takesThinkingBudget else {
        throw Refusal(400, "thinking: budget_tokens is not supported for this model. Use adaptive thinking.")
      }
      _ = try thinking.int("budget_tokens", in: 1024...max(1024, limit - 1))
      thinks = true
    case "adaptive":
      guard !model.takesThinkingBudget || !model.takesPrefill else {
        throw Refusal(400, "adaptive thinking is not supported on this model")
      }
      thinks = true
    case "between_tools":
      guard model.id.hasPrefix("claude-sonnet-5-5") else {
        throw Refusal(400, "thinking: between_tools is not supported on this model")
      }
      thinks = false
    default:
      guard model.canStopThinking else { throw Refusal(400, "thinking: this model always thinks") }
      thinks = false
    }
  }

  private mutating func readOutput(_ fields: Fields) throws {
    guard let output = try fields.optionalObject("output_config") else { return }
    try output.only("effort format")
    _ = try output.optionalChoice("effort", "low medium high xhigh max")
    guard let format = try output.optionalObject("format") else { return }
    try format.only("type schema")
    _ = try format.choice("type", "json_schema")
    let schema = try format.required("schema")
    if let objection = SchemaRules.anthropic.objection(to: schema) {
      throw Refusal(400, "output_config.format.\(objection)")
    }
    prompt.schema = schema
  }

  // MARK: Messages

  private mutating func readMessage(_ message: Fields, isFirst: Bool) throws {
    try message.only("role content")
    let role = try message.choice("role", "user assistant")
    guard !isFirst || role == "user" else { throw message.invalid("role", "first message must use the \"user\" role") }
    let content = try message.required("content")
    isPrefilled = role == "assistant"
    if let text = content.text {
      guard !text.isEmpty else { throw message.invalid("content", "all messages must have non-empty content") }
      prompt.turns.append(ModelPrompt.Turn(role: role, text: text))
    } else {
      var texts: [String] = []
      for block in try message.objects("content") { try readBlock(block, role: role, texts: &texts) }
      prompt.turns.append(ModelPrompt.Turn(role: role, text: texts.joined(separator: "\n")))
    }
  }

  private mutating func readBlock(_ block: Fields, role: String, texts: inout [String]) throws {
    switch try block.text("type") {
    case "text":
      try block.only("type text cache_control citations")
      let text = try block.text("text")
      guard !text.isEmpty else { throw block.invalid("text", "text content blocks must be non-empty") }
      texts.append(text)
    case "image" where role == "user":
      try block.only("type source cache_control transformations")
      let source = try block.object("source")
      guard try source.text("type") == "base64" else {
        throw Refusal(400, "The simulator fetches no pictures: send them as base64")
      }
      try source.only("type media_type data")
      let type = try source.choice("media_type", "image/jpeg image/png image/gif image/webp")
      let (picture, broken) = try PictureCheck.picture(
        base64: try source.text("data"), mediaType: type, limit: 5_242_880)
      if !texts.isEmpty { violations.append("a picture stands behind text: pictures come first") }
      prompt.pictures.append(picture)
      violations += broken
    case "server_tool_use", "web_search_tool_result", "thinking", "redacted_thinking", "advisor_tool_result":
      guard role == "assistant" else { throw block.invalid("type", "only assistants have such blocks") }
    case let type: throw block.invalid("type", "Input tag '\(type)' does not match any of the expected tags")
    }
  }
}
