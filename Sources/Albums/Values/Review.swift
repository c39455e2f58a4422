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
  /// Artists that this music comes from, five at most; nil where it was written before that was asked.
  package var influences: [String]?
  /// Artists whose music comes from this one, the same.
  package var influenced: [String]?
  /// http(s) only.
  package var sources: [Source]
  /// What was put right in the critic's answer, in sentences; nil for nothing. Only the ledger has it.
  package private(set) var mends: [String]?
  /// Songs that the critic named and the track list doesn't have, which were left out; nil for none. Only the ledger has
  /// it.
  package private(set) var absentSongs: [String]?

  package init(
    contextSummary: String, contextBullets: [String], rating: Double, recommendation: Recommendation,
    label: ReviewLabel, keyTracks: [String], forFansOf: [String]? = nil, influences: [String]? = nil,
    influenced: [String]? = nil, sources: [Source] = []
  ) {
    self.contextSummary = contextSummary
    self.contextBullets = contextBullets
    self.rating = rating
    self.recommendation = recommendation
    self.label = label
    self.keyTracks = keyTracks
    self.forFansOf = forFansOf
    self.influences = influences
    self.influenced = influenced
    self.sources = sources
  }

  mutating func note(_ mend: String) { mends = (mends ?? []) + [mend] }

  mutating func note(absentSongs songs: [String]) {
    guard !songs.isEmpty else { return }
    absentSongs = (absentSongs ?? []) + songs
    let titles = songs.map { "“\($0)”" }.joined(separator: ", ")
    note("Left out what names songs that aren't on the track list: \(titles).")
  }
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

extension Recommendation {
  /// The one that words name beyond doubt: "Recommended 👍", "highly recommended", "essential listening"; not "not
  /// essential", and not "must have".
  init?(in words: String) {
    let said = Fold.key(words).split(separator: " ")
    guard !said.contains(where: Self.negations.contains) else { return nil }
    let named = Self.allCases.filter { said.contains($0.rawValue.lowercased()[...]) || words.contains($0.emoji) }
    guard named.count == 1 else { return nil }
    self = named[0]
  }

  private static let negations: Set<Substring> = [
    "not", "no", "non", "never", "hardly", "less", "without", "isnt", "dont",
  ]

  /// The one in whose part of the scale the prompts put a rating.
  init(for rating: Double) {
    self =
      switch rating {
      case 8.5...: .essential
      case 6.8...: .recommended
      case 4.5...: .skip
      default: .avoid
      }
  }

  /// Whether no critic could give both.
  func contradicts(rating: Double) -> Bool {
    self == .essential && rating < 5 || self == .avoid && rating > 7
  }
}

extension ReviewLabel {
  /// The one that words name beyond doubt: models write Critics’ Choice with every apostrophe there is, and tiers around.
  init?(in words: String) {
    let said = " \(Fold.key(words)) "
    let named = Self.allCases.filter { said.contains(" \(Fold.key($0.rawValue)) ") }
    guard named.count == 1 else { return nil }
    self = named[0]
  }

  /// Whether a critic could give both without contradicting himself.
  func allows(_ recommendation: Recommendation) -> Bool {
    switch tier {
    case 1, 2: recommendation == .essential || recommendation == .recommended
    case 3, 4, 6: recommendation != .avoid
    case 7: recommendation != .essential || self == .divisiveWork
    case 8: recommendation == .skip || recommendation == .avoid
    default: true
    }
  }

  /// Whether a critic could give both: opinions differ widely, but no masterpiece is a 4 and no career's low a 7.
  func allows(rating: Double) -> Bool {
    switch tier {
    case 1, 2: rating >= 6
    case 8: rating <= 6
    default: true
    }
  }

  /// The label itself, or the nearest that contradicts neither: of its own tier if there is one, else of the tier that
  /// is the fewest away; of two as far, the one on the recommendation's side. Of several in a tier, the plainest.
  func agreeing(with recommendation: Recommendation, rating: Double) -> ReviewLabel {
    let allowed = Self.allCases.filter { $0.allows(recommendation) && $0.allows(rating: rating) }
    let isPraise = recommendation == .essential || recommendation == .recommended
    func distance(_ label: ReviewLabel) -> Int {
      if label == self { return 0 }
      let (steps, isBetter) = (abs(label.tier - tier), label.tier < tier)
      let isPlain = Recommendation.allCases.contains { Self.plainest(for: $0) == label }
      return 1 + steps * 4 + (isBetter == isPraise ? 0 : 2) + (isPlain ? 0 : 1)
    }
    return allowed.min { distance($0) < distance($1) } ?? self
  }

  /// The label that says least beyond the recommendation, for answers that have none.
  static func plainest(for recommendation: Recommendation) -> ReviewLabel {
    switch recommendation {
    case .essential: .essentialClassic
    case .recommended: .reliableListen
    case .skip: .unevenEffort
    case .avoid: .avoidEntirely
    }
  }
}
