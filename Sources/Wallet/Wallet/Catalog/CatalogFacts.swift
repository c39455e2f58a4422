package import Albums
package import FoundationEssentials

/// The catalog's data on a disc.
package struct CatalogFacts: Codable, Equatable, Sendable {
  /// How the disc was identified.
  package enum Way: String, Codable, Sendable {
    /// By the release that its files name.
    case release
    /// By the release group that its files or a scan name.
    case releaseGroup = "release-group"
    /// By its names.
    case search
  }

  package var way: Way
  /// The ID that was looked up; null after a search. A merged ID leads to another one.
  @Nullable package var asked: MBID?
  @Nullable package var releaseGroup: MBID?
  /// Of the release group.
  @Nullable package var firstReleaseDate: String?
  /// The catalog's spelling; shown only if it is a different spelling of the same words.
  @Nullable package var albumTitle: String?
  /// Of the release that the library's songs name; if they name none, the smallest number of an official release.
  @Nullable package var trackCount: Int?
  /// Of the release that the library's songs name, in order; empty if they name none.
  package var tracks: [CatalogTrack]

  package init(
    _ way: Way = .search, asked: MBID? = nil, releaseGroup: MBID? = nil, firstReleaseDate: String? = nil,
    albumTitle: String? = nil, trackCount: Int? = nil, tracks: [CatalogTrack] = []
  ) {
    self.way = way
    _asked = Nullable(asked)
    _releaseGroup = Nullable(releaseGroup)
    _firstReleaseDate = Nullable(firstReleaseDate)
    _albumTitle = Nullable(albumTitle)
    _trackCount = Nullable(trackCount)
    self.tracks = tracks
  }

  /// The title to show for an album with these names: the catalog's if it differs only in case, accents, and
  /// punctuation. The disc keeps its own names as its identity.
  func title(of names: AlbumNames) -> String {
    guard let albumTitle, albumTitle != names.albumTitle else { return names.albumTitle }
    let canonical = AlbumNames(artistName: names.artistName, albumTitle: albumTitle)
    let isSpelling = canonical.title.folded == names.title.folded && canonical.key == names.key
    return isSpelling ? albumTitle : names.albumTitle
  }
}

extension CatalogFacts {
  /// - Parameter album: the album of the release that was looked up, with its tracks.
  init(release album: CatalogAlbum, asked: MBID) {
    let release = album.releases.first
    let tracks = release?.tracks ?? []
    self.init(
      .release, asked: asked, album, albumTitle: release?.title, trackCount: tracks.isEmpty ? release?.trackCount : nil,
      tracks: tracks)
    if !tracks.isEmpty { trackCount = tracks.count }
  }

  /// - Parameter album: the album of the release group that was looked up, with its releases.
  init(group album: CatalogAlbum, asked: MBID, of names: AlbumNames) {
    self.init(
      .releaseGroup, asked: asked, album, albumTitle: album.title, trackCount: Self.fewestTracks(of: album, names))
  }

  /// - Parameters:
  ///   - hit: a search's result.
  ///   - album: the same with its releases; nil if they weren't requested.
  init(found hit: CatalogAlbum, with album: CatalogAlbum?, of names: AlbumNames) {
    self.init(
      .search, asked: nil, hit, albumTitle: hit.title, trackCount: album.flatMap { Self.fewestTracks(of: $0, names) })
    firstReleaseDate = firstReleaseDate ?? album?.firstReleaseDate.flatMap(ReleaseDate.date)
  }

  private init(
    _ way: Way, asked: MBID?, _ album: CatalogAlbum, albumTitle: String?, trackCount: Int?,
    tracks: [CatalogTrack] = []
  ) {
    self.init(
      way, asked: asked, releaseGroup: album.releaseGroup,
      firstReleaseDate: album.firstReleaseDate.flatMap(ReleaseDate.date), albumTitle: Cleaned.text(albumTitle),
      trackCount: trackCount, tracks: tracks)
  }

  /// The edition is unknown, so only tracks that all editions have can be missing: the shortest of the official
  /// releases with the album's title counts, otherwise the shortest of all official releases.
  static func fewestTracks(of album: CatalogAlbum, _ names: AlbumNames) -> Int? {
    let official = album.releases.filter { $0.status == "Official" && ($0.trackCount ?? 0) > 0 }
    let titled = official.filter { TitleKey($0.title).folded == names.title.folded }
    return (titled.isEmpty ? official : titled).compactMap(\.trackCount).min()
  }
}

/// Catalog data on discs that isn't in the wallet yet.
package struct CatalogAnswers: Sendable {
  /// By `AlbumNames.key`.
  package var facts: [String: CatalogFacts] = [:]
  /// Questions without an answer, by `CatalogQuestion.key`.
  package var unknown: Set<String> = []
  /// Pictures of the archive's covers, as stored, by disc.
  package var covers: [String: Data] = [:]

  package init() {}

  package var isEmpty: Bool { facts.isEmpty && unknown.isEmpty && covers.isEmpty }
}
