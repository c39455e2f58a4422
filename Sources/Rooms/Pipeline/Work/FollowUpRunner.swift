internal import Albums
internal import Disk
internal import Foundation
internal import Logging
internal import Records
internal import SystemPackage

/// Completes a finished scan with the artwork or review that it lacks.
struct FollowUpRunner: Sendable {
  let line: Line
  let ledger: Ledger
  let gallery: GalleryUpdater
  let disks: DiskGate
  /// One place: artwork and review of one scan may come at the same moment, and each must find the other's work.
  let publishing: ConcurrencyLimit

  func run(_ followUp: FollowUp) async throws {
    guard let scan = try await standing(followUp), let document = scan.document else {
      return try await ledger.complete(followUp)
    }
    do {
      do { try await bring(followUp, scan, document) } catch let fault as ServiceFault where fault.kind == .permanent {
        try await end(followUp, document, because: fault)
      }
    } catch let postponed as Postponed {
      try await ledger.putOff(followUp, until: postponed.until, by: postponed.by)
    } catch let fault as ServiceFault {
      Logger.current.info("the \(followUp.kind.rawValue) of scan \(followUp.scan) has to wait: \(fault.reason)")
      // Counted, so that a photo that is gone for good isn't looked for again and again.
      if fault.service == nil { try await ledger.note(fault, of: followUp.scan, now: line.time.now()) }
      guard let service = fault.service, let closure = try await ledger.closure(of: service) else {
        return try await putOff(followUp)
      }
      try await ledger.putOff(followUp, until: closure.until, by: service.rawValue)
    } catch let error as DiskError {
      guard let trouble = DiskTrouble(error, below: line.settings.root) else {
        Logger.current.info("the \(followUp.kind.rawValue) of scan \(followUp.scan) has to wait: \(error.description)")
        return try await putOff(followUp)
      }
      let now = line.time.now()
      try await disks.close(for: trouble, now: now)
      try await ledger.putOff(followUp, until: now)
    } catch is CancellationError where StepClock.current?.isGivenUp == true {
      try await putOff(followUp)
    } catch is CancellationError {
      try await ledger.putOff(followUp, until: line.time.now())
    }
  }

  private func bring(_ followUp: FollowUp, _ scan: Scan, _ document: AlbumDocument) async throws {
    switch followUp.kind {
    case .artwork where document.identification.catalogue == .pending: try await bringCatalogue(followUp, scan)
    case .artwork: try await bringArtwork(followUp, document)
    case .review: try await bringReview(followUp, scan, document)
    }
  }

  /// No later try would bring it: the page stops promising it, and `show` says why.
  private func end(_ followUp: FollowUp, _ document: AlbumDocument, because fault: ServiceFault) async throws {
    let step: Step =
      switch followUp.kind {
      case .review: .review
      case .artwork: document.identification.catalogue == .pending ? .catalogue : .artwork
      }
    Logger.current.notice("the \(step.rawValue) of scan \(followUp.scan) can't be had: \(fault.reason)")
    try await publish(followUp) { document in
      switch followUp.kind {
      case .review: document.review = AlbumDocument.ReviewEntry(status: .unavailable)
      case .artwork:
        document.identification.catalogue = nil
        if document.artwork.status == .pending { document.artwork = AlbumDocument.ArtworkEntry(status: .none) }
      }
    }
    try await ledger.note(fault, of: followUp.scan, at: step, now: line.time.now())
    if followUp.kind == .artwork { try await line.preparation(ledger).putAway(followUp.scan) }
    try await ledger.complete(followUp)
  }

  private func bringArtwork(_ followUp: FollowUp, _ document: AlbumDocument) async throws {
    let outcome = try await line.artworkFetcher(ledger).lateArtwork(
      of: document.identity, release: document.album.musicbrainz.release)
    guard outcome != .pending else { return try await putOff(followUp) }
    var proof: Proof?
    if case .present(let kept) = outcome {
      let album = KnownAlbum(document)
      // A barcode is on the back, where no front can be found.
      if document.identification.by != .barcode,
        let photo = try await line.preparation(ledger).keptFeatures(of: followUp.scan)
      {
        proof = try await line.artworkComparer(ledger).proof(of: album, by: kept, in: photo)
      }
      await line.coverStore(ledger).takeIn([(album, kept)], from: .scan)
    }
    try await publish(followUp) { [proof] document in
      document.artwork = outcome.entry
      if let proof { document.identification.weigh(proof) }
    }
    try await line.preparation(ledger).putAway(followUp.scan)
    try await ledger.complete(followUp)
  }

  private func bringReview(_ followUp: FollowUp, _ scan: Scan, _ document: AlbumDocument) async throws {
    let outcome = try await line.reviewProducer(ledger).review(document.identified, of: scan, patient: false)
    switch outcome {
    case .pending(let until, let holder):
      guard let until else { return try await ledger.complete(followUp) }
      return try await ledger.putOff(followUp, until: until, by: holder)
    case .unavailable(let reason):
      Logger.current.info("no review of scan \(followUp.scan) yet: \(reason)")
      if scan.reviewStatus != .unavailable { try await publish(followUp) { $0.review = outcome.entry } }
    case .written:
      try await publish(followUp) { $0.review = outcome.entry }
    }
    try await ledger.complete(followUp)
  }

  /// The scan, if it still needs the follow-up: not if it was deleted.
  private func standing(_ followUp: FollowUp) async throws -> Scan? {
    guard let scan = try await ledger.scan(followUp.scan), scan.state == .done, scan.deleted == nil else { return nil }
    return scan
  }

  func publish(_ followUp: FollowUp, _ change: (inout AlbumDocument) -> Void) async throws {
    try await publishing.run {
      // As it is by now.
      guard let scan = try await standing(followUp), var document = scan.document, let bundle = scan.bundle else {
        return
      }
      change(&document)
      let calls = try await ledger.calls(of: scan.id)
      document.cost = AlbumDocument.Cost(
        usd: calls.reduce(Money.zero) { $0 + Money(dollars: $1.usd) }.dollars, calls: calls)
      let published = try await line.publisher(ledger).republish(
        document, artwork: try await artwork(of: document), bundle: bundle)
      if published.bundle != bundle {
        let root = line.settings.root
        try await ResultFolders.reportObstacles(below: root, and: root.appending(bundle), in: ledger)
      }
      if scan.document?.identification.catalogue == document.identification.catalogue {
        try await ledger.revise(scan.id, to: document, bundle: published.bundle)
      } else {
        try await ledger.complete(scan.id, as: document, album: document.key.text, bundle: published.bundle)
      }
      gallery.changed(scan.id, at: scan.finished ?? line.time.now())
    }
  }

  private func artwork(of document: AlbumDocument) async throws -> ArtworkOutcome {
    guard document.artwork.status == .present else { return .none }
    let seen: Recognition? = try await ledger.output(of: .recognition, in: document.id)
    if let seen = seen?.artwork(of: document.identity) { return .present(seen) }
    return try await line.artworkFetcher(ledger).remembered(
      document.identity, release: document.album.musicbrainz.release
    ).map { .present($0) } ?? .none
  }

  func putOff(_ followUp: FollowUp) async throws {
    // A follow-up is no hurry: the first comes after half a minute.
    let delay = RetrySchedule().delay(after: followUp.attempts + 6, jitter: Double.random(in: 0...1))
    try await ledger.putOff(followUp, until: line.time.now() + delay)
  }
}

extension AlbumDocument {
  /// The metadata for a review.
  fileprivate var identified: Identification {
    Identification(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear, genres: album.genres,
      recordLabel: album.recordLabel, releaseGroup: album.musicbrainz.releaseGroup, release: album.musicbrainz.release,
      artists: album.musicbrainz.artists, means: identification.by, confidence: identification.confidence,
      evidence: identification.evidence)
  }
}

extension FollowUpRunner {
  /// Asks the catalog about a model's find that was published without it, and compares the artwork with the photo. If
  /// that contradicts the find, the scan is repeated from there, and the user decides.
  func bringCatalogue(_ followUp: FollowUp, _ scan: Scan) async throws {
    let (preparation, catalogueLookup) = (line.preparation(ledger), line.catalogueLookup(ledger))
    guard let picture: PictureRecord = try await ledger.output(of: .picture, in: scan.id),
      let reading: Reading = try await ledger.output(of: .reading, in: scan.id),
      let searchOutcome: SearchOutcome = try await ledger.output(of: .search, in: scan.id)
    else { return try await makeAnew(scan, followUp) }
    let known: Recognition = try await ledger.output(of: .recognition, in: scan.id) ?? Recognition()
    let rejected = try await ledger.rejectedAlbums(of: scan.digest)
    let findings = IdentificationFindings(
      reading: reading, searchOutcome: searchOutcome,
      entry: try await catalogueLookup.entry(for: searchOutcome, seen: preparation.barcodes(in: picture)))
    let comparison = try await line.artworkComparer(ledger).comparison(
      of: catalogueLookup.contenders(from: findings, rejected: rejected),
      in: { try await preparation.features(of: picture, for: scan) }, within: Journey.artworkPatience)
    let verdict = catalogueLookup.verdict(
      on: findings, recognised: known, compared: comparison.proofs, rejected: rejected
    ).appendingEvidence(known.beside)
    guard case .identified(let album) = verdict else { return try await makeAnew(scan, followUp) }

    let artworkFetcher = line.artworkFetcher(ledger)
    let artwork =
      if let seen = comparison.outcome(for: album.identity) { seen } else {
        try await artworkFetcher.artwork(of: album.identity, release: album.release)
      }
    let priorKnowledge = try await ledger.priorKnowledge(of: album.identity, before: scan.id)
    let contents = BundleContents(
      scan: scan, picture: picture, reading: reading, candidates: [album], sources: searchOutcome.sources, reason: nil,
      photoNow: scan.document?.photo.now, known: priorKnowledge, artwork: artwork)
    try await publish(followUp) { document in
      var completed = contents.document(scannedAt: line.time.now(), calls: [])
      (completed.scannedAt, completed.review) = (document.scannedAt, document.review)
      document = completed
    }
    if case .present(let kept) = artwork {
      await line.coverStore(ledger).takeIn([(KnownAlbum(album), kept)], from: .scan)
    }
    Logger.current.notice("MusicBrainz was asked about scan \(scan.id): \(album.albumTitle) by \(album.artistName)")
    // Late artwork is what is left of this follow-up.
    if artwork == .pending { return try await putOff(followUp) }
    try await preparation.putAway(scan.id)
    try await ledger.complete(followUp)
  }

  private func makeAnew(_ scan: Scan, _ followUp: FollowUp) async throws {
    _ = try await ledger.redo(scan.id, from: .catalogue, strategy: scan.strategy, now: line.time.now())
    try await ledger.complete(followUp)
  }
}
