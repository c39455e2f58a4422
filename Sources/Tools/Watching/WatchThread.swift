import Glibc
import SystemPackage

/// A thread of its own for work that blocks, so that none of the concurrency pool's few threads has to.
enum WatchThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread that takes no signals, and doesn't wait for it.
  nonisolated static func start(_ body: @escaping @Sendable () -> Void) throws(Errno) {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    defer { attributes.deallocate() }
    pthread_attr_init(attributes)
    defer { pthread_attr_destroy(attributes) }
    pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    pthread_attr_setstacksize(attributes, 512 * 1_024)
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A new thread inherits the mask.
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let work = Unmanaged.passRetained(Work(body))
    var thread = pthread_t()
    let code = pthread_create(&thread, attributes, runWatchThread, work.toOpaque())
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
