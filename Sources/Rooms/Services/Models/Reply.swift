import Albums

/// A provider's reply, independent of its API.
struct Reply: Equatable, Sendable {
  /// The text blocks, in order, joined without a separator.
  var text = ""
  /// Cited.
  var sources = SourceList()
  /// Come upon by its searches.
  var consulted = SourceList()
  var searches = Searches()
  var model: String?
  /// Nil where the provider didn't say.
  var count: TokenCount?
  var ending = Ending.complete

  /// How its searches of the web went.
  struct Searches: Equatable, Sendable {
    var answered = 0
    var failed = 0
    /// The provider's word for what went wrong.
    var problem: String?
  }

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

extension Reply {
  /// The answer to the question; throws where the reply is none.
  func answer(to question: Question, of service: ServiceName, runningCost: RunningCost) throws(ModelFailure) -> Answer {
    let name = service.sentenceName
    switch ending {
    case .complete, .truncated: break
    case .paused:
      throw ModelFailure(.permanent("\(name) kept pausing and never answered"), bill: runningCost.bill)
    case .refused(let reason):
      throw ModelFailure(
        .permanent("\(name) declined to answer" + (reason.isEmpty ? "" : ": \(reason)")), bill: runningCost.bill)
    case .broken(let what): throw ModelFailure(.permanent("\(name) \(what)", service: service), bill: runningCost.bill)
    case .failed(let error):
      let failure = error.failure(of: service, asking: question.model, for: question.step)
      throw ModelFailure(failure.fault, bill: runningCost.bill)
    }
    // Whoever was to search and couldn't has answered from memory, which is not what was paid for.
    if question.searches > 0, searches.failed > 0, searches.answered == 0 {
      let problem = searches.problem.map { " (\($0))" } ?? ""
      throw ModelFailure(.transient("\(name)'s web search failed\(problem)", service: service), bill: runningCost.bill)
    }
    let (usage, cost) = runningCost.total
    return Answer(
      text: text, sources: sources.sources, consulted: question.searches > 0 ? consulted.sources : nil,
      model: model.map { PlainText.line($0, limit: 100) } ?? question.model, usage: usage,
      cost: cost, truncated: ending == .truncated)
  }

  /// A body of success that isn't what the provider promises: a proxy's page, or half an answer.
  static func unreadable(_ service: ServiceName) -> ModelFailure {
    ModelFailure(
      .transient("\(service.sentenceName) sent an answer that can't be read", service: service), bill: .unknown)
  }
}
