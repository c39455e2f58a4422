internal import FoundationEssentials
internal import HTTP

/// Asks MusicBrainz again where its gateway only sheds load.
///
/// Since August 2026 it refuses one request in six to three, however few a caller makes: 503 with `Retry-After: 0`, an
/// `X-RateLimit-Zone` of `global` (searches: `search-global`) whose quota isn't used up, and the words "The MusicBrainz web
/// server is currently busy. Please try again later." (captured on 2026-08-16; jellyfin/jellyfin#18084 and #18095). Seconds
/// later the same request is answered. The limit of a caller's own has the zone `ws ip=…`, a `Retry-After` of a second or
/// more, and words about an allowable rate; that one is no shedding.
///
/// All other failures are tried again by the ledger, which has the service left alone by all for them, and a search begin
/// anew. This one says nothing of the service as a whole, passes within seconds, and must not cost what was found before it.
struct ShedRetry: Transport {
  /// Before the second, the third and the fourth try; the last answer is the caller's, whatever it is.
  static let waits: [Duration] = [.seconds(2), .seconds(4), .seconds(8)]

  /// Lets one request through at a time: each try is one, and others may go in between.
  let line: any Transport
  let clock: any Clock<Duration>

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    for wait in Self.waits {
      let response = try await line.send(request)
      guard response.isShed else { return response }
      do { try await clock.sleep(for: wait) } catch { throw .cancelled }
    }
    return try await line.send(request)
  }
}

extension HTTPResponse {
  fileprivate var isShed: Bool {
    guard status == 503, retryAfter(now: .now) ?? 0 == 0 else { return false }
    let zone = self[header: "x-ratelimit-zone"]
    if zone?.contains("ip=") == true || isAboutOurRate { return false }
    return zone?.hasSuffix("global") == true || self[header: "retry-after"] != nil
  }

  /// As MusicBrainz has worded it since 2014 at least, when it sent neither zone nor `Retry-After`.
  private var isAboutOurRate: Bool {
    String(decoding: body.prefix(1000), as: UTF8.self).contains("exceeding the allowable rate limit")
  }
}
