internal import CCurl
internal import Glibc
internal import Synchronization
internal import Threads

/// The thread on which all transfers run. It starts with the first request and ends after a while without any.
final class CurlLoop: Sendable {
  /// A submitted request, and who waits for its outcome.
  struct Order: Sendable {
    let request: HTTPRequest
    let address: WebAddress
    let waiting: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>
  }

  /// libcurl's handle for all transfers. Only the loop's thread uses it, except for `curl_multi_wakeup`, which any
  /// thread may call.
  private struct Multi: @unchecked Sendable { let handle: UnsafeMutableRawPointer }

  private enum Mode { case asleep, awake, closed }

  private struct State {
    var mode = Mode.asleep
    /// Other threads may wake the loop while this is set. It is set to nil before the handle is freed.
    var multi: Multi?
    var lastNumber: UInt64 = 0
    var orders: [(number: UInt64, order: Order)] = []
    var cancelled: [UInt64] = []

    func wake() { if let multi { curl_multi_wakeup(multi.handle) } }
  }

  /// The work that the thread has to do next.
  private struct Errands {
    var orders: [(number: UInt64, order: Order)]
    var cancelled: [UInt64]
    var isClosed: Bool
  }

  private let state = Mutex(State())
  private let settings: CurlSettings
  /// After this many seconds without a transfer, the thread ends and connections are closed.
  private let linger: Double

  init(settings: CurlSettings, linger: Double) {
    self.settings = settings
    self.linger = linger
  }

  /// Nil if the loop is closed.
  func submit(_ order: Order) -> UInt64? {
    let (number, mustStart) = state.withLock { state -> (UInt64?, Bool) in
      guard state.mode != .closed else { return (nil, false) }
      state.lastNumber += 1
      state.orders.append((state.lastNumber, order))
      state.wake()
      let sleeps = state.mode == .asleep
      state.mode = .awake
      return (state.lastNumber, sleeps)
    }
    if mustStart, !BlockingThread.start({ self.run() }) {
      let orders = state.withLock { state in
        if state.mode == .awake { state.mode = .asleep }
        defer { state.orders = [] }
        return state.orders
      }
      for (_, order) in orders { order.waiting.resume(returning: .failure(.refused("no thread could be started"))) }
    }
    return number
  }

  func cancel(_ number: UInt64) {
    state.withLock { state in
      state.cancelled.append(number)
      state.wake()
    }
  }

  /// Cancels all transfers and ends the thread. Later requests are refused.
  func close() {
    state.withLock { state in
      state.mode = .closed
      state.wake()
    }
  }

  /// Whether the thread is running.
  var isAwake: Bool { state.withLock { $0.multi != nil } }

  // MARK: The thread

  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private func run() {
    guard Self.isLibraryReady, let handle = curl_multi_init() else { return refuseAll() }
    ccurl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, 8)
    state.withLock { $0.multi = Multi(handle: handle) }
    var round = CurlRound(multi: handle, settings: settings)
    var idleSince = MonotonicClock.now
    while true {
      let errands = takeErrands()
      for (number, order) in errands.orders { round.start(number, order, now: MonotonicClock.now) }
      for number in errands.cancelled { round.cancel(number) }
      if errands.isClosed { round.cancelAll() }
      round.perform(now: MonotonicClock.now)
      if !round.isIdle { idleSince = MonotonicClock.now }
      if round.isIdle, errands.isClosed || MonotonicClock.now - idleSince >= linger, retire() { break }
      round.wait(idleFor: linger - (MonotonicClock.now - idleSince), now: MonotonicClock.now)
    }
    curl_multi_cleanup(handle)
  }

  private func takeErrands() -> Errands {
    state.withLock { state in
      defer {
        state.orders = []
        state.cancelled = []
      }
      return Errands(orders: state.orders, cancelled: state.cancelled, isClosed: state.mode == .closed)
    }
  }

  /// True if no request arrived in the meantime. From then on nobody wakes this thread, and the next request starts
  /// another.
  private func retire() -> Bool {
    state.withLock { state in
      guard state.orders.isEmpty else { return false }
      state.multi = nil
      state.cancelled = []
      if state.mode == .awake { state.mode = .asleep }
      return true
    }
  }

  private func refuseAll() {
    repeat {
      for (_, order) in takeErrands().orders {
        order.waiting.resume(returning: .failure(.refused("libcurl couldn't be started")))
      }
    } while !retire()
  }
}
