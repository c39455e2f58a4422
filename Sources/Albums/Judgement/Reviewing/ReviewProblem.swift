/// What is wrong with a review. Its description is a sentence that a model can act on: repair prompts are made of them.
package enum ReviewProblem: Equatable, Sendable, CustomStringConvertible {
  case summarySentences(Int)
  case bulletCount(Int)
  case ratingOutOfRange(Double)
  case unknownRecommendation(String)
  case unknownLabel(String)
  case labelContradicts(ReviewLabel, Recommendation)
  case ratingContradicts(Double, Recommendation)
  case labelBelies(ReviewLabel, rating: Double)
  case keyTrackCount(Int)
  case sourceIsNoWebPage(String)
  /// Words about price, rarity or collecting, with where they stand.
  case moneyTalk(String, in: String)

  package var description: String {
    switch self {
    case .summarySentences(let count): "contextSummary must have 2 or 3 sentences; it has \(count)."
    case .bulletCount(let count): "contextBullets must have 3 to 5 elements; it has \(count)."
    case .ratingOutOfRange(let rating): "rating must be a number from 0 to 10; it is \(rating)."
    case .unknownRecommendation(let word):
      "recommendation must be ESSENTIAL, RECOMMENDED, SKIP or AVOID; it is \"\(word)\"."
    case .unknownLabel(let word): "label must be one of the 24 labels; it is \"\(word)\"."
    case .labelContradicts(let label, let recommendation):
      "The label \"\(label.rawValue)\" and the recommendation \(recommendation.rawValue) contradict each other."
    case .ratingContradicts(let rating, let recommendation):
      "The rating \(rating) and the recommendation \(recommendation.rawValue) contradict each other."
    case .labelBelies(let label, let rating):
      "The label \"\(label.rawValue)\" and the rating \(rating) contradict each other."
    case .keyTrackCount(let count): "keyTracks must have 3 to 7 different titles; it has \(count)."
    case .sourceIsNoWebPage(let url): "Every source needs an http or https address; \"\(url)\" is none."
    case .moneyTalk(let words, let place):
      "\(place) says \"\(words)\". Say nothing about money, prices, rarity, pressings or collecting; judge the music."
    }
  }
}
