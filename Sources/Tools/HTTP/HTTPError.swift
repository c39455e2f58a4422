internal import CCurl
internal import Glibc

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
  /// The address itself is wrong or isn't allowed (http to another computer).
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

/// The details of a transfer that failed in libcurl.
struct CurlFailure {
  var code: CURLcode
  /// libcurl's own words, which never hold a header.
  var detail: String
  /// True once the request, or one that led to it through a redirect, began to be written to a connection.
  var wasSent: Bool
  /// True once the host's name had become an address.
  var wasResolved: Bool
  /// The system's error when a connection failed.
  var errno: Int32
  var limit: Int

  /// In the words of those who asked.
  var error: HTTPError {
    switch code {
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge(limit: limit)
    case CURLE_OUT_OF_MEMORY: return wasSent ? .broken("out of memory") : .refused("out of memory")
    default: break
    }
    // Past a redirect, the first service has seen the request: then it isn't true that nothing was sent.
    if wasSent { return code == CURLE_OPERATION_TIMEDOUT ? .timedOut(detail) : .broken(detail) }
    switch code {
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: return .badAddress(detail)
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .unreachable(detail)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR: return .untrusted(detail)
    case CURLE_COULDNT_CONNECT where [ENETUNREACH, EHOSTUNREACH, ENETDOWN].contains(errno): return .unreachable(detail)
    case CURLE_OPERATION_TIMEDOUT where !wasResolved: return .unreachable(detail)
    default: return .refused(detail)
    }
  }
}
