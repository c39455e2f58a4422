internal import CCurl
internal import Threads

extension CurlRound {
  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  /// The thread on which all transfers run. It starts with the first request.
  /// - Parameter linger: after this many seconds without a transfer, it ends and connections are closed.
  static func worker(_ settings: CurlSettings, linger: Double) -> WorkerThread<Order> {
    WorkerThread { order, refusal in
      order.waiting.resume(
        returning: .failure(refusal == .canceled ? .canceled : .refused("no thread could be started")))
    } run: { worker in
      guard isLibraryReady, let multi = curl_multi_init() else { return worker.giveUp(.noThread) }
      defer { curl_multi_cleanup(multi) }
      ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, 8)
      var round = CurlRound(multi: multi, settings: settings)
      var idleSince = MonotonicClock.now
      while true {
        let isClosed = worker.isClosed
        for (number, order) in worker.takeOrders() { round.start(number, order, now: MonotonicClock.now) }
        for number in worker.takeCanceled() { round.cancel(number) }
        if isClosed { round.cancelAll() }
        round.perform(now: MonotonicClock.now)
        if !round.isIdle { idleSince = MonotonicClock.now }
        if round.isIdle, isClosed || MonotonicClock.now - idleSince >= linger, worker.retire() { return }
        round.wait(idleFor: linger - (MonotonicClock.now - idleSince), now: MonotonicClock.now, or: worker.wake)
      }
    }
  }
}
