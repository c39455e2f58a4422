internal import CCurl
internal import Glibc

/// Why there is no response. A response with an error status isn't an `HTTPError`.
package enum HTTPError: Error, Equatable, Sendable {
  /// The name couldn't be resolved, or there is no route: this computer is offline, or the service is gone. Nothing was
  /// sent.
  case unreachable(String)
  /// The connection was refused, or the handshake didn't end in time. Nothing was sent.
  case refused(String)
  /// The certificate isn't valid. Nothing was sent.
  case untrusted(String)
  /// The time was up, or the answer was too slow. The service may have processed the request.
  case timedOut(String)
  /// The connection broke. The service may have processed the request.
  case broken(String)
  /// The answer was larger than the limit.
  case tooLarge(limit: Int)
  /// Too many redirects, or one to a place that isn't https.
  case badRedirect(String)
  /// The address itself is wrong or isn't allowed (http to another computer).
  case badAddress(String)
  case canceled

  /// Whether the service can't have seen the whole request.
  package var nothingWasSent: Bool {
    switch self {
    case .unreachable, .refused, .untrusted, .badAddress: true
    case .timedOut, .broken, .tooLarge, .badRedirect, .canceled: false
    }
  }

  /// Whether the request may have been sent, while no answer shows that the service has seen it.
  package var mayArriveYet: Bool {
    switch self {
    case .timedOut, .broken, .canceled: true
    case .unreachable, .refused, .untrusted, .badAddress, .tooLarge, .badRedirect: false
    }
  }
}

extension HTTPError {
  /// A transfer that failed in libcurl, as callers see it.
  /// - Parameters:
  ///   - detail: libcurl's own message, which never contains a header.
  ///   - wasSent: whether the request, or one that redirected to it, began to be written to a connection.
  ///   - wasResolved: whether the host name was resolved.
  ///   - errno: the system's error if a connection failed.
  static func failed(
    _ code: CURLcode, detail: String, wasSent: Bool, wasResolved: Bool, errno: Int32, limit: Int
  ) -> HTTPError {
    switch code {
    case CURLE_FILESIZE_EXCEEDED: return .tooLarge(limit: limit)
    case CURLE_OUT_OF_MEMORY: return wasSent ? .broken("out of memory") : .refused("out of memory")
    default: break
    }
    // After a redirect, the first service has seen the request, so something was sent.
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
