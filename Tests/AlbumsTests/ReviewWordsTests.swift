import Testing

@testable import Albums

/// Ratings, recommendations and labels: how they are read, and which go together.
@Suite struct ReviewWordsTests {
  /// All that a review can be rated.
  private let ratings = (0...100).map { Double($0) / 10 }

  @Test func `a label stays, or gives way to the nearest that contradicts nothing`() {
    var wrong: [String] = []
    for label in ReviewLabel.allCases {
      for recommendation in Recommendation.allCases {
        let isPraise = recommendation == .essential || recommendation == .recommended
        for rating in ratings {
          let allowed = ReviewLabel.allCases.filter { $0.allows(recommendation) && $0.allows(rating: rating) }
          let given = label.agreeing(with: recommendation, rating: rating)
          let fewest = allowed.map { abs($0.tier - label.tier) }.min()
          let nearest = allowed.map(\.tier).filter { abs($0 - label.tier) == fewest }
          let isRight =
            allowed.contains(label)
            ? given == label : allowed.contains(given) && given.tier == (isPraise ? nearest.min() : nearest.max())
          if !isRight { wrong.append("\(label), \(recommendation), \(rating): \(given)") }
        }
      }
    }
    #expect(wrong == [])
  }

  @Test(arguments: [
    (ReviewLabel.genreStaple, Recommendation.avoid, 3.0, ReviewLabel.unevenEffort),
    (.essentialClassic, .recommended, 5.5, .crowdFavorite), (.cultEssential, .avoid, 2, .timeCapsule),
    (.ambitiousFailure, .essential, 8, .divisiveWork), (.careerLow, .recommended, 7, .unevenEffort),
    (.avoidEntirely, .essential, 9, .divisiveWork), (.careerLow, .skip, 6.8, .unevenEffort),
    (.deepCut, .avoid, 4, .timeCapsule), (.divisiveWork, .essential, 9, .divisiveWork),
  ])
  func `the nearest label`(label: ReviewLabel, recommendation: Recommendation, rating: Double, nearest: ReviewLabel) {
    #expect(label.agreeing(with: recommendation, rating: rating) == nearest)
  }

  @Test func `the plainest label goes with its recommendation`() {
    for word in Recommendation.allCases { #expect(ReviewLabel.plainest(for: word).allows(word)) }
  }

  @Test func `the recommendation for a rating never contradicts it`() {
    for rating in ratings { #expect(!Recommendation(for: rating).contradicts(rating: rating)) }
    #expect(
      [9, 8.5, 8.4, 6.8, 6.7, 4.5, 4.4, 0].map { Recommendation(for: $0) } == [
        .essential, .essential, .recommended, .recommended, .skip, .skip, .avoid, .avoid,
      ])
  }

  @Test(
    arguments: [
      ("RECOMMENDED", Recommendation.recommended), ("Recommended 👍", .recommended),
      ("highly recommended", .recommended),
      ("💎", .essential), ("Essential listening.", .essential), ("**AVOID**", .avoid), ("avoid_it", .avoid),
      ("SKIP 😐", .skip), ("\"skip\"", .skip), ("Avoid!", .avoid),
      ("not recommended", nil), ("isn't essential", nil), ("non-essential", nil),
      ("Recommended, if less than essential", nil),
      ("SKIP or AVOID", nil), ("💎👍", nil), ("must have", nil), ("BUY", nil), ("", nil), ("recommendedly", nil),
      ("👎", nil),
    ] as [(String, Recommendation?)])
  func `a recommendation is read where it is beyond doubt`(words: String, recommendation: Recommendation?) {
    #expect(Recommendation(in: words) == recommendation)
  }

  @Test(
    arguments: [
      ("Critics’ Choice", ReviewLabel.criticsChoice), ("critics choice", .criticsChoice),
      ("GENRE STAPLE", .genreStaple),
      ("Tier 6: “Genre Staple”", .genreStaple), ("Crowd Favourite", .crowdFavorite), ("Genre", nil), ("", nil),
      ("Deep Cut / Scene Favorite", nil), ("Deep Cuts", nil),
    ] as [(String, ReviewLabel?)])
  func `a label is read where it is beyond doubt`(words: String, label: ReviewLabel?) {
    #expect(ReviewLabel(in: words) == label)
  }

  @Test func `all labels and recommendations are read as they are written`() {
    for label in ReviewLabel.allCases { #expect(ReviewLabel(in: label.rawValue) == label) }
    for word in Recommendation.allCases {
      #expect(Recommendation(in: word.rawValue) == word && Recommendation(in: word.emoji) == word)
    }
  }

  @Test(
    arguments: [
      ("8.5", 8.5), (" 8 ", 8), ("8,5", 8.5), ("8/10", 8), ("8.5 / 10", 8.5), ("8,5/10", 8.5), ("8.5 out of 10", 8.5),
      ("8.5 Out Of 10", 8.5), ("9 of 10", 9), ("85/100", 8.5), ("85%", 8.5), ("85 %", 8.5), ("4/5", 8), ("85", 85),
      ("11", 11),
      ("", nil), ("good", nil), ("8 5", nil), ("7-8", nil), ("-8", nil), ("8/10/10", nil), ("/10", nil), ("8/", nil),
      ("8/7", nil), ("8/0", nil), ("1e1", nil), ("nan", nil), ("inf", nil), ("0x8", nil), ("8½", nil), ("٨", nil),
      (".", nil),
      ("8 stars", nil), ("8.5.1", nil),
    ] as [(String, Double?)])
  func `a rating is read where it is beyond doubt`(text: String, rating: Double?) {
    #expect(AnswerObject.rating(text) == rating)
  }
}
