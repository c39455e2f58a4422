import DrawnCovers
import Synchronization

/// Which requests the gateway before MusicBrainz refuses because there are too many of everybody's: now and then one,
/// though the caller's own are few.
package final class ShedLoad: Sendable {
  private let oneIn: Int
  private let random: Mutex<SeededRandom>

  /// - Parameters:
  ///   - oneIn: one request in so many on average; 0 for none.
  ///   - seed: makes it the same ones on every run.
  init(oneIn: Int, seed: UInt64 = 1) {
    self.oneIn = oneIn
    random = Mutex(SeededRandom(seed))
  }

  func takesNext() -> Bool { oneIn > 0 && random.withLock { $0.next() % UInt64(oneIn) == 0 } }

  /// The quota of all, which isn't even used up, and the word that one may come again at once.
  static func reply(toSearch isSearch: Bool) -> Reply {
    let zone =
      isSearch
      ? ["X-RateLimit-Zone": "search-global", "X-RateLimit-Who": "search-shed", "X-RateLimit-Limit": "1200"]
      : ["X-RateLimit-Zone": "global", "X-MB-Rate-Limiter": "lua", "X-RateLimit-Limit": "15"]
    let headers = zone.merging([
      "X-RateLimit-Remaining": isSearch ? "676" : "12", "Retry-After": "0", "Server": "openresty",
    ]) { $1 }
    return Reply(
      503, headers: headers,
      json: ["error": "The MusicBrainz web server is currently busy. Please try again later."])
  }
}
