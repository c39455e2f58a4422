internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Setup
internal import Watching

/// Detects commits by other processes: albumscanctl controls the daemon only through the ledger.
struct LedgerChangeMonitor: Service {
  let places: Places
  let ledger: Ledger
  let wakeSignal: WakeSignal
  /// Beside the wake signal, for who looks for something else than work.
  var noticed: @Sendable () -> Void = {}

  func run() async throws {
    try await cancelWhenGracefulShutdown {
      // The first look counts as a change: what was committed while others began was heard by nobody.
      var version: Int?
      // SQLite writes each commit into the log beside the ledger.
      for await _ in FileChanges(in: places.state, namesBeginning: "albumscan.db-wal") {
        let now = try await ledger.version()
        // Our own commits write there too, but leave the version alone.
        guard now != version else { continue }
        version = now
        noticed()
        wakeSignal.fire()
      }
    }
  }
}
