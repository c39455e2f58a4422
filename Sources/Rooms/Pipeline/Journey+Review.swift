internal import Albums
internal import Digests
internal import Records

/// Writing the review while the artwork is fetched.
extension Journey {
  /// The album that the evidence so far supports: catalog and text, which the artwork seldom contradicts, or the artwork.
  /// Nil if there is none, if there is no artwork to wait for, or no model to write a review meanwhile.
  func supported(_ verdict: Verdict, among contenders: [Contender]) async throws -> Identification? {
    guard reviewProducer.model != nil, case .identified(let album) = verdict, album.confidence >= .corroborated,
      !contenders.isEmpty, try await journal.isOpen(.artwork), try await journal.isOpen(.verdict)
    else { return nil }
    return album
  }

  /// Runs a step that finds artwork and details. The album that it passes to `review` is shown, and reviewed, while the
  /// step continues. If the artwork contradicts that album, the paid review stays in the cache.
  func reviewing<Found: Sendable>(
    beside step: Step, draft: ReviewDraft?, known: Recognition,
    _ work: (_ review: (Identification) async throws -> Void) async throws -> Found
  ) async throws -> Found {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let found: Result<Found, any Error>
      do {
        found = .success(
          try await work { find in
            try await journal.storeProvisional(Verdict.identified(find), at: .verdict)
            group.addTask {
              let shown = try await show(find)
              // If the step is done by now, the verdict comes first, since it may change the album.
              if try await journal.isOpen(step) {
                _ = try await reviewed(find, asking: shown, draft: draft, known: known)
              }
            }
          })
      } catch { found = .failure(error) }
      // Neither is canceled if the other fails: one may be paid, and the other under way. What the step found is
      // stored by now.
      let review = await group.nextResult()
      let value = try found.get()
      try review?.get()
      return value
    }
  }

  /// Stores what is known about an album that is being shown, unless it is another one by now.
  /// - Returns: the album as it is known now.
  @discardableResult
  func foresee(_ find: Identification, by verdict: Verdict) async throws -> Identification? {
    guard case .identified(let album) = verdict, album.identity.isSame(as: find.identity) else { return nil }
    try await journal.storeProvisional(verdict, at: .verdict)
    return album
  }

  /// Its artwork has arrived: the user sees the evidence, and rejects it if it is wrong.
  func illustrate(_ find: Identification, by verdict: Verdict) async throws {
    if let album = try await foresee(find, by: verdict) { confirmation.illustrate(album, of: scan) }
  }

  /// Fetches artwork and review at the same time: the hold never delays the artwork, and the artwork never blocks the
  /// review. What was already waited for before the verdict isn't waited for again.
  func reviewAndArtwork(
    _ album: Identification, draft: ReviewDraft?, known: Recognition, comparison: ArtworkComparison
  ) async throws -> (ReviewOutcome, ArtworkOutcome) {
    let (review, artwork) = try await withGrace(Self.artworkPatience, sleep: time.sleep) {
      [artworkFetcher] () async throws -> ArtworkOutcome in
      if let seen = known.artwork(of: album.identity), artworkFetcher.has(seen) { return .present(seen) }
      if let outcome = comparison.outcome(for: album.identity) { return outcome }
      if comparison.isLate { return .pending }
      return try await artworkFetcher.artwork(of: album.identity, release: album.release)
    } beside: {
      try await reviewed(album, asking: try await show(album), draft: draft, known: known)
    }
    return (review, artwork ?? .pending)
  }

  /// Shows an album for a while in which the user can reject it.
  /// - Returns: the album as its review is asked for.
  private func show(_ album: Identification) async throws -> Identification {
    // A user who chose the album needn't confirm it.
    if album.means == .person { return album }
    let confirmed = try await journal.once(.confirmation, recipe: album.recipe) {
      try await confirmation.show(album, of: scan)
      if try await !journal.isOpen(.verdict) { return Confirmed(nil) }
      // More may have become known about it while it was shown.
      let latest = try await journal.ledger.found(scan.id)
      return Confirmed(latest.flatMap { $0.identity.isSame(as: album.identity) ? $0 : nil } ?? album)
    }
    // A new review that the user asked for is told everything.
    return scan.wantsFreshReview ? album : confirmed.album ?? album
  }

  /// - Parameter shown: the album as it was shown, maybe before its details were known.
  private func reviewed(
    _ album: Identification, asking shown: Identification, draft: ReviewDraft?, known: Recognition
  ) async throws -> ReviewOutcome {
    let outcome = try await journal.once(.review, recipe: album.recipe) {
      if let same = try await reviewProducer.reviewOfSamePhoto(known, showing: album, for: scan) { return same }
      return try await reviewProducer.review(shown, of: scan, draft: draft)
    }
    if case .written(let kept, cached: false) = outcome, shown.identity.key != album.identity.key {
      try await reviewProducer.keep(kept, album.identity, scan)
    }
    return outcome
  }
}

extension Identification {
  /// What is shown, and reviewed, of an album is that album's alone, by whatever name it is known at that moment.
  fileprivate var recipe: Digest {
    Digest(hex: SHA256.hex(of: Array((releaseGroup?.value ?? identity.key.text).utf8)))
  }
}
