package import Albums
import FoundationEssentials
import HTTP

/// GPT, through OpenAI: the Responses API for web searches, Chat Completions otherwise.
package struct OpenAIModel: LanguageModel {
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
    try question.checkSearch(with: facts)
    let tier = endpoint.provider.serviceTier
    let (path, body) =
      question.searches > 0
      ? ("responses", ResponsesRequest.body(for: question, facts: facts, serviceTier: tier))
      : ("chat/completions", ChatRequest.body(for: question, facts: facts, serviceTier: tier, detail: "high"))
    let data = try await endpoint.post(path, body: body, asking: question.model, for: question.step)
    var runningCost = RunningCost()
    guard let reply = question.searches > 0 ? Reply(response: data) : Reply(chat: data) else {
      throw Reply.unreadable(service)
    }
    runningCost.add(reply.count, price: facts.price)
    return try reply.answer(to: question, of: service, runningCost: runningCost)
  }
}
