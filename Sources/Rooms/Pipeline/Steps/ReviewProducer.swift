internal import Albums
internal import Foundation
internal import Logging
internal import Records

/// The result of requesting a review.
enum ReviewOutcome: Codable, Equatable, Sendable {
  case written(KeptReview, cached: Bool)
  /// No model, or no money, yet; with the time at which it is tried again, and what it waits for until then.
  case pending(until: Date?, by: String? = nil)
  /// Tried, failed.
  case unavailable(String)

  /// When it is worth another try without anybody asking for it; nil for never.
  var due: Date? { if case .pending(let until, _) = self { until } else { nil } }

  /// A service, `budget` or `plan`; nil where it waits for nothing.
  var heldBy: String? { if case .pending(_, let holder) = self { holder } else { nil } }
}

/// Produces reviews: from the cache, otherwise from a model, whose answer is checked and sent back once if it breaks a
/// rule. A paid answer with usable content isn't discarded: if the second answer is no better, the offending sentences
/// are cut.
struct ReviewProducer: Sendable {
  let model: MeteredModel?
  let ledger: Ledger
  let settings: LineSettings
  /// Two photos of one album at once are one review: the second finds it in the cache.
  let mutex: KeyedMutex
  let time: TimeSource

  /// - Parameters:
  ///   - draft: a review that came along with the album's name.
  ///   - patient: a first failure of the service lets the scan wait and come back, rather than do without.
  /// - Throws: `ServiceFault` only where the scan should come back for its review soon; `CancellationError` when stopped.
  func review(
    _ album: Identification, of scan: Scan, draft: ReviewDraft? = nil, patient: Bool = true
  ) async throws -> ReviewOutcome {
    try await mutex.run(album.identity.key.text) {
      try await uncontendedReview(album, of: scan, draft: draft, patient: patient)
    }
  }

  private func uncontendedReview(
    _ album: Identification, of scan: Scan, draft: ReviewDraft?, patient: Bool
  ) async throws -> ReviewOutcome {
    // Whoever wants another review has had the draft.
    let draft = scan.wantsFreshReview ? nil : draft
    if let (key, kept) = try await remembered(album.identity, of: scan, withDraft: draft != nil) {
      try await ledger.savedReview(of: key, prompt: kept.prompt, for: scan.id, now: time.now())
      return .written(kept, cached: true)
    }
    guard settings.reviews, let model else { return .pending(until: nil) }
    let check = ReviewCheck(artistName: album.artistName, albumTitle: album.albumTitle)
    // A draft that breaks a rule is only one that isn't taken: the review is asked for by itself.
    if let draft, let review = try? check.review(from: draft) {
      return try await keep(drafted(review, by: draft.model), album.identity, scan)
    }
    // What is left of the answers so far when nothing better comes.
    let left = draft.flatMap { draft in
      (try? check.review(from: draft, asLast: true)).map { drafted($0, by: draft.model) }
    }
    var rest: ReviewWriter.Written?
    let outcome: ReviewOutcome
    do {
      let question = try settings.promptBuilder.review(
        of: album, searching: settings.reviewWebSearch && model.canSearch)
      let writer = ReviewWriter(model: model, promptBuilder: settings.promptBuilder)
      // A critic who is asked because a draft was no good is its repair.
      let written = try await writer.answer(to: question, for: scan.id, check, mayRepair: draft == nil, rest: &rest)
      return try await keep(keptReview(written), album.identity, scan)
    } catch let postponed as Postponed {
      return .pending(until: postponed.until, by: postponed.by)
    } catch let failure as ModelFailure {
      outcome = try await self.outcome(of: failure, for: scan, patient: patient)
    } catch let rejection as ReviewCheck.Rejection {
      outcome = .unavailable(rejection.description)
    }
    if let kept = rest.map(keptReview) ?? left { return try await keep(kept, album.identity, scan) }
    if case .unavailable(let reason) = outcome {
      Logger.current.notice("no review of \(album.albumTitle): \(reason)")
      try await ledger.note(.permanent(reason), of: scan.id, at: .review, now: time.now())
    }
    return outcome
  }

  /// What a call that gave no answer comes to.
  /// - Throws: the fault that the scan should come back from soon; `CancellationError`.
  private func outcome(of failure: ModelFailure, for scan: Scan, patient: Bool) async throws -> ReviewOutcome {
    // Being stopped is no failure of the review.
    try Task.checkCancellation()
    let fault = failure.fault
    switch fault.kind {
    case .needsAttention:
      return .pending(until: time.now() + ServiceGate.attentionInterval, by: fault.service?.rawValue)
    case .permanent: return .unavailable(fault.reason)
    case .transient:
      // It is the service's fault: the review waits as long as that takes.
      let before = try await ledger.faults(of: scan.id, at: .review)
      if patient, before == 0, fault.burnsAttempt { throw fault }
      return .pending(until: time.now() + RetrySchedule().longestOffline, by: fault.service?.rawValue)
    }
  }

  /// A review of the album that was written before; nil where a person asked for a new one.
  private func remembered(
    _ album: AlbumIdentity, of scan: Scan, withDraft: Bool
  ) async throws -> (key: String, review: KeptReview)? {
    if scan.wantsFreshReview { return nil }
    let prompts = settings.prompts
    if let kept = try await ledger.review(of: album, prompt: prompts.review.digest, searched: settings.reviewWebSearch)
    {
      return kept
    }
    return withDraft ? try await ledger.review(of: album, prompt: prompts.everything.digest, searched: false) : nil
  }

  private func keptReview(_ written: ReviewWriter.Written) -> KeptReview {
    KeptReview(
      review: written.review, model: written.model, prompt: settings.prompts.review.digest, writtenAt: time.now())
  }

  private func drafted(_ review: Review, by model: String?) -> KeptReview {
    KeptReview(
      review: review, model: model ?? settings.models.identification, prompt: settings.prompts.everything.digest,
      writtenAt: time.now())
  }

  /// Keeps a review for good under a name of its album.
  @discardableResult
  func keep(_ kept: KeptReview, _ album: AlbumIdentity, _ scan: Scan) async throws -> ReviewOutcome {
    // A draft was searched for by nobody, and has no price of its own.
    let isDraft = kept.prompt == settings.prompts.everything.digest
    try await ledger.keep(
      kept, of: album.key.text, searched: !isDraft && settings.reviewWebSearch, for: isDraft ? nil : scan.id)
    return .written(kept, cached: false)
  }
}

extension ReviewProducer {
  /// The review of an earlier scan of the same bytes, whatever prompt is configured now: the same photo never costs
  /// twice. Nil if that scan found another album or has no review, or if the user wants another one.
  func reviewOfSamePhoto(
    _ known: Recognition, showing album: Identification, for scan: Scan
  ) async throws -> ReviewOutcome? {
    guard let earlier = known.samePhoto, !scan.wantsFreshReview,
      let document = try await ledger.scan(earlier)?.document, document.identity.isSame(as: album.identity),
      let kept = KeptReview(document.review)
    else { return nil }
    let key = AlbumKey(artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear)
    try await ledger.savedReview(of: key.text, prompt: kept.prompt, for: scan.id, now: time.now())
    return .written(kept, cached: true)
  }
}

extension KeptReview {
  /// Nil for a review that isn't written.
  fileprivate init?(_ entry: AlbumDocument.ReviewEntry) {
    guard entry.status == .written, let summary = entry.contextSummary, let bullets = entry.contextBullets,
      let rating = entry.rating, let recommendation = entry.recommendation, let label = entry.label,
      let tracks = entry.keyTracks, let model = entry.model, let prompt = entry.prompt,
      // An entry that isn't whole is asked for anew.
      let writtenAt = entry.writtenAt.flatMap({ try? Date($0, strategy: .iso8601) })
    else { return nil }
    self.init(
      review: Review(
        contextSummary: summary, contextBullets: bullets, rating: rating, recommendation: recommendation, label: label,
        keyTracks: tracks, forFansOf: entry.forFansOf, sources: entry.sources ?? []), model: model,
      prompt: Digest(hex: String(prompt.dropFirst("sha256:".count))), writtenAt: writtenAt)
  }
}
