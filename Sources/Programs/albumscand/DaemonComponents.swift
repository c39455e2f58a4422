internal import Pipeline
internal import Records
internal import Synchronization

/// The components of a daemon, whether it keeps running or exits when everything is done.
struct DaemonComponents: Sendable {
  let ledger: Ledger
  let current: CurrentLine
  /// Fired when there may be something to do.
  let wakeSignal: WakeSignal
  let gallery: GalleryUpdater
  let disks: DiskGate
  /// Only one task at a time changes existing bundles.
  let publishing: ConcurrencyLimit
  let desktopNotifier: DesktopNotifier

  /// - Parameters:
  ///   - onLoop: called on every iteration of its loop.
  ///   - onHealthy: also called then, unless something is stuck.
  func worker(
    _ options: Worker.Options, onLoop: @escaping @Sendable (QueueSummary) -> Void = { _ in },
    onHealthy: @escaping @Sendable () -> Void = {}
  ) -> Worker {
    Worker(
      ledger: ledger, line: { current.line }, gallery: gallery, disks: disks, wakeSignal: wakeSignal,
      publishing: publishing, options: options, onLoop: onLoop, onHealthy: onHealthy)
  }
}

/// The line that new scans use; a reload replaces it.
final class CurrentLine: Sendable {
  private let value: Mutex<Line>

  init(_ line: Line) { value = Mutex(line) }

  var line: Line { value.withLock { $0 } }
  func replace(by line: Line) { value.withLock { $0 = line.succeeding($0) } }
}
