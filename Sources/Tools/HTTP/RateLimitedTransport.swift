internal import FoundationEssentials

/// A transport that sends all requests through one rate limiter. A `Retry-After` closes it for every caller. A
/// redirected request waits for its turn like any other.
package struct RateLimitedTransport<C: Clock>: Transport where C.Duration == Duration {
  private let inner: any Transport
  private let rateLimiter: RateLimiter<C>
  private let patience: Duration
  private let hasLowPriority: Bool

  /// The longest time for which the rate limiter is closed. Callers must remember longer pauses themselves, because
  /// they can be ended by a person, and have to survive a restart.
  private static var longest: Duration { .seconds(60) }

  /// - Parameters:
  ///   - patience: how long a caller waits while the service has closed the rate limiter. If it would take longer, the
  ///     answer is a 429 made here, with the rest of the service's `Retry-After`, and nothing is sent.
  ///   - hasLowPriority: other callers' requests go first.
  package init(
    _ inner: any Transport, rateLimiter: RateLimiter<C>, patience: Duration = .seconds(10), hasLowPriority: Bool = false
  ) {
    self.inner = inner
    self.rateLimiter = rateLimiter
    self.patience = patience
    self.hasLowPriority = hasLowPriority
  }

  package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    var (next, followed) = (request, 0)
    while true {
      next.limits.redirects = nil
      let response = try await sendOnce(next, followed: followed)
      guard let target = response.target else { return response }
      next.limits.redirects = request.limits.redirects
      next = try Redirect.next(
        after: next, at: WebAddress(next.url), in: response.place, status: response.status, to: target,
        followed: followed
      ).request
      followed += 1
    }
  }

  private func sendOnce(_ request: HTTPRequest, followed: Int) async throws(HTTPError) -> HTTPResponse {
    let entry: RateLimiter<C>.Entry
    do { entry = try await rateLimiter.enter(patience: patience, hasLowPriority: hasLowPriority) } catch {
      throw .canceled
    }
    if case .closed(let remaining) = entry {
      let seconds = remaining.components.seconds + 1
      return HTTPResponse(status: 429, headers: [.init("Retry-After", String(seconds))], url: request.url)
    }
    do {
      let response = try await inner.send(request)
      // A gateway rejects or redirects faster than the service behind it answers, so that round trip says nothing.
      await rateLimiter.leave(
        closingFor: Self.closure(asked: response), roundTrip: response.status == 200 ? response.roundTrip : nil)
      return response
    } catch {
      if error.mayArriveYet { await rateLimiter.giveUp() } else { await rateLimiter.leave() }
      // The service has seen the request that redirected here, so something was sent.
      throw followed > 0 && error.nothingWasSent ? .broken("behind a redirect: \(error)") : error
    }
  }

  private static func closure(asked response: HTTPResponse) -> Duration? {
    guard response.status == 429 || response.status >= 500 else { return nil }
    return response.retryAfter(now: .now).map { min(.seconds($0), longest) }
  }
}
