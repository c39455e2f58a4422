internal import Albums
internal import Foundation
internal import Logging
internal import Records

/// Produces reviews: from the cache, otherwise from a model, whose answer is checked and sent back once if it breaks a
/// rule. A paid answer with usable content isn't discarded: if the second answer is no better, the offending sentences
/// are cut.
struct ReviewProducer: Sendable {
  let context: ScanContext

  private var settings: ScanSettings.Review { context.settings.review }
  private var prompts: Prompts { context.promptBuilder.prompts }

  /// A review for which no model has to be asked: an earlier one of the same photo or album, or one that came along with
  /// the album's name. Nil if there is none, or if the user wants another one.
  func knownReview(
    of album: Identification, for scan: Scan, recognition: Recognition = Recognition(), draft: ReviewDraft? = nil
  ) async throws -> ReviewOutcome? {
    if scan.wantsFreshReview { return nil }
    if let same = try await reviewOfSamePhoto(recognition, showing: album) { return same }
    if let kept = try await context.ledger.review(of: album.identity) { return .written(kept, cached: true) }
    // A draft that breaks a rule is only one that isn't taken: the review is asked for by itself.
    guard settings.enabled, let draft, let review = try? check(of: album).review(from: draft) else { return nil }
    return try await keep(drafted(review, by: draft.model), album.identity, scan)
  }

  /// - Parameter draft: a review that came along with the album's name, and that breaks a rule.
  /// - Throws: `Fault` if a later try may bring it; `CancellationError` when stopped.
  func review(_ album: Identification, of scan: Scan, draft: ReviewDraft? = nil) async throws -> ReviewOutcome {
    // Two photos of one album at once are one review: the second finds it in the cache.
    try await context.limits.reviews.run(album.identity.key.text) {
      try await uncontendedReview(album, of: scan, draft: draft)
    }
  }

  private func uncontendedReview(
    _ album: Identification, of scan: Scan, draft: ReviewDraft?
  ) async throws -> ReviewOutcome {
    // Whoever wants another review has had the draft.
    let draft = scan.wantsFreshReview ? nil : draft
    if let known = try await knownReview(of: album, for: scan, draft: draft) { return known }
    guard settings.enabled, let model = context.meteredModel else { return .pending(until: nil) }
    let check = check(of: album)
    // What is left of the answers so far when nothing better comes.
    let left = draft.flatMap { draft in
      (try? check.review(from: draft, asLast: true)).map { drafted($0, by: draft.model) }
    }
    var rest: ReviewWriter.Written?
    let ended: Fault
    let strategy = scan.strategy ?? context.settings.identification.strategy
    let searching = settings.searches(by: strategy) && model.canSearch
    do {
      let question = try context.promptBuilder.review(of: album, searching: searching)
      let writer = ReviewWriter(model: model, promptBuilder: context.promptBuilder)
      // After a draft that was no good, this call is already the second attempt.
      let written = try await writer.answer(to: question, for: scan.id, check, mayRepair: draft == nil, rest: &rest)
      return try await keep(kept(written, searching: searching), album.identity, scan)
    } catch let fault as Fault {
      if case .wait(let until) = fault.next { return .pending(until: until, by: fault.holder) }
      // Being stopped is no failure of the review.
      try Task.checkCancellation()
      let usable = rest.map { kept($0, searching: searching) } ?? left
      // One more try may bring a better one.
      let isTriedAgain = fault.isRetried ? try await context.ledger.faults(of: scan.id, at: .review) == 0 : false
      if let usable, !isTriedAgain { return try await keep(usable, album.identity, scan) }
      switch fault.next {
      case .retry, .wait: throw fault
      case .needsPerson: return .pending(until: context.time.now() + ServiceGate.attentionInterval, by: fault.holder)
      case .fail: ended = .fail(fault.code, detail: fault.detail, fault.reason)
      }
    } catch let rejection as ReviewCheck.Rejection {
      if let usable = rest.map({ kept($0, searching: searching) }) ?? left {
        return try await keep(usable, album.identity, scan)
      }
      ended = .fail(.reviewRejected, rejection.description)
    }
    Logger.current.notice("no review of \(album.albumTitle): \(ended.reason)")
    try await context.ledger.note(ended, of: scan.id, at: .review, now: context.time.now())
    return .unavailable(ended.reason)
  }

  private func check(of album: Identification) -> ReviewCheck {
    ReviewCheck(artistName: album.artistName, albumTitle: album.albumTitle, tracks: album.tracks)
  }

  private func kept(_ written: ReviewWriter.Written, searching: Bool) -> KeptReview {
    KeptReview(
      review: written.review, model: written.model,
      prompt: (searching ? prompts.searchedReview : prompts.review).digest, writtenAt: context.time.now())
  }

  private func drafted(_ review: Review, by model: String?) -> KeptReview {
    KeptReview(
      review: review, model: model ?? context.promptBuilder.models.identification, prompt: prompts.everything.digest,
      writtenAt: context.time.now())
  }

  /// Keeps a review for good under a name of its album.
  private func keep(_ kept: KeptReview, _ album: AlbumIdentity, _ scan: Scan) async throws -> ReviewOutcome {
    // A draft was searched for by nobody, and has no price of its own.
    let isDraft = kept.prompt == prompts.everything.digest
    try await context.ledger.keep(
      kept, of: album.key.text, searched: kept.prompt == prompts.searchedReview.digest, for: isDraft ? nil : scan.id)
    return .written(kept, cached: false)
  }
}

extension ReviewProducer {
  /// The review of an earlier scan of the same bytes, whatever prompt is configured now: the same photo never costs
  /// twice. Nil if that scan found another album or has no review.
  private func reviewOfSamePhoto(
    _ recognition: Recognition, showing album: Identification
  ) async throws -> ReviewOutcome? {
    guard let earlier = recognition.samePhoto, let document = try await context.ledger.scan(earlier)?.document,
      document.identity.isSame(as: album.identity), let kept = KeptReview(document.review)
    else { return nil }
    return .written(kept, cached: true)
  }
}

extension KeptReview {
  /// Nil for a review that isn't written.
  fileprivate init?(_ entry: AlbumDocument.ReviewEntry) {
    guard let review = entry.review, let model = entry.model, let prompt = entry.prompt,
      // An entry that isn't whole is asked for anew.
      let writtenAt = entry.writtenAt.flatMap({ try? Date($0, strategy: .iso8601) })
    else { return nil }
    self.init(
      review: review, model: model, prompt: Digest(hex: String(prompt.dropFirst("sha256:".count))), writtenAt: writtenAt
    )
  }
}
