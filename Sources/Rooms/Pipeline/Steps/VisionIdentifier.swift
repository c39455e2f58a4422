internal import Albums
internal import Foundation
internal import Logging
internal import Records

/// Identifies the album with models: from the photo, and if that isn't enough, from the text read on it.
struct VisionIdentifier: Sendable {
  let context: ScanContext

  private var settings: ScanSettings.Identification { context.settings.identification }
  private var asksModels: Bool { context.settings.models.areAsked }
  private var model: MeteredModel? { context.meteredModel }
  private var photoPreparer: PhotoPreparer { context.photoPreparer }
  private var catalogLookup: CatalogLookup { context.catalogLookup }

  /// A photo for which no model was asked, with the text read on this computer.
  func unread(_ scan: Scan, _ printed: TextMatchResult?) -> VisionAnswer {
    let cover = CoverReading(outcome: .notIdentifiable, extractedText: Cleaned.lines(printed?.text.text))
    return VisionAnswer(strategy: scan.strategy ?? settings.strategy, cover: cover)
  }

  /// Call 1, phase 1A, or the single call: only the photo.
  ///
  /// If no name could be read in the part of the photo that the picture shows, the model gets the whole photo instead.
  func read(_ picture: PictureRecord, of scan: Scan, known: Recognition) async throws -> VisionAnswer {
    guard asksModels else { return unread(scan, known.printed) }
    let query = try query()
    let strategy = scan.strategy ?? settings.strategy
    let whole = known.doubtsCrop == true ? try await photoPreparer.whole(of: scan) : nil
    let jpeg = if let whole { whole } else { try await photoPreparer.jpeg(of: picture, for: scan) }
    let question = context.promptBuilder.reading(
      of: Question.Picture(jpeg: jpeg, width: picture.width, height: picture.height), by: strategy,
      searches: mayUseWeb ? PromptBuilder.searches : 0)
    var (reading, _, model) = try await query.ask(question, of: scan) { text throws(UnreadableAnswer) in
      try Self.reading(from: text, by: strategy)
    }
    reading.model = model
    reading.draft?.model = model
    return reading
  }

  private static func reading(from text: String, by strategy: Strategy) throws(UnreadableAnswer) -> VisionAnswer {
    switch strategy {
    case .twoTier: return VisionAnswer(strategy: strategy, cover: try AnswerReader.coverReading(from: text))
    case .fourPhase: return VisionAnswer(strategy: strategy, cover: try AnswerReader.extraction(from: text))
    case .singleCall:
      let (find, draft) = try AnswerReader.singleCall(from: text)
      let cover = CoverReading(
        outcome: find == nil ? .notIdentifiable : .identified, artistName: find?.artistName,
        albumTitle: find?.albumTitle, releaseYear: find?.releaseYear, genres: find?.genres ?? [],
        recordLabel: find?.recordLabel)
      return VisionAnswer(strategy: strategy, cover: cover, draft: draft)
    }
  }

  /// The result of the reading: the find itself, the catalog's clear winner for the text, or a search.
  func findOutcome(from reading: VisionAnswer, of scan: Scan) async throws -> FindOutcome {
    let cover = reading.cover
    switch cover.outcome {
    case .notIdentifiable: return FindOutcome(reason: asksModels ? nil : Self.nobodyToAsk)
    case .identified:
      guard let title = cover.albumTitle else { return FindOutcome() }
      guard let artist = cover.artistName else { return try await compilation(titled: title, in: reading, of: scan) }
      return FindOutcome(
        find: ClaimedAlbum(
          artistName: artist, albumTitle: title, releaseYear: cover.releaseYear, genres: cover.genres,
          recordLabel: cover.recordLabel, means: reading.strategy == .singleCall ? .singleCall : .call1),
        model: reading.model ?? context.promptBuilder.models.identification)
    case .searchNeeded:
      let known = try await knownByText(reading)
      if let known, known.find != nil { return known }
      var findOutcome = try await searched(reading, of: scan)
      if findOutcome.find == nil {
        findOutcome.albums = known?.albums ?? []
        findOutcome.needsTextLookup = known == nil ? true : nil
      }
      return findOutcome
    }
  }

  /// A title without an artist, as compilations print it: the catalog's album of that title, else what a search finds,
  /// else an album by various artists.
  private func compilation(titled title: String, in reading: VisionAnswer, of scan: Scan) async throws -> FindOutcome {
    do {
      let known = try await catalogLookup.promptly {
        try await catalogLookup.findOutcome(forTitle: title, in: reading)
      }
      if known.find != nil { return known }
    } catch let fault as Fault where settings.require == .claimed {
      Logger.current.info("looking for \(title) without MusicBrainz: \(fault)")
    }
    var unnamed = reading
    unnamed.cover.outcome = .searchNeeded
    let found = try await searched(unnamed, of: scan)
    if found.find != nil { return found }
    let cover = reading.cover
    return FindOutcome(
      find: ClaimedAlbum(
        artistName: ArtistKey.variousArtists, albumTitle: title, releaseYear: cover.releaseYear, genres: cover.genres,
        recordLabel: cover.recordLabel, means: .call1),
      model: reading.model ?? context.promptBuilder.models.identification)
  }

  /// The catalog's free answer for the text. Nil if it can't be asked now and a paid search may be made instead.
  private func knownByText(_ reading: VisionAnswer) async throws -> FindOutcome? {
    guard refusal(for: reading) == nil, model != nil, settings.require == .claimed else {
      return try await catalogLookup.findOutcome(forText: reading)
    }
    do {
      return try await catalogLookup.promptly { try await catalogLookup.findOutcome(forText: reading) }
    } catch let fault as Fault {
      Logger.current.info("searching the web before MusicBrainz was asked: \(fault)")
      return nil
    }
  }

  /// Call 2 or phase 1B: the text and the description, never the photo, with a web search.
  private func searched(_ reading: VisionAnswer, of scan: Scan) async throws -> FindOutcome {
    let query = try query()
    if let refusal = refusal(for: reading) { return FindOutcome(reason: refusal.reason) }
    let questions = context.promptBuilder
    let question = try questions.search(
      for: reading.cover, by: reading.strategy, searches: mayUseWeb ? PromptBuilder.searches : 0)
    let (finding, sources, model) = try await query.ask(question, of: scan) { text throws(UnreadableAnswer) in
      try AnswerReader.searchAnswer(from: text, means: reading.strategy == .fourPhase ? .phase1B : .call2)
    } orAsk: { prose in
      mayUseWeb ? questions.finding(in: prose) : nil
    }
    return FindOutcome(
      find: finding.find, model: model, sources: sources, reason: finding.find == nil ? finding.reason : nil)
  }

  private static let nobodyToAsk =
    "its cover isn't known on this computer, and models are turned off (models.provider: none)"

  private var mayUseWeb: Bool { settings.webSearch && model?.canSearch == true }

  /// Why no search is made; nil if one is.
  private func refusal(for reading: VisionAnswer) -> SearchGate.Refusal? {
    // Phase 1B works without the web, from the model's own knowledge, and without text, from the description.
    let isPhase1B = reading.strategy == .fourPhase
    return SearchGate(webSearch: mayUseWeb || isPhase1B, alwaysSearch: settings.alwaysSearch || isPhase1B)
      .refusal(for: reading.cover)
  }

  private func query() throws -> ModelQuery {
    guard let model else {
      let cure = "albumscanctl key set \((context.settings.models.provider.service ?? .anthropic).rawValue)"
      throw Fault(
        .models, .wait(until: context.time.now() + ServiceGate.attentionInterval),
        "There is no model to read covers. Store an API key: \(cure)", cure: .command(cure))
    }
    return ModelQuery(model: model, ledger: context.ledger)
  }
}
