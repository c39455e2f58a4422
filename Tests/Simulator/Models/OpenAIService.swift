import Foundation

/// OpenAI's Chat Completions, Responses and list of models.
struct OpenAIService: SimulatedService {
  let simulatedModel: SimulatedModel
  /// The only one that is taken; nil for any.
  var key: String?

  func answer(_ call: Call, fault: SimulatedFault?) -> Reply {
    OpenAIErrors.refusing {
      guard let given = call.headers["authorization"], given.hasPrefix("Bearer "), given.count > "Bearer ".count else {
        throw Refusal(401, "You didn't provide an API key.")
      }
      // No fault of who asks, so that no rule is broken.
      if let key, given != "Bearer \(key)" { return ErrorBody.openAI(401, "Incorrect API key provided.") }
      if call.headers["x-api-key"] != nil { throw Refusal(401, "Only the Authorization header may carry a key") }
      switch (call.method, call.path) {
      case ("GET", "/v1/models"):
        return Reply(json: ["object": "list", "data": .array(GPTModel.all.map(Self.info))])
      case ("GET", let path) where path.hasPrefix("/v1/models/"):
        return Reply(json: Self.info(try GPTModel.named(String(path.dropFirst("/v1/models/".count)))))
      case ("POST", "/v1/chat/completions"): return try chat(try OpenAIErrors.json(call), fault: fault)
      case ("POST", "/v1/responses"): return try responses(call, fault: fault)
      default: throw Refusal(404, "Invalid URL (\(call.method) \(call.path))", type: "invalid_request_error")
      }
    }
  }

  private func chat(_ body: JSON, fault: SimulatedFault?) throws -> Reply {
    let request = try ChatRequest(openAI: body)
    if fault == .quota { throw OpenAIErrors.quota }
    let modelAnswer = simulatedModel.answer(request.prompt)
    var completion = ChatCompletion(
      modelAnswer: modelAnswer, prompt: request.prompt, fault: fault,
      reasoningTokens: request.model?.reasons == true ? 120 : 0)
    let picture = { (picture: ModelPrompt.Picture) in
      request.model?.tokens(width: picture.width, height: picture.height) ?? 0
    }
    let json = completion.json(picture: picture)
    var reply = Reply(headers: Self.headers, json: json)
    reply.question = request.prompt.kind
    // What isn't said is billed all the same.
    if fault == .noUsage { completion.fault = nil }
    reply.bill = Bill(completion.json(picture: picture), model: request.prompt.model)
    return reply.breaking(request.violations + modelAnswer.complaints)
  }

  private func responses(_ call: Call, fault: SimulatedFault?) throws -> Reply {
    let request = try ResponsesRequest(try OpenAIErrors.json(call))
    if fault == .quota { throw OpenAIErrors.quota }
    let modelAnswer = simulatedModel.answer(request.prompt)
    var object = ResponseObject(modelAnswer: modelAnswer, request: request, fault: fault)
    var reply = Reply(headers: Self.headers, json: object.json)
    reply.question = request.prompt.kind
    if fault == .noUsage { object.fault = nil }
    reply.bill = Bill(object.json, model: request.prompt.model)
    return reply.breaking(request.violations + modelAnswer.complaints)
  }

  /// What comes with each answer (API documentation, *Rate limits*, in headers).
  private static var headers: [String: String] {
    [
      "x-request-id": "req_\(DrawnID.next())", "openai-processing-ms": "1968", "openai-version": "2020-10-01",
      "x-ratelimit-limit-requests": "15000", "x-ratelimit-remaining-requests": "14999",
      "x-ratelimit-reset-requests": "4ms", "x-ratelimit-limit-tokens": "40000000",
      "x-ratelimit-remaining-tokens": "39999959", "x-ratelimit-reset-tokens": "0s",
    ]
  }

  private static func info(_ model: GPTModel) -> JSON {
    [
      "id": .string(model.id), "object": "model", "created": 1_760_000_000, "owned_by": "openai",
      "shutdown_date": .optional(model.shutdown),
    ]
  }
}
