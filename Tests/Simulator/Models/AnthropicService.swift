import Foundation

/// The Messages API and the list of models.
final class AnthropicService: SimulatedService {
  private let simulatedModel: SimulatedModel
  private let allowsSearchWithSchema: Bool
  /// The only one that is taken; nil for any.
  private let key: String?

  init(simulatedModel: SimulatedModel, allowsSearchWithSchema: Bool, key: String? = nil) {
    self.simulatedModel = simulatedModel
    self.key = key
    self.allowsSearchWithSchema = allowsSearchWithSchema
  }

  func answer(_ call: Call, fault: SimulatedFault?) -> Reply {
    do {
      try authenticate(call)
      // No fault of who asks, so that no rule is broken.
      if let key, call.headers["x-api-key"] != key, call.headers["authorization"] != "Bearer \(key)" {
        return ErrorBody.anthropic(401, "invalid x-api-key")
      }
      switch (call.method, call.path) {
      case ("GET", "/v1/models"): return models
      case ("GET", let path) where path.hasPrefix("/v1/models/"):
        let id = String(path.dropFirst("/v1/models/".count))
        guard let model = ClaudeModel.named(id) else { throw Refusal(404, "model: \(id)") }
        return Reply(json: Self.info(model))
      case ("POST", "/v1/messages"): return try messages(call, fault: fault)
      default: throw Refusal(404, "Not Found")
      }
    } catch {
      return Self.refusal(for: error)
    }
  }

  /// What is thrown, in the provider's words.
  static func refusal(for error: any Error) -> Reply {
    do { throw error } catch let refusal as Refusal {
      return ErrorBody.anthropic(refusal.status, refusal.message, type: refusal.type)
        .breaking(["refused: \(refusal.status) \(refusal.message)"])
    } catch let error as ShapeError {
      let message =
        switch error.problem {
        case .unknown: "\(error.dotted): Extra inputs are not permitted"
        case .missing: "\(error.dotted): Field required"
        case .wrongType(let type): "\(error.dotted): Input should be a valid \(type)"
        case .invalid(let reason): "\(error.dotted): \(reason)"
        }
      return ErrorBody.anthropic(400, message).breaking(["refused: 400 \(message)"])
    } catch {
      let message = "The request body is not valid JSON: \(error)"
      return ErrorBody.anthropic(400, message).breaking(["refused: 400 \(message)"])
    }
  }

  /// The version of October 2026 comes with a bearer key, that of 2023 with `x-api-key`; both headers at once are refused.
  private func authenticate(_ call: Call) throws(Refusal) {
    let key = call.headers["x-api-key"]
    let bearer = call.headers["authorization"]
    if key != nil, bearer != nil { throw Refusal(401, "Only one of x-api-key and Authorization may be given") }
    guard let version = call.headers["anthropic-version"] else {
      throw Refusal(400, "anthropic-version: header is required")
    }
    switch version {
    case "2023-06-01": guard key?.isEmpty == false else { throw Refusal(401, "x-api-key header is required") }
    case "2026-10-21":
      guard let bearer, bearer.hasPrefix("Bearer "), bearer.count > "Bearer ".count else {
        throw Refusal(401, "Authorization: a bearer key is required")
      }
    default: throw Refusal(400, "anthropic-version: \"\(version)\" is not a valid version")
    }
  }

  // MARK: Messages

  private func messages(_ call: Call, fault: SimulatedFault?) throws -> Reply {
    guard call.headers["content-type"]?.hasPrefix("application/json") == true else {
      throw Refusal(400, "content-type: application/json is required")
    }
    guard call.body.count <= 32 << 20 else { throw Refusal(413, "Request exceeds the maximum size") }
    let reply = try reply(to: try JSONParser.parse(call.body), fault: fault)
    guard let beta = call.headers["anthropic-beta"] else { return reply }
    return reply.breaking(["no beta is needed, but \(beta) was asked for"])
  }

  private func reply(to body: JSON, fault: SimulatedFault?) throws -> Reply {
    let request = try AnthropicRequest(body, allowsSearchWithSchema: allowsSearchWithSchema)
    if request.isPrefilled, !request.model.takesPrefill {
      throw Refusal(
        400, "This model does not support assistant message prefill. The conversation must end with a user message.")
    }
    if fault == .quota {
      return ErrorBody.anthropic(400, "Your credit balance is too low to access the Anthropic API.")
    }
    let modelAnswer = simulatedModel.answer(request.prompt)
    let answer = message(modelAnswer, request, fault: fault)
    var reply = Reply(headers: Self.headers, json: answer)
    reply.question = request.prompt.kind
    // What isn't said is billed all the same.
    reply.bill = Bill(
      fault == .noUsage ? message(modelAnswer, request, fault: nil) : answer, model: request.model.id)
    return reply.breaking(request.violations + modelAnswer.complaints)
  }

  /// What comes with each answer (API documentation, *Rate limits*, response headers).
  private static var headers: [String: String] {
    var headers = ["request-id": "req_\(DrawnID.next())", "anthropic-organization-id": "simulated"]
    for (pool, limit) in [
      ("requests", 4000), ("tokens", 480_000), ("input-tokens", 400_000), ("output-tokens", 80_000),
    ] {
      headers["anthropic-ratelimit-\(pool)-limit"] = String(limit)
      headers["anthropic-ratelimit-\(pool)-remaining"] = String(limit - 1)
      headers["anthropic-ratelimit-\(pool)-reset"] = "2026-01-01T00:00:00Z"
    }
    return headers
  }

  private func message(_ modelAnswer: ModelAnswer, _ request: AnthropicRequest, fault: SimulatedFault?) -> JSON {
    var modelAnswer = modelAnswer
    var stop = "end_turn"
    var details: JSON = .null
    var thinking = request.thinks ? 180 : 0
    var tokens = Tokens.of(modelAnswer.text)
    modelAnswer.text = Tokens.misspoken(modelAnswer.text, fault)
    let room = request.prompt.maxOutputTokens - thinking
    if fault == .cutOff || tokens > room {
      let kept = fault == .cutOff ? modelAnswer.text.count / 2 : max(0, room * 4)
      modelAnswer.text = String(modelAnswer.text.prefix(kept))
      (stop, tokens) = ("max_tokens", min(tokens, request.prompt.maxOutputTokens))
    }
    // A thought that was found wanting comes sealed; a message may begin with a block of a kind that is new.
    var content: [JSON] =
      request.thinks
      ? [
        ["type": "thinking", "thinking": "", "signature": "c2ltdWxhdGVk"],
        ["type": "redacted_thinking", "data": "c2VhbGVk"], ["type": "advisor_tool_result", "content": []],
      ] : []
    content += AnthropicContent.searches(modelAnswer)
    switch fault {
    case .refusal?:
      (content, stop, tokens, thinking) = ([], "refusal", 0, 0)
      details = ["type": "refusal", "category": "general_harms", "explanation": "Simulated."]
    default: content += AnthropicContent.text(modelAnswer)
    }
    let input = Tokens.of(request.prompt) { request.model.tokens(width: $0.width, height: $0.height) }
    let searched = modelAnswer.searches.count
    var message: [JSON.Member] = [
      .init(name: "id", value: .string("msg_\(DrawnID.next())")), .init(name: "type", value: "message"),
      .init(name: "role", value: "assistant"), .init(name: "model", value: .string(request.model.id)),
      .init(name: "content", value: .array(content)), .init(name: "stop_reason", value: .string(stop)),
      .init(name: "stop_sequence", value: .null), .init(name: "stop_details", value: details),
    ]
    if fault != .noUsage {
      message.append(
        .init(
          name: "usage",
          value: [
            "input_tokens": .int(fault == .refusal ? 0 : input + searched * Tokens.aSearch),
            "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0, "output_tokens": .int(tokens + thinking),
            "service_tier": "standard", "inference_geo": "not_available",
            "cache_creation": ["ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0],
            "output_tokens_details": ["thinking_tokens": .int(thinking)],
            "server_tool_use": ["web_search_requests": .int(searched), "web_fetch_requests": 0],
          ]))
    }
    return .object(message)
  }

  // MARK: Models

  private var models: Reply {
    let entries = ClaudeModel.all.map(Self.info)
    return Reply(
      json: [
        "data": .array(entries), "has_more": false, "first_id": .optional(ClaudeModel.all.first?.id),
        "last_id": .optional(ClaudeModel.all.last?.id),
      ])
  }

  private static func info(_ model: ClaudeModel) -> JSON {
    let yes: JSON = ["supported": true]
    let ending = model.id.hasPrefix("claude-sonnet-4-5")
    return [
      "type": "model", "id": .string(model.id), "display_name": .string(model.id), "created_at": "2026-01-01T00:00:00Z",
      "lifecycle": ending ? "deprecated" : "active", "deprecated_at": ending ? "2026-09-01T00:00:00Z" : .null,
      "retires_at": ending ? "2026-11-30T00:00:00Z" : .null, "line": .null, "max_input_tokens": .int(model.maxInput),
      "max_tokens": .int(model.maxOutput),
      "capabilities": [
        "batch": yes, "citations": yes, "image_input": yes, "pdf_input": yes, "structured_outputs": yes,
        "server_tools": ["supported": true, "web_search": yes],
      ],
    ]
  }
}
