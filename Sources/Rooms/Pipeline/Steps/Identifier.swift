internal import Albums
internal import Foundation
internal import Records

/// Who the album may be, and how that was found out.
struct Lead: Codable, Equatable, Sendable {
  /// Nil when nothing was found.
  var find: Find?
  /// The catalogue's albums where it was asked with the text that was read.
  var albums: [CatalogueAlbum] = []
  /// The model that named it.
  var model: String?
  /// Pages that a search leaned on.
  var sources: [Source] = []
  /// Why there is no find, where there is something to say.
  var reason: String?
}

/// The `two-tier` strategy: one look at the photo, and a search of the web only where that look can't say.
struct Identifier: Sendable {
  let model: MeteredModel?
  let studio: Studio
  let librarian: Librarian
  let ledger: Ledger
  let settings: LineSettings
  let time: TimeSource

  /// Call 1: the photo and nothing else.
  func read(_ picture: PictureNote, of scan: Scan) async throws -> CoverReading {
    guard let model else { throw noModel() }
    let jpeg = try await studio.jpeg(of: picture, for: scan)
    let question = Question(
      step: .reading, model: settings.models.identification, instructions: settings.prompts.identification.text,
      material: "The photo of a record sleeve.",
      picture: Question.Picture(jpeg: jpeg, width: picture.width, height: picture.height),
      schema: .coverReading, maxOutputTokens: 1500)
    return try await Inquiry(model: model, ledger: ledger).ask(question, of: scan) { text throws(UnreadableAnswer) in
      try AnswerReader.coverReading(from: text)
    }.value
  }

  /// What the reading leads to: the find itself, or the catalogue's clear winner for the text, or call 2.
  func lead(from reading: CoverReading, of scan: Scan) async throws -> Lead {
    switch reading.outcome {
    case .notIdentifiable: return Lead()
    case .identified:
      guard let artist = reading.artistName, let title = reading.albumTitle else { return Lead() }
      return Lead(
        find: Find(
          artistName: artist, albumTitle: title, releaseYear: reading.releaseYear, genres: reading.genres,
          recordLabel: reading.recordLabel, means: .call1), model: settings.models.identification)
    case .searchNeeded:
      if let winner = try await librarian.winner(forText: reading) { return winner }
      return try await searched(reading, of: scan)
    }
  }

  /// Call 2: the text and the description, never the photo, with a search of the web.
  private func searched(_ reading: CoverReading, of scan: Scan) async throws -> Lead {
    guard let model else { throw noModel() }
    let gate = SearchGate(
      webSearch: settings.webSearch && model.model.service != .compatible, alwaysSearch: settings.alwaysSearch)
    if case .skip(let why) = gate.decision(for: reading) { return Lead(reason: why.reason) }
    let material = try JSONEncoder.stable.encode([
      "extractedText": reading.extractedText, "textConfidence": reading.textConfidence?.rawValue,
      "albumDescription": reading.albumDescription,
    ])
    let question = Question(
      step: .search, model: settings.models.search, instructions: settings.prompts.search.text,
      material: String(decoding: material, as: UTF8.self), schema: .searchFinding, maxOutputTokens: 3000, searches: 3)
    let (finding, sources) = try await Inquiry(model: model, ledger: ledger).ask(question, of: scan) {
      text throws(UnreadableAnswer) in try AnswerReader.searchFinding(from: text)
    }
    guard finding.success, let artist = finding.artistName, let title = finding.albumTitle else {
      return Lead(model: settings.models.search, sources: sources, reason: finding.reason)
    }
    return Lead(
      find: Find(
        artistName: artist, albumTitle: title, releaseYear: finding.releaseYear, genres: finding.genres,
        recordLabel: finding.recordLabel, means: .call2), model: settings.models.search, sources: sources)
  }

  private func noModel() -> Postponed {
    Postponed(
      until: time.now() + Gate.attentionInterval, by: "models",
      reason: "There is no model to read covers with. Give it a key: albumscanctl key set anthropic")
  }
}
