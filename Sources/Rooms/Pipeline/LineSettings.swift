package import Albums
internal import Digests
package import SystemPackage

/// A text that a model is given, with its digest, which is kept with each answer.
package struct Prompt: Equatable, Sendable {
  package let text: String
  package let digest: Digest

  package init(text: String) {
    self.text = text
    digest = Digest(hex: SHA256.hex(of: Array(text.utf8)))
  }
}

/// What the line needs to know of the settings, resolved.
package struct LineSettings: Equatable, Sendable {
  package enum Afterwards: String, Equatable, Sendable { case move, keep, delete }

  package struct Prompts: Equatable, Sendable {
    package var identification: Prompt
    package var search: Prompt
    package var review: Prompt

    package init(identification: Prompt, search: Prompt, review: Prompt) {
      self.identification = identification
      self.search = search
      self.review = review
    }
  }

  package struct Models: Equatable, Sendable {
    package var identification: String
    package var search: String
    package var review: String

    package init(identification: String, search: String, review: String) {
      self.identification = identification
      self.search = search
      self.review = review
    }
  }

  package var root: FilePath
  package var webSearch: Bool
  package var alwaysSearch: Bool
  package var require: Confidence
  package var reviews: Bool
  package var reviewWebSearch: Bool
  package var hold: Duration
  package var models: Models
  package var prompts: Prompts
  package var budget: Budget
  /// Calls of models at once.
  package var modelConcurrency: Int

  package init(
    root: FilePath, webSearch: Bool, alwaysSearch: Bool, require: Confidence, reviews: Bool,
    reviewWebSearch: Bool, hold: Duration, models: Models, prompts: Prompts, budget: Budget, modelConcurrency: Int
  ) {
    self.root = root
    self.webSearch = webSearch
    self.alwaysSearch = alwaysSearch
    self.require = require
    self.reviews = reviews
    self.reviewWebSearch = reviewWebSearch
    self.hold = hold
    self.models = models
    self.prompts = prompts
    self.budget = budget
    self.modelConcurrency = modelConcurrency
  }
}
