internal import CLinux

/// A thread of its own for work that blocks, so that none of the concurrency pool's few threads has to.
package enum BlockingThread {
  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new thread that takes no signals, and doesn't wait for it.
  /// - Parameter stack: in bytes.
  /// - Returns: false where no thread can be had; `body` isn't run then.
  nonisolated package static func start(stack: Int = 512 << 10, _ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(Work(body))
    let hasStarted = clinux_start_thread(runWork, work.toOpaque(), stack) == 0
    if !hasStarted { work.release() }
    return hasStarted
  }

  fileprivate static func run(_ work: UnsafeMutableRawPointer) {
    Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body()
  }
}

// A function at file scope: a closure written in a main-actor context would trap on this thread.
private func runWork(_ work: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let work { BlockingThread.run(work) }
  return nil
}
