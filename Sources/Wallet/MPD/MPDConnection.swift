internal import Glibc
internal import Synchronization
internal import Threads

/// A connection to MPD and the thread on which it waits. Requests are sent one after another.
///
/// The thread starts with the first request. After a while without requests, it ends and closes the connection, which
/// MPD would do anyway. The next request starts both again.
final class MPDConnection: Sendable {
  /// A submitted request, and who waits for its answer.
  private struct Order: Sendable {
    let bytes: [UInt8]
    let isIdle: Bool
    /// On the monotonic clock.
    let start: Double
    let connection: MPDConnection
    let waiting: CheckedContinuation<Result<MPDAnswer, MPDError>, Never>
  }

  private let worker: WorkerThread<Order>
  private let greeting = Mutex<String?>(nil)

  /// - Parameter linger: after this many seconds without a request, the connection is closed.
  init(_ endpoint: MPDEndpoint, patience: Duration, linger: Double) {
    worker = WorkerThread(
      refuse: { order, _ in order.waiting.resume(returning: .failure(.canceled)) },
      run: { Self.run($0, MPDCall(endpoint, patience: patience, wake: $0.wake), linger: linger) })
  }

  /// Sends one command, or several at once.
  func ask(_ commands: [MPDCommand], isIdle: Bool = false) async throws(MPDError) -> MPDAnswer {
    let bytes = MPDCommand.bytes(of: commands)
    let outcome = await worker.answer { waiting in
      Order(bytes: bytes, isIdle: isIdle, start: MonotonicClock.now, connection: self, waiting: waiting)
    }
    return try outcome.get()
  }

  /// Cancels the request in progress, and ends the thread. Later requests are refused.
  func close() { worker.close() }

  /// The protocol version from MPD's greeting; nil before the first answer.
  var version: String? { greeting.withLock { $0 } }

  /// Whether the thread is running.
  var isAwake: Bool { worker.isRunning }

  // MARK: The thread

  private static func run(_ worker: WorkerThread<Order>, _ call: consuming MPDCall, linger: Double) {
    var idleSince = MonotonicClock.now
    while true {
      if !worker.isClosed, let (number, order) = worker.takeOrder() {
        let outcome = Result { () throws(MPDError) in
          try call.make(order.bytes, since: order.start, isIdle: order.isIdle) { !worker.isCanceled(number) }
        }
        _ = worker.takeCanceled()
        order.connection.greeting.withLock { [version = call.version] in $0 = version }
        order.waiting.resume(returning: outcome)
        idleSince = MonotonicClock.now
      } else if worker.isClosed || !call.isConnected || MonotonicClock.now - idleSince >= linger {
        if worker.retire() { return }
      } else {
        call.rest(until: idleSince + linger)
      }
    }
  }
}
