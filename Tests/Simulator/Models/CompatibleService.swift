/// A local server in the manner of llama.cpp and Ollama: no key, one model under any name, no search. Its dialect changes
/// from request to request.
struct CompatibleService: SimulatedService {
  let simulatedModel: SimulatedModel

  func answer(_ call: Call, fault: SimulatedFault?) -> Reply {
    OpenAIErrors.refusing {
      switch (call.method, call.path) {
      case ("GET", "/health"): return Reply(json: ["status": "ok"])
      case ("GET", "/props"): return Reply(json: ["modalities": ["vision": true, "audio": false]])
      case ("GET", "/v1/models"):
        return Reply(json: [
          "object": "list", "data": [["id": "local-vision", "object": "model", "owned_by": "local"]],
        ])
      case ("POST", "/v1/chat/completions"):
        if fault == .quota { throw OpenAIErrors.quota }
        let request = try ChatRequest(compatible: try OpenAIErrors.json(call))
        var modelAnswer = simulatedModel.answer(request.prompt)
        modelAnswer.searches = []
        let completion = ChatCompletion(
          modelAnswer: modelAnswer, prompt: request.prompt, fault: fault, dialect: ChatDialect(of: call),
          reasoningText: "Let me look at the cover.")
        var reply = Reply(json: completion.json { $0.width * $0.height / 784 })
        reply.question = request.prompt.kind
        return reply.breaking(request.violations + modelAnswer.complaints)
      default: throw Refusal(404, "File Not Found", type: "not_found_error")
      }
    }
  }
}
