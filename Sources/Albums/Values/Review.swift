/// The review of an album: an answer that passed `ReviewCheck`.
package struct Review: Codable, Equatable, Sendable {
  /// Two or three sentences, as a rule.
  package var contextSummary: String
  /// One to five, each with its evidence.
  package var contextBullets: [String]
  /// 0 to 10, one decimal.
  package var rating: Double
  package var recommendation: Recommendation
  package var label: ReviewLabel
  /// Seven at most; none where the critic named none.
  package var keyTracks: [String]
  /// Artists, genres or eras whose admirers it is for, four at most; nil where it was written before that was asked.
  package var forFansOf: [String]?
  /// http(s) only.
  package var sources: [Source]
  /// What was put right in the critic's answer, in sentences; nil for nothing. Only the ledger has it.
  package private(set) var mends: [String]?

  package init(
    contextSummary: String, contextBullets: [String], rating: Double, recommendation: Recommendation,
    label: ReviewLabel, keyTracks: [String], forFansOf: [String]? = nil, sources: [Source] = []
  ) {
    self.contextSummary = contextSummary
    self.contextBullets = contextBullets
    self.rating = rating
    self.recommendation = recommendation
    self.label = label
    self.keyTracks = keyTracks
    self.forFansOf = forFansOf
    self.sources = sources
  }

  mutating func note(_ mend: String) { mends = (mends ?? []) + [mend] }
}

package enum Recommendation: String, Codable, Sendable, CaseIterable {
  case essential = "ESSENTIAL"
  case recommended = "RECOMMENDED"
  case skip = "SKIP"
  case avoid = "AVOID"

  package var emoji: String {
    switch self {
    case .essential: "💎"
    case .recommended: "👍"
    case .skip: "😐"
    case .avoid: "💩"
    }
  }
}

/// The status of a scan's review.
package enum ReviewStatus: String, Codable, Sendable {
  case written
  /// No model or no budget yet.
  case pending
  /// Tried, failed; may be retried at any time.
  case unavailable
}

/// The twenty-four labels, in eight tiers from best (1) to worst (8).
package enum ReviewLabel: String, Codable, Sendable, CaseIterable {
  case essentialClassic = "Essential Classic"
  case genreLandmark = "Genre Landmark"
  case culturalMonument = "Cultural Monument"
  case indieMasterpiece = "Indie Masterpiece"
  case cultEssential = "Cult Essential"
  case criticsChoice = "Critics' Choice"
  case crowdFavorite = "Crowd Favorite"
  case radioGold = "Radio Gold"
  case crossoverSuccess = "Crossover Success"
  case deepCut = "Deep Cut"
  case surpriseExcellence = "Surprise Excellence"
  case sceneFavorite = "Scene Favorite"
  case timeCapsule = "Time Capsule"
  case influentialCurio = "Influential Curio"
  case pioneeringEffort = "Pioneering Effort"
  case reliableListen = "Reliable Listen"
  case fanEssential = "Fan Essential"
  case genreStaple = "Genre Staple"
  case ambitiousFailure = "Ambitious Failure"
  case divisiveWork = "Divisive Work"
  case unevenEffort = "Uneven Effort"
  case forgettableEntry = "Forgettable Entry"
  case careerLow = "Career Low"
  case avoidEntirely = "Avoid Entirely"

  /// 1 to 8.
  package var tier: Int { Self.allCases.firstIndex(of: self)! / 3 + 1 }
}
