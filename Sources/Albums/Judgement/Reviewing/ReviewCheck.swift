/// Turns a model's answer into a review. Problems of form are corrected here and recorded with the review; only an
/// answer that breaks a `ReviewRule` is rejected.
package struct ReviewCheck: Sendable {
  /// An answer of which no review can be made.
  package struct Rejection: Error, Equatable, Sendable, CustomStringConvertible {
    package let problems: [ReviewProblem]

    init(_ problems: [ReviewProblem]) { self.problems = problems }

    /// What is wrong, in words that a model can act on, with each rule once: repair prompts are made of it.
    package var description: String {
      ReviewRule.allCases.flatMap { rule in
        let details = problems.filter { $0.rule == rule }.map(\.detail)
        return details.isEmpty ? [] : details + [rule.rawValue]
      }.joined(separator: " ")
    }
  }

  /// The most bullets, key tracks, names in "for fans of", and influences either way of a review.
  static let mostBullets = 5
  static let mostTracks = 7
  static let mostFansOf = 4
  static let mostInfluences = 5

  private let names: [String]
  /// Nil where the album's tracks aren't known: then nothing is said of songs.
  let songs: SongCheck?

  /// - Parameters:
  ///   - artistName: a name, as the title: no word in them is held against the review.
  ///   - tracks: empty where they aren't known.
  package init(artistName: String, albumTitle: String, tracks: [Track] = []) {
    names = [artistName, albumTitle]
    songs = SongCheck(artistName: artistName, albumTitle: albumTitle, tracks: tracks)
  }

  /// The review in an answer.
  /// - Parameter last: nobody is asked again. What breaks a rule is left out then, and the rest is the review, if that has
  ///   a summary, a bullet and a rating.
  package func review(in answer: Answer, asLast last: Bool = false) throws(Rejection) -> Review {
    if answer.truncated, !last { throw Rejection([ReviewProblem(.length, "It was cut off by the length limit.")]) }
    var draft: ReviewDraft
    let problems: [String]
    do { (draft, problems) = try AnswerReader.review(from: answer.text) } catch {
      throw Rejection([ReviewProblem(.shape, error.description)])
    }
    if !problems.isEmpty, !last { throw Rejection(problems.map { ReviewProblem(.shape, $0) }) }
    // Of the pages that it names itself, those that its searches really came upon.
    let named = draft.sources.filter(answer.knows)
    let unseen = draft.sources.count - named.count
    draft.sources = answer.sources + named.filter { page in !answer.sources.contains(where: page.isSamePage) }
    var review = try review(from: draft, asLast: last)
    if unseen > 0 { review.note("Dropped \(Self.count(unseen, "source")) that no search found.") }
    return review
  }

  /// The same of a draft that came along with the album's name.
  package func review(from draft: ReviewDraft, asLast last: Bool = false) throws(Rejection) -> Review {
    var mends: [String] = []
    var problems: [ReviewProblem] = []
    let names = names + draft.keyTracks

    var summary = Cleaned.text(draft.contextSummary, limit: 2000).flatMap { Sentences.of($0).isEmpty ? nil : $0 }
    var bullets = Self.listed(draft.contextBullets, limit: 1000, most: Self.mostBullets, "bullet", &mends)
    if last {
      var cut = 0
      summary = summary.flatMap { MoneyTalk.cut(from: $0, names: names, &cut) }
      bullets = bullets.compactMap { MoneyTalk.cut(from: $0, names: names, &cut) }
      if cut > 0 { mends.append("Cut \(Self.count(cut, "sentence")) about money or collecting.") }
    }
    var absent: [String] = []
    var named = draft.keyTracks.compactMap { Cleaned.text($0, limit: 200) }
    if let songs {
      named = songs.keyTracks(named, &absent)
      let lacksTracks = !absent.isEmpty && named.count < songs.fewest
      let (whole, all) = (summary, bullets)
      summary = summary.flatMap { songs.text($0, &absent) }
      bullets = bullets.compactMap { songs.text($0, &absent) }
      if !last, lacksTracks || summary == nil && whole != nil || bullets.isEmpty && !all.isEmpty {
        let titles = absent.map { "\"\($0)\"" }.joined(separator: ", ")
        problems.append(ReviewProblem(.songs, "The album's track list doesn't have \(titles)."))
      }
    }
    for (place, text) in [("contextSummary", summary)] + bullets.map({ ("contextBullets", $0) }) {
      for words in MoneyTalk.found(in: text ?? "", names: names) {
        problems.append(ReviewProblem(.musicAlone, "\(place) says \"\(words)\"."))
      }
    }
    if summary == nil { problems.append(ReviewProblem(.summary, "contextSummary says nothing.")) }
    if bullets.isEmpty { problems.append(ReviewProblem(.bullets, "contextBullets has none.")) }
    let rating = Self.rating(draft.rating, &mends)
    if rating == nil { problems.append(ReviewProblem(.rating, "rating can't be read as one.")) }
    guard problems.isEmpty, let summary, let rating else { throw Rejection(problems) }

    let recommendation = Self.recommendation(draft.recommendation, rating, &mends)
    let label = Self.label(draft.label, recommendation, rating, &mends)
    let tracks = Self.listed(named, limit: 200, most: Self.mostTracks, "key track", &mends)
    func others(_ names: [String]?, most: Int, _ noun: String) -> [String]? {
      names.map { names in
        Self.listed(names, limit: 100, most: most, noun, &mends).filter { MoneyTalk.found(in: $0).isEmpty }
      }
    }
    let fansOf = others(draft.forFansOf, most: Self.mostFansOf, "name in \"for fans of\"")
    // Nobody is an influence of one's own.
    let own = ArtistKey(self.names[0])
    let influences = others(draft.influences, most: Self.mostInfluences, "influence")?.filter { ArtistKey($0) != own }
    let influenced = others(draft.influenced, most: Self.mostInfluences, "influenced artist")?
      .filter { ArtistKey($0) != own }
    let sources = draft.sources.filter { Self.isWebPage($0.url) && MoneyTalk.found(in: $0.title, names: names).isEmpty }
    let dropped = draft.sources.count - sources.count
    if dropped > 0 { mends.append("Dropped \(Self.count(dropped, "source")): no web page, or about prices.") }
    var review = Review(
      contextSummary: summary, contextBullets: bullets, rating: rating, recommendation: recommendation, label: label,
      keyTracks: tracks, forFansOf: fansOf, influences: influences, influenced: influenced, sources: sources)
    for mend in mends { review.note(mend) }
    review.note(absentSongs: absent)
    return review
  }

  // MARK: Form

  /// Without empty ones and repeats, and no more than so many.
  private static func listed(
    _ texts: [String], limit: Int, most: Int, _ noun: String, _ mends: inout [String]
  ) -> [String] {
    var seen: Set<String> = []
    let all = texts.compactMap { Cleaned.text($0, limit: limit) }
    let different = all.filter { seen.insert($0.lowercased()).inserted }
    if different.count < all.count {
      mends.append("Dropped \(count(all.count - different.count, "repeated \(noun)")).")
    }
    if different.count > most { mends.append("Cut \(different.count - most) of \(different.count) \(noun)s.") }
    return Array(different.prefix(most))
  }

  /// To one decimal; nil for what is none of 0 to 10.
  private static func rating(_ number: Double, _ mends: inout [String]) -> Double? {
    // 85 is of a hundred; 11 to 20 could be of twenty, or too much of a good thing.
    let isOfHundred = number > 20 && number <= 100
    guard isOfHundred || (0...10).contains(number) else { return nil }
    let rating = ((isOfHundred ? number / 10 : number) * 10).rounded() / 10
    if isOfHundred { mends.append("Rating \(Int(number.rounded())) was read as \(rating) out of 10.") }
    return rating
  }

  /// The number and the words around it are the critic's own, and weighed; the recommendation only sums them up. So where
  /// they contradict each other, it gives way.
  private static func recommendation(
    _ word: String, _ rating: Double, _ mends: inout [String]
  ) -> Recommendation {
    let fitting = Recommendation(for: rating)
    guard let said = Recommendation(in: word) else {
      let what = word.isEmpty ? "No recommendation was given" : "Recommendation \"\(word)\" is none of the four"
      mends.append("\(what); used \(fitting.rawValue), after rating \(rating).")
      return fitting
    }
    guard said.contradicts(rating: rating) else { return said }
    mends.append("Recommendation \(said.rawValue) contradicts rating \(rating); used \(fitting.rawValue).")
    return fitting
  }

  private static func label(
    _ words: String, _ recommendation: Recommendation, _ rating: Double, _ mends: inout [String]
  ) -> ReviewLabel {
    let said = ReviewLabel(in: words)
    let label = (said ?? .plainest(for: recommendation)).agreeing(with: recommendation, rating: rating)
    let what: String
    switch said {
    case label: return label
    case nil: what = words.isEmpty ? "No label was given" : "Label \"\(words)\" is none of the 24"
    case let said?:
      let other = said.allows(recommendation) ? "rating \(rating)" : recommendation.rawValue
      what = "Label \"\(said.rawValue)\" contradicts \(other)"
    }
    mends.append("\(what); used \"\(label.rawValue)\".")
    return label
  }

  private static func isWebPage(_ url: String) -> Bool {
    let lower = url.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lower.hasPrefix) else { return false }
    let host = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    return host.contains(".") && !url.contains(where: \.isWhitespace) && !host.contains("@")
  }

  private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

/// The rules that an answer must follow to become a review, in the same words as in the prompts. An answer that breaks
/// one is sent back once. `ReviewCheck` corrects everything else without another call.
package enum ReviewRule: String, CaseIterable, Sendable {
  case shape = "Answer with one JSON object of this shape and nothing else."
  case length = "Keep the whole answer under 700 words."
  case summary = "The summary is never empty."
  case bullets = "There is at least one bullet."
  case rating = "The rating is a number from 0 to 10."
  case songs = "Name no song of this album that isn't on its track list, where one is given."
  case musicAlone = """
    Never talk about money or objects: no prices, no value, no investment, no market, no rarity, no collectors, no \
    pressings or editions, no condition, no buying or selling, no "worth" in money.
    """
}

/// A rule that an answer breaks.
package struct ReviewProblem: Equatable, Sendable {
  package let rule: ReviewRule
  /// Where and how; a sentence.
  package let detail: String

  init(_ rule: ReviewRule, _ detail: String) {
    self.rule = rule
    self.detail = detail
  }
}

/// A review as a model wrote it: parsed, but not checked yet.
package struct ReviewDraft: Codable, Equatable, Sendable {
  package var contextSummary: String = ""
  package var contextBullets: [String] = []
  /// As it was given, of ten or not; not a number when none was.
  package var rating: Double = .nan
  package var recommendation: String = ""
  package var label: String = ""
  package var keyTracks: [String] = []
  /// Nil where it wasn't asked for.
  package var forFansOf: [String]?
  package var influences: [String]?
  package var influenced: [String]?
  package var sources: [Source] = []
  /// The model that wrote it; nil where the answer alone is known.
  package var model: String?
}
