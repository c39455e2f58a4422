package import Albums

/// A catalog question about a disc, by the most reliable identifier that the disc has.
package enum CatalogueQuestion: Equatable, Sendable {
  case release(MBID)
  case releaseGroup(MBID)
  case names

  /// Nil for one that was scanned and isn't in the library: of it the catalog was asked then.
  package init?(of disc: Disc) {
    guard disc.isPlayable || disc.isOnlyNamed else { return nil }
    if let release = disc.release {
      self = .release(release)
    } else if let group = disc.releaseGroup {
      self = .releaseGroup(group)
    } else {
      self = .names
    }
  }

  /// Whether nothing has changed since the catalog was asked. The group that its own answer brought is no change.
  package func isAnswered(by facts: CatalogueFacts) -> Bool {
    switch (self, facts.way) {
    case (.release(let release), .release): facts.asked == release
    case (.releaseGroup(let group), .releaseGroup), (.releaseGroup(let group), .search):
      facts.asked == group || facts.releaseGroup == group
    case (.names, .search): true
    default: false
    }
  }

  /// Under which it is remembered that the catalog has no answer.
  package func key(of disc: Disc) -> String {
    let names = UnavailableAlbums.key(artistName: disc.artistName, albumTitle: disc.albumTitle)
    switch self {
    case .release(let id): return "\(names)|release \(id)"
    case .releaseGroup(let id): return "\(names)|release group \(id)"
    case .names: return names
    }
  }
}
