internal import Albums
internal import Digests
internal import Records

/// Writing the review while the artwork is fetched.
extension Journey {
  /// The album on which catalog and text agree before its artwork is compared, which seldom changes it. Nil if they
  /// don't agree, or if there is no artwork to wait for.
  func corroboratedBeforeArtwork(_ verdict: Verdict, among contenders: [Contender]) async throws -> Identification? {
    guard case .identified(let album) = verdict, album.confidence >= .corroborated, !contenders.isEmpty,
      try await journal.isOpen(.artwork), try await journal.isOpen(.verdict)
    else { return nil }
    return album
  }

  /// Shows a match and has its review written while its artwork is compared. If the artwork contradicts the match, the
  /// paid review stays in the cache under its own album.
  func comparedWhileReviewing(
    _ find: Identification, draft: ReviewDraft?, known: Recognition,
    meanwhile compare: @escaping @Sendable () async throws -> ArtworkComparison,
    judgedBy judge: @escaping @Sendable ([Proof]) -> Verdict
  ) async throws -> ArtworkComparison {
    try await journal.storeProvisional(Verdict.identified(find), at: .verdict)
    async let comparison = {
      let comparison = try await compare()
      // The user can see the evidence, and reject what is shown.
      let verdict = judge(comparison.proofs)
      if case .identified(let album) = verdict, album.identity.isSame(as: find.identity) {
        try await journal.storeProvisional(verdict, at: .verdict)
        confirmation.illustrate(album, of: scan)
      }
      return comparison
    }()
    var trouble: (any Error)?
    do {
      try await show(find)
      // If everything is known by now, the verdict comes first, since it may change the album.
      if try await journal.isOpen(.artwork) { _ = try await reviewed(find, draft: draft, known: known) }
    } catch { trouble = error }
    // Neither is canceled if the other fails: one may be paid, and the other under way.
    let compared = try await comparison
    if let trouble { throw trouble }
    return compared
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
      try await show(album)
      return try await reviewed(album, draft: draft, known: known)
    }
    return (review, artwork ?? .pending)
  }

  private func show(_ album: Identification) async throws {
    // A user who chose the album needn't confirm it.
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
