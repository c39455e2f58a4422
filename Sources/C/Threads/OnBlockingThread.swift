internal import Synchronization

/// Runs work that may wait for a disk or a network share, on a thread of its own, and waits for its result without
/// holding one of the concurrency pool's few threads. The work isn't canceled: what was begun on a disk is finished.
package func onBlockingThread<Value: ~Copyable & Sendable, Failure: Error>(
  _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let result = WorkResult<Value, Failure>()
  await withCheckedContinuation { continuation in
    BlockingThread.share {
      result.keep(Result(catching: work))
      continuation.resume()
    }
  }
  return try result.take().get()
}

/// What work on another thread came to. A continuation can't pass on what can't be copied, such as an open file.
private final class WorkResult<Value: ~Copyable & Sendable, Failure: Error>: Sendable {
  private let result = Mutex<Result<Value, Failure>?>(nil)

  func keep(_ made: consuming sending Result<Value, Failure>) {
    var made = Optional(made)
    result.withLock { $0 = made.take() }
  }

  func take() -> Result<Value, Failure> {
    guard let made = result.withLock({ $0.take() }) else { preconditionFailure("the work isn't done") }
    return made
  }
}

/// Runs tasks on the threads for work that blocks, for a part of the program that reads and writes files at every turn: see
/// `withTaskExecutorPreference`.
package final class BlockingTaskExecutor: TaskExecutor {
  package static let shared = BlockingTaskExecutor()

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    BlockingThread.share { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// The threads for work that blocks: so few that a share that hangs doesn't take all memory, and none while there is no
/// work.
extension BlockingThread {
  /// As many as scans may be in progress, so that those on a share that hangs don't keep the others from a disk that works;
  /// and a few for the photos that arrive, and for the pages of all.
  private static let most = 20

  private static let shared = Mutex<(running: Int, waiting: [@Sendable () -> Void])>((0, []))

  fileprivate static func share(_ work: @escaping @Sendable () -> Void) {
    let mustStart = shared.withLock { state in
      state.waiting.append(work)
      guard state.running < most else { return false }
      state.running += 1
      return true
    }
    // Without a thread, this one has to do.
    if mustStart, !start(stack: 2 << 20, drain) { drain() }
  }

  /// Does what waits, the oldest first, until nothing is left.
  private static func drain() {
    while true {
      let work = shared.withLock { state -> (@Sendable () -> Void)? in
        guard !state.waiting.isEmpty else {
          state.running -= 1
          return nil
        }
        return state.waiting.removeFirst()
      }
      guard let work else { return }
      work()
    }
  }
}
