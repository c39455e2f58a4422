internal import CCurl
internal import Glibc

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
