package import Albums
package import FoundationEssentials

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

extension CatalogueFacts {
  /// - Parameter album: the one of a release that was asked for, with its tracks.
  init(release album: CatalogueAlbum, asked: MBID) {
    let release = album.releases.first
    let tracks = release?.tracks ?? []
    self.init(
      .release, asked: asked, album, albumTitle: release?.title, trackCount: tracks.isEmpty ? release?.trackCount : nil,
      tracks: tracks)
    if !tracks.isEmpty { trackCount = tracks.count }
  }

  /// - Parameter album: the one of a release group that was asked for, with its releases.
  init(group album: CatalogueAlbum, asked: MBID, of names: AlbumNames) {
    self.init(
      .releaseGroup, asked: asked, album, albumTitle: album.title, trackCount: Self.fewestTracks(of: album, names))
  }

  /// - Parameters:
  ///   - hit: what a search found.
  ///   - album: the same with its releases; nil where nobody asked for them.
  init(found hit: CatalogueAlbum, with album: CatalogueAlbum?, of names: AlbumNames) {
    self.init(
      .search, asked: nil, hit, albumTitle: hit.title, trackCount: album.flatMap { Self.fewestTracks(of: $0, names) })
    firstReleaseDate = firstReleaseDate ?? album?.firstReleaseDate.flatMap(ReleaseDate.date)
  }

  private init(
    _ way: Way, asked: MBID?, _ album: CatalogueAlbum, albumTitle: String?, trackCount: Int?,
    tracks: [CatalogueTrack] = []
  ) {
    self.init(
      way, asked: asked, releaseGroup: album.releaseGroup,
      firstReleaseDate: album.firstReleaseDate.flatMap(ReleaseDate.date), albumTitle: Cleaned.text(albumTitle),
      trackCount: trackCount, tracks: tracks)
  }

  /// Which edition it is nobody says, so that only what all of them have can be missing: of the official releases that are
  /// titled as the album is, else of all official ones, the shortest.
  static func fewestTracks(of album: CatalogueAlbum, _ names: AlbumNames) -> Int? {
    let official = album.releases.filter { $0.status == "Official" && ($0.trackCount ?? 0) > 0 }
    let titled = official.filter { TitleKey($0.title).folded == names.title.folded }
    return (titled.isEmpty ? official : titled).compactMap(\.trackCount).min()
  }
}

/// Catalog data on discs that isn't in the wallet yet.
package struct CatalogueFindings: Sendable {
  /// By `AlbumNames.key`.
  package var facts: [String: CatalogueFacts] = [:]
  /// Questions without an answer, by `CatalogueQuestion.key`.
  package var unknown: Set<String> = []
  /// By disc: pictures of the archive's covers, as they are kept.
  package var covers: [String: Data] = [:]

  package init() {}

  package var isEmpty: Bool { facts.isEmpty && unknown.isEmpty && covers.isEmpty }
}
