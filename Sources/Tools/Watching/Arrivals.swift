internal import Glibc
package import SystemPackage
internal import Threads

/// The complete files in some folders and all their subfolders: those found at the start, and those that arrive later.
///
/// Each iteration starts a new watch on a separate thread, which sleeps in poll(2) while nothing happens. Canceling the
/// iterating task, or releasing the iterator, ends it. Symbolic links are never followed. Nothing is ever created, changed, or removed.
package struct Arrivals: AsyncSequence, Sendable {
  package typealias Element = Arrival
  package typealias Failure = Never

  /// What to watch, and how.
  struct Settings: Sendable {
    let folders: [FilePath]
    let rules: IgnoreRules
    /// The interval between listings without events; nil chooses by file system.
    let polling: Duration?
    let untilSettled: Bool
    let reconcileEvery: Duration
    let patience: SettleTimes
    let limits: Limits
    let isKnown: (@Sendable (FilePath, FileIdentity) -> Bool)?
    let conditions: @Sendable (WatchCondition) -> Void
    let ready: (@Sendable () -> Void)?
  }

  /// What is left alone because of its size, so that it keeps nothing else waiting.
  package struct Limits: Sendable {
    /// The bytes of a file: a larger one is never read.
    package var bytes: Int64
    /// The folders of an inbox. Those above others come first, and of the same level those with the last names, which
    /// are the newest where folders are named after dates.
    package var folders: Int

    package init(bytes: Int64 = .max, folders: Int = 10_000) {
      self.bytes = bytes
      self.folders = folders
    }
  }

  private let settings: Settings

  /// - Parameters:
  ///   - folders: full paths.
  ///   - polling: nil for inotify, and a listing every 5 s on network file systems and wherever the kernel has no
  ///     watches left.
  ///   - untilSettled: end when everything found at the start has arrived or been given up.
  ///   - reconcileEvery: the interval between listings that verify the events. Each is a wake-up, so at least 15 s.
  ///   - isKnown: called for files found in a listing. True for those processed in an earlier run, which are then
  ///     neither read nor announced. Called on the watching thread, like the other closures.
  ///   - conditions: called with whatever hinders watching.
  ///   - ready: called once, when all folders are watched and have been listed.
  package init(
    folders: [FilePath], ignoring rules: IgnoreRules = IgnoreRules(), polling: Duration? = nil,
    untilSettled: Bool = false,
    reconcileEvery: Duration = .seconds(60), patience: SettleTimes = SettleTimes(), limits: Limits = Limits(),
    isKnown: (@Sendable (FilePath, FileIdentity) -> Bool)? = nil,
    conditions: @escaping @Sendable (WatchCondition) -> Void = { _ in },
    ready: (@Sendable () -> Void)? = nil
  ) {
    settings = Settings(
      folders: folders, rules: rules, polling: polling, untilSettled: untilSettled, reconcileEvery: reconcileEvery,
      patience: patience, limits: limits,
      isKnown: isKnown, conditions: conditions, ready: ready)
  }

  package func makeAsyncIterator() -> AsyncStream<Arrival>.Iterator { begin().makeAsyncIterator() }

  /// Starts watching until the stream is released. If no thread or descriptor is available, the stream ends at once.
  package func begin() -> AsyncStream<Arrival> {
    let (stream, continuation) = AsyncStream<Arrival>.makeStream()
    let settings = settings
    let stop = PollableFlag()
    continuation.onTermination = { _ in stop.set() }
    let isWatching =
      stop.isUsable
      && BlockingThread.start {
        let watcher = Watcher(settings, stop: stop) { continuation.yield($0) }
        watcher.run()
        continuation.finish()
      }
    if !isWatching { continuation.finish() }
    return stream
  }
}

/// A complete file in a watched folder, or one that is truncated or empty, and hasn't been written to for so long that it
/// won't be complete.
package struct Arrival: Hashable, Sendable {
  package let path: FilePath
  package let identity: FileIdentity
}
