internal import Albums
internal import Disk
internal import Foundation
internal import Logging
internal import Records
internal import SystemPackage
internal import Threads

/// Brings what a done scan lacks (its review, artwork, the catalog's details) or what has changed (its lists, its photos),
/// each by one rename of its page, and sends the messages about a scan that has ended.
struct FollowUpRunner: Sendable {
  let context: ScanContext
  let gallery: GalleryUpdater
  let disks: DiskGate
  /// One place: artwork and review of one scan may come at the same moment, and each must find the other's work.
  let publishing: ConcurrencyLimit
  let isStopping: @Sendable () -> Bool

  func run(_ followUp: FollowUp) async throws {
    do {
      do { try await bring(followUp) } catch let fault as Fault {
        switch fault.next {
        case .fail: try await end(followUp, because: fault)
        case .wait(let until): try await context.ledger.putOff(followUp, until: until, by: fault.holder)
        case .retry, .needsPerson: try await putOff(followUp, because: fault)
        }
      }
    } catch let error as DiskError {
      guard let trouble = await onBlockingThread({ UnwritableFolder(error, below: context.root) }) else {
        Logger.current.info("the \(followUp.kind.rawValue) of scan \(followUp.scan) has to wait: \(error.description)")
        return try await putOff(followUp)
      }
      let now = context.time.now()
      try await disks.close(for: trouble, now: now)
      try await context.ledger.putOff(followUp, until: now)
    } catch is ScanWithdrawn {
      // It was withdrawn meanwhile, with its follow-ups.
      try await context.ledger.complete(followUp)
    } catch is CancellationError where StepClock.current?.isGivenUp == true {
      try await putOff(followUp)
    } catch is CancellationError {
      // Stopped while the user's program ran, which may have done its work.
      if FollowUp.Kind.programMessages.contains(followUp.kind) { return try await context.ledger.complete(followUp) }
      try await context.ledger.putOff(followUp, until: context.time.now())
    }
  }

  private func bring(_ followUp: FollowUp) async throws {
    if followUp.kind.isMessage { return try await tell(followUp) }
    guard let scan = try await standing(followUp), let document = scan.document else {
      return try await context.ledger.complete(followUp)
    }
    switch followUp.kind {
    case .review: try await bringReview(followUp, scan, document)
    case .artwork: try await bringArtwork(followUp, document)
    case .catalog: try await bringCatalog(followUp, scan)
    case .lists, .photos:
      try await publish(followUp) { _ in }
      try await context.ledger.complete(followUp)
    case .push, .known, .reviewed, .unsure, .failed: break
    }
  }

  /// No later try would bring it: the page stops promising it, and `show` says why.
  private func end(_ followUp: FollowUp, because fault: Fault) async throws {
    Logger.current.notice("the \(followUp.kind.rawValue) of scan \(followUp.scan) can't be had: \(fault.reason)")
    if followUp.kind.isMessage { return try await context.ledger.complete(followUp) }
    try await publish(followUp) { document in
      switch followUp.kind {
      case .review:
        if document.review.status != .written {
          document.review = AlbumDocument.ReviewEntry(status: .unavailable, reason: fault.reason)
        }
      case .artwork: document.artwork = AlbumDocument.ArtworkEntry(status: .none)
      case .catalog:
        document.identification.catalogue = nil
        if document.artwork.status == .pending { document.artwork = AlbumDocument.ArtworkEntry(status: .none) }
      case .lists, .photos, .push, .known, .reviewed, .unsure, .failed: break
      }
    }
    try await context.ledger.note(fault, of: followUp.scan, at: followUp.kind.step, now: context.time.now())
    if ![.review, .lists, .photos].contains(followUp.kind) {
      try await context.photoPreparer.deleteWorkingFiles(followUp.scan)
    }
    try await context.ledger.complete(followUp)
  }

  private func putOff(_ followUp: FollowUp, because fault: Fault) async throws {
    Logger.current.info("the \(followUp.kind.rawValue) of scan \(followUp.scan) has to wait: \(fault.reason)")
    // Counted, so that a photo that is gone for good isn't looked for again and again.
    if fault.service == nil || followUp.kind == .review {
      try await context.ledger.note(fault, of: followUp.scan, at: followUp.kind.step, now: context.time.now())
    }
    var pause: Condition?
    if let service = fault.service { pause = try await context.ledger.servicePause(of: service) }
    try await putOff(followUp, atLeast: fault.after, behind: pause)
  }

  private func bringArtwork(_ followUp: FollowUp, _ document: AlbumDocument) async throws {
    let outcome = try await context.artworkFetcher.artworkOrFault(
      of: document.identity, release: document.album.musicbrainz.release)
    guard outcome != .pending else { return try await putOff(followUp) }
    var proof: Proof?
    if case .present(let kept) = outcome {
      let album = KnownAlbum(document)
      // A barcode is on the back, where no front can be found.
      if document.identification.by != .barcode,
        let photo = try await context.photoPreparer.keptFeatures(of: followUp.scan)
      {
        proof = try await context.artworkComparer.proof(of: album, by: kept, in: photo)
      }
      await context.coverStore.add([(album, kept)], from: .scan)
    }
    try await publish(followUp) { [proof] document in
      document.artwork = outcome.entry
      if let proof { document.identification.weigh(proof) }
    }
    try await showNews(of: followUp)
    try await context.photoPreparer.deleteWorkingFiles(followUp.scan)
    try await context.ledger.complete(followUp)
  }

  private func bringReview(_ followUp: FollowUp, _ scan: Scan, _ document: AlbumDocument) async throws {
    let reading: VisionAnswer? = try await context.ledger.output(of: .reading, in: scan.id)
    let outcome = try await context.reviewProducer.review(document.identified, of: scan, draft: reading?.draft)
    switch outcome {
    case .pending(let until?, let holder): return try await context.ledger.putOff(followUp, until: until, by: holder)
    case .pending(nil, _):
      // Whoever turned reviews on, or stored a key, and then asked for this one may be ahead of the reload.
      if try await context.ledger.settingsVersion() != context.settingsVersion { return try await putOff(followUp) }
    case .unavailable:
      // A review that was there before is kept.
      if document.review.status == .pending { try await publish(followUp) { $0.review = outcome.entry } }
    case .written:
      try await publish(followUp) { $0.review = outcome.entry }
      try await showNews(of: followUp)
    }
    try await context.ledger.complete(followUp)
  }

  /// Where the find is still shown, it is shown with what came.
  private func showNews(of followUp: FollowUp) async throws {
    if let document = try await standing(followUp)?.document { context.announcer?.update(.found(document)) }
  }

  /// The scan, if it still needs the follow-up: not if it was deleted.
  private func standing(_ followUp: FollowUp) async throws -> Scan? {
    guard let scan = try await context.ledger.scan(followUp.scan), scan.state == .done, scan.deleted == nil else {
      return nil
    }
    return scan
  }

  private func publish(_ followUp: FollowUp, _ change: (inout AlbumDocument) -> Void) async throws {
    try await publishing.run {
      // As it is by now.
      guard let scan = try await standing(followUp), var document = scan.document, let bundle = scan.bundle else {
        return
      }
      change(&document)
      if document.album.tracks.isEmpty {
        document.album.tracks = try await context.ledger.tracks(of: document.identity)
      }
      document.photos = try await context.fileAndListPhotos(of: scan, at: document.photo.now)
      document.take(try await context.ledger.marks(of: KnownAlbum(document)))
      document.checkSongs()
      document.cost = AlbumDocument.Cost(of: try await context.ledger.calls(of: scan.id))
      let published = try await context.publisher.republish(
        document, artwork: try await artwork(of: document), bundle: bundle)
      if published.bundle != bundle {
        let root = context.root
        try await ResultFolders.reportObstacles(below: root, and: root.appending(bundle), in: context.ledger)
      }
      do {
        if scan.document?.identification.catalogue == document.identification.catalogue {
          try await context.ledger.revise(
            scan.id, to: document, bundle: published.bundle,
            isReviewed: followUp.kind == .review && document.review.status == .written, telling: context.messages)
        } else {
          try await context.ledger.reviseIdentification(
            of: scan.id, to: document, album: document.key.text, bundle: published.bundle, now: context.time.now())
        }
      } catch let withdrawn as ScanWithdrawn {
        // Rejected or deleted meanwhile: the page that was just written stands in the result's place again.
        let trash = TrashFolder(root: context.root)
        try await onBlockingThread { try trash.moveBundle(published.bundle, of: scan.id) }
        throw withdrawn
      }
      gallery.changed(scan.id, at: scan.finished ?? context.time.now())
    }
  }

  private func artwork(of document: AlbumDocument) async throws -> ArtworkOutcome {
    guard document.artwork.status == .present else { return .none }
    let seen: Recognition? = try await context.ledger.output(of: .recognition, in: document.id)
    if let seen = seen?.artwork(of: document.identity) { return .present(seen) }
    return try await context.artworkFetcher.remembered(
      document.identity, release: document.album.musicbrainz.release
    ).map { .present($0) } ?? .none
  }

  /// - Parameters:
  ///   - seconds: what the service asked for, if it did.
  ///   - pause: the pause of the service that is asked for it.
  private func putOff(
    _ followUp: FollowUp, atLeast seconds: TimeInterval? = nil, behind pause: Condition? = nil
  ) async throws {
    // A review is tried again at once, like any call; the others are no hurry: the first comes after half a minute.
    let faults = followUp.attempts + (followUp.kind == .review ? 1 : 6)
    let delay = RetrySchedule().delay(after: faults, jitter: Double.random(in: 0...1))
    let until = context.time.now() + max(delay, .seconds(seconds ?? 0))
    try await context.ledger.putOff(
      followUp, until: max(until, pause?.until ?? until), by: pause?.code)
  }
}

extension FollowUpRunner {
  /// Repeats the steps from the catalog on for a model's find that was published without it. If the artwork contradicts
  /// the find, the user decides.
  private func bringCatalog(_ followUp: FollowUp, _ scan: Scan) async throws {
    try await context.ledger.dropSteps(from: .catalog, of: scan.id)
    let pipeline = context.pipeline(for: scan, isCatalogFollowUp: true, isStopping: isStopping)
    let found = try await pipeline.identify()
    guard case .identified(let album) = found.verdict else {
      _ = try await context.ledger.redo(scan.id, from: .filing, strategy: scan.strategy, now: context.time.now())
      return try await context.ledger.complete(followUp)
    }
    var contents = found.contents(of: scan, showing: [album], photoNow: scan.document?.photo.now)
    contents.prior = try await context.ledger.priorKnowledge(of: album.identity, before: scan.id)
    contents.artwork = try await pipeline.shownArtwork(of: album, found)
    try await publish(followUp) { [contents] document in
      var completed = contents.document(scannedAt: context.time.now(), calls: [])
      (completed.scannedAt, completed.review) = (document.scannedAt, document.review)
      document = completed
    }
    if case .present(let kept) = contents.artwork {
      await context.coverStore.add([(KnownAlbum(album), kept)], from: .scan)
    }
    Logger.current.notice("MusicBrainz was asked about scan \(scan.id): \(album.albumTitle) by \(album.artistName)")
    try await showNews(of: followUp)
    try await context.photoPreparer.deleteWorkingFiles(scan.id, keepingFeatures: contents.artwork == .pending)
    try await context.ledger.complete(followUp)
  }
}
