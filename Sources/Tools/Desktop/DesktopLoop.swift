internal import CSystemd
internal import Glibc
internal import Synchronization
internal import Threads

/// The thread that talks to the bus. It starts with the first order, sleeps in poll(2) while something is shown, and
/// ends when nothing is: then there is no thread, no connection, and no timer.
final class DesktopLoop: Sendable {
  private enum Mode { case asleep, awake, closed }

  private struct State {
    var mode = Mode.asleep
    var orders: [NotificationStateMachine.Order] = []
    /// Resumed when the thread has ended.
    var closing: [CheckedContinuation<Void, Never>] = []
    var hasThread = false
  }

  private let state = Mutex(State())
  private let wake = PollableFlag()
  private let address: String?
  /// After this many seconds without an answer, a bus or server counts as dead.
  private let patience: Double
  private let tell: @Sendable (DesktopEvent) -> Void

  /// The most orders that wait for a bus that hangs; then the newest are kept.
  private static let mostOrders = 64

  init(address: String?, patience: Double, tell: @escaping @Sendable (DesktopEvent) -> Void) {
    self.address = address
    self.patience = patience
    self.tell = tell
  }

  func submit(_ order: NotificationStateMachine.Order) {
    let mustStart = state.withLock { state in
      guard state.mode != .closed, wake.isUsable else { return false }
      state.orders.append(order)
      if state.orders.count > Self.mostOrders { state.orders.removeFirst() }
      defer { state.mode = .awake }
      let starts = state.mode == .asleep
      if starts { state.hasThread = true }
      return starts
    }
    if !mustStart { return wake.set() }
    guard BlockingThread.start(stack: 256 << 10, { self.run() }) else {
      _ = retire(always: true)
      return tell(.unavailable("no thread could be started"))
    }
  }

  /// Whether the thread is running.
  var isAwake: Bool { state.withLock { $0.hasThread } }

  /// Closes all notifications, and returns when the thread has ended. Later orders are ignored.
  func shutDown() async {
    await withCheckedContinuation { continuation in
      let isGone = state.withLock { state in
        state.mode = .closed
        if state.hasThread { state.closing.append(continuation) }
        return !state.hasThread
      }
      if isGone { continuation.resume() } else { wake.set() }
    }
  }

  // MARK: The thread

  private func run() {
    repeat {
      do throws(BusError) {
        let bus = try SessionBus.open(address: address)
        try serve(bus)
      } catch {
        // All earlier orders would fail in the same way; later ones try again.
        _ = retire(always: true)
        return tell(.unavailable("the session's bus can't be used: \(error)"))
      }
    } while !retire()
  }

  private func serve(_ bus: borrowing SessionBus) throws(BusError) {
    var round = DesktopRound(patience: patience)
    while true {
      let (orders, isClosed) = state.withLock { state in
        defer { state.orders = [] }
        return (state.orders, state.mode == .closed)
      }
      if isClosed { return try round.takeDown(on: bus) }
      for order in orders { try round.take(order, on: bus) }
      for event in try round.listen(to: bus) { tell(event) }
      if round.isIdle { return }
      try round.wait(for: bus, or: wake)
    }
  }

  /// True if no order arrived in the meantime: then the thread ends, and the next order starts another.
  private func retire(always: Bool = false) -> Bool {
    let closing = state.withLock { state -> [CheckedContinuation<Void, Never>]? in
      guard always || state.mode == .closed || state.orders.isEmpty else { return nil }
      state.orders = []
      state.hasThread = false
      if state.mode == .awake { state.mode = .asleep }
      defer { state.closing = [] }
      return state.closing
    }
    for continuation in closing ?? [] { continuation.resume() }
    return closing != nil
  }
}
