internal import Albums
internal import Foundation
internal import Logging
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Setup
internal import SystemPackage
internal import Systemd
internal import UnixSignals

/// Reloads the settings on SIGHUP, and when albumscanctl has changed one, or has stored or removed a key. Invalid settings
/// are rejected: the old ones stay in effect, and status says so.
struct Reloader: NamedService {
  let file: FilePath?
  /// The one from the start.
  let composition: CompositionRoot
  let ledger: Ledger
  let current: CurrentContext
  let desktopNotifier: DesktopNotifier
  let inboxes: InboxWatch
  let wallet: WalletUpdater
  let wakeSignal: WakeSignal
  let notifier: ServiceNotifier
  /// What the context was created with.
  private let atStart: Known

  /// The keys, nil if one can't be used, and how often commands had changed settings.
  typealias Known = (keys: [Credential: Secret]?, settings: Int)

  private enum Occasion: Sendable { case asked, committed }

  private let occasions: AsyncStream<Occasion>
  private let tell: AsyncStream<Occasion>.Continuation

  init(
    file: FilePath?, composition: CompositionRoot, ledger: Ledger, current: CurrentContext,
    desktopNotifier: DesktopNotifier,
    inboxes: InboxWatch, wallet: WalletUpdater, wakeSignal: WakeSignal, notifier: ServiceNotifier, known: Known
  ) {
    self.file = file
    self.composition = composition
    self.ledger = ledger
    self.current = current
    self.desktopNotifier = desktopNotifier
    self.inboxes = inboxes
    self.wallet = wallet
    self.wakeSignal = wakeSignal
    self.notifier = notifier
    atStart = known
    (occasions, tell) = AsyncStream.makeStream()
  }

  /// Another process has written to the ledger, which albumscanctl does after it has changed a setting or a key.
  func lookAtChanges() { tell.yield(.committed) }

  func run() async throws {
    try await cancelWhenGracefulShutdown { [self] in
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { [tell] in
          for await _ in await UnixSignalsSequence(trapping: .sighup) { tell.yield(.asked) }
        }
        var known = atStart
        for await occasion in occasions {
          let now = (keys: Self.keys(in: composition.loaded.places), settings: try await ledger.settingsVersion())
          if occasion == .committed, now == known { continue }
          known = now
          notifier.reloading()
          try await reload(known.settings)
          notifier.ready()
        }
      }
    }
  }

  /// Nil if a key can't be used, which the reload reports.
  static func keys(in places: Places) -> [Credential: Secret]? {
    // The reload itself reads them again, and throws.
    try? Credentials(environment: ProcessInfo.processInfo.environment, folder: places.credentials).all()
  }

  /// - Parameter version: the number of changes when this began.
  private func reload(_ version: Int) async throws {
    do {
      let loaded = try LoadedSettings.load(file: file, environment: ProcessInfo.processInfo.environment)
      // Many parts depend on the root from the start, such as the locations of pages and the links between them.
      guard loaded.settings.folders.root == current.context.root else {
        let reason = "folders.root has changed, which requires a restart; until then the old settings stay in effect"
        return try await refuse(reason, because: reason, cure: .command("systemctl --user restart albumscand"))
      }
      let composition = try CompositionRoot(loaded: loaded, after: composition)
      let plan = try composition.walletPlan(in: ledger)
      try await Daemon.prepareFolders(loaded, ledger)
      current.replace(
        by: try await composition.context(
          in: ledger, announcing: desktopNotifier, noting: wallet.notes, settingsVersion: version))
      await wallet.take(plan)
      inboxes.watch(loaded.settings.folders)
      try await ledger.clear(.settings)
      try await ledger.resumeAllServices()
      try await current.context.lookAtSpending()
      wakeSignal.fire()
      Logger.current.notice("the settings were reloaded", metadata: ["event": .string(EventID.reloaded.rawValue)])
    } catch {
      try await refuse(
        "The new settings are invalid, so the old ones stay in effect: \(error)", because: "\(error)",
        cure: .command("albumscanctl config check && systemctl --user reload albumscand"))
    }
  }

  private func refuse(_ reason: String, because words: String, cure: Cure) async throws {
    try await ledger.report(.settings, reason: reason, cure: cure, now: current.context.time.now())
    Logger.current.error(
      "the new settings were rejected: \(words)", metadata: ["event": .string(EventID.reloadRefused.rawValue)])
  }
}
