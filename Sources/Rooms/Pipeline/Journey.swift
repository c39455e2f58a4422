internal import Albums
internal import Logging
internal import Records

/// What happens to a photo, from top to bottom.
///
/// Everything that costs money, time, or requests is inside a `once`: its output is committed before the next step
/// begins, so that nothing is done, asked, or paid twice after a crash. Only artwork and review run side by side.
struct Journey: Sendable {
  let scan: Scan
  let journal: StepJournal
  let preparation: PhotoPreparation
  let identifier: Identifier
  let sleeveReader: SleeveReader
  let catalogueLookup: CatalogueLookup
  let artworkComparer: ArtworkComparer
  let artworkFetcher: ArtworkFetcher
  let confirmation: Confirmation
  let reviewProducer: ReviewProducer
  let publisher: Publisher
  let disposal: PhotoDisposal
  let time: TimeSource

  /// A result waits at most this long for its artwork.
  static let artworkPatience: Duration = .seconds(5)

  /// - Throws: `ServiceFault`, `Postponed`, `Superseded`, `CancellationError`, or a ledger error.
  func walk() async throws -> JourneyOutcome {
    let picture = try await journal.once(.picture) { try await preparation.prepare(scan) }
    let rejected = try await journal.ledger.rejectedAlbums(of: scan.digest)
    let known = try await recognition(of: picture, rejected: rejected)
    let findings = try await findings(on: picture, unless: known, rejected: rejected)
    let (reading, searchOutcome) = (findings.reading, findings.searchOutcome)
    let recognised = try await usable(known)
    let judge = { (compared: [Proof]) in
      catalogueLookup.verdict(on: findings, recognised: recognised, compared: compared, rejected: rejected)
        .appendingEvidence(recognised.beside)
    }
    let contenders = catalogueLookup.contenders(from: findings, rejected: rejected)
    let find = try await supported(judge([]), among: contenders)
    // Without the catalog there was hardly any artwork to compare.
    let isFinal = { (comparison: ArtworkComparison) in !comparison.isLate && findings.absence == nil }
    let comparison = try await reviewing(beside: .artwork, draft: reading.draft, known: known) { review in
      if let find { try await review(find) }
      return try await journal.once(.artwork, showsProgress: find == nil, keepIf: isFinal) {
        let comparison = try await artworkComparer.comparison(
          of: contenders, in: { [preparation, scan] in try await preparation.features(of: picture, for: scan) },
          within: Self.artworkPatience)
        if let find { try await illustrate(find, by: judge(comparison.proofs)) }
        return comparison
      }
    }
    let verdict = try await journal.once(.verdict, showsProgress: find == nil) {
      let verdict = judge(comparison.proofs)
      // A model's find can be published without the catalog; anything less waits for it.
      if let absence = findings.absence, !verdict.isIdentified { throw absence }
      return verdict
    }

    switch verdict {
    case .unidentified(let reason, let hint):
      let now = try await journal.once(.filing) { try await disposal.disposePhoto(of: scan) }
      return .unidentified(reason: reason, hint: hint, photoNow: now.place)
    case .unsure(let candidates, let reason):
      let covers = try await artworkFetcher.covers(
        of: candidates, seen: comparison.isLate ? nil : comparison, within: Self.artworkPatience)
      let now = try await journal.once(.filing) { try await disposal.disposePhoto(of: scan) }
      let contents = BundleContents(
        scan: scan, picture: picture, reading: reading, candidates: candidates, sources: searchOutcome.sources,
        reason: reason, photoNow: now.place, covers: covers)
      let shown = covers.map { (album: KnownAlbum(candidates[$0.key - 1]), artwork: $0.value) }
      return .unsure(try await published(contents), reason: reason, covers: shown)
    case .identified(let album):
      let (review, shown) = try await reviewAndArtwork(
        album, draft: reading.draft, known: known, comparison: comparison)
      let lacksCatalogue = findings.absence != nil
      let artwork = lacksCatalogue && shown == .none ? .pending : shown
      let priorKnowledge = try await journal.ledger.priorKnowledge(of: album.identity, before: scan.id)
      let now = try await journal.once(.filing) { try await disposal.disposePhoto(of: scan) }
      let contents = BundleContents(
        scan: scan, picture: picture, reading: reading, candidates: [album], sources: searchOutcome.sources,
        reason: nil, photoNow: now.place, known: priorKnowledge, lacksCatalogue: lacksCatalogue, artwork: artwork,
        review: review)
      return .done(try await published(contents), review, artwork)
    }
  }

  /// What this computer recognizes in the photo: known covers, barcodes, and the text on the sleeve.
  private func recognition(of picture: PictureRecord, rejected: [AlbumIdentity]) async throws -> Recognition {
    try await reviewing(beside: .recognition, draft: nil, known: Recognition()) { review in
      try await journal.once(.recognition) {
        let known = try await catalogueLookup.recognition(
          try await preparation.recognise(scan, picture), by: preparation.barcodes(in: picture))
        guard let words = try await sleeveReader.words(on: picture, of: scan, unless: known, rejected: rejected) else {
          return known
        }
        let judge = { (known: Recognition) in
          catalogueLookup.verdict(
            on: IdentificationFindings(reading: identifier.unread(scan, known.printed)), recognised: known,
            rejected: rejected)
        }
        var find = try await supported(judge(words.known), among: words.contenders)
        if let find { try await review(find) }
        let compared = try await sleeveReader.compared(words, with: picture, of: scan)
        if let find {
          try await illustrate(find, by: judge(compared))
        } else {
          find = try await supported(judge(compared), among: words.contenders)
          if let find { try await review(find) }
        }
        let completed = try await sleeveReader.completed(compared, by: words, for: scan)
        if let find { try await foresee(find, by: judge(completed)) }
        return completed
      }
    }
  }

  /// Asks models and the catalog about the photo. If known covers were found in it, nobody is asked, unless the user
  /// wants it read again.
  private func findings(
    on picture: PictureRecord, unless known: Recognition, rejected: [AlbumIdentity]
  ) async throws -> IdentificationFindings {
    let verified = known.known.without(rejected).verified
    if !verified.isEmpty, try await !journal.ledger.wantsReading(scan.id) {
      return IdentificationFindings(reading: identifier.unread(scan, known.printed))
    }
    let reading = try await journal.once(.reading) {
      try await identifier.read(picture, of: scan, known: known)
    }
    let searchOutcome = try await journal.once(.search) { try await identifier.searchOutcome(from: reading, of: scan) }
    var findings = IdentificationFindings(reading: reading, searchOutcome: searchOutcome)
    let barcodes = preparation.barcodes(in: picture)
    let isNamedByModel = searchOutcome.model != nil && searchOutcome.find != nil
    if isNamedByModel, try await hasUnpublishedVerdictWithoutCatalogue() {
      findings.absence = ServiceFault.transient("it is asked once the page is there", service: .musicbrainz)
    } else {
      do {
        findings.entry = try await journal.once(.catalogue) {
          if searchOutcome.lacksCatalogue == true {
            return try await catalogueLookup.entry(forText: reading, seen: barcodes)
          }
          guard isNamedByModel else { return try await catalogueLookup.entry(for: searchOutcome, seen: barcodes) }
          return try await catalogueLookup.promptly {
            try await catalogueLookup.entry(for: searchOutcome, seen: barcodes)
          }
        }
        if let find = findings.entry.find {
          findings.searchOutcome = SearchOutcome(find: find, albums: findings.entry.albums)
        }
      } catch let absence where isNamedByModel && (absence is ServiceFault || absence is Postponed) {
        findings.absence = absence
      }
    }
    if let absence = findings.absence {
      Logger.current.info("scan \(scan.id) continues without MusicBrainz: \(absence)")
    }
    return findings
  }

  /// Whether a crash happened after a verdict without the catalog and before its page was published. The review may
  /// have been paid under the claimed name, so the page comes first.
  private func hasUnpublishedVerdictWithoutCatalogue() async throws -> Bool {
    guard case .identified(let album)? = try await journal.ledger.made(of: .verdict, in: scan.id, as: Verdict.self)
    else {
      return false
    }
    return try await journal.isOpen(.catalogue) && !album.evidence.contains(.person)
  }

  private func published(_ contents: BundleContents) async throws -> Published {
    try await journal.once(
      .bundle, undoIfSuperseded: { publisher.remove($0, of: scan) }, { try await publisher.publish(contents) })
  }

  /// What was recognized in the photo, as far as it still counts: a redo that reads the cover again ignores the earlier
  /// scan.
  private func usable(_ known: Recognition) async throws -> Recognition {
    var known = known
    if try await journal.ledger.isMadeAnew(.reading, in: scan.id) { known.samePhoto = nil }
    return known
  }
}

/// How a journey ended.
enum JourneyOutcome: Sendable {
  case done(Published, ReviewOutcome, ArtworkOutcome)
  /// With the candidates whose covers are available.
  case unsure(Published, reason: String, covers: [(album: KnownAlbum, artwork: KeptArtwork)])
  case unidentified(reason: String, hint: String, photoNow: String?)
}
