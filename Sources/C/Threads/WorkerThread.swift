internal import Synchronization

/// A thread that carries out orders and may block. It starts with the first order, and ends when `run` finds nothing left
/// to do. The next order starts another.
package final class WorkerThread<Order: Sendable>: Sendable {
  /// Why an order isn't carried out.
  package enum Refusal: Sendable {
    /// Its task was canceled before it began, or the worker is closed.
    case canceled
    /// No thread, or no descriptor to wake it, can be had.
    case noThread
  }

  private struct State {
    var isRunning = false
    var isClosed = false
    var lastNumber: UInt64 = 0
    var orders: [(number: UInt64, order: Order)] = []
    /// Orders that `run` has taken and that nobody waits for any longer.
    var canceled: Set<UInt64> = []
    /// Resumed when the thread has ended.
    var ending: [CheckedContinuation<Void, Never>] = []
  }

  /// Set when `run` has to look at its orders. A thread that sleeps in poll(2) waits for it, too, and clears it.
  package let wake = PollableFlag()

  private let state = Mutex(State())
  private let stack: Int
  private let most: Int
  private let refuse: @Sendable (Order, Refusal) -> Void
  private let run: @Sendable (WorkerThread) -> Void

  /// - Parameters:
  ///   - stack: in bytes.
  ///   - most: how many orders may wait; then the oldest is refused.
  ///   - refuse: called for each order that isn't carried out, on any thread.
  ///   - run: the thread. It takes orders until `retire` returns true.
  package init(
    stack: Int = 512 << 10, most: Int = .max, refuse: @escaping @Sendable (Order, Refusal) -> Void,
    run: @escaping @Sendable (WorkerThread) -> Void
  ) {
    self.stack = stack
    self.most = most
    self.refuse = refuse
    self.run = run
  }

  /// Whether the thread is running.
  package var isRunning: Bool { state.withLock(\.isRunning) }

  package var isClosed: Bool { state.withLock(\.isClosed) }

  // MARK: From any thread

  /// Submits an order and waits for its answer. If the task is canceled, the order is, too.
  package func answer<Answer: Sendable>(
    to order: (CheckedContinuation<Answer, Never>) -> Order
  ) async -> Answer {
    // A cancellation may come before or during the submission.
    let ticket = Mutex<(number: UInt64?, isCanceled: Bool)>((nil, false))
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let order = order(continuation)
        ticket.withLock { ticket in
          if ticket.isCanceled { refuse(order, .canceled) } else { ticket.number = submit(order) }
        }
      }
    } onCancel: {
      ticket.withLock { ticket in
        ticket.isCanceled = true
        if let number = ticket.number { cancel(number) }
      }
    }
  }

  /// - Returns: the order's number; nil where it was refused.
  @discardableResult
  package func submit(_ order: Order) -> UInt64? {
    guard wake.isUsable else {
      refuse(order, .noThread)
      return nil
    }
    let (number, mustStart, dropped) = state.withLock { state -> (UInt64?, Bool, Order?) in
      guard !state.isClosed else { return (nil, false, order) }
      let dropped = state.orders.count >= most ? state.orders.removeFirst().order : nil
      state.lastNumber += 1
      state.orders.append((state.lastNumber, order))
      defer { state.isRunning = true }
      return (state.lastNumber, !state.isRunning, dropped)
    }
    if let dropped { refuse(dropped, .canceled) }
    if !mustStart {
      wake.set()
    } else if !BlockingThread.start(stack: stack, { [self] in run(self) }) {
      giveUp(.noThread)
    }
    return number
  }

  private func cancel(_ number: UInt64) {
    let waiting = state.withLock { state -> Order? in
      guard let place = state.orders.firstIndex(where: { $0.number == number }) else {
        if state.isRunning { state.canceled.insert(number) }
        return nil
      }
      return state.orders.remove(at: place).order
    }
    if let waiting { refuse(waiting, .canceled) }
    wake.set()
  }

  /// Lets the thread end. Later orders are refused.
  package func close() {
    state.withLock { $0.isClosed = true }
    wake.set()
  }

  /// Closes, and returns when the thread has ended.
  package func shutDown() async {
    await withCheckedContinuation { continuation in
      let isGone = state.withLock { state in
        state.isClosed = true
        if state.isRunning { state.ending.append(continuation) }
        return !state.isRunning
      }
      if isGone { continuation.resume() } else { wake.set() }
    }
  }

  // MARK: From `run`

  /// All orders that wait.
  package func takeOrders() -> [(number: UInt64, order: Order)] {
    state.withLock { state in
      defer { state.orders = [] }
      return state.orders
    }
  }

  /// The oldest order that waits.
  package func takeOrder() -> (number: UInt64, order: Order)? {
    state.withLock { $0.orders.isEmpty ? nil : $0.orders.removeFirst() }
  }

  /// The orders that were canceled after they were taken; each only once.
  package func takeCanceled() -> Set<UInt64> {
    state.withLock { state in
      defer { state.canceled = [] }
      return state.canceled
    }
  }

  package func isCanceled(_ number: UInt64) -> Bool { state.withLock { $0.isClosed || $0.canceled.contains(number) } }

  /// Ends the thread if nothing has arrived in the meantime, or the worker is closed. Then `run` must return.
  package func retire() -> Bool { end(refusing: .canceled, evenWithOrders: false) }

  /// Ends the thread and refuses what waits. Then `run` must return.
  package func giveUp(_ refusal: Refusal) { _ = end(refusing: refusal, evenWithOrders: true) }

  private func end(refusing refusal: Refusal, evenWithOrders: Bool) -> Bool {
    let left = state.withLock { state -> State? in
      guard evenWithOrders || state.isClosed || state.orders.isEmpty else { return nil }
      defer { state = State(isClosed: state.isClosed, lastNumber: state.lastNumber) }
      return state
    }
    guard let left else { return false }
    for (_, order) in left.orders { refuse(order, refusal) }
    for continuation in left.ending { continuation.resume() }
    return true
  }
}
