/// Reads the models' answers: tolerant of what stands around the JSON, strict in its shape.
///
/// All text comes back cleaned and bounded. Every error says what is wrong in a sentence that a model can act on.
package enum AnswerReader {
  /// The answer of call 1.
  package static func coverReading(from text: String) throws(UnreadableAnswer) -> CoverReading {
    var answer = try AnswerObject(in: text, of: .coverReading)
    let outcome = answer.word("outcome", CoverReading.Outcome.self, nullable: false)
    let reading = CoverReading(
      outcome: outcome ?? .notIdentifiable, reason: answer.word("reason", CoverReading.Reason.self, nullable: true),
      artistName: known(answer.text("artistName")), albumTitle: known(answer.text("albumTitle")),
      releaseYear: answer.year("releaseYear"), genres: answer.texts("genres", limit: 60, most: 12),
      recordLabel: known(answer.text("recordLabel")), extractedText: answer.lines("extractedText"),
      textConfidence: answer.word("textConfidence", CoverReading.TextConfidence.self, nullable: true),
      albumDescription: answer.lines("albumDescription"))
    if reading.outcome == .identified, reading.artistName == nil || reading.albumTitle == nil {
      answer.note("\"outcome\" is \"identified\", which needs both \"artistName\" and \"albumTitle\".")
    }
    try answer.throwIfUnreadable()
    return reading
  }

  /// The answer of call 2 and of phase 1B.
  package static func searchFinding(from text: String) throws(UnreadableAnswer) -> SearchFinding {
    var answer = try AnswerObject(in: text, of: .searchFinding)
    let finding = SearchFinding(
      success: answer.bool("success") ?? false, artistName: known(answer.text("artistName")),
      albumTitle: known(answer.text("albumTitle")), releaseYear: answer.year("releaseYear"),
      genres: answer.texts("genres", limit: 60, most: 12), recordLabel: known(answer.text("recordLabel")),
      reason: answer.text("reason", limit: 600))
    if finding.success, finding.artistName == nil || finding.albumTitle == nil {
      answer.note("\"success\" is true, which needs both \"artistName\" and \"albumTitle\".")
    }
    try answer.throwIfUnreadable()
    return finding
  }

  /// The answer of phase 1A: text and description, and never a name.
  package static func extraction(from text: String) throws(UnreadableAnswer) -> CoverReading {
    var answer = try AnswerObject(in: text, of: .extraction)
    let reading = CoverReading(
      outcome: .searchNeeded, extractedText: answer.lines("extractedText"),
      textConfidence: answer.word("textConfidence", CoverReading.TextConfidence.self, nullable: true),
      albumDescription: answer.lines("albumDescription"))
    try answer.throwIfUnreadable()
    return reading
  }

  /// A review as it was written, not yet checked: see `ReviewCheck`.
  package static func review(from text: String) throws(UnreadableAnswer) -> ReviewDraft {
    var answer = try AnswerObject(in: text, of: .review)
    var draft = reviewDraft(in: &answer, names: .camelCase)
    draft.label = answer.text("label", limit: 60) ?? ""
    if draft.label.isEmpty { answer.note("\"label\" must be one of the 24 labels.") }
    draft.sources = sources(in: &answer)
    try answer.throwIfUnreadable()
    return draft
  }

  /// The answer of the single call: the album, and its review without a label. An album that isn't named is no find.
  package static func singleCall(from text: String) throws(UnreadableAnswer) -> (find: Find?, review: ReviewDraft) {
    var answer = try AnswerObject(in: text, of: .singleCall)
    let artist = known(answer.text("artist_name"))
    let title = known(answer.text("album_title"))
    let year = answer.year("release_year")
    let genres = answer.texts("genres", limit: 60, most: 12)
    let label = known(answer.text("record_label"))
    let isNamed = artist != nil && title != nil
    var draft = isNamed ? reviewDraft(in: &answer, names: .snakeCase) : ReviewDraft()
    if let recommendation = Recommendation(rawValue: draft.recommendation.uppercased()) {
      draft.label = ReviewLabel.plainest(for: recommendation).rawValue
    }
    try answer.throwIfUnreadable()
    guard let artist, let title else { return (nil, draft) }
    let find = Find(
      artistName: artist, albumTitle: title, releaseYear: year, genres: genres, recordLabel: label, means: .singleCall)
    return (find, draft)
  }

  private enum Names { case camelCase, snakeCase }

  private static func reviewDraft(in answer: inout AnswerObject, names: Names) -> ReviewDraft {
    let isCamel = names == .camelCase
    return ReviewDraft(
      contextSummary: answer.text(isCamel ? "contextSummary" : "context_summary", limit: 2000) ?? "",
      contextBullets: answer.texts(isCamel ? "contextBullets" : "context_bullets", limit: 1000),
      rating: answer.number("rating") ?? .nan, recommendation: answer.text("recommendation", limit: 60) ?? "",
      keyTracks: answer.texts(isCamel ? "keyTracks" : "key_tracks", limit: 200))
  }

  private static func sources(in answer: inout AnswerObject) -> [Source] {
    guard let value = answer.value("sources"), value != .null else { return [] }
    guard case .array(let array) = value else {
      answer.note("\"sources\" must be an array of objects, not \(value.kind).")
      return []
    }
    var sources: [Source] = []
    for element in array.prefix(30) {
      guard case .object(let object) = element, case .string(let title)? = object["title"],
        case .string(let url)? = object["url"]
      else {
        answer.note("Every element of \"sources\" must be an object with the strings \"title\" and \"url\".")
        return []
      }
      let address = Cleaned.text(url, limit: 2000) ?? ""
      sources.append(Source(title: Cleaned.text(title) ?? address, url: address))
    }
    return sources
  }

  /// Nil for the ways in which models write "I don't know" where null was asked for.
  private static func known(_ name: String?) -> String? {
    guard let name, !Fold.key(name).isEmpty else { return nil }
    let unknown = [
      "null", "n a", "unknown", "unknown artist", "unknown album", "unknown title", "unknown label", "nil",
    ]
    return unknown.contains(Fold.key(name)) ? nil : name
  }
}
