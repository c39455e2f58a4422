package import Albums

/// The open questions about the discs of a wallet.
package struct MetadataQueue: Sendable {
  package struct Entry: Equatable, Sendable {
    package enum Kind: Hashable, Sendable { case facts, cover }

    package let kind: Kind
    package let disc: Disc

    /// The archive's IDs for a cover; nil if it has none for this disc.
    package var cover: (release: MBID?, group: MBID)? { disc.releaseGroup.map { (disc.release, $0) } }
  }

  /// Facts in the wallet's order, then covers.
  package let entries: [Entry]

  /// - Parameters:
  ///   - facts: known facts, by `AlbumNames.key`.
  ///   - unavailable: albums that are currently known to be missing.
  package init(of wallet: Wallet, facts: [String: CatalogFacts], unavailable: UnavailableAlbums) {
    let questions = wallet.discs.filter { Self.standing(of: $0, facts, unavailable) == .waiting }
    // Only if all local sources were searched. A disc that is only a scan gets its cover from the scan.
    let bare = Set(wallet.diagnostics.artwork.filter { $0.source == nil }.map(\.disc))
    let covers = wallet.discs.filter {
      CatalogQuestion(of: $0) != nil && bare.contains($0.id) && $0.releaseGroup != nil
    }
    entries = questions.map { Entry(kind: .facts, disc: $0) } + covers.map { Entry(kind: .cover, disc: $0) }
  }

  /// What the catalog knows about a disc.
  package enum Standing: String, Codable, Sendable {
    /// Identified by its files' release, by its release group, or by its names.
    case release
    case releaseGroup = "release-group"
    case search
    /// Not found, or several albums are possible.
    case unknown
    /// Not asked yet.
    case waiting
  }

  /// Nil if there is nothing to ask.
  package static func standing(
    of disc: Disc, _ facts: [String: CatalogFacts], _ unavailable: UnavailableAlbums
  ) -> Standing? {
    let known = facts[disc.key]
    guard let question = CatalogQuestion(of: disc) else {
      return known.flatMap { Standing(rawValue: $0.way.rawValue) }
    }
    if let known, question.isAnswered(by: known) { return Standing(rawValue: known.way.rawValue) }
    return unavailable.isNotInCatalog(question.key(of: disc)) ? .unknown : .waiting
  }
}

/// A catalog question about a disc, by the most reliable identifier that the disc has.
package enum CatalogQuestion: Equatable, Sendable {
  case release(MBID)
  case releaseGroup(MBID)
  case names

  /// Nil for a scan that isn't in the library: the catalog was asked about it during the scan.
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

  /// Whether nothing has changed since the catalog was asked. A release group from the catalog's own answer isn't a
  /// change.
  package func isAnswered(by facts: CatalogFacts) -> Bool {
    switch (self, facts.way) {
    case (.release(let release), .release): facts.asked == release
    case (.releaseGroup(let group), .releaseGroup), (.releaseGroup(let group), .search):
      facts.asked == group || facts.releaseGroup == group
    case (.names, .search): true
    default: false
    }
  }

  /// The key under which a missing answer is stored.
  package func key(of disc: Disc) -> String {
    let names = UnavailableAlbums.key(artistName: disc.artistName, albumTitle: disc.albumTitle)
    switch self {
    case .release(let id): return "\(names)|release \(id)"
    case .releaseGroup(let id): return "\(names)|release group \(id)"
    case .names: return names
    }
  }
}
