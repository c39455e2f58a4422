internal import Albums
internal import Digests
internal import Records

/// Writing the review while the artwork is fetched.
extension Journey {
  /// The album that catalog and text bear out before its artwork is looked at, which seldom says otherwise. Nil where they
  /// don't, and where there is no artwork to wait for.
  func borneOut(_ verdict: Verdict, before contenders: [Contender]) async throws -> Identification? {
    guard case .identified(let album) = verdict, album.confidence >= .corroborated, !contenders.isEmpty,
      try await journal.isOpen(.artwork), try await journal.isOpen(.verdict)
    else { return nil }
    return album
  }

  /// Shows a find that is borne out, and has its review written, while artwork is compared. Should that contradict, the
  /// review stays in the cache, for which it was paid, and is nobody else's: each album has its own.
  func comparedWhileReviewing(
    _ find: Identification, draft: ReviewDraft?, known: Recognition,
    meanwhile compare: @escaping @Sendable () async throws -> ArtworkComparison,
    judgedBy judge: @escaping @Sendable ([Proof]) -> Verdict
  ) async throws -> ArtworkComparison {
    try await journal.foresee(Verdict.identified(find), at: .verdict)
    async let comparison = {
      let comparison = try await compare()
      // Who looks on sees why it is believed. What is shown stays what a person may object to.
      let verdict = judge(comparison.proofs)
      if case .identified(let album) = verdict, album.identity.isSame(as: find.identity) {
        try await journal.foresee(verdict, at: .verdict)
        confirmation.illustrate(album, of: scan)
      }
      return comparison
    }()
    var trouble: (any Error)?
    do {
      try await show(find)
      // Where all is known by now, the verdict comes first: it may make the review another album's.
      if try await journal.isOpen(.artwork) { _ = try await reviewed(find, draft: draft, known: known) }
    } catch { trouble = error }
    // Neither is given up for what befalls the other: one may be paid, and the other on its way.
    let compared = try await comparison
    if let trouble { throw trouble }
    return compared
  }

  /// Artwork and review side by side: the hold never delays the artwork, and the artwork never blocks the review. What
  /// was waited for before the verdict isn't waited for again.
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
      try await show(album)
      return try await reviewed(album, draft: draft, known: known)
    }
    return (review, artwork ?? .pending)
  }

  private func show(_ album: Identification) async throws {
    // Whoever chose it needn't be shown it, nor asked whether it is right.
    if album.means == .person { return }
    _ = try await journal.once(.confirmation, recipe: album.recipe) { try await confirmation.show(album, of: scan) }
  }

  private func reviewed(_ album: Identification, draft: ReviewDraft?, known: Recognition) async throws -> ReviewOutcome
  {
    try await journal.once(.review, recipe: album.recipe) {
      if let same = try await reviewProducer.reviewOfSamePhoto(known, showing: album, for: scan) { return same }
      return try await reviewProducer.review(album, of: scan, draft: draft)
    }
  }
}

extension Identification {
  /// What is shown, and reviewed, of an album is that album's alone.
  fileprivate var recipe: Digest {
    let key = AlbumKey(artistName: artistName, albumTitle: albumTitle, releaseYear: releaseYear)
    return Digest(hex: SHA256.hex(of: Array(key.text.utf8)))
  }
}
