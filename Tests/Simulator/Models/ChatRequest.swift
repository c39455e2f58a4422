/// A request for a chat completion, as OpenAI reads it, or as local servers do.
struct ChatRequest {
  private(set) var prompt: ModelPrompt
  private(set) var violations: [String] = []
  /// Nil for local servers, which take any.
  private(set) var model: GPTModel?

  /// OpenAI, API reference, Chat Completions (SDK 3.52.0).
  init(openAI json: JSON) throws {
    let fields = try Fields(json)
    try fields.only(
      "messages model audio frequency_penalty function_call functions logit_bias logprobs max_completion_tokens"
        + " max_tokens metadata modalities moderation n parallel_tool_calls prediction presence_penalty prompt_cache_key"
        + " prompt_cache_options prompt_cache_retention reasoning_effort response_format safety_identifier seed"
        + " service_tier stop store stream stream_options temperature tool_choice tools top_logprobs top_p user"
        + " verbosity web_search_options")
    let model = try GPTModel.named(try fields.text("model"))
    self.model = model
    prompt = ModelPrompt(model: model.id, maxOutputTokens: 16_384)
    try readOpenAILimits(fields, model)
    if let options = try fields.optionalObject("web_search_options") {
      guard model.searchesAlways else {
        throw Refusal(
          400, "Unknown parameter: 'web_search_options'.", param: "web_search_options", code: "unknown_parameter")
      }
      try options.only("search_context_size user_location")
    }
    for tool in fields.has("tools") ? try fields.objects("tools") : [] {
      _ = try tool.choice("type", "function custom")
    }
    if try fields.optionalFlag("stream") == true { throw Refusal(400, "The simulator doesn't stream", param: "stream") }
    prompt.searches = model.searchesAlways ? 1 : 0
    try readFormat(fields, isStrict: true)
    try readMessages(fields)
  }

  /// llama.cpp, Ollama, vLLM, LM Studio: what they don't know they ignore.
  init(compatible json: JSON, limit name: String) throws {
    let fields = try Fields(json)
    let limit = try fields.optionalInt(name, in: 1...1_000_000)
    prompt = ModelPrompt(model: try fields.optionalText("model") ?? "local", maxOutputTokens: limit ?? 512)
    // `max_tokens` is the only one that every local server heeds.
    if limit == nil { violations.append("\(name) is missing") }
    if name == "max_tokens", fields.has("max_completion_tokens") {
      violations.append("max_completion_tokens was sent to a local server")
    }
    if fields.has("web_search_options") { violations.append("a local server was asked to search the web") }
    for tool in fields.has("tools") ? try fields.objects("tools") : [] {
      guard try tool.text("type") == "function" else { throw Refusal(400, "Unsupported tool type") }
    }
    if try fields.optionalFlag("stream") == true { throw Refusal(400, "The simulator doesn't stream") }
    try readFormat(fields, isStrict: false)
    try readMessages(fields)
  }

  private mutating func readOpenAILimits(_ fields: Fields, _ model: GPTModel) throws {
    if fields.has("max_tokens"), model.reasons {
      throw Refusal(
        400,
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        param: "max_tokens", code: "unsupported_parameter")
    }
    let limit =
      try fields.optionalInt("max_completion_tokens", in: 1...128_000)
      ?? fields.optionalInt("max_tokens", in: 1...128_000)
    prompt.maxOutputTokens = limit ?? 16_384
    let effort = try fields.optionalChoice("reasoning_effort", "none minimal low medium high xhigh max")
    let sampling = ["temperature", "top_p", "frequency_penalty", "presence_penalty"].filter { fields.has($0) }
    guard let first = sampling.first else { return }
    if model.searchesAlways {
      throw Refusal(400, "Model incompatible request argument(s) supplied: \(sampling.joined(separator: ", "))")
    }
    if model.reasons, effort != "none" {
      throw Refusal(
        400, "Unsupported parameter: '\(first)' is not supported with this model.", param: first,
        code: "unsupported_parameter")
    }
  }

  private mutating func readFormat(_ fields: Fields, isStrict: Bool) throws {
    guard let format = try fields.optionalObject("response_format") else { return }
    switch try format.text("type") {
    case "json_schema":
      // llama.cpp reads the schema from here only; a flat one would silently mean no schema at all.
      guard isStrict || format.has("json_schema") else {
        violations.append("a schema stands where local servers don't look for it")
        return
      }
      if isStrict { try format.only("type json_schema") }
      let definition = try format.object("json_schema")
      prompt.schema = try Self.schema(definition, isStrict: isStrict)
    case "json_object", "text": break
    case let type: throw format.invalid("type", "Invalid value: '\(type)'")
    }
  }

  /// The schema of a named definition (`response_format.json_schema`, or `text.format` of the Responses API).
  static func schema(_ definition: Fields, isStrict: Bool) throws -> JSON {
    let schema = try definition.required("schema")
    guard isStrict else { return schema }
    try definition.only("type name description schema strict")
    let name = try definition.text("name")
    guard name.wholeMatch(of: /[A-Za-z0-9_\-]{1,64}/) != nil else {
      throw definition.invalid("name", "Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'")
    }
    if try definition.optionalFlag("strict") == true {
      if schema["type"]?.text != "object" {
        throw Refusal(400, "Invalid schema for response_format '\(name)': schema must be an object")
      }
      if let objection = SchemaRules.openAI.objection(to: schema) {
        throw Refusal(400, "Invalid schema for response_format '\(name)': \(objection)", param: "response_format")
      }
    }
    return schema
  }

  private mutating func readMessages(_ fields: Fields) throws {
    for message in try fields.objects("messages") {
      if model != nil { try message.only("role content name refusal audio tool_calls function_call tool_call_id") }
      let role = try message.choice("role", "system developer user assistant tool")
      var texts: [String] = []
      if let text = message.optional("content")?.text {
        texts = [text]
      } else if message.optional("content") != nil {
        for part in try message.objects("content") { try readPart(part, role: role, texts: &texts) }
      }
      let text = texts.joined(separator: "\n")
      if role == "system" || role == "developer" {
        prompt.instructions += (prompt.instructions.isEmpty ? "" : "\n") + text
      } else {
        prompt.turns.append(ModelPrompt.Turn(role: role, text: text))
      }
    }
    guard !prompt.turns.isEmpty else { throw fields.invalid("messages", "there is nothing from the user") }
  }

  private mutating func readPart(_ part: Fields, role: String, texts: inout [String]) throws {
    switch try part.text("type") {
    case "text":
      if model != nil { try part.only("type text prompt_cache_breakpoint") }
      texts.append(try part.text("text"))
    case "image_url" where role == "user":
      let image = try part.object("image_url")
      if model != nil { try image.only("url detail") }
      _ = try image.optionalChoice("detail", "auto low high original")
      let (picture, broken) = try PictureCheck.picture(uri: try image.text("url"), limit: 50 << 20)
      prompt.pictures.append(picture)
      violations += broken
    case let type: throw part.invalid("type", "Invalid value: '\(type)'")
    }
  }
}
