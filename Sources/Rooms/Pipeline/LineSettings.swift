package import Albums
internal import Digests
package import FoundationEssentials
package import SystemPackage

/// A prompt for a model, with its digest, which is stored with each answer.
package struct Prompt: Equatable, Sendable {
  package let text: String
  package let digest: Digest

  package init(text: String) {
    self.text = text
    digest = Digest(hex: SHA256.hex(of: Array(text.utf8)))
  }
}

/// The settings that the line needs, resolved.
package struct LineSettings: Equatable, Sendable {
  package enum Afterwards: String, Equatable, Sendable { case move, keep, delete }

  package struct Prompts: Equatable, Sendable {
    /// Call 1.
    package var identification: Prompt
    /// Call 2.
    package var search: Prompt
    /// Phase 1A.
    package var extraction: Prompt
    /// Phase 1B.
    package var mapping: Prompt
    /// The single call.
    package var everything: Prompt
    /// The prompt that extracts the result from a search in prose.
    package var finding: Prompt
    package var review: Prompt

    /// - Parameter reviewsSearch: whether reviews cite critics from the web.
    package init(reviewsSearch: Bool, text: (PromptName) throws -> String) rethrows {
      func prompt(_ name: PromptName) throws -> Prompt { Prompt(text: try text(name)) }
      (identification, search) = (try prompt(.identification), try prompt(.search))
      (extraction, mapping) = (try prompt(.extraction), try prompt(.mapping))
      (everything, finding) = (try prompt(.everything), try prompt(.finding))
      review = try prompt(reviewsSearch ? .searchedReview : .review)
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
  package var strategy: Strategy
  /// Whether covers are recognized on this computer first.
  package var recognizes: Bool
  /// Whether text on sleeves is read on this computer.
  package var readsText = true
  /// False if models are turned off (`models.provider: none`). True even without a model: then photos wait for one.
  package var asksModels: Bool
  package var webSearch: Bool
  package var alwaysSearch: Bool
  package var require: Confidence
  package var reviews: Bool
  package var reviewWebSearch: Bool
  package var hold: Duration
  package var models: Models
  package var prompts: Prompts
  package var budget: Budget
  /// How long a scan waits for a failing service, in seconds.
  package var patience: TimeInterval = 7 * 86400
  /// How long a model's find waits for the catalog.
  package var cataloguePatience: Duration = .seconds(5)
  /// The number of simultaneous model calls.
  package var modelConcurrency: Int
  /// The provider whose key is needed if none is stored.
  package var wantsKeyOf = ServiceName.anthropic

  package init(
    root: FilePath, strategy: Strategy = .twoTier, recognizes: Bool = true, asksModels: Bool = true, webSearch: Bool,
    alwaysSearch: Bool, require: Confidence,
    reviews: Bool, reviewWebSearch: Bool, hold: Duration, models: Models, prompts: Prompts, budget: Budget,
    modelConcurrency: Int
  ) {
    self.root = root
    self.strategy = strategy
    self.recognizes = recognizes
    self.asksModels = asksModels
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

  var promptBuilder: PromptBuilder { PromptBuilder(models: models, prompts: prompts) }
}

/// The names of the prompts, which are also their file names.
package enum PromptName: String, CaseIterable, Sendable {
  /// Call 1.
  case identification = "album_identification"
  /// Call 2.
  case search = "album_search"
  /// Phase 1A.
  case extraction = "phase1a_vision_extraction"
  /// Phase 1B.
  case mapping = "phase1b_web_search_mapping"
  /// The single call.
  case everything = "single_call"
  /// Extracts the result of a search in prose.
  case finding = "search_finding"
  case review = "album_review"
  /// A review that cites critics from the web.
  case searchedReview = "album_review_ultra"
}
