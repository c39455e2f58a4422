package import Albums

/// The catalog's data on a disc.
package struct CatalogueFacts: Codable, Equatable, Sendable {
  /// By what the disc was found there.
  package enum Way: String, Codable, Sendable {
    /// The very release that its files name.
    case release
    /// The album that its files, or a scan, name.
    case releaseGroup = "release-group"
    /// Its names.
    case search
  }

  package var way: Way
  /// The identifier that was asked for; null after a search. Merged ones lead to another.
  @Nullable package var asked: MBID?
  @Nullable package var releaseGroup: MBID?
  /// Of the release group.
  @Nullable package var firstReleaseDate: String?
  /// As the catalog writes it; shown where that is only another spelling.
  @Nullable package var albumTitle: String?
  /// Of the very release that the library's songs name; where they name none, the fewest that an official release has.
  @Nullable package var trackCount: Int?
  /// Of the very release that the library's songs name, in order; empty where they name none.
  package var tracks: [CatalogueTrack]

  package init(
    _ way: Way = .search, asked: MBID? = nil, releaseGroup: MBID? = nil, firstReleaseDate: String? = nil,
    albumTitle: String? = nil, trackCount: Int? = nil, tracks: [CatalogueTrack] = []
  ) {
    self.way = way
    _asked = Nullable(asked)
    _releaseGroup = Nullable(releaseGroup)
    _firstReleaseDate = Nullable(firstReleaseDate)
    _albumTitle = Nullable(albumTitle)
    _trackCount = Nullable(trackCount)
    self.tracks = tracks
  }

  /// The title to show for an album of these names: the catalog's where it is the same but for case, accents and
  /// punctuation. The disc's identity stays that of its names.
  func title(of names: AlbumNames) -> String {
    guard let albumTitle, albumTitle != names.albumTitle else { return names.albumTitle }
    let canonical = AlbumNames(artistName: names.artistName, albumTitle: albumTitle)
    let isSpelling = canonical.title.folded == names.title.folded && canonical.key == names.key
    return isSpelling ? albumTitle : names.albumTitle
  }
}
