internal import Albums

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
