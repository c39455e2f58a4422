package import Albums
package import FoundationEssentials

/// The provider that is asked while the first one is unavailable (`models.fallback`).
package struct FallbackProvider: Sendable {
  package let model: any LanguageModel
  /// Its own models, since the first provider's names mean nothing to it.
  package let models: ModelNames
  /// How many seconds the first provider must have been down (`models.fallbackAfterSeconds`). If it needs the user,
  /// there is no wait.
  package let after: TimeInterval

  package init(model: any LanguageModel, models: ModelNames, after: TimeInterval) {
    self.model = model
    self.models = models
    self.after = after
  }

  /// The question adapted to this provider; nil if that isn't possible: call 2 needs web search.
  func question(for question: Question) -> Question? {
    var own = question
    own.model =
      switch question.step {
      case .search where question.schema == .searchAnswer && question.searches == 0: models.identification
      case .search: models.search
      case .review: models.review
      default: models.identification
      }
    if !model.canSearch {
      if question.step == .search, question.searches > 0 { return nil }
      own.searches = 0
    }
    return own
  }
}

extension LanguageModel {
  /// Whether it can search the web: a model server of your own can't.
  var canSearch: Bool { service != .compatible }
}
