internal import Albums
internal import Digests
internal import Records
internal import Synchronization

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

  /// What this computer recognizes in the photo, and what befell the review that was written meanwhile: if text and
  /// catalog agree on an album, its review doesn't wait for its artwork.
  func recognition(
    of picture: PictureRecord, rejected: [AlbumIdentity]
  ) async throws -> (Recognition, reviewFault: (any Error)?) {
    let known = try await catalogueLookup.recognition(
      try await preparation.recognise(scan, picture), by: preparation.barcodes(in: picture))
    guard let words = try await sleeveReader.words(on: picture, of: scan, unless: known, rejected: rejected) else {
      return (known, nil)
    }
    let compare = { @Sendable [sleeveReader, scan] in try await sleeveReader.compared(words, with: picture, of: scan) }
    let judge = { @Sendable [catalogueLookup, identifier, scan] (known: Recognition) in
      catalogueLookup.verdict(
        on: IdentificationFindings(reading: identifier.unread(scan, known.printed)), recognised: known,
        rejected: rejected)
    }
    // Without a model, a review takes no time.
    guard sleeveReader.settings.asksModels,
      let find = try await corroboratedBeforeArtwork(judge(words.known), among: words.contenders)
    else {
      return (try await compare(), nil)
    }
    return try await reviewing(find, draft: nil, known: words.known, meanwhile: compare, judgedBy: judge)
  }

  /// Shows a match and has its review written while its artwork is compared. If the artwork contradicts the match, the
  /// paid review stays in the cache under its own album.
  ///
  /// - Returns: what was found, and the review's error, if any.
  func reviewing<Found: Sendable>(
    _ find: Identification, draft: ReviewDraft?, known: Recognition,
    meanwhile compare: @escaping @Sendable () async throws -> Found,
    judgedBy judge: @escaping @Sendable (Found) -> Verdict
  ) async throws -> (Found, reviewFault: (any Error)?) {
    try await journal.storeProvisional(Verdict.identified(find), at: .verdict)
    let isCompared = Atomic(false)
    async let comparison = {
      let compared = try await compare()
      isCompared.store(true, ordering: .releasing)
      // The user can see the evidence, and reject what is shown.
      let verdict = judge(compared)
      if case .identified(let album) = verdict, album.identity.isSame(as: find.identity) {
        try await journal.storeProvisional(verdict, at: .verdict)
        confirmation.illustrate(album, of: scan)
      }
      return compared
    }()
    var fault: (any Error)?
    do {
      try await show(find)
      // If everything is known by now, the verdict comes first, since it may change the album.
      if !isCompared.load(ordering: .acquiring) { _ = try await reviewed(find, draft: draft, known: known) }
    } catch { fault = error }
    // Neither is canceled if the other fails: one may be paid, and the other under way.
    return (try await comparison, fault)
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
