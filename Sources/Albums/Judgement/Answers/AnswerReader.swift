/// Reads the models' answers. It tolerates text around the JSON and small errors of form, but is strict about the
/// content.
///
/// All texts in the result are cleaned and of limited length. Every error is a sentence that a model can act on.
package enum AnswerReader {
  /// The answer of call 1.
  package static func coverReading(from text: String) throws(UnreadableAnswer) -> CoverReading {
    var answer = try AnswerObject(in: text, of: .coverReading)
    let outcome = answer.word("outcome", CoverReading.Outcome.self, nullable: false)
    let cover = CoverReading(
      outcome: outcome ?? .notIdentifiable, reason: answer.word("reason", CoverReading.Reason.self, nullable: true),
      artistName: artist(answer.text("artistName")), albumTitle: known(answer.text("albumTitle")),
      releaseYear: answer.year("releaseYear"), genres: answer.texts("genres", limit: 60, most: 12),
      recordLabel: known(answer.text("recordLabel")), extractedText: answer.lines("extractedText"),
      textConfidence: answer.word("textConfidence", CoverReading.TextConfidence.self, nullable: true),
      albumDescription: answer.lines("albumDescription"))
    // Compilations often print no artist.
    if cover.outcome == .identified, cover.albumTitle == nil {
      answer.note("\"outcome\" is \"identified\", which needs \"albumTitle\".")
    }
    // What is left out by a slip would be taken for a cover without words.
    if cover.outcome == .searchNeeded { answer.require("extractedText", "textConfidence") }
    try answer.throwIfUnreadable()
    return cover
  }

  /// The answer of call 2 and of phase 1B: the album if there was one, and the model's reason.
  package static func searchAnswer(
    from text: String, means: ClaimedAlbum.Means = .call2
  ) throws(UnreadableAnswer) -> (find: ClaimedAlbum?, reason: String?) {
    var answer = try AnswerObject(in: text, of: .searchAnswer)
    let success = answer.bool("success") ?? false
    let artist = artist(answer.text("artistName"))
    let title = known(answer.text("albumTitle"))
    let year = answer.year("releaseYear")
    let genres = answer.texts("genres", limit: 60, most: 12)
    let label = known(answer.text("recordLabel"))
    let reason = answer.text("reason", limit: 600)
    if success, title == nil { answer.note("\"success\" is true, which needs \"albumTitle\".") }
    try answer.throwIfUnreadable()
    guard success, let title else { return (nil, reason) }
    let find = ClaimedAlbum(
      artistName: artist ?? ArtistKey.variousArtists, albumTitle: title, releaseYear: year, genres: genres,
      recordLabel: label, means: means)
    return (find, reason)
  }

  /// The answer of phase 1A: text and description, and never a name.
  package static func extraction(from text: String) throws(UnreadableAnswer) -> CoverReading {
    var answer = try AnswerObject(in: text, of: .extraction)
    answer.require("extractedText", "textConfidence")
    let cover = CoverReading(
      outcome: .searchNeeded, extractedText: answer.lines("extractedText"),
      textConfidence: answer.word("textConfidence", CoverReading.TextConfidence.self, nullable: true),
      albumDescription: answer.lines("albumDescription"))
    try answer.throwIfUnreadable()
    return cover
  }

  /// A review as it was written, not yet checked: see `ReviewCheck`. What can't be read in it is left out and said.
  package static func review(from text: String) throws(UnreadableAnswer) -> (draft: ReviewDraft, problems: [String]) {
    var answer = try AnswerObject(in: text, of: .review)
    let draft = reviewDraft(in: &answer)
    return (draft, answer.problems)
  }

  /// The answer of the single call: the album, and its review, without a label; an album that isn't named is no find, and
  /// a review that can't be read is none.
  package static func singleCall(from text: String) throws(UnreadableAnswer) -> (
    find: ClaimedAlbum?, review: ReviewDraft?
  ) {
    var answer = try AnswerObject(in: text, of: .singleCall)
    var critic = answer
    answer.require("artist_name", "album_title")
    let artist = artist(answer.text("artist_name"))
    let title = known(answer.text("album_title"))
    let year = answer.year("release_year")
    let genres = answer.texts("genres", limit: 60, most: 12)
    let label = known(answer.text("record_label"))
    try answer.throwIfUnreadable()
    guard let title else { return (nil, nil) }
    let find = ClaimedAlbum(
      artistName: artist ?? ArtistKey.variousArtists, albumTitle: title, releaseYear: year, genres: genres,
      recordLabel: label, means: .singleCall)
    let draft = reviewDraft(in: &critic)
    return (find, critic.problems.isEmpty && !draft.rating.isNaN ? draft : nil)
  }

  private static func reviewDraft(in answer: inout AnswerObject) -> ReviewDraft {
    ReviewDraft(
      contextSummary: answer.text("contextSummary", limit: 2000) ?? "",
      contextBullets: answer.texts("contextBullets", limit: 1000), rating: answer.rating("rating") ?? .nan,
      recommendation: answer.text("recommendation", limit: 60) ?? "", label: answer.text("label", limit: 60) ?? "",
      keyTracks: answer.texts("keyTracks", limit: 200), forFansOf: answer.texts("forFansOf", limit: 100),
      influences: answer.texts("influences", limit: 100), influenced: answer.texts("influenced", limit: 100),
      sources: answer.elements("sources").prefix(30).compactMap(source))
  }

  /// A page's address, with or without a title; nil for anything else.
  private static func source(_ element: JSON) -> Source? {
    let url = element.isObject ? element.value(named: "url") : element
    guard let address = Cleaned.text(url?.text, limit: 2000) else { return nil }
    return Source(title: Cleaned.text(element.value(named: "title")?.text) ?? address, url: address)
  }

  /// With one name for all spellings of "various artists".
  private static func artist(_ name: String?) -> String? {
    known(name).map { ArtistKey($0).isVarious ? ArtistKey.variousArtists : $0 }
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

/// An answer that doesn't have the requested form. The repair prompt quotes `problems` to the model, word for word.
package struct UnreadableAnswer: Error, Equatable, Sendable, CustomStringConvertible {
  /// Sentences.
  package let problems: [String]

  package var description: String { problems.joined(separator: " ") }
}
