internal import Albums
internal import Foundation
internal import Logging
internal import Records

/// What came of asking for a review.
enum ReviewOutcome: Codable, Equatable, Sendable {
  case written(KeptReview, cached: Bool)
  /// No model, or no money, yet; with the time at which it is tried again, and what it waits for until then.
  case pending(until: Date?, by: String? = nil)
  /// Tried, failed.
  case unavailable(String, tryAgain: Bool)

  /// When it is worth another try without anybody asking for it; nil for never.
  func due(at now: Date) -> Date? {
    switch self {
    case .written, .unavailable(_, tryAgain: false): nil
    case .pending(let until, _): until
    case .unavailable(_, tryAgain: true): now + .seconds(30)
    }
  }

  /// A service, `budget` or `plan`; nil where it waits for nothing.
  var heldBy: String? { if case .pending(_, let holder) = self { holder } else { nil } }
}

/// Writes reviews: from the cache, else by a model, checked, and sent back once.
struct Critic: Sendable {
  let model: MeteredModel?
  let ledger: Ledger
  let settings: LineSettings
  /// Two photos of one album at once are one review: the second finds it in the cache.
  let turns: TurnsByKey
  let time: TimeSource

  /// - Parameters:
  ///   - draft: a review that came along with the album's name.
  ///   - patient: a first failure of the service lets the scan wait and come back, rather than do without.
  /// - Throws: `Setback` only where the scan should come back for its review soon; `CancellationError` when stopped.
  func review(
    _ album: Identification, of scan: Scan, draft: ReviewDraft? = nil, patient: Bool = true
  ) async throws -> ReviewOutcome {
    let key = AlbumKey(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear
    ).text
    return try await turns.take(key) { try await review(album, key: key, of: scan, draft: draft, patient: patient) }
  }

  private func review(
    _ album: Identification, key: String, of scan: Scan, draft: ReviewDraft?, patient: Bool
  ) async throws -> ReviewOutcome {
    let prompt = settings.prompts.review
    if let kept = try await remembered(key, of: scan, withDraft: draft != nil) {
      try await ledger.savedReview(of: key, prompt: kept.prompt, for: scan.id, now: time.now())
      return .written(kept, cached: true)
    }
    guard settings.reviews, let model else { return .pending(until: nil) }
    if let draft, let kept = try await taken(draft, about: album, key: key) { return .written(kept, cached: false) }
    do {
      let question = try settings.questionnaire.review(
        of: album, searching: settings.reviewWebSearch && model.canSearch)
      let (review, by) = try await written(question, about: album, by: model, scan: scan, repairing: draft == nil)
      let kept = KeptReview(review: review, model: by, prompt: prompt.digest, writtenAt: time.now())
      try await ledger.keep(kept, of: key, searched: settings.reviewWebSearch, for: scan.id)
      return .written(kept, cached: false)
    } catch let postponed as Postponed {
      return .pending(until: postponed.until, by: postponed.by)
    } catch let failure as ModelFailure {
      // Being stopped is no failure of the review.
      try Task.checkCancellation()
      let setback = failure.setback
      switch setback.kind {
      case .needsAttention: return .pending(until: time.now() + Gate.attentionInterval, by: setback.service?.rawValue)
      case .permanent: return .unavailable(setback.reason, tryAgain: false)
      case .transient:
        // It is the service's fault: the review waits as long as that takes.
        let before = try await ledger.setbacks(of: scan.id, at: .review)
        if patient, before == 0, setback.burnsAttempt { throw setback }
        return .pending(until: time.now() + RetrySchedule().longestOffline, by: setback.service?.rawValue)
      }
    } catch let unfit as UnfitReview {
      Logger.current.notice("no review of \(album.albumTitle): \(unfit.reason)")
      return .unavailable(unfit.reason, tryAgain: false)
    }
  }

  /// A review of the album that was written before; nil where a person asked for a new one.
  private func remembered(_ key: String, of scan: Scan, withDraft: Bool) async throws -> KeptReview? {
    if scan.wantsFreshReview { return nil }
    let prompts = settings.prompts
    if let kept = try await ledger.review(of: key, prompt: prompts.review.digest, searched: settings.reviewWebSearch) {
      return kept
    }
    return withDraft ? try await ledger.review(of: key, prompt: prompts.everything.digest, searched: false) : nil
  }

  /// The draft as a review, kept; nil when it doesn't pass. Then a critic who is asked for nothing else has the one try
  /// that a repair is.
  private func taken(_ draft: ReviewDraft, about album: Identification, key: String) async throws -> KeptReview? {
    let check = ReviewCheck(artistName: album.artistName, albumTitle: album.albumTitle)
    guard let review = try? check.review(from: draft) else { return nil }
    let kept = KeptReview(
      review: review, model: settings.models.identification, prompt: settings.prompts.everything.digest,
      writtenAt: time.now())
    try await ledger.keep(kept, of: key, searched: false)
    return kept
  }

  /// One attempt, and one repair that is told what was wrong.
  private func written(
    _ question: Question, about album: Identification, by model: MeteredModel, scan: Scan, repairing: Bool
  ) async throws -> (Review, model: String) {
    let first = try await model.answer(question, for: scan.id)
    switch verified(first, about: album) {
    case .success(let review): return (review, first.model)
    case .failure(let unfit):
      // The first answer stays known until the second is there: a crash or a failure in between doesn't buy it again.
      guard repairing else { throw unfit }
      var repair = settings.questionnaire.repair(of: question, answered: first.text, because: unfit.reason)
      if first.truncated { repair.maxOutputTokens *= 2 }
      let second = try await model.answer(repair, for: scan.id)
      switch verified(second, about: album) {
      case .success(let review): return (review, second.model)
      case .failure(let unfit):
        try await model.discard(question)
        try await model.discard(repair)
        throw unfit
      }
    }
  }

  private func verified(_ answer: Answer, about album: Identification) -> Result<Review, UnfitReview> {
    if answer.truncated { return .failure(UnfitReview(reason: "It was cut off by the length limit.")) }
    do {
      var draft = try AnswerReader.review(from: answer.text)
      // Of the pages that it names itself, those that its searches really came upon.
      let named = draft.sources.filter(answer.knows)
      draft.sources = answer.sources + named.filter { page in !answer.sources.contains(where: page.isSamePage) }
      return .success(
        try ReviewCheck(artistName: album.artistName, albumTitle: album.albumTitle).review(from: draft))
    } catch let unreadable as UnreadableAnswer {
      return .failure(UnfitReview(reason: unreadable.description))
    } catch let rejection as ReviewCheck.Rejection {
      return .failure(UnfitReview(reason: rejection.problems.map(\.description).joined(separator: " ")))
    } catch {
      return .failure(UnfitReview(reason: "\(error)"))
    }
  }
}

/// An answer that is no review, in words that a model can act on.
private struct UnfitReview: Error {
  let reason: String
}
