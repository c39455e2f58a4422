import Glibc
package import SystemPackage
internal import Threads

/// Reports that files of a folder whose names have a given prefix were written to. Each element stands for one change
/// or many.
///
/// A writer may need more time before its change can be read: a SQLite commit first appears in its log, and takes
/// effect only when the log is on disk and the shared memory, which sends no events, says so. Each change is therefore
/// reported again a few times. After that, nothing wakes the process until the next write. If the kernel has no watch
/// left, a change is assumed every second until it has.
package struct FileChanges: AsyncSequence, Sendable {
  package typealias Element = Void
  package typealias Failure = Never

  private let folder: FilePath
  private let prefix: String

  /// Milliseconds from a change, or the previous echo, until it is reported again.
  private static let echoes: [Int32] = [30, 100, 300, 1_000, 4_000]

  package init(in folder: FilePath, namesBeginning prefix: String) {
    self.folder = folder
    self.prefix = prefix
  }

  /// In milliseconds; used without events.
  private static let polling: Int32 = 1_000

  /// Starts watching at once. If no descriptor or thread is available, the sequence ends at once.
  package func makeAsyncIterator() -> AsyncStream<Void>.Iterator {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (folder, prefix) = (folder, prefix)
    let stop = PollableFlag()
    continuation.onTermination = { _ in stop.set() }
    let isWatching =
      stop.isUsable
      && BlockingThread.start {
        Self.watch(folder, prefix, until: stop) { continuation.yield() }
        continuation.finish()
      }
    if !isWatching { continuation.finish() }
    return stream.makeAsyncIterator()
  }

  private static func watch(_ folder: FilePath, _ prefix: String, until stop: PollableFlag, _ changed: () -> Void) {
    let mask = UInt32(IN_MODIFY) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO)
    while !stop.isSet {
      // Without a watch, the loop below uses the timer.
      if let inotify = try? Inotify(), (try? inotify.watch(folder, mask)) != nil {
        follow(inotify, prefix, until: stop, changed)
      } else {
        changed()
        var request = stop.request
        poll(&request, 1, polling)
      }
    }
  }

  private static func follow(
    _ inotify: borrowing Inotify, _ prefix: String, until stop: PollableFlag, _ changed: () -> Void
  ) {
    // Anything written before the watch was set counts as one change.
    changed()
    var echoes = Self.echoes[...]
    while !stop.isSet {
      var requests = [
        stop.request,
        pollfd(fd: inotify.descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&requests, nfds_t(requests.count), echoes.first ?? -1)
      if count == 0 {
        echoes.removeFirst()
        changed()
      } else if count > 0, inotify.read().contains(where: { $0.name.isEmpty || $0.name.starts(with: prefix.utf8) }) {
        echoes = Self.echoes[...]
        changed()
      }
    }
  }
}
