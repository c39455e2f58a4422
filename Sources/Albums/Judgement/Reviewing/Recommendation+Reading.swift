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
