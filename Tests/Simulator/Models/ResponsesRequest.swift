/// A request to OpenAI's Responses API (API reference; SDK 3.52.0).
struct ResponsesRequest {
  private(set) var prompt: ModelPrompt
  private(set) var model: GPTModel
  private(set) var violations: [String] = []
  /// Whether the pages of a search are asked for.
  private(set) var includesSources = false

  init(_ json: JSON) throws {
    let fields = try Fields(json)
    try fields.only(
      "access_programs background context_management conversation image include input instructions max_output_tokens"
        + " max_tool_calls metadata model moderation parallel_tool_calls previous_response_id prompt prompt_cache_key"
        + " prompt_cache_options prompt_cache_retention reasoning safety_identifier service_tier store stream"
        + " stream_options temperature text tool_choice tools top_logprobs top_p truncation user")
    model = try GPTModel.named(try fields.text("model"))
    prompt = ModelPrompt(
      model: model.id, maxOutputTokens: try fields.optionalInt("max_output_tokens", in: 16...128_000) ?? 16_384)
    prompt.instructions = try fields.optionalText("instructions") ?? ""
    if model.searchesAlways { throw Refusal(404, "The model `\(model.id)` is not supported in the Responses API") }
    if try fields.optionalFlag("stream") == true { throw Refusal(400, "The simulator doesn't stream", param: "stream") }
    if try fields.optionalFlag("store") != false {
      violations.append("the answer is left stored at the provider: send store false")
    }
    let reasoning = try fields.optionalObject("reasoning")
    let effort = try reasoning?.optionalChoice("effort", "none minimal low medium high xhigh max")
    for name in ["temperature", "top_p"] where fields.has(name) && model.reasons && effort != "none" {
      throw Refusal(
        400, "Unsupported parameter: '\(name)' is not supported with this model.", param: name,
        code: "unsupported_parameter")
    }
    try readTools(fields)
    for include in try fields.texts("include") ?? [] {
      guard Self.includable.contains(include) else { throw fields.invalid("include", "Invalid value: '\(include)'") }
      if include == "web_search_call.action.sources" { includesSources = true }
    }
    if let text = try fields.optionalObject("text") {
      try text.only("format verbosity")
      if let format = try text.optionalObject("format"), try format.text("type") == "json_schema" {
        prompt.schema = try ChatRequest.schema(format, isStrict: true)
      }
    }
    try readInput(fields)
  }

  private static let includable = [
    "file_search_call.results", "web_search_call.results", "web_search_call.action.sources",
    "message.input_image.image_url", "computer_call_output.output.image_url", "code_interpreter_call.outputs",
    "reasoning.encrypted_content", "message.output_text.logprobs",
  ]

  private mutating func readTools(_ fields: Fields) throws {
    let most = try fields.optionalInt("max_tool_calls", in: 1...1000)
    for tool in fields.has("tools") ? try fields.objects("tools") : [] {
      let type = try tool.text("type")
      switch type {
      case "web_search", "web_search_2025_08_26":
        try tool.only("type external_web_access filters search_context_size user_location")
        try tool.optionalObject("filters")?.only("allowed_domains")
      case "web_search_preview", "web_search_preview_2025_03_11":
        try tool.only("type search_context_size user_location search_content_types")
      case "function": continue
      default: throw tool.invalid("type", "Invalid value: '\(type)'")
      }
      _ = try tool.optionalChoice("search_context_size", "low medium high")
      prompt.searches = most ?? 10
    }
  }

  private mutating func readInput(_ fields: Fields) throws {
    if let text = try fields.required("input").text {
      prompt.turns = [ModelPrompt.Turn(role: "user", text: text)]
      return
    }
    for item in try fields.objects("input") {
      guard try item.optionalText("type") ?? "message" == "message" else { continue }
      try item.only("type role content id status phase")
      let role = try item.choice("role", "user assistant system developer")
      var texts: [String] = []
      if let text = item.optional("content")?.text {
        texts = [text]
      } else {
        for part in try item.objects("content") { try readPart(part, role: role, texts: &texts) }
      }
      let text = texts.joined(separator: "\n")
      if role == "system" || role == "developer" {
        prompt.instructions += "\n" + text
      } else {
        prompt.turns.append(ModelPrompt.Turn(role: role, text: text))
      }
    }
    guard !prompt.turns.isEmpty else { throw fields.invalid("input", "there is nothing from the user") }
  }

  private mutating func readPart(_ part: Fields, role: String, texts: inout [String]) throws {
    switch try part.text("type") {
    case "input_text" where role != "assistant":
      try part.only("type text prompt_cache_breakpoint")
      texts.append(try part.text("text"))
    case "output_text" where role == "assistant": texts.append(try part.text("text"))
    case "input_image" where role == "user":
      try part.only("type image_url detail file_id prompt_cache_breakpoint")
      _ = try part.optionalChoice("detail", "auto low high original")
      let (picture, broken) = try PictureCheck.picture(uri: try part.text("image_url"), limit: 50 << 20)
      prompt.pictures.append(picture)
      violations += broken
    case let type: throw part.invalid("type", "Invalid value: '\(type)'")
    }
  }
}
