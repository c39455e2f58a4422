internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Setup
internal import Watching

/// Detects commits by other processes: albumscanctl controls the daemon only through the ledger.
struct LedgerChangeMonitor: NamedService {
  let places: Places
  let ledger: Ledger
  let wakeSignal: WakeSignal
  /// Called in addition to the wake signal, for other listeners.
  var noticed: @Sendable () -> Void = {}

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      // The first check counts as a change: commits during the start were noticed by nobody.
      var version: Int?
      // SQLite writes each commit to the log beside the ledger.
      for await _ in FileChanges(in: places.state, namesBeginning: "albumscan.db-wal") {
        let now = try await ledger.version()
        // Our own commits write there, too, but don't change the version.
        guard now != version else { continue }
        version = now
        noticed()
        wakeSignal.fire()
      }
    }
  }
}
