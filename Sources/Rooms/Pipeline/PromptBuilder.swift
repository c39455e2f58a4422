package import Albums
internal import Foundation

/// Builds the questions for models. The same input gives the same question, byte for byte, so that the ledger
/// recognizes it.
package struct PromptBuilder: Equatable, Sendable {
  package var models: ModelNames
  package var prompts: Prompts

  /// The maximum number of web searches per question.
  package static let searches = 3
  /// The most of an album's tracks that a question lists.
  static let mostTracks = 100

  package init(models: ModelNames, prompts: Prompts) {
    self.models = models
    self.prompts = prompts
  }

  /// The question that shows the model the photo; it contains nothing else about it.
  /// - Parameter searches: the maximum number of web searches, which only the single call makes here; 0 for the
  ///   model's own knowledge.
  package func reading(of picture: Question.Picture, by strategy: Strategy, searches: Int) -> Question {
    let (prompt, schema, tokens) =
      switch strategy {
      case .twoTier: (prompts.identification, AnswerSchema.coverReading, 1500)
      case .fourPhase: (prompts.extraction, AnswerSchema.extraction, 1000)
      case .singleCall: (prompts.everything, AnswerSchema.singleCall, 4000)
      }
    return Question(
      step: .reading, model: models.identification, instructions: prompt.text,
      material: "The photo of a record sleeve.",
      picture: picture, schema: schema, maxOutputTokens: tokens, searches: strategy == .singleCall ? searches : 0)
  }

  /// Call 2, or phase 1B: text and description, never the photo.
  /// - Parameter searches: the maximum number of web searches; 0 for the model's own knowledge.
  package func search(for cover: CoverReading, by strategy: Strategy, searches: Int = searches) throws -> Question {
    let material = try JSONEncoder.stable.encode([
      "extractedText": cover.extractedText, "textConfidence": cover.textConfidence?.rawValue,
      "albumDescription": cover.albumDescription,
    ])
    return Question(
      step: .search, model: models.search,
      instructions: (strategy == .fourPhase ? prompts.mapping : prompts.search).text,
      material: String(decoding: material, as: UTF8.self), schema: .searchAnswer, maxOutputTokens: 3000,
      searches: searches)
  }

  /// Extracts the result from an answer in prose; asked only if a search's own answer can't be parsed.
  package func finding(in prose: String) -> Question {
    Question(
      step: .search, model: models.identification, instructions: prompts.finding.text,
      material: String(prose.prefix(8000)), schema: .searchAnswer, maxOutputTokens: 600)
  }

  /// The reviewing model gets only metadata, nothing of the photo.
  package func review(of album: Identification, searching: Bool) throws -> Question {
    let material = try JSONEncoder.stable.encode(
      ReviewMaterial(
        artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
        genres: album.genres, recordLabel: album.recordLabel,
        tracks: album.tracks.isEmpty ? nil : album.tracks.prefix(Self.mostTracks).map { String($0.title.prefix(120)) }))
    return Question(
      step: .review, model: models.review, instructions: (searching ? prompts.searchedReview : prompts.review).text,
      material: String(decoding: material, as: UTF8.self), schema: .review, maxOutputTokens: 4000,
      searches: searching ? Self.searches : 0)
  }

  /// The same question again, with what was wrong with the answer.
  package func repair(of question: Question, answered answer: String, because reason: String) -> Question {
    var repair = question
    repair.material += """

      Your last answer could not be used: \(reason)
      It was:
      \(answer.prefix(8000))
      Answer again, in full, with that put right.
      """
    return repair
  }
}

private struct ReviewMaterial: Encodable {
  let artistName: String
  let albumTitle: String
  let releaseYear: String?
  let genres: [String]
  let recordLabel: String?
  /// Nil where they aren't known.
  let tracks: [String]?
}

extension JSONEncoder {
  /// The same bytes for the same value, so that the ledger recognizes the question.
  static var stable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
