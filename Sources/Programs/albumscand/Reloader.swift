internal import Albums
internal import Logging
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Setup
internal import SystemPackage
internal import Systemd
internal import UnixSignals

/// Reads the settings again on SIGHUP, and when `albumscanctl` has given or taken a key. Wrong ones are refused: the old
/// ones hold, and status says so.
struct Reloader: Service {
  let file: FilePath?
  let places: Places
  let ledger: Ledger
  let current: CurrentLine
  let herald: Herald
  let inboxes: InboxWatch
  let wallet: WalletKeeper
  let bell: Bell
  let notifier: ServiceNotifier

  private enum Occasion: Sendable { case asked, committed }

  private let occasions: AsyncStream<Occasion>
  private let tell: AsyncStream<Occasion>.Continuation

  init(
    file: FilePath?, places: Places, ledger: Ledger, current: CurrentLine, herald: Herald, inboxes: InboxWatch,
    wallet: WalletKeeper, bell: Bell, notifier: ServiceNotifier
  ) {
    self.file = file
    self.places = places
    self.ledger = ledger
    self.current = current
    self.herald = herald
    self.inboxes = inboxes
    self.wallet = wallet
    self.bell = bell
    self.notifier = notifier
    (occasions, tell) = AsyncStream.makeStream()
  }

  /// Another process has written to the ledger: whoever changes a key does, once that lies in its place.
  func lookAtKeys() { tell.yield(.committed) }

  func run() async throws {
    try await cancelWhenGracefulShutdown { [self] in
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { [tell] in
          for await _ in await UnixSignalsSequence(trapping: .sighup) { tell.yield(.asked) }
        }
        var known = keys
        for await occasion in occasions {
          let now = keys
          if occasion == .committed, now == known { continue }
          known = now
          notifier.reloading()
          try await reload()
          notifier.ready()
        }
      }
    }
  }

  /// Nil where one can't be used, which a reload says.
  private var keys: [Credential: Secret]? {
    try? Credentials(environment: Environment.current, folder: places.credentials).all()
  }

  private func reload() async throws {
    do {
      let loaded = try LoadedSettings.load(file: file, environment: Environment.current)
      let world = try World(loaded: loaded)
      let line = try await world.line(announcing: herald, noting: wallet.notes)
      let plan = try world.walletPlan()
      try await Daemon.prepareFolders(loaded, ledger)
      current.replace(by: line)
      wallet.take(plan)
      inboxes.watch(loaded.settings.folders)
      try await ledger.clear(.settings)
      try await ledger.openAll()
      try await current.line.lookAtSpending(in: ledger)
      bell.ring()
      Logger.current.notice("the settings were read again", metadata: ["event": .string(EventID.reloaded.rawValue)])
    } catch {
      try await ledger.report(
        .settings, reason: "The new settings are wrong, the old ones hold: \(error)",
        cure: "albumscanctl config check; then: systemctl --user reload albumscand", now: current.line.time.now())
      Logger.current.error(
        "the new settings are refused: \(error)", metadata: ["event": .string(EventID.reloadRefused.rawValue)])
    }
  }
}
