internal import Logging
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Setup
internal import SystemPackage
internal import Systemd
internal import UnixSignals

/// Reads the settings again on SIGHUP. Wrong ones are refused: the old ones hold, and status says so.
struct Reloader: Service {
  let file: FilePath?
  let ledger: Ledger
  let current: CurrentLine
  let herald: Herald
  let inboxes: InboxWatch
  let bell: Bell
  let notifier: ServiceNotifier

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      for await _ in await UnixSignalsSequence(trapping: .sighup) {
        notifier.reloading()
        try await reload()
        notifier.ready()
      }
    }
  }

  private func reload() async throws {
    do {
      let loaded = try LoadedSettings.load(file: file, environment: Environment.current)
      let line = try await World(loaded: loaded).line(announcing: herald)
      try await Daemon.prepareFolders(loaded, ledger)
      current.replace(by: line)
      inboxes.watch(loaded.settings.folders)
      try await ledger.clear("settings")
      try await ledger.openAll()
      try await current.line.lookAtSpending(in: ledger)
      bell.ring()
      Logger.current.notice("the settings were read again", metadata: ["event": .string(EventID.reloaded.rawValue)])
    } catch {
      try await ledger.report(
        "settings", reason: "The new settings are wrong, the old ones hold: \(error)",
        cure: "albumscanctl config check; then: systemctl --user reload albumscand", now: current.line.time.now())
      Logger.current.error(
        "the new settings are refused: \(error)", metadata: ["event": .string(EventID.reloadRefused.rawValue)])
    }
  }
}
