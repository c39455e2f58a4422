package import Albums

/// The open questions about the discs of a wallet.
package struct CatalogueAgenda: Sendable {
  package struct Entry: Equatable, Sendable {
    package enum Kind: Hashable, Sendable { case facts, cover }

    package let kind: Kind
    package let disc: Disc

    /// The archive's identifiers of a cover; nil where it has none for this disc.
    package var cover: (release: MBID?, group: MBID)? { disc.releaseGroup.map { (disc.release, $0) } }
  }

  /// Facts in the order of the wallet, then covers.
  package let entries: [Entry]

  /// - Parameters:
  ///   - facts: of what was found before, by `AlbumNames.key`.
  ///   - unavailable: of those that hold now.
  package init(of wallet: Wallet, facts: [String: CatalogueFacts], unavailable: UnavailableAlbums) {
    let questions = wallet.discs.filter { Self.standing(of: $0, facts, unavailable) == .waiting }
    // Only where every nearer source was looked at; for a scan alone its own journey asks the archive.
    let bare = Set(wallet.diagnostics.artwork.filter { $0.source == nil }.map(\.disc))
    let covers = wallet.discs.filter {
      CatalogueQuestion(of: $0) != nil && bare.contains($0.id) && $0.releaseGroup != nil
    }
    entries = questions.map { Entry(kind: .facts, disc: $0) } + covers.map { Entry(kind: .cover, disc: $0) }
  }

  /// How a disc stands with the catalog.
  package enum Standing: String, Codable, Sendable {
    /// It knows it: by its files' release, its release group, or its names.
    case release
    case releaseGroup = "release-group"
    case search
    /// It doesn't, or several albums may be meant.
    case unknown
    /// It wasn't asked yet.
    case waiting
  }

  /// Nil where there is nothing to ask.
  package static func standing(
    of disc: Disc, _ facts: [String: CatalogueFacts], _ unavailable: UnavailableAlbums
  ) -> Standing? {
    let known = facts[disc.key]
    guard let question = CatalogueQuestion(of: disc) else {
      return known.flatMap { Standing(rawValue: $0.way.rawValue) }
    }
    if let known, question.isAnswered(by: known) { return Standing(rawValue: known.way.rawValue) }
    return unavailable.isNotInCatalogue(question.key(of: disc)) ? .unknown : .waiting
  }
}

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
