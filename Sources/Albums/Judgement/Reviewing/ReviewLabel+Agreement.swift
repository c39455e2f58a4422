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
