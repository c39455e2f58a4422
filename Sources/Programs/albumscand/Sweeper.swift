internal import Foundation
internal import Logging
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Setup

/// Clears away, once after a start, what a crash left beside the results. Among very many that takes a while, so nobody
/// waits for it.
struct Sweeper: Service {
  private let loaded: LoadedSettings
  private let ledger: Ledger
  private let start = Int(Date().timeIntervalSince1970)

  init(loaded: LoadedSettings, ledger: Ledger) {
    self.loaded = loaded
    self.ledger = ledger
  }

  func run() async throws {
    await cancelWhenGracefulShutdown { await sweep() }
    try await gracefulShutdown()
  }

  /// What earlier tries left is no reason not to go on.
  func sweep() async {
    await Daemon.sweepInside(loaded, before: start)
    do { try await Leftovers(root: loaded.settings.folders.root, ledger: ledger).sweep() } catch is CancellationError {
    } catch { Logger.current.notice("leftovers stay where they are: \(error)") }
  }
}
