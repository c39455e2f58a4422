package import Albums

/// Asks the catalog about one disc: with a single request if files or a scan identify it, otherwise with a search and a
/// request for the releases of its result. If the search finds nothing, it is repeated as the library is searched: by the
/// first of several artists, then by the title alone.
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
      guard let hit = try await hit(for: disc, names) else { return nil }
      let album = try await reference.releases(ofGroup: hit.releaseGroup)
      guard album.map({ Self.isLongEnough($0, for: disc) }) ?? true else { return nil }
      return CatalogFacts(found: hit, with: album, of: names)
    }
  }

  private func hit(for disc: Disc, _ names: AlbumNames) async throws(Fault) -> CatalogAlbum? {
    let own = try await reference.albums(titled: disc.albumTitle, by: disc.artistName)
    if let hit = Self.choice(among: own, for: disc) { return hit }
    // Of several that are called so, none can be told from the others by asking for more.
    guard !own.contains(where: { AlbumNames(of: $0).key == names.key }) else { return nil }
    let primary = ArtistKey.primary(of: disc.artistName)
    if ArtistKey(primary) != names.artist {
      let albums = try await reference.albums(titled: disc.albumTitle, by: primary)
      if let hit = Self.choice(among: albums, for: disc) { return hit }
    }
    guard LibraryLookup.isDistinctive(names) else { return nil }
    return Self.namesake(of: names, among: try await reference.albums(titled: disc.albumTitle, by: nil))
  }

  /// The only album of this title, if its artist may be the disc's.
  static func namesake(of names: AlbumNames, among albums: [CatalogAlbum]) -> CatalogAlbum? {
    let namesakes = albums.filter { TitleKey($0.title).folded == names.title.folded }
    guard let first = namesakes.first, namesakes.allSatisfy({ $0.releaseGroup == first.releaseGroup }),
      LibraryLookup.mayBeByTitle(names, AlbumNames(of: first))
    else { return nil }
    return first
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

extension AlbumNames {
  fileprivate init(of album: CatalogAlbum) { self.init(artistName: album.artistName, albumTitle: album.title) }
}
