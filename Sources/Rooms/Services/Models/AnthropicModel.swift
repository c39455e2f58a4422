package import Albums
import FoundationEssentials
import HTTP

/// Claude, through Anthropic's Messages API.
package struct AnthropicModel: LanguageModel {
  private let endpoint: ModelEndpoint

  /// How often a turn that the provider paused is sent back, itself included.
  static let turns = 5

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
    var whole = Reply()
    var runningCost = RunningCost()
    var blocks: [JSON] = []
    var reserved = worstCase(of: question)
    for _ in 1...Self.turns {
      let body = AnthropicRequest.json(
        for: question, facts: facts, serviceTier: endpoint.provider.serviceTier, soFar: blocks,
        searches: searchesLeft(of: question, runningCost))
      let data: Data
      do {
        data = try await endpoint.post("messages", body: body.data, asking: question.model, for: question.step)
      } catch {
        throw ModelFailure(error.fault, bill: runningCost.bill(with: error.bill))
      }
      guard let turn = AnthropicReply(data) else { throw Reply.unreadable(service) }
      runningCost.add(turn.reply.count, price: facts.price)
      blocks += turn.blocks
      whole.text += turn.reply.text
      whole.sources.add(turn.reply.sources.sources)
      whole.consulted.add(turn.reply.consulted.sources)
      whole.searches.answered += turn.reply.searches.answered
      whole.searches.failed += turn.reply.searches.failed
      whole.searches.problem = whole.searches.problem ?? turn.reply.searches.problem
      whole.model = turn.reply.model
      whole.ending = turn.reply.ending
      guard whole.ending == .paused, reserved == nil || runningCost.total.usage != nil else { break }
      let lacking = shortfall(of: question, facts: facts, runningCost: runningCost, reserved: reserved)
      guard lacking > .zero else { continue }
      guard await extend(lacking) else {
        throw ModelFailure(
          .transient("\(service.sentenceName) paused, and continuing might exceed a spending limit", service: service),
          bill: runningCost.bill)
      }
      reserved = reserved.map { $0 + lacking }
    }
    return try whole.answer(to: question, of: service, runningCost: runningCost)
  }

  /// How much more than was reserved another turn may cost: it reads again all that was read and written, and may use
  /// the searches that are left. Nothing where the price isn't known.
  private func shortfall(of question: Question, facts: ModelFacts, runningCost: RunningCost, reserved: Money?) -> Money
  {
    guard let reserved, let usage = runningCost.total.usage, let spent = runningCost.total.cost else { return .zero }
    let next = WorstCase(
      prompt: usage.inputTokens + usage.outputTokens, output: question.maxOutputTokens + facts.headroom,
      searches: searchesLeft(of: question, runningCost), searchTokens: facts.searchTokens)
    let cost = spent + (next.cost(at: facts.price) ?? .zero)
    return Money(microdollars: max(0, cost.microdollars - reserved.microdollars))
  }

  /// What the next turn may search: its limit counts for one request. A tool that the earlier turns have used can't go
  /// away, so that one is the least.
  private func searchesLeft(of question: Question, _ runningCost: RunningCost) -> Int {
    guard question.searches > 0 else { return 0 }
    return max(1, question.searches - (runningCost.total.usage?.searches ?? 0))
  }
}
