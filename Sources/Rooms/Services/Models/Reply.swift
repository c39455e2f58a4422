import Albums

/// What a provider sent back, whatever its dialect.
struct Reply: Equatable, Sendable {
  /// The text blocks, in order, joined without a separator.
  var text = ""
  var sources = SourceList()
  var model: String?
  /// Nil where the provider didn't say.
  var count: TokenCount?
  var ending = Ending.complete

  enum Ending: Equatable, Sendable {
    case complete
    /// Cut off by the output limit.
    case truncated
    /// The provider wants the turn sent back to go on with it (Anthropic, `pause_turn`).
    case paused
    /// With the provider's reason, where it gave one.
    case refused(String)
    /// It ended in a way that makes no answer, said as what the provider did.
    case broken(String)
    /// It failed while it worked.
    case failed(ProviderError)
  }
}

/// What the requests of one call have cost so far.
struct Tab: Equatable, Sendable {
  private var usage: Usage? = Usage(inputTokens: 0, outputTokens: 0)
  private var cost: Money? = .zero
  /// Whether anything was billed at all.
  private var isOpen = false

  /// Adds one request; nil where its usage wasn't said, after which the whole isn't known either.
  mutating func add(_ count: TokenCount?, price: Price?) {
    isOpen = true
    usage = usage.flatMap { sum in count.map { sum + $0.usage } }
    cost = cost.flatMap { sum in count.flatMap { price?.cost(of: $0) }.map { sum + $0 } }
    // Where everything is free, it doesn't matter what wasn't counted.
    if cost == nil, price?.isFree == true { cost = .zero }
  }

  var total: (usage: Usage?, cost: Money?) { (usage, cost) }

  var bill: ModelFailure.Bill {
    guard isOpen else { return .nothing }
    return usage.map { .known($0, cost) } ?? .unknown
  }

  /// The bill of a call whose latest request failed.
  func bill(with failure: ModelFailure.Bill) -> ModelFailure.Bill {
    guard isOpen, case .nothing = failure else { return failure }
    return bill
  }
}

extension Reply {
  /// The answer to the question; throws where the reply is none.
  func answer(to question: Question, of service: ServiceName, tab: Tab) throws(ModelFailure) -> Answer {
    let name = service.sentenceName
    switch ending {
    case .complete, .truncated: break
    case .paused:
      throw ModelFailure(.permanent("\(name) kept pausing and came to no answer"), bill: tab.bill)
    case .refused(let reason):
      throw ModelFailure(
        .permanent("\(name) declined to answer" + (reason.isEmpty ? "" : ": \(reason)")), bill: tab.bill)
    case .broken(let what): throw ModelFailure(.permanent("\(name) \(what)"), bill: tab.bill)
    case .failed(let error):
      let failure = error.failure(of: service, asking: question.model, for: question.step)
      throw ModelFailure(failure.setback, bill: tab.bill)
    }
    guard ending == .truncated || text.contains(where: { !$0.isWhitespace }) else {
      throw ModelFailure(.transient("\(name) answered without a word", service: service), bill: tab.bill)
    }
    let (usage, cost) = tab.total
    return Answer(
      text: question.schema == nil || ending == .truncated ? text : AnswerText.object(in: text) ?? text,
      sources: sources.sources, model: model.map { PlainText.line($0, limit: 100) } ?? question.model, usage: usage,
      cost: cost, truncated: ending == .truncated)
  }

  /// A body of success that isn't what the provider promises: a proxy's page, or half an answer.
  static func unreadable(_ service: ServiceName) -> ModelFailure {
    ModelFailure(
      .transient("\(service.sentenceName) answered something that can't be read", service: service), bill: .unknown)
  }
}

extension TokenCount {
  /// A count of a provider's; nil for what can't be one.
  static func plausible(_ number: Int?) -> Int? { number.flatMap { (0...100_000_000).contains($0) ? $0 : nil } }
}

extension Price {
  var isFree: Bool {
    !tiers.isEmpty && tiers.allSatisfy { $0.input == 0 && $0.output == 0 } && (searches ?? 0) == 0
  }
}

extension Question {
  /// The instructions, with the schema in words where it isn't enforced: with a search (citations and a schema exclude
  /// each other), or for a model that takes none.
  func instructions(enforcing: Bool) -> String {
    guard let schema, !enforcing else { return instructions }
    return instructions + "\n\nAnswer with one JSON object and nothing else: no sentence around it, no code fence. "
      + "It must be valid against this JSON Schema:\n" + schema.json
  }

  /// Whether the answer's shape is enforced by the provider.
  func enforcesSchema(with facts: ModelFacts) -> Bool { schema != nil && facts.schema && searches == 0 }

  /// Refuses a search where the provider has none.
  func checkSearch(with facts: ModelFacts) throws(ModelFailure) {
    guard searches > 0, !facts.search else { return }
    let setting = step == .review ? "review.webSearch" : "identification.webSearch"
    throw ModelFailure(
      .permanent(
        "\(model) can't search the web", cure: "Set \(setting) to false, or \(step.modelSetting) to a model that can."),
      bill: .nothing)
  }
}
