internal import Albums
internal import Disk
internal import Foundation
internal import Logging
internal import Records
internal import SystemPackage
internal import Systemd

/// Walks one scan through its journey, and settles how it ended.
struct Hands: Sendable {
  let line: Line
  let ledger: Ledger
  let gallery: GalleryKeeper
  let disks: DiskGate
  var place = Place()
  let isStopping: @Sendable () -> Bool

  private var now: Date { line.time.now() }

  /// - Throws: only what the whole program can't go on with: an error of the ledger.
  func carry(_ scan: Scan) async throws {
    do { try await walk(scan) } catch is Superseded {
      line.announcer.withdraw(scan.id)
      Logger.current.info("scan \(scan.id) was taken back")
    }
  }

  private func walk(_ scan: Scan) async throws {
    let began = ContinuousClock.now
    do {
      let ending = try await line.journey(of: scan, in: ledger, place: place, isStopping: isStopping).walk()
      try await settle(scan, ending, took: ContinuousClock.now - began)
    } catch let superseded as Superseded {
      throw superseded
    } catch {
      if place.clock.isGivenUp, let step = place.clock.step {
        let overdue = try await StepClock.setback(of: scan, at: step, in: ledger)
        // What it says itself counts too: a call that may be on the bill, say.
        return try await settle(scan, trouble: error is Setback ? error : overdue)
      }
      // A step that was cancelled may say so in words of its own.
      if error is CancellationError || Task.isCancelled || isStopping() && !(error is Setback || error is Postponed) {
        return try await ledger.release(scan.id)
      }
      try await settle(scan, trouble: error)
    }
  }

  private func settle(_ scan: Scan, _ ending: Ending, took: Duration) async throws {
    switch ending {
    case .done(let published, let review, let artwork):
      try await finish(scan, published, review: review)
      let document = published.document
      try await line.studio(ledger).putAway(scan.id, keepingFeatures: document.isIncomplete)
      if case .present(let kept) = artwork {
        await line.shelf(ledger).takeIn([(KnownAlbum(document), kept)], from: .scan)
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
      await line.shelf(ledger).takeIn(covers, from: .candidate)
      line.announcer.announce(.unsure(scan: scan.id, photo: scan.name, reason: reason))
      Logger.current.notice(
        "\(scan.name) needs a person: \(reason)",
        metadata: ["event": .string(EventID.scanUnsure.rawValue), "state": "unsure"])
    case .unidentified(let reason, let hint, let photoNow):
      try await fail(scan, reason: reason, hint: hint, photoNow: photoNow, setback: nil)
    }
  }

  private func finish(
    _ scan: Scan, _ published: Published, reason: String? = nil, review: ReviewOutcome? = nil
  ) async throws {
    do {
      try await ledger.finish(
        scan.id, as: published.document, album: published.document.key.text, bundle: published.bundle, reason: reason,
        reviewDue: review?.due, reviewHeldBy: review?.heldBy, now: now)
    } catch let superseded as Superseded {
      // Rejected at the last moment: nobody else knows of this folder.
      remove(published.bundle)
      throw superseded
    }
    try await ledger.clearUnlessHolding(
      [.budget, .plan, .imaging, .unanswered] + (disks.isOpen ? [.disk] : []), now: now)
    disks.cameThrough()
    clearAway(scan, unless: published.bundle)
    if Self.wasShown(scan) { gallery.refreshAll() } else { gallery.changed(scan.id, at: now) }
  }

  /// Whether the gallery had it before this try: in which month, nobody knows any more. Then all its pages are looked at;
  /// those that say the same aren't written.
  private static func wasShown(_ scan: Scan) -> Bool { scan.bundle?.hasPrefix("done/") == true }

  private func settle(_ scan: Scan, trouble: any Error) async throws {
    let setback: Setback
    switch trouble {
    case let postponed as Postponed:
      return try await ledger.hold(
        scan.id, until: postponed.until, by: postponed.by,
        setback: .transient(postponed.reason, burnsAttempt: false), noted: false, now: now)
    case let failure as ModelFailure: setback = failure.setback
    case let error as Setback: setback = error
    case let error as DiskError:
      let root = line.settings.root
      if let trouble = DiskTrouble(error, needing: room(for: scan, at: error.folder), below: root) {
        return try await hold(scan, trouble)
      }
      setback = .transient(error.description)
    default: throw trouble
    }
    guard setback.kind == .permanent else { return try await hold(scan, setback) }
    do {
      guard let service = setback.service else { return try await fail(scan, setback) }
      // One after the other, so that each finds what the one before was told.
      try await line.trials.turns.take("refused by \(service.rawValue)") {
        if try await !pause(service, refusing: scan, setback) { try await fail(scan, setback) }
      }
    } catch let error as DiskError {
      // The disk that is too full for a result may be too full for a failure.
      try await settle(scan, trouble: error)
    }
  }

  /// A service that refuses two photos in a row in the same words would refuse all of them: it is paused, and both wait.
  /// - Returns: false where the refusal is about this photo.
  private func pause(_ service: ServiceName, refusing scan: Scan, _ setback: Setback) async throws -> Bool {
    let closure = try await ledger.closure(of: service)
    let isPaused = closure?.kind == .needsAttention && closure.map { setback.isSameRefusal(as: $0.reason) } == true
    let other = try await ledger.lastRefusal(by: service, except: scan.id)
    guard isPaused || other.map({ setback.isSameRefusal(as: $0.reason) }) == true else { return false }
    let attention = Setback.needsAttention(
      setback.reason, service: service,
      cure: "Set models to others (`albumscanctl doctor` names them), or update what serves them; then run "
        + "`albumscanctl resume`.")
    try await ledger.close(service, until: now + Gate.attentionInterval, for: attention, now: now)
    try await hold(scan, attention)
    guard !isPaused, let other, let failed = try await ledger.scan(other.scan), failed.state == .failed else {
      return true
    }
    Logger.current.warning(
      "\(service.rawValue) refuses one photo like the other: \(setback.reason)",
      metadata: .event(.serviceClosed, service))
    if try await ledger.retry(failed.id) == .carriedOut { clearAway(failed, unless: "") }
    return true
  }

  /// Lets the scan wait, and come back to the step that it stands at.
  private func hold(_ scan: Scan, _ setback: Setback) async throws {
    let step = try await ledger.scan(scan.id)?.step ?? .picture
    if let spent = try await patienceSpent(on: scan, at: step, setback) { return try await fail(scan, spent) }
    let offline = !setback.burnsAttempt
    let met = try await ledger.setbacks(of: scan.id, at: step, excused: offline)
    let delay: Duration =
      setback.kind == .needsAttention
      ? Gate.attentionInterval
      : max(
        setback.retryAfter.map { .seconds($0) } ?? .zero,
        RetrySchedule().delay(after: met + 1, offline: offline, jitter: Double.random(in: 0...1)))
    if setback.kind == .needsAttention, setback.service == nil,
      try await ledger.report(.imaging, reason: setback.reason, cure: setback.cure, now: now)
    {
      Logger.current.error("\(setback.reason)")
    }
    Logger.current.info(
      "scan \(scan.id) waits at \(step.rawValue): \(setback.reason)", metadata: ["step": .string(step.rawValue)])
    // Coming back to a closed door would only be noise.
    var until = now + delay
    if let service = setback.service { until = max(until, try await ledger.closure(of: service)?.until ?? until) }
    try await ledger.hold(
      scan.id, until: until,
      by: setback.service?.rawValue ?? (setback.kind == .needsAttention ? HealthCode.imaging.rawValue : nil),
      setback: setback, now: now)
  }

  /// What the scan fails with where a service has failed it for as long as is waited for; nil until then.
  private func patienceSpent(on scan: Scan, at step: Step, _ setback: Setback) async throws -> Setback? {
    guard setback.kind == .transient, setback.service != nil, setback.burnsAttempt,
      let since = try await ledger.failing(scan.id, at: step), since + line.settings.patience <= now
    else { return nil }
    return .permanent("\(setback.reason), time and again since \(since.rfc3339)", cure: "albumscanctl retry \(scan.id)")
  }

  /// Lets the scan wait until the disk takes what is written: then it goes on at once.
  private func hold(_ scan: Scan, _ trouble: DiskTrouble) async throws {
    try await disks.close(for: trouble, now: now)
    try await ledger.hold(
      scan.id, until: now, by: DiskGate.holder.rawValue,
      setback: .needsAttention(trouble.reason, service: nil, cure: trouble.cureInPassing), now: now)
  }

  /// How much a scan has still to write to a folder, in bytes.
  private func room(for scan: Scan, at folder: FilePath) -> Int64 {
    guard folder.starts(with: line.settings.root.appending("originals")) else { return DiskTrouble.roomForResult }
    let photo = try? OpenedPhoto(FilePath(bytes: scan.path)).identity
    return DiskTrouble.roomForResult + (photo?.size ?? 0)
  }

  private func fail(_ scan: Scan, _ setback: Setback) async throws {
    let filed = try await line.filing(ledger).file(scan)
    try await fail(
      scan, reason: setback.reason, hint: setback.cure ?? "albumscanctl retry \(scan.id)",
      photoNow: filed.place, setback: setback)
  }

  private func fail(
    _ scan: Scan, reason: String, hint: String?, photoNow: String?, setback: Setback?
  ) async throws {
    let standing = try await ledger.scan(scan.id) ?? scan
    let folder = try FailureFolder(
      root: line.settings.root, press: line.press, strategy: line.settings.strategy, time: line.time
    ).write(
      standing, reason: reason, hint: hint, photoNow: photoNow)
    do {
      try await ledger.fail(
        scan.id, reason: reason, hint: hint, folder: folder, photoNow: photoNow, setback: setback, now: now)
    } catch let superseded as Superseded {
      remove(folder)
      throw superseded
    }
    if disks.isOpen { try await ledger.clearUnlessHolding([.disk], now: now) }
    clearAway(scan, unless: folder)
    line.announcer.announce(.failed(scan: scan.id, photo: scan.name, reason: reason, hint: hint))
    if Self.wasShown(scan) { gallery.refreshAll() }
    Logger.current.warning(
      "\(scan.name): \(reason)",
      metadata: [
        "event": .string(EventID.scanFailed.rawValue), "state": "failed",
        "step": .string(standing.step?.rawValue ?? ""),
      ])
  }

  /// What an earlier try of this scan left, in whichever folder.
  private func clearAway(_ scan: Scan, unless new: String) {
    guard let old = scan.bundle, old != new,
      BundleFolder(path: line.settings.root.appending(old)).belongs(to: scan)
    else { return }
    remove(old)
  }

  private func remove(_ folder: String) {
    try? FileManager.default.removeItem(atPath: line.settings.root.appending(folder).string)
  }
}
