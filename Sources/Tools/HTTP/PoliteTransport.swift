internal import FoundationEssentials

/// A transport all of whose requests go through one turnstile, which a `Retry-After` closes for every caller.
package struct PoliteTransport<C: Clock>: Transport where C.Duration == Duration {
  private let inner: any Transport
  private let turnstile: Turnstile<C>
  private let patience: Duration

  /// - Parameter patience: how long a caller waits before a turnstile that the service has closed. Where it would be
  ///   longer, the answer is a 429 of our own with what is left of the service's `Retry-After`, and nothing is sent.
  package init(_ inner: any Transport, turnstile: Turnstile<C>, patience: Duration = .seconds(10)) {
    self.inner = inner
    self.turnstile = turnstile
    self.patience = patience
  }

  package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let entry: Turnstile<C>.Entry
    do { entry = try await turnstile.enter(patience: patience) } catch { throw .cancelled }
    if case .closed(let remaining) = entry {
      let seconds = remaining.components.seconds + 1
      return HTTPResponse(status: 429, headers: [.init("Retry-After", String(seconds))], url: request.url)
    }
    do {
      let response = try await inner.send(request)
      await turnstile.leave(closingFor: Self.closure(asked: response))
      return response
    } catch {
      await turnstile.leave()
      throw error
    }
  }

  private static func closure(asked response: HTTPResponse) -> Duration? {
    guard response.status == 429 || response.status >= 500 else { return nil }
    return response.retryAfter(now: .now).map { .seconds($0) }
  }
}
