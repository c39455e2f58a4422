internal import Pipeline
internal import Records

/// The components of a daemon, whether it keeps running or exits when everything is done.
struct DaemonComponents: Sendable {
  let ledger: Ledger
  let current: CurrentContext
  /// Fired when there may be something to do.
  let wakeSignal: WakeSignal
  let gallery: GalleryUpdater
  let phone: PhonePageUpdater
  let disks: DiskGate
  /// Only one task at a time changes existing bundles.
  let publishing: ConcurrencyLimit
  let desktopNotifier: DesktopNotifier
  let memory: MemoryRelease

  /// - Parameters:
  ///   - onLoop: called on every iteration of its loop.
  ///   - onHealthy: also called then, unless something is stuck.
  func worker(
    _ options: Worker.Options, onLoop: @escaping @Sendable (QueueSummary) -> Void = { _ in },
    onHealthy: @escaping @Sendable () -> Void = {}
  ) -> Worker {
    Worker(
      ledger: ledger, context: { current.context }, gallery: gallery, disks: disks, wakeSignal: wakeSignal,
      publishing: publishing, options: options, onLoop: onLoop, onHealthy: onHealthy)
  }
}
