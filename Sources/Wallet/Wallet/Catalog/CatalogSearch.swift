package import Albums

/// Asks the catalog about one disc: with a single request if files or a scan identify it, otherwise with a search and a
/// request for the releases of its result.
package struct CatalogSearch: Sendable {
  private let reference: any BackgroundCatalog

  package init(_ reference: any BackgroundCatalog) { self.reference = reference }

  /// Nil if the catalog doesn't know it, or if several albums are possible.
  package func facts(of disc: Disc, _ question: CatalogQuestion) async throws(Fault) -> CatalogFacts? {
    let names = AlbumNames(artistName: disc.artistName, albumTitle: disc.albumTitle)
    switch question {
    case .release(let id):
      return try await reference.tracks(ofRelease: id).map { CatalogFacts(release: $0, asked: id) }
    case .releaseGroup(let id):
      return try await reference.releases(ofGroup: id).map { CatalogFacts(group: $0, asked: id, of: names) }
    case .names:
      let albums = try await reference.albums(titled: disc.albumTitle, by: disc.artistName)
      guard let hit = Self.choice(among: albums, for: disc) else { return nil }
      let album = try await reference.releases(ofGroup: hit.releaseGroup)
      guard album.map({ Self.isLongEnough($0, for: disc) }) ?? true else { return nil }
      return CatalogFacts(found: hit, with: album, of: names)
    }
  }

  /// Rules out a single with the album's name, which has fewer than half of the tracks on each of its releases.
  static func isLongEnough(_ album: CatalogAlbum, for disc: Disc) -> Bool {
    let longest = album.releases.compactMap(\.trackCount).max()
    return longest.map { $0 == 0 || $0 * 2 >= disc.tracks.count } ?? true
  }

  /// The disc's album, by the levels of its names; nil if none matches, or if the files' year doesn't distinguish
  /// between several.
  static func choice(among albums: [CatalogAlbum], for disc: Disc) -> CatalogAlbum? {
    var query = CatalogQuery(artistName: disc.artistName, albumTitle: disc.albumTitle)
    var ranking = Matcher.ranking(of: albums, for: query)
    if ranking.winner == nil, !ranking.tied.isEmpty, let released = disc.released, released.source != .copyright {
      query.releaseYear = released.year
      ranking = Matcher.ranking(of: ranking.tied.map(\.album), for: query)
    }
    return ranking.winner.flatMap { $0.namesAgree ? $0.album : nil }
  }
}
