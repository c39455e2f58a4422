/// Checks a review: its counts and ranges, whether it contradicts itself, and that it talks of music and not of money.
package struct ReviewCheck: Sendable {
  /// A review that may not be shown.
  package struct Rejection: Error, Equatable, Sendable {
    package let problems: [ReviewProblem]
  }

  private let names: [String]

  /// - Parameters: artist and title are names: no word in them is held against the review.
  package init(artistName: String, albumTitle: String) { names = [artistName, albumTitle] }

  package func problems(in draft: ReviewDraft) -> [ReviewProblem] {
    var problems: [ReviewProblem] = []
    let names = names + draft.keyTracks

    let sentences = Sentences.count(in: draft.contextSummary, names: names)
    if !(2...3).contains(sentences) { problems.append(.summarySentences(sentences)) }
    let bullets = draft.contextBullets.count { Cleaned.text($0) != nil }
    if !(3...5).contains(bullets) || bullets != draft.contextBullets.count { problems.append(.bulletCount(bullets)) }
    if !(0...10).contains(draft.rating) { problems.append(.ratingOutOfRange(draft.rating)) }
    let tracks = tracks(of: draft).count
    if !(3...7).contains(tracks) { problems.append(.keyTrackCount(tracks)) }
    problems += contradictions(in: draft)
    for source in draft.sources where !Self.isWebPage(source.url) { problems.append(.sourceIsNoWebPage(source.url)) }

    let texts = [("contextSummary", draft.contextSummary)] + draft.contextBullets.map { ("contextBullets", $0) }
    for (place, text) in texts {
      for words in MoneyTalk.found(in: text, names: names) { problems.append(.moneyTalk(words, in: place)) }
    }
    return problems
  }

  /// The review, its rating rounded to one decimal.
  package func review(from draft: ReviewDraft) throws(Rejection) -> Review {
    let problems = problems(in: draft)
    guard problems.isEmpty, let recommendation = Self.recommendation(draft.recommendation),
      let label = Self.label(draft.label)
    else { throw Rejection(problems: problems) }
    return Review(
      contextSummary: Cleaned.text(draft.contextSummary, limit: 2000) ?? "",
      contextBullets: draft.contextBullets.compactMap { Cleaned.text($0, limit: 1000) },
      rating: (draft.rating * 10).rounded() / 10, recommendation: recommendation, label: label,
      keyTracks: tracks(of: draft), sources: draft.sources)
  }

  private func contradictions(in draft: ReviewDraft) -> [ReviewProblem] {
    var problems: [ReviewProblem] = []
    let recommendation = Self.recommendation(draft.recommendation)
    let label = Self.label(draft.label)
    if recommendation == nil { problems.append(.unknownRecommendation(draft.recommendation)) }
    if label == nil { problems.append(.unknownLabel(draft.label)) }
    guard let recommendation else { return problems }
    if let label, !label.allows(recommendation) { problems.append(.labelContradicts(label, recommendation)) }
    if recommendation == .essential && draft.rating < 5 || recommendation == .avoid && draft.rating > 7 {
      problems.append(.ratingContradicts(draft.rating, recommendation))
    } else if let label, label.allows(recommendation), (0...10).contains(draft.rating),
      !label.allows(rating: draft.rating)
    {
      problems.append(.labelBelies(label, rating: draft.rating))
    }
    return problems
  }

  /// Without empty ones and repeats.
  private func tracks(of draft: ReviewDraft) -> [String] {
    var seen: Set<String> = []
    return draft.keyTracks.compactMap { Cleaned.text($0, limit: 200) }.filter { seen.insert($0.lowercased()).inserted }
  }

  private static func recommendation(_ word: String) -> Recommendation? {
    Recommendation.allCases.first { Fold.key($0.rawValue) == Fold.key(word) }
  }

  /// Models write Critics’ Choice with every apostrophe there is.
  private static func label(_ word: String) -> ReviewLabel? {
    ReviewLabel.allCases.first { Fold.key($0.rawValue) == Fold.key(word) }
  }

  private static func isWebPage(_ url: String) -> Bool {
    let lower = url.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return false }
    let host = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    return host.contains(".") && !url.contains(where: \.isWhitespace) && !host.contains("@")
  }
}

extension ReviewLabel {
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

  /// The plainest label that goes with a recommendation, for answers that have none.
  package static func plainest(for recommendation: Recommendation) -> ReviewLabel {
    switch recommendation {
    case .essential: .essentialClassic
    case .recommended: .reliableListen
    case .skip: .unevenEffort
    case .avoid: .avoidEntirely
    }
  }
}
