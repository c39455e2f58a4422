package import Albums
import FoundationEssentials
import HTTP

/// A model on your own server that supports Chat Completions: llama.cpp, Ollama, vLLM, LM Studio. It costs nothing
/// unless the models file sets a price, and it can't search the web.
package struct CompatibleModel: LanguageModel {
  private let endpoint: ModelEndpoint

  init(_ endpoint: ModelEndpoint) { self.endpoint = endpoint }

  package var service: ServiceName { endpoint.service }

  package func worstCase(of question: Question) -> Money? {
    let facts = endpoint.provider.facts(of: question.model)
    return WorstCase(of: question, facts: facts).cost(at: facts.price)
  }

  package func answer(
    _ question: Question, extending extend: @Sendable (Money) async -> Bool
  ) async throws(ModelFailure) -> Answer {
    let facts = endpoint.provider.facts(of: question.model)
    guard question.searches == 0 else {
      throw ModelFailure(
        .permanent(
          "Your own model server can't search the web",
          cure: "Set \(question.step == .review ? "review" : "identification").webSearch to false."), bill: .nothing)
    }
    let body = ChatRequest.body(for: question, facts: facts, serviceTier: endpoint.provider.serviceTier)
    let data = try await endpoint.post("chat/completions", body: body, asking: question.model, for: question.step)
    var runningCost = RunningCost()
    guard var reply = Reply(chat: data) else { throw Reply.unreadable(service) }
    runningCost.add(reply.count, price: facts.price)
    reply.text = AnswerText.withoutThoughts(reply.text)
    return try reply.answer(to: question, of: service, runningCost: runningCost)
  }
}
