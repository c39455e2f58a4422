package import Albums
package import FoundationEssentials

/// The provider that is asked while the first one is unavailable (`models.fallback`).
package struct FallbackProvider: Sendable {
  package let model: any LanguageModel
  /// Its own models: the first provider's names mean nothing to it.
  package let models: LineSettings.Models
  /// For how many seconds the first must have been away (`models.fallbackAfterSeconds`). One that needs a person isn't
  /// waited for.
  package let after: TimeInterval

  package init(model: any LanguageModel, models: LineSettings.Models, after: TimeInterval) {
    self.model = model
    self.models = models
    self.after = after
  }

  /// The question as it is put to this provider; nil where it can't be: call 2 is nothing without a search.
  func question(for question: Question) -> Question? {
    var own = question
    own.model =
      switch question.step {
      case .search where question.schema == .searchFinding && question.searches == 0: models.identification
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
  /// Whether it can search the web: a model server of one's own can't.
  var canSearch: Bool { service != .compatible }
}
