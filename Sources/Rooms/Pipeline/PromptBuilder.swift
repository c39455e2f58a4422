package import Albums
internal import Foundation

/// Builds the questions for models. The same input gives the same question, byte for byte, so that the ledger
/// recognizes it.
package struct PromptBuilder: Equatable, Sendable {
  package var models: LineSettings.Models
  package var prompts: LineSettings.Prompts

  /// The most searches of the web in one question.
  package static let searches = 3

  package init(models: LineSettings.Models, prompts: LineSettings.Prompts) {
    self.models = models
    self.prompts = prompts
  }

  /// The first look at the photo, which is all that this question holds of it.
  /// - Parameter searches: of the web, which only the single call makes here; 0 for the model's own knowledge.
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
  /// - Parameter searches: of the web; 0 for the model's own knowledge.
  package func search(for reading: CoverReading, by strategy: Strategy, searches: Int = searches) throws -> Question {
    let material = try JSONEncoder.stable.encode([
      "extractedText": reading.extractedText, "textConfidence": reading.textConfidence?.rawValue,
      "albumDescription": reading.albumDescription,
    ])
    return Question(
      step: .search, model: models.search,
      instructions: (strategy == .fourPhase ? prompts.mapping : prompts.search).text,
      material: String(decoding: material, as: UTF8.self), schema: .searchFinding, maxOutputTokens: 3000,
      searches: searches)
  }

  /// What an answer in prose comes to: asked only where a search's own answer can't be read.
  package func finding(in prose: String) -> Question {
    Question(
      step: .search, model: models.identification, instructions: prompts.finding.text,
      material: String(prose.prefix(8000)), schema: .searchFinding, maxOutputTokens: 600)
  }

  /// All that a critic is told is metadata, nothing of the photo.
  package func review(of album: Identification, searching: Bool) throws -> Question {
    let material = try JSONEncoder.stable.encode(
      ReviewMaterial(
        artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
        genres: album.genres, recordLabel: album.recordLabel))
    return Question(
      step: .review, model: models.review, instructions: prompts.review.text,
      material: String(decoding: material, as: UTF8.self), schema: .review, maxOutputTokens: 4000,
      searches: searching ? Self.searches : 0)
  }

  /// The same once more, with what was wrong with the answer.
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
}

extension JSONEncoder {
  /// The same bytes for the same value, so that the same question is known again.
  static var stable: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
