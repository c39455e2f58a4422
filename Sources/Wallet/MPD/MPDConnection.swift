internal import Glibc
internal import Synchronization
internal import Threads

/// A connection to MPD and the thread on which it waits. Requests are sent one after another.
///
/// The thread starts with the first request. After a while without requests, it ends and closes the connection, which
/// MPD would do anyway. The next request starts both again.
final class MPDConnection: Sendable {
  /// A submitted request, and who waits for its answer.
  struct Order: Sendable {
    let bytes: [UInt8]
    let isIdle: Bool
    /// On the monotonic clock.
    let start: Double
    let waiting: CheckedContinuation<Result<MPDAnswer, MPDError>, Never>
  }

  private enum Mode { case asleep, awake, closed }

  private struct State {
    var mode = Mode.asleep
    var lastNumber: UInt64 = 0
    var orders: [(number: UInt64, order: Order)] = []
    /// The order in progress.
    var current: UInt64?
    var isCurrentCancelled = false
    /// The protocol version.
    var version: String?
  }

  private let state = Mutex(State())
  private let endpoint: MPDEndpoint
  private let patience: Duration
  /// After this many seconds without a request, the connection is closed.
  private let linger: Double
  private let wake = PollableFlag()

  init(_ endpoint: MPDEndpoint, patience: Duration, linger: Double) {
    self.endpoint = endpoint
    self.patience = patience
    self.linger = linger
  }

  /// Sends one command, or several at once.
  func ask(_ commands: [MPDCommand], isIdle: Bool = false) async throws(MPDError) -> MPDAnswer {
    let bytes = MPDCommand.bytes(of: commands)
    let ticket = Ticket()
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        ticket.submit(
          Order(bytes: bytes, isIdle: isIdle, start: MonotonicClock.now, waiting: continuation), to: self)
      }
    } onCancel: {
      ticket.cancel(in: self)
    }
    return try outcome.get()
  }

  /// Nil if the connection is closed.
  fileprivate func submit(_ order: Order) -> UInt64? {
    let (number, mustStart) = state.withLock { state -> (UInt64?, Bool) in
      guard state.mode != .closed, wake.isUsable else { return (nil, false) }
      state.lastNumber += 1
      state.orders.append((state.lastNumber, order))
      let sleeps = state.mode == .asleep
      state.mode = .awake
      return (state.lastNumber, sleeps)
    }
    guard mustStart else {
      wake.set()
      return number
    }
    if !BlockingThread.start({ self.run() }) {
      for order in retire(always: true) ?? [] { order.waiting.resume(returning: .failure(.cancelled)) }
    }
    return number
  }

  fileprivate func cancel(_ number: UInt64) {
    let waiting = state.withLock { state -> Order? in
      if state.current == number { state.isCurrentCancelled = true }
      guard let place = state.orders.firstIndex(where: { $0.number == number }) else { return nil }
      return state.orders.remove(at: place).order
    }
    waiting?.waiting.resume(returning: .failure(.cancelled))
    wake.set()
  }

  /// Cancels the request in progress, and ends the thread. Later requests are refused.
  func close() {
    state.withLock { $0.mode = .closed }
    wake.set()
  }

  /// The protocol version from MPD's greeting; nil before the first answer.
  var version: String? { state.withLock { $0.version } }

  /// Whether the thread is running.
  var isAwake: Bool { state.withLock { $0.mode == .awake } }

  // MARK: The thread

  private func run() {
    var call = MPDCall(endpoint, patience: patience, wake: wake)
    var idleSince = MonotonicClock.now
    while true {
      if let (number, order) = next() {
        order.waiting.resume(returning: carryOut(order, number, with: &call))
        idleSince = MonotonicClock.now
      } else if isClosed || !call.isConnected || MonotonicClock.now - idleSince >= linger {
        guard let left = retire(always: isClosed) else { continue }
        for order in left { order.waiting.resume(returning: .failure(.cancelled)) }
        return
      } else {
        call.rest(until: idleSince + linger)
      }
    }
  }

  private func carryOut(_ order: Order, _ number: UInt64, with call: inout MPDCall) -> Result<MPDAnswer, MPDError> {
    defer {
      let version = call.version
      state.withLock { state in
        state.current = nil
        state.isCurrentCancelled = false
        state.version = version
      }
    }
    do throws(MPDError) {
      return .success(
        try call.make(order.bytes, since: order.start, isIdle: order.isIdle) { [self] in
          state.withLock { !$0.isCurrentCancelled && $0.mode != .closed }
        })
    } catch {
      return .failure(error)
    }
  }

  private var isClosed: Bool { state.withLock { $0.mode == .closed } }

  private func next() -> (number: UInt64, order: Order)? {
    state.withLock { state in
      guard state.mode != .closed, !state.orders.isEmpty else { return nil }
      let first = state.orders.removeFirst()
      state.current = first.number
      state.isCurrentCancelled = false
      return first
    }
  }

  /// The remaining orders; nil if a request arrived in the meantime: then the thread continues.
  private func retire(always: Bool) -> [Order]? {
    state.withLock { state in
      guard always || state.orders.isEmpty else { return nil }
      if state.mode == .awake { state.mode = .asleep }
      defer { state.orders = [] }
      return state.orders.map(\.order)
    }
  }

  /// Synchronizes the start of a request with its cancellation, which may come before or during it.
  private final class Ticket: Sendable {
    private enum Stage {
      case new
      case submitted(UInt64)
      case cancelled
    }

    private let stage = Mutex(Stage.new)

    func submit(_ order: Order, to connection: MPDConnection) {
      let isTaken = stage.withLock { stage in
        guard case .new = stage, let number = connection.submit(order) else { return false }
        stage = .submitted(number)
        return true
      }
      if !isTaken { order.waiting.resume(returning: .failure(.cancelled)) }
    }

    func cancel(in connection: MPDConnection) {
      let number = stage.withLock { stage -> UInt64? in
        defer { stage = .cancelled }
        if case .submitted(let number) = stage { return number }
        return nil
      }
      if let number { connection.cancel(number) }
    }
  }
}
