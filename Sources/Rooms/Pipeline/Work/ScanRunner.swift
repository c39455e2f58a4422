internal import Albums
internal import Disk
internal import Foundation
internal import Logging
internal import Records
internal import SystemPackage
internal import Systemd
internal import Threads

/// Runs one scan through its pipeline, and records the outcome.
struct ScanRunner: Sendable {
  let context: ScanContext
  let gallery: GalleryUpdater
  let disks: DiskGate
  /// For the other sleeves in a photo.
  var wakeSignal = WakeSignal()
  /// Its steps begin here. A worker's slot has it as the task's `StepClock.current`, too: what waits for others finds it
  /// there, however deep.
  var clock = StepClock(uptime: TimeSource.awake)
  let isStopping: @Sendable () -> Bool

  private var now: Date { context.time.now() }

  /// - Throws: only what the whole program can't continue with: an error of the ledger.
  func run(_ scan: Scan) async throws {
    do { try await attempt(scan) } catch is ScanWithdrawn {
      context.announcer?.withdraw(scan.id)
      Logger.current.info("scan \(scan.id) was withdrawn")
    }
  }

  private func attempt(_ scan: Scan) async throws {
    let began = ContinuousClock.now
    var scan = scan
    do {
      let sightings: CoverSightings?
      (scan, sightings) = try await divideIfSeveral(scan)
      let outcome = try await context.pipeline(for: scan, clock: clock, isStopping: isStopping).run(seeing: sightings)
      try await record(scan, outcome, took: ContinuousClock.now - began)
    } catch is JoinedScan {
      // Another scan has the result.
      await removeOldBundle(of: scan)
    } catch let withdrawn as ScanWithdrawn {
      throw withdrawn
    } catch {
      let fault = error as? Fault
      // A canceled step may throw an error of its own.
      let isCanceled = error is CancellationError || fault?.code == .canceled
      if clock.isGivenUp, let step = clock.step {
        // Its own message counts too, for example that a call may be billed.
        if let fault, !isCanceled, !fault.isWait { return try await record(scan, trouble: fault) }
        return try await record(scan, trouble: StepClock.fault(of: scan, at: step, in: context.ledger))
      }
      if error is CancellationError || Task.isCancelled || isStopping() && (fault == nil || isCanceled) {
        return try await context.ledger.release(scan.id)
      }
      try await record(scan, trouble: error)
    }
  }

  private func record(_ scan: Scan, _ outcome: ScanPipeline.Outcome, took: Duration) async throws {
    switch outcome {
    case .done(let published, let review, let artwork):
      let document = published.document
      // A user who chose the album needn't confirm it.
      let isChosen = document.identification.by == .person
      let awaitsReview = context.settings.review.enabled && context.model != nil && review == .pending(until: nil)
      try await finish(
        scan, published,
        reviewDue: awaitsReview ? now + (isChosen ? .zero : .seconds(context.settings.review.holdSeconds)) : nil)
      if !isChosen { context.announcer?.announce(.found(document)) }
      if isChosen { try await learnPhoto(of: scan, as: document, isKnownOtherwise: artwork != .none) }
      try await context.photoPreparer.deleteWorkingFiles(scan.id, keepingFeatures: document.isIncomplete)
      if case .present(let kept) = artwork {
        await context.coverStore.add([(KnownAlbum(document), kept)], from: .scan)
      }
      Logger.current.notice(
        "\(document.album.albumTitle) by \(document.album.artistName) (\(document.identification.confidence.rawValue))",
        metadata: [
          "event": .string(EventID.scanDone.rawValue), "state": "done",
          "cost_usd": .string(String(format: "%.6f", document.cost.usd)),
          "duration_ms": "\(Int(took / .milliseconds(1)))",
        ])
    case .unsure(let published, let reason, let covers):
      try await finish(scan, published, reason: reason)
      await context.coverStore.add(covers, from: .candidate)
      context.announcer?.announce(.unsure(scan: scan.id, photo: scan.photoTitle, reason: reason))
      Logger.current.notice(
        "\(scan.photoTitle) needs your decision: \(reason)",
        metadata: ["event": .string(EventID.scanUnsure.rawValue), "state": "unsure"])
    case .unidentified(let reason, let hint, let photoNow):
      if try await withdrawStatement(on: scan, because: reason, hint: hint) { return }
      try await fail(scan, reason: reason, hint: hint, photoNow: photoNow, fault: nil)
    }
  }

  /// The album that a person stated isn't to be found: the scan stays what it was, and `show` says why.
  private func withdrawStatement(on scan: Scan, because reason: String, hint: String) async throws -> Bool {
    guard try await context.ledger.statement(on: scan.id) != nil,
      try await context.ledger.withdrawStatement(on: scan.id)
    else { return false }
    let fault = Fault.fail(.albumMissing, "\(reason). Scan \(scan.id) stays as it was")
    try await context.ledger.note(fault, of: scan.id, at: .verdict, now: now)
    context.announcer?.announce(.failed(scan: scan.id, photo: scan.photoTitle, reason: fault.reason, hint: hint))
    Logger.current.warning("\(fault.reason)")
    // While it waited, it was in no gallery.
    if Self.wasShown(scan) { gallery.markAll() }
    return true
  }

  /// If an album that a person named has no artwork, keeps its photo as a known cover, by which the next photo of the
  /// sleeve is recognized, and removes it from albums that the photo stood for before.
  private func learnPhoto(of scan: Scan, as document: AlbumDocument, isKnownOtherwise: Bool) async throws {
    if isKnownOtherwise, try await !context.ledger.hasPhotoCovers() { return }
    guard let picture: PictureRecord = try await context.ledger.output(of: .picture, in: scan.id) else { return }
    do {
      let kept = try await context.artworkFetcher.store(
        try await context.photoPreparer.jpeg(of: picture, for: scan), source: .photo)
      for cover in try await context.ledger.photoCovers(of: kept.picture, except: document.identity) {
        _ = try await context.coverStore.remove(cover)
      }
      if isKnownOtherwise { return }
      await context.coverStore.add([(KnownAlbum(document), kept)], from: .scan)
    } catch let error where !(error is CancellationError) {
      Logger.current.notice("scan \(scan.id): its photo can't be recognized again: \(error)")
    }
  }

  private func finish(
    _ scan: Scan, _ published: Publisher.Published, reason: String? = nil, reviewDue: Date? = nil
  ) async throws {
    do {
      try await context.ledger.finish(
        scan.id, as: published.document, album: published.document.key.text, bundle: published.bundle, reason: reason,
        reviewDue: reviewDue, telling: context.messages, now: now)
    } catch let withdrawn as ScanWithdrawn {
      // Rejected at the last moment: nothing else refers to this folder.
      await remove(published.bundle)
      throw withdrawn
    }
    try await context.ledger.clearUnlessHolding(
      [.budget, .plan, .imaging, .unanswered] + (disks.isOpen ? [.disk] : []), now: now)
    disks.cameThrough()
    await removeOldBundle(of: scan, keeping: published.bundle)
    if Self.wasShown(scan) { gallery.markAll() } else { gallery.changed(scan.id, at: now) }
  }

  /// Whether the gallery had it before a redo. A redo clears `finished`, so its old month isn't known, and all pages are
  /// checked; those that say the same aren't written.
  private static func wasShown(_ scan: Scan) -> Bool { scan.bundle?.hasPrefix("done/") == true }

  private func record(_ scan: Scan, trouble: any Error) async throws {
    let fault: Fault
    switch trouble {
    case let trouble as Fault: fault = trouble
    case let error as DiskError:
      let root = context.root
      let folder = await onBlockingThread {
        UnwritableFolder(error, needing: room(for: scan, at: error.folder), below: root)
      }
      if let folder {
        // It continues at once when the disk is writable.
        try await disks.close(for: folder, now: now)
        return try await context.ledger.hold(scan.id, until: now, fault: folder.fault, now: now)
      }
      fault = .retry(.file, error.description)
    default: throw trouble
    }
    if case .wait(let until) = fault.next {
      return try await context.ledger.hold(scan.id, until: until, fault: fault, now: now)
    }
    guard fault.next == .fail else { return try await hold(scan, fault) }
    do {
      guard let service = fault.service else { return try await fail(scan, fault) }
      // One at a time, so that each sees what the previous one was told.
      try await context.limits.circuitBreakers.probing.run("refused by \(service.rawValue)") {
        if try await !pause(service, refusing: scan, fault) { try await fail(scan, fault) }
      }
    } catch let error as DiskError {
      // A disk that is too full for a result may be too full for a failure.
      try await record(scan, trouble: error)
    }
  }

  /// If a service rejects two photos in a row with the same code, it would reject all of them: it is paused, and both
  /// photos wait.
  /// - Returns: false where the refusal is about this photo.
  private func pause(_ service: ServiceName, refusing scan: Scan, _ fault: Fault) async throws -> Bool {
    let pause = try await context.ledger.servicePause(of: service)
    let isPaused = pause?.needsPerson == true && pause?.fault == fault.printedCode
    let other = try await context.ledger.lastRefusal(by: service, except: scan.id)
    guard isPaused || other?.code == fault.printedCode else { return false }
    var attention = fault
    attention.next = .needsPerson
    // Its own cure names the setting.
    if fault.code != .thoughtsTooLong {
      attention.cure = .advice(
        "Choose other models (`albumscanctl doctor` lists them), or update their server; then run "
          + "`albumscanctl resume`.")
    }
    try await context.ledger.pauseService(service, until: now + ServiceGate.attentionInterval, for: attention, now: now)
    try await hold(scan, attention)
    guard !isPaused, let other, let failed = try await context.ledger.scan(other.scan), failed.state == .failed else {
      return true
    }
    Logger.current.warning(
      "\(service.rawValue) rejects one photo after another: \(fault.reason)",
      metadata: .event(.serviceClosed, service))
    if try await context.ledger.retry(failed.id) == .carriedOut { await removeOldBundle(of: failed) }
    return true
  }

  /// Puts the scan back into the queue; it continues with its current step.
  private func hold(_ scan: Scan, _ fault: Fault) async throws {
    let step = try await context.ledger.scan(scan.id)?.step ?? .picture
    if let spent = try await patienceSpent(on: scan, at: step, fault) { return try await fail(scan, spent) }
    let offline = !fault.isCounted
    let met = try await context.ledger.faults(of: scan.id, at: step, excused: offline)
    let delay: Duration =
      fault.next == .needsPerson
      ? ServiceGate.attentionInterval
      : max(
        fault.after.map { .seconds($0) } ?? .zero,
        RetrySchedule().delay(after: met + 1, offline: offline, jitter: Double.random(in: 0...1)))
    if fault.code == .imaging, fault.next == .needsPerson,
      try await context.ledger.report(.imaging, reason: fault.reason, cure: fault.cure, now: now)
    {
      Logger.current.error("\(fault.reason)")
    }
    Logger.current.info(
      "scan \(scan.id) waits at \(step.rawValue): \(fault.reason)", metadata: ["step": .string(step.rawValue)])
    // Another attempt while the service is paused would only be noise.
    var until = now + delay
    if let service = fault.service {
      until = max(until, try await context.ledger.servicePause(of: service)?.until ?? until)
    }
    try await context.ledger.hold(scan.id, until: until, fault: fault, now: now)
  }

  /// The failure of a scan whose service has failed for longer than the patience; nil before that.
  private func patienceSpent(on scan: Scan, at step: Step, _ fault: Fault) async throws -> Fault? {
    guard fault.isRetried, fault.service != nil, fault.isCounted,
      let since = try await context.ledger.failing(scan.id, at: step),
      since + TimeInterval(context.settings.models.patienceDays) * 86400 <= now
    else { return nil }
    return .fail(
      fault.code, detail: fault.detail, "\(fault.reason), again and again since \(since.rfc3339)",
      cure: .command("albumscanctl retry \(scan.id)"))
  }

  /// How many bytes a scan still has to write to a folder.
  private func room(for scan: Scan, at folder: FilePath) -> Int64 {
    guard folder.starts(with: context.root.appending("originals")) else { return UnwritableFolder.roomForResult }
    // A photo that is gone needs no room; its step says that it is gone.
    let photo = try? OpenedPhoto(FilePath(bytes: scan.path)).identity
    return UnwritableFolder.roomForResult + (photo?.size ?? 0)
  }

  private func fail(_ scan: Scan, _ fault: Fault) async throws {
    let filed = try await context.filer.file(scan)
    try await fail(
      scan, reason: fault.reason, hint: fault.cure?.text ?? "albumscanctl retry \(scan.id)",
      photoNow: filed.place, fault: fault)
  }

  private func fail(
    _ scan: Scan, reason: String, hint: String?, photoNow: String?, fault: Fault?
  ) async throws {
    let standing = try await context.ledger.scan(scan.id) ?? scan
    let folder = try await onBlockingThread {
      try FailureFolder(context: context).write(standing, reason: reason, hint: hint, photoNow: photoNow)
    }
    do {
      try await context.ledger.fail(
        scan.id, reason: reason, hint: hint, folder: folder, photoNow: photoNow, fault: fault,
        telling: context.messages, now: now)
    } catch let withdrawn as ScanWithdrawn {
      await remove(folder)
      throw withdrawn
    }
    if disks.isOpen { try await context.ledger.clearUnlessHolding([.disk], now: now) }
    await removeOldBundle(of: scan, keeping: folder)
    context.announcer?.announce(.failed(scan: scan.id, photo: scan.photoTitle, reason: reason, hint: hint))
    if Self.wasShown(scan) { gallery.markAll() }
    Logger.current.warning(
      "\(scan.photoTitle): \(reason)",
      metadata: [
        "event": .string(EventID.scanFailed.rawValue), "state": "failed",
        "step": .string(standing.step?.rawValue ?? ""),
      ])
  }
}
