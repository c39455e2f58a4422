import Foundation

/// A local server in the manner of llama.cpp and Ollama: no key, one model under any name, no search. Its small ways
/// change from request to request; what a client has to adapt to has a path of its own (`ServerDialect`).
struct CompatibleService: SimulatedService {
  let simulatedModel: SimulatedModel

  func answer(_ call: Call, fault: SimulatedFault?) -> Reply {
    OpenAIErrors.refusing {
      if call.method == "GET", call.path == "/health" { return Reply(json: ["status": "ok"]) }
      if call.method == "GET", call.path == "/props" {
        return Reply(json: ["modalities": ["vision": true, "audio": false]])
      }
      // Gateways answer a path that they don't have with nothing.
      guard let (dialect, path) = ServerDialect.served(at: call.path) else {
        return Reply(404, body: Data(), type: "text/plain")
      }
      switch (call.method, path) {
      case ("GET", "/models"): return Reply(json: dialect.list)
      case ("POST", "/chat/completions"): return try completion(call, dialect, fault)
      default: throw Refusal(404, "File Not Found", type: "not_found_error")
      }
    }
  }

  private func completion(_ call: Call, _ dialect: ServerDialect, _ fault: SimulatedFault?) throws -> Reply {
    let json = try OpenAIErrors.json(call)
    if fault == .quota { return dialect.reply(OpenAIErrors.quota) }
    if let refusal = dialect.refusal(of: json) { return dialect.reply(refusal) }
    let request = try ChatRequest(compatible: json, limit: dialect == .azure ? "max_completion_tokens" : "max_tokens")
    var modelAnswer = simulatedModel.answer(request.prompt)
    modelAnswer.searches = []
    let isHidden = dialect == .lmStudio && request.prompt.schema != nil
    let answer = ChatCompletion(
      modelAnswer: modelAnswer, prompt: request.prompt, fault: fault,
      dialect: dialect == .plain ? ChatDialect(of: call) : .openAI, reasoningText: "Let me look at the cover.",
      isAmongThoughts: isHidden
    ).json { $0.width * $0.height / 784 }
    var reply = Reply(json: answer)
    if dialect == .streaming, json["stream"] != false {
      reply = Reply(200, body: Data("data: \(answer.serialized)\n\ndata: [DONE]\n\n".utf8), type: "text/event-stream")
    }
    reply.question = request.prompt.kind
    return reply.breaking(request.violations + modelAnswer.complaints)
  }
}
