internal import Albums
internal import Logging
internal import Records

/// What happens to a photo, from top to bottom, until its page is there. The review, and what else comes later, are
/// follow-ups.
///
/// Everything that costs money, time, or requests is inside a `once`: its output is committed before the next step
/// begins, so that nothing is done or asked twice after a crash. (An answer of a model that was cut off between the two
/// is kept by `MeteredModel`.) The one exception is the artwork of what is shown: `ArtworkFetcher` keeps each answer of
/// the Cover Art Archive by itself, for all scans. What this computer compares to divide or to join a photo is compared
/// again after a crash, and a `keepIf` keeps no output that may be better next time.
///
/// A photo that was scanned before begins with the outputs of that scan's steps (`Step.adopted`): each `once` finds them.
struct ScanPipeline: Sendable {
  /// What the steps up to the verdict came to.
  struct Findings: Sendable {
    let picture: PictureRecord
    let recognition: Recognition
    let facts: IdentificationFacts
    let comparison: ArtworkComparison
    let verdict: Verdict

    func contents(of scan: Scan, showing albums: [Identification], photoNow: String?) -> BundleContents {
      BundleContents(
        scan: scan, picture: picture, reading: facts.reading, candidates: albums,
        sources: facts.findOutcome.sources, photoNow: photoNow, lacksCatalog: facts.catalogFault != nil)
    }
  }

  /// How a scan ended.
  enum Outcome: Sendable {
    case done(Publisher.Published, ReviewOutcome, ArtworkOutcome)
    /// With the candidates whose covers are available.
    case unsure(Publisher.Published, reason: String, covers: [(album: KnownAlbum, artwork: KeptArtwork)])
    case unidentified(reason: String, hint: String, photoNow: String?)
  }

  let scan: Scan
  let context: ScanContext
  let journal: StepJournal
  /// True for the follow-up that brings the catalog to a scan that is done: it repeats these steps. Otherwise a model's
  /// find may be published before the catalog was asked about it.
  let isCatalogFollowUp: Bool

  /// How long each artwork is waited for.
  static let artworkPatience: Duration = .seconds(5)

  /// The scan to run: that of the photo, or, once the photo turns out to show several sleeves, that of the first of them.
  /// Those of the others wait in the queue then. A photo whose album a command states (`accept --album`) isn't divided; a
  /// file beside the photo doesn't count here.
  /// - Returns: with the known covers in the photo, if they were searched for and it isn't divided.
  func divideIfSeveral() async throws -> (scan: Scan, sightings: CoverSightings?) {
    if scan.part != nil || scan.isStatedByCommand { return (scan, nil) }
    let isOfOne = { (picture: PictureRecord) in picture.parts.isEmpty }
    let picture = try await journal.once(.picture, keepIf: isOfOne) {
      try await context.photoPreparer.picture(of: scan)
    }
    let sightings = try await sightingsInAll(of: picture)
    let layout = SleeveLayout(
      outlines: picture.parts, covers: sightings?.places ?? [], subjectArea: picture.sleeveShare)
    if layout.sleeves.isEmpty { return (scan, sightings) }
    // First the file: `divide` forgets the row that names it, and a crash in between would leave the file for good.
    await context.pictures.remove(picture)
    return (try await context.ledger.divide(scan.id, into: layout.sleeves), nil)
  }

  /// The known covers in a photo that was never looked at before; nil if it was, or covers aren't searched for.
  private func sightingsInAll(of picture: PictureRecord) async throws -> CoverSightings? {
    guard context.settings.identification.onDevice, scan.document == nil,
      try await context.ledger.output(of: .recognition, in: scan.id, as: Recognition.self) == nil
    else { return nil }
    return try await context.localRecognition.sightings(in: picture, of: scan)
  }

  /// - Parameter sightings: the known covers in the photo, if they were already searched for.
  /// - Throws: `JoinedScan` when the photo joined another scan; `Fault`, `DiskError`, `ScanWithdrawn`,
  ///   `CancellationError`, or a ledger error.
  func run(seeing sightings: CoverSightings? = nil) async throws -> Outcome {
    let found = try await identify(seeing: sightings)
    switch found.verdict {
    case .unidentified(let reason, let hint):
      let filed = try await journal.once(.filing) { try await context.filer.file(scan) }
      // The scan fails; `ScanRunner.fail` writes its page, as for any fault.
      return .unidentified(reason: reason, hint: hint, photoNow: filed.place)

    case .unsure(let candidates, let reason):
      // Outside of a `once`, like `shownArtwork`: each answer is kept by `ArtworkFetcher`.
      let covers = try await context.artworkFetcher.covers(
        of: candidates, seen: found.comparison, within: Self.artworkPatience)
      let filed = try await journal.once(.filing) { try await context.filer.file(scan) }
      var contents = found.contents(of: try await scanByNow(), showing: candidates, photoNow: filed.place)
      // It has to be chosen from: the bundle belongs in `unsure/`.
      contents.reason = reason
      contents.covers = covers
      // Covers have their candidates' numbers, from 1.
      let shown = covers.map { (album: KnownAlbum(candidates[$0.key - 1]), artwork: $0.value) }
      return .unsure(try await published(contents), reason: reason, covers: shown)

    case .identified(var album):
      if album.tracks.isEmpty { album.tracks = try await context.ledger.tracks(of: album.identity) }
      if album.links.isEmpty { album.links = try await context.ledger.links(of: album.identity) }
      let artwork = try await shownArtwork(of: album, found)
      let review = try await context.reviewProducer.knownReview(
        of: album, for: scan, recognition: found.recognition, draft: found.facts.reading.draft)
      let filed = try await journal.once(.filing) { try await context.filer.file(scan) }
      var contents = found.contents(of: try await scanByNow(), showing: [album], photoNow: filed.place)
      contents.prior = try await context.ledger.priorKnowledge(of: album.identity, before: scan.id)
      contents.marks = try await context.ledger.marks(of: KnownAlbum(album), scannedAs: scan.id)
      // Without the catalog there is no ID to ask the Cover Art Archive for: whether it has artwork isn't known yet.
      contents.artwork = contents.lacksCatalog && artwork == .none ? .pending : artwork
      contents.review = review ?? .pending(until: nil)
      return .done(try await published(contents), contents.review, contents.artwork)
    }
  }

  /// The steps up to the verdict.
  func identify(seeing sightings: CoverSightings? = nil) async throws -> Findings {
    let picture = try await journal.once(.picture) {
      var picture = try await context.photoPreparer.picture(of: scan)
      // Usually `divideIfSeveral` has made it. Here it is made for one sleeve of several, for a stated album, and where
      // the outlines came to nothing: kept without them, it isn't divided by a later scan of the photo either.
      picture.parts = []
      return picture
    }
    try await context.photoJoiner.noteTime(of: scan, picture)
    if let stated = try await identifiedByPerson(in: picture) { return stated }
    let rejected = try await context.ledger.rejectedAlbums(of: scan.digest)
    let recognition = try await journal.once(.recognition) {
      let local = try await context.localRecognition.recognize(picture, of: scan, seeing: sightings)
      let known = try await context.catalogLookup.lookUp(context.photoPreparer.barcodes(in: picture), addingTo: local)
      return try await context.textIdentifier.readText(on: picture, of: scan, addingTo: known, rejected: rejected)
    }
    if !isCatalogFollowUp { try await context.photoJoiner.join(scan, picture, recognition, rejected: rejected) }
    let facts = try await facts(on: picture, beyond: recognition, rejected: rejected)
    // Without the catalog there was hardly any artwork to compare, and the verdict is preliminary.
    let isWhole = { (comparison: ArtworkComparison) in !comparison.isLate && facts.catalogFault == nil }
    let comparison = try await journal.once(.artwork, keepIf: isWhole) {
      try await context.artworkComparer.comparison(
        of: facts.contenders(rejected: rejected),
        in: { try await context.photoPreparer.features(of: picture, for: scan) },
        within: Self.artworkPatience)
    }
    // A statement may have come meanwhile.
    if let stated = try await identifiedByPerson(in: picture) { return stated }
    let usable = try await ignoringEarlierScan(recognition)
    let isFinal = { (_: Verdict) in facts.catalogFault == nil }
    let verdict = try await journal.once(.verdict, keepIf: isFinal) {
      let verdict = facts.verdict(
        recognized: usable, compared: comparison.proofs, rejected: rejected, settings: context.settings
      ).appendingEvidence(usable.beside)
      // A model's find can be published without the catalog; anything less waits for it.
      if let catalogFault = facts.catalogFault, !verdict.isIdentified { throw catalogFault }
      return verdict
    }
    return Findings(
      picture: picture, recognition: recognition, facts: facts, comparison: comparison, verdict: verdict)
  }

  /// The album that a person states; nil if none does. No model is asked about the photo then.
  private func identifiedByPerson(in picture: PictureRecord) async throws -> Findings? {
    guard let album = try await context.ledger.statement(on: scan.id).flatMap(StatedAlbum.init) else { return nil }
    let recognition: Recognition = try await context.ledger.output(of: .recognition, in: scan.id) ?? Recognition()
    var facts = IdentificationFacts(
      reading: try await context.ledger.output(of: .reading, in: scan.id)
        ?? context.visionIdentifier.unread(scan, recognition.printed))
    // A review that came with another answer isn't one of this album.
    facts.reading.draft = nil
    let verdict = try await journal.once(
      // Asked after the step, which finds out whether the catalog is absent.
      .verdict, keepIf: { _ in facts.catalogFault == nil },
      {
        do {
          return try await context.catalogLookup.promptly {
            try await context.catalogLookup.verdict(stating: album, of: scan.id)
          }
        } catch let catalogFault as Fault {
          // An album with names needs no catalog to be shown, and is completed when it answers.
          guard !isCatalogFollowUp, case .names(let artist, let title) = album else { throw catalogFault }
          facts.catalogFault = catalogFault
          return VerdictRules.asStated(ClaimedAlbum(artistName: artist, albumTitle: title, means: .person))
        }
      })
    if case .identified(let album) = verdict {
      try await context.ledger.decide(album.identity, isShownBy: scan, now: context.time.now())
    }
    return Findings(
      picture: picture, recognition: recognition, facts: facts, comparison: ArtworkComparison(), verdict: verdict)
  }

  /// Asks models and the catalog about the photo. If it proves an album already (by a known cover, a barcode, or printed
  /// names with the artwork they led to), or looks like a photo whose album a person named, nobody is asked, unless the
  /// user wants it read again or a model has read it already.
  private func facts(
    on picture: PictureRecord, beyond recognition: Recognition, rejected: [AlbumIdentity]
  ) async throws -> IdentificationFacts {
    let isKnown =
      !recognition.proofs.without(rejected).verified.isEmpty || !recognition.likenesses.without(rejected).isEmpty
    if isKnown, try await !context.ledger.wantsReading(scan.id) {
      return IdentificationFacts(reading: context.visionIdentifier.unread(scan, recognition.printed))
    }
    let reading = try await journal.once(.reading) {
      try await context.visionIdentifier.read(picture, of: scan, known: recognition)
    }
    let findOutcome = try await journal.once(.search) {
      try await context.visionIdentifier.findOutcome(from: reading, of: scan)
    }
    var facts = IdentificationFacts(reading: reading, findOutcome: findOutcome)
    let barcodes = context.photoPreparer.barcodes(in: picture)
    let mayLackCatalog = findOutcome.model != nil && findOutcome.find != nil && !isCatalogFollowUp
    do {
      facts.entry = try await journal.once(.catalog) {
        if findOutcome.needsTextLookup == true {
          return try await context.catalogLookup.entry(forText: reading, seen: barcodes)
        }
        guard mayLackCatalog else { return try await context.catalogLookup.entry(for: findOutcome, seen: barcodes) }
        return try await context.catalogLookup.promptly {
          try await context.catalogLookup.entry(for: findOutcome, seen: barcodes)
        }
      }
      // The search named none, but the catalog knows the text that was read.
      if let find = facts.entry.find {
        facts.findOutcome = FindOutcome(find: find, albums: facts.entry.albums)
      }
    } catch let catalogFault as Fault where mayLackCatalog {
      facts.catalogFault = catalogFault
      Logger.current.info("scan \(scan.id) continues without MusicBrainz: \(catalogFault)")
    }
    return facts
  }

  /// The artwork of the album that was found. What was already waited for isn't waited for again. Outside of a `once`:
  /// `ArtworkFetcher` keeps each answer, and what was late may be there at another try.
  func shownArtwork(of album: Identification, _ found: Findings) async throws -> ArtworkOutcome {
    if let seen = found.recognition.artwork(of: album.identity), await context.artworkFetcher.has(seen) {
      return .present(seen)
    }
    if let outcome = found.comparison.outcome(for: album.identity) { return outcome }
    if found.comparison.isLate { return .pending }
    return try await withGrace(Self.artworkPatience, sleep: context.time.sleep) {
      try await context.artworkFetcher.artwork(of: album.identity, release: album.release)
    } ?? .pending
  }

  private func published(_ contents: BundleContents) async throws -> Publisher.Published {
    try await journal.once(
      .bundle, undoIfWithdrawn: { await context.publisher.remove($0, of: scan) },
      // `scan` is as the worker claimed it: a step means that an earlier run began it, and perhaps made its bundle.
      { try await context.publisher.publish(contents, wasBegun: scan.step != nil) })
  }

  /// The scan as it is now: its photo may have been renamed since it was claimed.
  private func scanByNow() async throws -> Scan { try await context.ledger.scan(scan.id) ?? scan }

  /// What was recognized in the photo, as far as it still counts: a redo that reads the cover again ignores the earlier
  /// scan of the same photo.
  private func ignoringEarlierScan(_ recognition: Recognition) async throws -> Recognition {
    var recognition = recognition
    if try await context.ledger.hasOwn(.reading, in: scan.id) { recognition.samePhoto = nil }
    return recognition
  }
}
