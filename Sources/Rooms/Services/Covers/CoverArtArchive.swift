package import Albums
internal import FoundationEssentials
package import HTTP

/// The Cover Art Archive: an index of its own, which redirects to the pictures at archive.org.
package struct CoverArtArchive: CoverArchive {
  /// The most bytes that a thumbnail is taken for; originals of 50 MB and more exist, and are never asked for.
  static let limit = 10 << 20

  private enum Finding {
    case picture([UInt8])
    /// The index has no front cover: a real "none".
    case none
    /// The index has one, but the file isn't there: just uploaded, this size not made yet, or withdrawn.
    case missing
  }

  private let transport: any Transport
  private let address: String

  /// - Parameter baseURL: `https://coverartarchive.org`, or that of a mirror.
  package init(transport: any Transport, baseURL: String = "https://coverartarchive.org") {
    // Two at a time, as its users have found to be borne.
    self.transport = PoliteTransport(transport, turnstile: Turnstile(clock: ContinuousClock(), width: 2))
    var address = baseURL[...]
    while address.hasSuffix("/") { address.removeLast() }
    self.address = String(address)
  }

  package func front(ofRelease release: MBID?, inGroup group: MBID) async throws(Setback) -> DownloadedArtwork? {
    var isMissing = false
    var places = [(ArtworkSource.Kind.releaseGroup, group)]
    if let release { places.insert((.release, release), at: 0) }
    for (kind, id) in places where id.isValid {
      // 500 pixels are enough for the page; where that size was never made, the next is.
      sizes: for size in [500, 1200] {
        let url = "\(address)/\(kind.rawValue)/\(id)/front-\(size)"
        switch try await look(at: url) {
        case .picture(let bytes):
          return DownloadedArtwork(bytes: bytes, source: ArtworkSource(kind: kind, id: id, url: url))
        case .none: break sizes
        case .missing: isMissing = true
        }
      }
    }
    if isMissing {
      throw .transient("the archive has a front cover, but its file isn't there yet", service: .coverartarchive)
    }
    return nil
  }

  private func look(at url: String) async throws(Setback) -> Finding {
    let response: HTTPResponse
    do {
      response = try await transport.send(
        HTTPRequest(.get, url, limits: HTTPRequest.Limits(total: 60, bytes: Self.limit, redirects: 5)))
    } catch { throw .from(error, service: .coverartarchive) }
    // The index itself answers at its own address; past its redirects it is archive.org that speaks.
    let isIndex = response.url.hasPrefix("\(address)/release")
    switch response.status {
    // An error page with status 200 is known to come from archive.org.
    case 200: return PictureKind(of: response.body) == nil ? .missing : .picture([UInt8](response.body))
    case 404 where isIndex: return .none
    case 404,
      403 where !isIndex:
      return .missing
    case 400: return .missing
    default:
      throw .from(response, service: .coverartarchive, now: .now, cure: "Run `albumscanctl doctor`.")
    }
  }
}
