internal import Albums
internal import Foundation
internal import Pipeline
internal import Records
internal import Setup

/// The estimated cost of a redo: the calls that it may take, each with its worst-case price and the average of earlier
/// calls.
struct Estimate: Codable, Equatable {
  struct Call: Codable, Equatable {
    let step: Step
    let model: String
    /// False for a call that is only made when those before it couldn't say.
    let isCertain: Bool
    /// Nil where the price isn't known.
    @Nullable var mostUSD: Double?
    /// The average so far; nil where there was none.
    @Nullable var usualUSD: Double?
  }

  let calls: [Call]
  /// What will be spent at most; nil where a price isn't known.
  @Nullable var mostUSD: Double?

  /// - Throws: what is wrong with keys, prompts or the model file.
  static func redoing(_ scan: Scan, from step: Step, strategy: Strategy, on context: CommandContext) async throws
    -> Estimate
  {
    guard let configured = try ConfiguredModels(context: context) else {
      return Estimate(calls: [], mostUSD: Nullable(0))
    }
    let settings = context.loaded.settings
    let questions = configured.questions
    let picture = Question.Picture(jpeg: Data(), width: 1024, height: 1024)
    let reading = CoverReading(
      outcome: .searchNeeded, extractedText: String(repeating: "text ", count: 60),
      albumDescription: String(repeating: "description ", count: 60))
    let album =
      scan.document.map { $0.album }.map {
        Identification(
          artistName: $0.artistName, albumTitle: $0.albumTitle, releaseYear: $0.releaseYear, genres: $0.genres,
          recordLabel: $0.recordLabel, means: .call1, confidence: .claimed, evidence: [])
      }
      ?? Identification(
        artistName: "An artist", albumTitle: "An album", means: .call1, confidence: .claimed, evidence: [])
    var asked: [(Question, isCertain: Bool)] = []
    let searches = settings.identification.webSearch && configured.service != .compatible ? PromptBuilder.searches : 0
    if step <= .reading { asked.append((questions.reading(of: picture, by: strategy, searches: searches), true)) }
    if step <= .search, strategy != .singleCall {
      if searches > 0 || strategy == .fourPhase {
        asked.append((try questions.search(for: reading, by: strategy, searches: searches), strategy == .fourPhase))
      }
    }
    if step <= .review, settings.review.enabled, strategy != .singleCall || step > .reading {
      asked.append((try questions.review(of: album, searching: settings.review.webSearch), step == .review))
    }
    var calls: [Call] = []
    for (question, isCertain) in asked {
      let usual = try await context.ledger.usualCost(of: question.step, model: question.model)
      calls.append(
        Call(
          step: question.step, model: question.model, isCertain: isCertain,
          mostUSD: Nullable(configured.worstCase(of: question)?.dollars), usualUSD: Nullable(usual?.dollars)))
    }
    let most = calls.map(\.mostUSD)
    return Estimate(
      calls: calls, mostUSD: Nullable(most.contains(nil) ? nil : most.compactMap { $0 }.reduce(0, +)))
  }

  /// For people: the sum, then a line a call.
  func lines(on output: CommandOutput) -> [String] {
    if calls.isEmpty { return ["This asks no model and costs nothing."] }
    let rows = calls.map { call in
      [
        call.isCertain ? call.step.rawValue : "\(call.step.rawValue), if needed", call.model,
        call.usualUSD.map { Phrases.cost($0) } ?? "", call.mostUSD.map { Phrases.cost($0) } ?? "unknown",
      ]
    }
    let sum = mostUSD.map { "Estimated cost: at most \(Phrases.cost($0))" } ?? "The cost can't be estimated"
    return ["\(sum)."] + Table(header: ["STEP", "MODEL", "USUALLY", "AT MOST"], rows: rows).lines(on: output)
  }
}
