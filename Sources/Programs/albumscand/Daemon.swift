internal import Albums
internal import ArgumentParser
internal import Disk
internal import Foundation
internal import Glibc
internal import Logging
internal import Pages
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Setup
internal import SystemPackage
internal import Systemd
internal import Threads
internal import UnixSignals
internal import Watching

/// One run of the daemon: locks the ledger, assembles the parts, and runs a few services until it is told to stop.
struct Daemon: Sendable {
  enum Mode: Equatable, Sendable {
    case service
    /// Processes the photos that are there, then exits.
    case once(only: [Int64]?)
  }

  let loaded: LoadedSettings
  let file: FilePath?
  let mode: Mode

  func run() async throws {
    for ignored in loaded.ignored { Logger.current.warning("\(ignored)") }
    let places = loaded.places
    let root = loaded.settings.folders.root
    let lock: ExclusiveLock
    do {
      try places.requireLocalLedger()
      try Folder.make(places.state)
      lock = try ExclusiveLock(at: places.state.appending("albumscand.lock"))
    } catch let error as LedgerOnNetwork {
      Albumscand.complain("\(error)")
      throw ExitCode(EX_CONFIG)
    } catch ExclusiveLock.Refusal.held(let holder, let path) {
      let refusal = ExclusiveLock.Refusal.held(by: holder, path: path)
      Albumscand.complain("Another albumscand uses the ledger: \(refusal) See: albumscanctl status")
      throw ExitCode(EX_TEMPFAIL)
    }
    let notifier = ServiceNotifier()
    let status = StatusLine(notifier: notifier, watched: notifier.watchdogInterval != nil)
    let retries = mode == .service ? Self.retries(with: places, status) : nil
    let lockWatch = LockWatch(file: places.ledger.string, status: status)
    let ledger = try Ledger(file: places.ledger.string, retries: retries, whileLocked: lockWatch.waits) {
      // Opening a ledger with very many scans can take longer than a service manager waits.
      notifier.extendStart(by: .seconds(1800))
    }
    let hasResults = try await Self.prepareFolders(loaded, ledger)
    let recovered = try await ledger.recover()
    var marker = try await Self.sweepAfterCrash(loaded, ledger, hasResults: hasResults)
    let wakeSignal = WakeSignal()
    let disks = DiskGate(ledger: ledger) { [loaded] in Self.sweepFolders(loaded) }
    let galleryWritten = WakeSignal()
    let memory = MemoryRelease()
    let gallery = GalleryUpdater(
      ledger: ledger, root: root, renderer: HTMLRenderer(), disks: disks,
      written: {
        galleryWritten.fire()
        memory.worked()
      })
    let publishing = ConcurrencyLimit(1)
    let composition = try CompositionRoot(loaded: loaded)
    let notes = await onBlockingThread {
      [imaging = composition.imaging, writesReviews = loaded.settings.writesReviews] in
      LibraryNotes(
        ledger: ledger, root: root, renderer: HTMLRenderer(writesReviews: writesReviews), imaging: imaging,
        publishing: publishing, file: places.wallet.appending("pages.json"))
    }
    let desktopNotifier = DesktopNotifier(
      ledger: ledger, root: root, pictures: PictureStore(folder: places.pictures), gallery: gallery,
      wakeSignal: wakeSignal)
    let known = (keys: Reloader.keys(in: places), settings: try await ledger.settingsVersion())
    let current = CurrentContext(
      try await composition.context(
        in: ledger, announcing: desktopNotifier, noting: notes, settingsVersion: known.settings))
    let phone = PhonePageUpdater(
      ledger: ledger, root: root, renderer: HTMLRenderer(), gallery: gallery, notes: notes,
      albums: { current.context.phoneAlbums })
    // If the settings were rejected on an earlier reload, they have been corrected; otherwise they would have been
    // rejected now.
    try await ledger.clear(.settings)
    try await ledger.clear(.stuck)
    // Unreadable files are detected again; the recorded ones may be gone.
    try await ledger.clearEverywhere(.unreadable)
    try await Self.tellOfKeptPhotos(loaded, ledger)
    // A service may have been paused because of settings or keys that have changed.
    try await ledger.tryAgain(asking: current.context.services, now: current.context.time.now())
    try await current.context.lookAtSpending()

    gallery.markAll()
    Logger.current.notice(
      "albumscand \(Version.text) started\(recovered > 0 ? "; \(recovered) interrupted scans continue" : "")",
      metadata: ["event": .string(EventID.started.rawValue)])
    let started = Date()
    let components = DaemonComponents(
      ledger: ledger, current: current, wakeSignal: wakeSignal, gallery: gallery, phone: phone, disks: disks,
      publishing: publishing, desktopNotifier: desktopNotifier, memory: memory)
    switch mode {
    case .service:
      let wallet = try WalletUpdater(
        composition, ledger: ledger, context: { current.context }, gallery: gallery, phone: phone, notes: notes,
        wakeSignal: galleryWritten, memory: memory)
      do {
        try await serve(components, composition, wallet, status, retries, lockWatch, known)
      } catch let error as LedgerError {
        guard retries?.isEnded == true, error.mayPass else { throw error }
        Logger.current.warning("scans in progress continue at the next start: \(error)")
        marker = nil
      }
    case .once(let only): try await runOnce(components, only: only)
    }
    if disks.isOpen, let marker = marker.take() { await Self.clear(marker, for: root) }
    Logger.current.notice("albumscand stopped", metadata: ["event": .string(EventID.stopped.rawValue)])
    withExtendedLifetime(lock) {}
    guard case .once(let only) = mode else { return }
    if !disks.isOpen { throw ExitCode(5) }
    let isUnread = try await ledger.conditions().contains { $0.health == .unreadable }
    let hasTrouble = try await ledger.hasTrouble(since: started, only: only?.map(ScanID.init))
    if hasTrouble || only == nil && isUnread { throw ExitCode(2) }
  }

  private func serve(
    _ components: DaemonComponents, _ composition: CompositionRoot, _ wallet: WalletUpdater, _ status: StatusLine,
    _ retries: LedgerRetries?,
    _ lockWatch: LockWatch, _ known: Reloader.Known
  ) async throws {
    let (ledger, current, wakeSignal, desktopNotifier) = (
      components.ledger, components.current, components.wakeSignal, components.desktopNotifier
    )
    let notifier = status.notifier
    let inboxes = InboxWatch(ledger: ledger)
    let covers = CollectionCovers(ledger: ledger, context: { current.context })
    let worker = components.worker(
      Worker.Options(maxLoopInterval: notifier.watchdogInterval.map { $0 / 2 }, hangCheckInterval: .seconds(60)),
      onLoop: { queue in
        lockWatch.passed()
        status.update(queue)
        wallet.hold(!queue.isIdle)
        components.phone.look()
        if queue.isIdle { covers.look() }
        desktopNotifier.lookAtConditions()
        components.memory.worked()
      }, onHealthy: status.live)
    let (logger, folders) = (Logger.current, loaded.settings.folders.inbox.map(\.string).joined(separator: ", "))
    inboxes.watch(loaded.settings.folders) {
      logger.notice("\(folders) is watched")
      notifier.ready()
    }
    let reloader = Reloader(
      file: file, composition: composition, ledger: ledger, current: current, desktopNotifier: desktopNotifier,
      inboxes: inboxes, wallet: wallet, wakeSignal: wakeSignal, notifier: notifier, known: known)
    let intake = PhotoIntake(
      arrivals: inboxes.allArrivals, ledger: ledger, wakeSignal: wakeSignal, inboxes: { current.context.inboxes })
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          .init(service: components.gallery), .init(service: components.phone), .init(service: worker),
          .init(service: intake), .init(service: CoverIndexer(context: { current.context })),
          .init(
            service: LedgerChangeMonitor(
              places: loaded.places, ledger: ledger, wakeSignal: wakeSignal, noticed: reloader.lookAtChanges)),
          .init(service: reloader), .init(service: inboxes), .init(service: desktopNotifier),
          .init(service: wallet), .init(service: covers), .init(service: components.memory),
          .init(service: ShutdownHandler(notifier: notifier, retries: retries)),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger.current))
    try await group.run()
  }

  /// `--once`: what is there now, to its end.
  private func runOnce(_ components: DaemonComponents, only: [Int64]?) async throws {
    let (ledger, current, wakeSignal) = (components.ledger, components.current, components.wakeSignal)
    if only == nil {
      let arrivals = InboxWatch(ledger: ledger).settled(loaded.settings.folders)
      try await PhotoIntake(
        arrivals: arrivals, ledger: ledger, wakeSignal: wakeSignal, inboxes: { current.context.inboxes }, once: true
      ).run()
    }
    await CoverIndexer(context: { current.context }).tidy()
    let worker = components.worker(Worker.Options(once: true, only: only?.map(ScanID.init)))
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: [
          .init(service: LedgerChangeMonitor(places: loaded.places, ledger: ledger, wakeSignal: wakeSignal)),
          .init(service: components.desktopNotifier),
          .init(service: worker, successTerminationBehavior: .gracefullyShutdownGroup),
        ],
        gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger.current))
    try await group.run()
    if components.disks.isOpen {
      _ = try await components.phone.refresh()
      try await components.gallery.refresh()
    }
  }
}
