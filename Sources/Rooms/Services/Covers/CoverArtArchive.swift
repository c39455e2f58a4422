package import Albums
internal import FoundationEssentials
package import HTTP

/// The Cover Art Archive, which has its own index and redirects to pictures at archive.org.
package struct CoverArtArchive: CoverArchive {
  /// The largest thumbnail accepted, in bytes. Originals of 50 MB and more exist, and are never requested.
  static let limit = 10 << 20

  /// A picture that the archive lists.
  private struct Image {
    let release: MBID
    let id: Int
    let types: [String]
  }

  private enum Finding {
    case found([UInt8], url: String)
    /// The index has no front cover: a definite "none".
    case none
    /// The index lists a cover, but the file is missing: just uploaded, not yet available in this size, or withdrawn.
    case missing
  }

  private let transport: any Transport
  private let address: String
  /// In seconds.
  private let timeout: Double

  /// - Parameters:
  ///   - baseURL: `https://coverartarchive.org`, or a mirror.
  ///   - timeout: how many seconds an answer may take.
  package init(transport: any Transport, baseURL: String = "https://coverartarchive.org", timeout: Double = 60) {
    self.timeout = timeout
    // Two requests at a time, which other users of the archive have found to be accepted.
    self.transport = RateLimitedTransport(transport, rateLimiter: RateLimiter(clock: ContinuousClock(), width: 2))
    var address = baseURL[...]
    while address.hasSuffix("/") { address.removeLast() }
    self.address = String(address)
  }

  package func front(ofRelease release: MBID?, inGroup group: MBID) async throws(Fault) -> DownloadedArtwork? {
    var isMissing = false
    var places = [(ArtworkSource.Kind.releaseGroup, group)]
    if let release { places.insert((.release, release), at: 0) }
    places.removeAll { !$0.1.isValid }
    for (kind, id) in places {
      switch try await picture(at: "\(address)/\(kind.rawValue)/\(id)/front") {
      case .found(let bytes, let url):
        return DownloadedArtwork(bytes: bytes, source: ArtworkSource(kind: kind, id: id, url: url))
      case .none: break
      case .missing: isMissing = true
      }
    }
    for (kind, id) in places where !isMissing {
      guard let image = try await firstImage(of: kind, id) else { continue }
      switch try await picture(at: "\(address)/release/\(image.release)/\(image.id)") {
      case .found(let bytes, let url):
        let source = ArtworkSource(kind: kind, id: id, url: url, types: image.types)
        return DownloadedArtwork(bytes: bytes, source: source)
      case .none: break
      case .missing: isMissing = true
      }
    }
    if isMissing {
      // A single picture says nothing of the archive, so that it isn't paused.
      throw .retry(.artworkDelayed, "the Cover Art Archive lists a front cover, but its file isn't available yet")
    }
    return nil
  }

  /// The front cover if no image is marked as the main one: the first image with the type Front, otherwise the first
  /// image (Cover Art Archive API, `types`).
  private func firstImage(of kind: ArtworkSource.Kind, _ id: MBID) async throws(Fault) -> Image? {
    let response = try await send("\(address)/\(kind.rawValue)/\(id)")
    if [400, 403, 404].contains(response.status) { return nil }
    guard response.status == 200 else {
      throw .from(response, service: .coverartarchive, now: .now, cure: .command("albumscanctl doctor"))
    }
    guard let list = JSONParser.whole(response.body) else {
      throw .retry(
        .answerUnreadable, "the Cover Art Archive sent an answer that isn't a list of pictures",
        service: .coverartarchive)
    }
    let release = MBID(list["release"]?.text?.split(separator: "/").last.map(String.init) ?? "")
    let images = (list["images"]?.items ?? []).compactMap { image -> Image? in
      // A number, although the documentation shows a string.
      guard let id = image["id"]?.whole ?? image["id"]?.text.flatMap({ Int($0) }), release.isValid else { return nil }
      let types = (image["types"]?.items ?? []).prefix(8).compactMap { $0.text.flatMap { Cleaned.text($0, limit: 40) } }
      return Image(release: release, id: id, types: types)
    }
    return images.first { $0.types.contains("Front") } ?? images.first
  }

  /// As sharp as a page shows it on a good screen. If that size doesn't exist, the next smaller one is used.
  private func picture(at place: String) async throws(Fault) -> Finding {
    for size in [1200, 500] {
      let finding = try await look(at: "\(place)-\(size)")
      guard case .missing = finding else { return finding }
    }
    return .missing
  }

  private func send(_ url: String) async throws(Fault) -> HTTPResponse {
    let response: HTTPResponse
    do {
      response = try await transport.send(
        HTTPRequest(.get, url, limits: HTTPRequest.Limits(total: timeout, bytes: Self.limit, redirects: 5)))
    } catch { throw .from(error, service: .coverartarchive) }
    guard Self.saysOffline(response) else { return response }
    throw .retry(
      .serviceOffline, "the Cover Art Archive is offline, as its pages say", service: .coverartarchive,
      after: Self.offlinePause)
  }

  /// In seconds. Outages of archive.org that it announces last for hours.
  private static let offlinePause: TimeInterval = 15 * 60

  /// Whether the answer is a page that announces an outage: archive.org sends such with status 200 in place of whatever
  /// was asked for.
  package static func saysOffline(_ response: HTTPResponse) -> Bool {
    guard response.status == 200, PictureKind(of: response.body) == nil else { return false }
    let page = String(decoding: response.body.prefix(20_000), as: UTF8.self).lowercased()
    let isPage = page.drop(while: \.isWhitespace).first == "<"
    return isPage
      && [
        "temporarily offline", "temporarily unavailable", "temporarily down", "services are offline",
        "under maintenance", "down for maintenance", "undergoing maintenance", "scheduled maintenance",
      ].contains(where: page.contains)
  }

  private func look(at url: String) async throws(Fault) -> Finding {
    let response = try await send(url)
    // The index answers at its own address; after a redirect, the response is archive.org's.
    let isIndex = response.url.hasPrefix("\(address)/release")
    switch response.status {
    // archive.org is known to send error pages with status 200.
    case 200: return PictureKind(of: response.body) == nil ? .missing : .found([UInt8](response.body), url: url)
    case 404 where isIndex: return .none
    // A file that is restricted or refused for a reason of its own.
    case 404, 401,
      402..<408 where !isIndex,
      410..<420 where !isIndex, 451 where !isIndex:
      return .missing
    case 400: return .missing
    default:
      throw .from(response, service: .coverartarchive, now: .now, cure: .command("albumscanctl doctor"))
    }
  }
}

/// The picture formats of covers, detected by their first bytes.
enum PictureKind: CaseIterable, Sendable {
  case jpeg, png, gif, webp

  /// Nil for anything else, including error pages and PDFs.
  init?(of bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(12))
    guard let kind = Self.allCases.first(where: { $0.begins(head) }) else { return nil }
    self = kind
  }

  private func begins(_ head: [UInt8]) -> Bool {
    switch self {
    case .jpeg: head.starts(with: [0xFF, 0xD8])
    case .png: head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    case .gif: head.starts(with: Array("GIF87a".utf8)) || head.starts(with: Array("GIF89a".utf8))
    case .webp: head.starts(with: Array("RIFF".utf8)) && head.dropFirst(8).elementsEqual("WEBP".utf8)
    }
  }
}
