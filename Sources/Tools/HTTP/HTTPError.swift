/// Why there is no response. A response with an error status isn't an `HTTPError`.
package enum HTTPError: Error, Equatable, Sendable {
  /// No name could be resolved, or no route: the machine is offline, or the service is gone. Nothing was sent.
  case unreachable(String)
  /// The connection was refused, or the handshake didn't end in time. Nothing was sent.
  case refused(String)
  /// The certificate doesn't hold. Nothing was sent.
  case untrusted(String)
  /// The time was up, or the answer dripped. The request may have been worked on.
  case timedOut(String)
  /// The connection broke. The request may have been worked on.
  case broken(String)
  /// The answer was larger than the limit.
  case tooLarge(limit: Int)
  /// Too many redirects, or one to a place that isn't https.
  case badRedirect(String)
  /// The address itself is wrong or isn't allowed (http to another machine).
  case badAddress(String)
  case cancelled

  /// True where the service can't have seen the whole request.
  package var nothingWasSent: Bool {
    switch self {
    case .unreachable, .refused, .untrusted, .badAddress: true
    case .timedOut, .broken, .tooLarge, .badRedirect, .cancelled: false
    }
  }

  /// True where the request may have been sent, and no answer shows that the service has seen it.
  package var mayArriveYet: Bool {
    switch self {
    case .timedOut, .broken, .cancelled: true
    case .unreachable, .refused, .untrusted, .badAddress, .tooLarge, .badRedirect: false
    }
  }
}
