internal import Threads

/// Sends requests through libcurl, on one thread that exists only while it is needed.
///
/// It uses HTTP/2 if the server supports it, keeps connections for a minute, and always checks certificates. It has no
/// cookies and reads no `.netrc`. It never retries a request: that is the caller's decision.
package final class CurlTransport: Transport {
  private let worker: WorkerThread<CurlRound.Order>

  /// - Parameters:
  ///   - userAgent: sent with every request that doesn't set its own.
  ///   - caFile: a file of PEM certificates to trust instead of the system's.
  ///   - linger: after this many seconds without a transfer, the thread ends and connections are closed.
  package init(userAgent: String, caFile: String? = nil, linger: Double = 60) {
    worker = CurlRound.worker(CurlSettings(userAgent: userAgent, caFile: caFile), linger: linger)
  }

  /// Whether its thread is running.
  var isAwake: Bool { worker.isRunning }

  deinit { worker.close() }

  package func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let address = try WebAddress(request.url)
    try Self.check(request.headers)
    let outcome = await worker.answer { CurlRound.Order(request: request, address: address, waiting: $0) }
    return try outcome.get()
  }

  /// Cancels all transfers, which then throw `canceled`, as do all later requests.
  package func shutdown() { worker.close() }

  /// A line break in a header would start another header.
  private static func check(_ headers: [HTTPRequest.Header]) throws(HTTPError) {
    for header in headers where (header.name + header.value).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw .badAddress(
        "the header '\(header.name.filter(\.isLetter))' contains a line break or another control character")
    }
  }
}

/// The options that all transfers of a transport share.
struct CurlSettings: Sendable {
  /// Sent with every request that has no `User-Agent` of its own. libcurl sends none by default, and services reject
  /// clients without one.
  let userAgent: String
  /// Certificates to trust instead of the system's.
  let caFile: String?

  init(userAgent: String, caFile: String?) {
    // A line break here would start another header.
    let name = String(userAgent.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F })
    self.userAgent = name.allSatisfy(\.isWhitespace) ? "AlbumScan" : name
    self.caFile = caFile
  }
}
