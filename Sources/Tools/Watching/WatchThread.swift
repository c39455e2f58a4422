internal import CLinux
internal import SystemPackage

/// A separate thread for blocking work, to keep the few threads of the concurrency pool free.
enum WatchThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread that takes no signals, and doesn't wait for it.
  nonisolated static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
    let work = Unmanaged.passRetained(Work(body))
    let code = clinux_start_thread(runWatchThread, work.toOpaque(), 512 << 10)
    guard code == 0 else {
      work.release()
      throw Errno(rawValue: code)
    }
  }

  fileprivate static func run(_ argument: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
  }
}

// A function at file scope: a closure written in a main-actor context would trap on this thread.
private func runWatchThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { WatchThread.run(argument) }
  return nil
}
