internal import CCurl
internal import Glibc
internal import Threads

/// The current transfers. Used only on the worker's thread.
struct CurlRound {
  /// A submitted request, and who waits for its outcome.
  struct Order: Sendable {
    let request: HTTPRequest
    let address: WebAddress
    let waiting: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>
  }

  private let multi: UnsafeMutableRawPointer
  private let settings: CurlSettings
  private var running: [UInt64: (transfer: CurlTransfer, order: Order)] = [:]
  private var numbers: [UnsafeMutableRawPointer: UInt64] = [:]

  init(multi: UnsafeMutableRawPointer, settings: CurlSettings) {
    self.multi = multi
    self.settings = settings
  }

  var isIdle: Bool { running.isEmpty }

  mutating func start(_ number: UInt64, _ order: Order, now: Double) {
    let transfer = CurlTransfer(order.request, at: order.address, settings: settings, now: now)
    guard let transfer, transfer.prepare(now: now), curl_multi_add_handle(multi, transfer.easy) == CURLM_OK else {
      order.waiting.resume(returning: .failure(.refused("libcurl couldn't begin the transfer")))
      return
    }
    running[number] = (transfer, order)
    numbers[transfer.easy] = number
  }

  mutating func cancel(_ number: UInt64) { end(number, with: .failure(.canceled)) }

  mutating func cancelAll() { for number in running.keys { cancel(number) } }

  /// Does everything that can be done without waiting.
  mutating func perform(now: Double) {
    var count: Int32 = 0
    repeat {
      curl_multi_perform(multi, &count)
    } while settle(now: now)
    for (number, entry) in running {
      if let error = entry.transfer.stalled(now: now) { end(number, with: .failure(error)) }
    }
  }

  /// Waits for the network, for `wake`, or until the next timer. `idleFor` is how many seconds to wait if nothing is in
  /// progress.
  func wait(idleFor: Double, now: Double, or wake: PollableFlag) {
    let looks = running.values.compactMap(\.transfer.nextLook)
    let seconds = isIdle ? idleFor : (looks.min().map { $0 - now } ?? 3600)
    var woken = curl_waitfd(fd: wake.request.fd, events: Int16(CURL_WAIT_POLLIN), revents: 0)
    curl_multi_poll(multi, &woken, 1, Int32(min(max(seconds * 1000, 0), 86_400_000)) + 1, nil)
    if woken.revents != 0 { wake.clear() }
  }

  /// Finishes the transfers that libcurl has completed. True if a redirect started another round.
  private mutating func settle(now: Double) -> Bool {
    var begun = false
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle, let number = numbers[easy],
        let transfer = running[number]?.transfer
      else { continue }
      switch transfer.end(ccurl_result(message)) {
      case let outcome?: end(number, with: outcome)
      case nil:
        curl_multi_remove_handle(multi, easy)
        if transfer.prepare(now: now), curl_multi_add_handle(multi, easy) == CURLM_OK {
          begun = true
        } else {
          end(number, with: .failure(.broken("libcurl couldn't follow a redirect")))
        }
      }
    }
    return begun
  }

  private mutating func end(_ number: UInt64, with outcome: Result<HTTPResponse, HTTPError>) {
    guard let entry = running.removeValue(forKey: number) else { return }
    numbers[entry.transfer.easy] = nil
    curl_multi_remove_handle(multi, entry.transfer.easy)
    entry.order.waiting.resume(returning: outcome)
  }
}
