/// Where an album can be heard: an address that the catalog has, of a service that is known.
package struct AlbumLink: Codable, Equatable, Sendable {
  package enum Service: String, Codable, Sendable, CaseIterable {
    case bandcamp, spotify
    case appleMusic = "apple-music"
    case deezer, youtube, soundcloud

    /// For people.
    package var name: String {
      switch self {
      case .bandcamp: "Bandcamp"
      case .spotify: "Spotify"
      case .appleMusic: "Apple Music"
      case .deezer: "Deezer"
      case .youtube: "YouTube"
      case .soundcloud: "SoundCloud"
      }
    }

    fileprivate func owns(_ host: Substring) -> Bool {
      switch self {
      case .bandcamp: host.hasSuffix(".bandcamp.com")
      case .spotify: host == "open.spotify.com"
      case .appleMusic: host == "music.apple.com"
      case .deezer: host == "www.deezer.com" || host == "deezer.com"
      case .youtube: ["www.youtube.com", "music.youtube.com", "youtube.com", "youtu.be"].contains(host)
      case .soundcloud: host == "soundcloud.com"
      }
    }
  }

  package let service: Service
  package let url: String

  private static let longest = 500

  /// Nil for anything but a plain https address of one of the services: anybody may edit the catalog.
  package init?(url: String) {
    let scheme = "https://"
    guard url.utf8.count <= Self.longest, url.hasPrefix(scheme),
      url.utf8.allSatisfy({ (33...126).contains($0) && !"\"'<>\\^`{|}".utf8.contains($0) })
    else { return nil }
    // With a port or a user it is no service's address.
    let host = url.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    guard host.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "-.".utf8.contains($0) }),
      let service = Service.allCases.first(where: { $0.owns(host) })
    else { return nil }
    (self.service, self.url) = (service, url)
  }

  /// The first of each service, in a fixed order.
  package static func first(among links: [AlbumLink]) -> [AlbumLink] {
    Service.allCases.compactMap { service in links.first { $0.service == service } }
  }
}
