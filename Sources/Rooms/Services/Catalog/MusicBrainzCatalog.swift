package import Albums
internal import FoundationEssentials
package import HTTP
internal import Logging

/// MusicBrainz's web service, version 2.
///
/// It sends one request at a time; the transport limits the rate (`RateLimitedTransport`). Only requests that
/// MusicBrainz's gateway sheds are repeated here (`ShedRetry`).
package struct MusicBrainzCatalog: ReleaseCatalog {
  private let transport: any Transport
  private let address: String
  private let userAgent: String
  /// In seconds. MusicBrainz's own search server gives up after three.
  private let patience: Double

  /// - Parameters:
  ///   - baseURL: the server or its web service: `https://musicbrainz.org`, with or without `/ws/2`.
  ///   - userAgent: name, version, and contact, `AlbumScan/1.0 ( me@example.org )` (MusicBrainz API, Rate limiting).
  ///   - patience: how many seconds to wait for an answer that a scan needs.
  ///   - clock: measures the waits between retries of a request that was shed.
  package init(
    transport: any Transport, baseURL: String = "https://musicbrainz.org", userAgent: String,
    patience: Double = 5, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.transport = ShedRetry(line: transport, clock: clock)
    self.patience = patience
    address = Self.webService(at: baseURL)
    self.userAgent = userAgent
  }

  /// The User-Agent with the program and a contact address. Send it only to MusicBrainz.
  package static func userAgent(_ program: String, contact: String?) -> String {
    program + (contact.map { " ( \($0) )" } ?? "")
  }

  /// The address of the web service, without a trailing slash.
  package static func webService(at baseURL: String) -> String {
    var address = baseURL[...]
    while address.hasSuffix("/") { address.removeLast() }
    return address.hasSuffix("/ws/2") ? String(address) : "\(address)/ws/2"
  }

  package func albums(matching query: CatalogQuery) async throws(Fault) -> [CatalogAlbum] {
    for query in FallbackQueries.queries(for: query) {
      let parser = query.isForgiving ? "&dismax=true" : ""
      let response = try await ask(
        "\(query.entity.rawValue)?query=\(Self.encoded(query.query))\(parser)&limit=100&fmt=json")
      // MusicBrainz couldn't parse the query, so it finds nothing. Another query may, and the match stands without it.
      if response.status == 400 {
        Logger.current.notice("MusicBrainz couldn't parse the search \(query.query)")
        continue
      }
      guard let albums = try read(response).albums(of: query.entity) else { throw Self.unreadable }
      if !albums.isEmpty { return albums }
    }
    return []
  }

  package func albums(printed question: PrintedQuestion) async throws(Fault) -> [CatalogAlbum] {
    guard let query = FallbackQueries.query(for: question) else { return [] }
    let response = try await ask(
      "\(query.entity.rawValue)?query=\(Self.encoded(query.query))&limit=100&fmt=json")
    // MusicBrainz couldn't parse the query, so it finds nothing.
    if response.status == 400 {
      Logger.current.notice("MusicBrainz couldn't parse the search \(query.query)")
      return []
    }
    let answer = try read(response)
    if case .aliases(let names) = question {
      guard let artists = answer.artists else { throw Self.unreadable }
      guard let artist = artists.first(where: { Self.has(any: names, among: $0.names) }) else { return [] }
      return try await albums(printed: .albums(ofArtist: artist.id)).map { album in
        var album = album
        // The answers about albums may leave them out.
        if album.artists == [artist.id] { album.artistAliases = album.artistAliases ?? artist.names }
        return album
      }
    }
    guard let albums = answer.albums(of: query.entity) else { throw Self.unreadable }
    return albums
  }

  /// Whether one of the names that were read is one of an artist's, letter by letter.
  private static func has(any read: [[String]], among names: [String]) -> Bool {
    let keys = Set(names.map { ArtistKey($0).compact })
    return read.contains { keys.contains(ArtistKey($0.joined(separator: " ")).compact) }
  }

  package func album(ofRelease release: MBID, inGroup group: MBID) async throws(Fault) -> CatalogAlbum? {
    try await lookUp(release, inGroup: group, with: Self.details)
  }

  static let details = "artist-credits+labels+recordings+release-groups+genres+tags+url-rels"

  // MARK: Asking

  /// Looks up a release. Nil also if the answer is about another release, or puts the release in another group: a wrong
  /// name would be worse than none.
  /// - Parameters:
  ///   - group: the release group according to a search; nil if unknown.
  ///   - parts: what to include besides the release (MusicBrainz API, `inc=`).
  func lookUp(
    _ release: MBID, inGroup group: MBID? = nil, with parts: String, within seconds: Double? = nil
  ) async throws(Fault) -> CatalogAlbum? {
    guard release.isValid else { return nil }
    let response = try await ask("release/\(release)?inc=\(parts)&fmt=json", within: seconds)
    if response.status == 404 { return nil }
    let answer = try read(response)
    guard let album = answer.album else {
      guard let entity = answer.entity else { throw Self.unreadable }
      Self.disbelieve("release \(release)", answered: "\(entity), which has no release group")
      return nil
    }
    // A release that was merged into another redirects there (301), and that address is answered.
    let asked = Self.id(in: response.url) ?? release
    guard album.releases.first?.id == asked, group == nil || album.releaseGroup == group else {
      let answered = album.releases.first.map { "release \($0.id) of " } ?? ""
      Self.disbelieve("release \(release)", answered: "\(answered)group \(album.releaseGroup)")
      return nil
    }
    return album
  }

  static func disbelieve(_ question: String, answered answer: String) {
    Logger.current.notice("MusicBrainz was asked for \(question) and answered with \(answer), which is ignored")
  }

  /// The last part of an address's path, if it is an ID.
  private static func id(in address: String) -> MBID? {
    let path = address.prefix { $0 != "?" }
    return path.split(separator: "/").last.map { MBID(String($0)) }.flatMap { $0.isValid ? $0 : nil }
  }

  static let unreadable = Fault.retry(
    .answerUnreadable, "MusicBrainz sent an answer that isn't a catalog entry", service: .musicbrainz)

  /// - Parameter seconds: how long to wait for the answer; nil for `patience`.
  func ask(_ path: String, within seconds: Double? = nil) async throws(Fault) -> HTTPResponse {
    let seconds = seconds ?? patience
    do {
      return try await transport.send(
        HTTPRequest(
          .get, "\(address)/\(path)",
          headers: [.init("User-Agent", userAgent), .init("Accept", "application/json")],
          // A release that was merged into another redirects to it.
          limits: HTTPRequest.Limits(connect: seconds, total: seconds, bytes: 8 << 20, redirects: 3)))
    } catch { throw .from(error, service: .musicbrainz) }
  }

  func read(_ response: HTTPResponse) throws(Fault) -> MusicBrainzAnswer {
    switch response.status {
    case 200: break
    case 403:
      throw .needsPerson(
        .contact,
        "MusicBrainz refuses requests (403): it blocks programs without a valid contact address and addresses that send too"
          + " many requests", service: .musicbrainz,
        cure: .advice(
          "Set musicbrainz.contact to your own address, then run `systemctl --user reload albumscand`."))
    case 404, 405, 410, 501:
      throw .needsPerson(
        .noServer, "there is no MusicBrainz server at \(address) (\(response.status))", service: .musicbrainz,
        cure: .advice(
          "Correct musicbrainz.baseURL in the settings (`albumscanctl config path`), then run "
            + "`systemctl --user reload albumscand`."))
    default:
      throw .from(response, service: .musicbrainz, now: .now, cure: .command("albumscanctl doctor"))
    }
    guard let answer = MusicBrainzAnswer(response.body) else {
      throw Self.unreadable
    }
    return answer
  }

  /// Percent-encodes everything but unreserved characters (RFC 3986 §2.3): a space is `%20`, a plus `%2B`.
  static func encoded(_ value: String) -> String {
    var text = ""
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        text += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return text
  }
}

/// Makes one request per question: the caller has many albums to ask about, and no scan waits for them.
extension MusicBrainzCatalog: BackgroundCatalog {
  static let unhurried = 30.0

  package func tracks(ofRelease release: MBID) async throws(Fault) -> CatalogAlbum? {
    try await lookUp(release, with: "artist-credits+recordings+release-groups", within: Self.unhurried)
  }

  /// Uses a browse request, because a lookup of the group returns at most 25 of its releases (MusicBrainz API,
  /// Subqueries, Browse).
  package func releases(ofGroup group: MBID) async throws(Fault) -> CatalogAlbum? {
    guard group.isValid else { return nil }
    let response = try await ask(
      "release?release-group=\(group)&inc=artist-credits+media+release-groups&limit=100&fmt=json",
      within: Self.unhurried)
    if response.status == 404 { return nil }
    guard let albums = try read(response).albums(of: .release) else { throw Self.unreadable }
    let album = albums.first { $0.releaseGroup == group }
    if album == nil, let other = albums.first {
      Self.disbelieve("group \(group)", answered: "group \(other.releaseGroup)")
    }
    return album
  }

  package func albums(titled title: String, by artist: String?) async throws(Fault) -> [CatalogAlbum] {
    guard let query = FallbackQueries.group(titled: title, by: artist) else { return [] }
    let response = try await ask("release-group?query=\(Self.encoded(query))&limit=25&fmt=json", within: Self.unhurried)
    // MusicBrainz couldn't parse the query, so it finds nothing.
    if response.status == 400 { return [] }
    guard let albums = try read(response).albums(of: .releaseGroup) else { throw Self.unreadable }
    return albums
  }
}

/// Repeats requests that MusicBrainz's gateway rejects only because it is overloaded.
///
/// Since August 2026 it rejects between a sixth and a third of all requests, however few a caller makes: 503 with
/// `Retry-After: 0`, an `X-RateLimit-Zone` of `global` (searches: `search-global`) whose quota isn't used up, and the
/// words "The MusicBrainz web server is currently busy. Please try again later." (captured on 2026-08-16;
/// jellyfin/jellyfin#18084 and #18095). Seconds later the same request succeeds. A caller that exceeds its own limit
/// gets the zone `ws ip=…`, a `Retry-After` of a second or more, and words about an allowable rate; such a response
/// isn't repeated here.
///
/// The ledger retries all other failures: it closes the service for all scans, and a search then starts from the
/// beginning. A shed request says nothing about the service as a whole, succeeds within seconds, and must not discard
/// what was already found.
struct ShedRetry: Transport {
  /// Waits before the second, third, and fourth attempt. The caller gets the last answer, whatever it is.
  static let waits: [Duration] = [.seconds(2), .seconds(4), .seconds(8)]

  /// Lets one request through at a time. Each attempt is one request, so other callers' requests may go in between.
  let line: any Transport
  let clock: any Clock<Duration>

  func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    for wait in Self.waits {
      let response = try await line.send(request)
      guard response.isShed else { return response }
      do { try await clock.sleep(for: wait) } catch { throw .canceled }
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

  /// MusicBrainz has used this wording since at least 2014, when it sent neither zone nor `Retry-After`.
  private var isAboutOurRate: Bool {
    String(decoding: body.prefix(1000), as: UTF8.self).contains("exceeding the allowable rate limit")
  }
}
