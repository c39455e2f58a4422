/// The album stored with a known cover: enough to identify it again without asking a service.
package struct KnownAlbum: Codable, Equatable, Sendable {
  package var artistName: String
  package var albumTitle: String
  /// Four digits, or nil.
  package var releaseYear: String?
  package var genres: [String]
  package var recordLabel: String?
  /// Of the release.
  package var catalogNumber: String?
  /// The release's number at Discogs.
  package var discogsRelease: Int?
  package var releaseGroup: MBID?
  package var release: MBID?
  package var artists: [MBID]
  /// Digits, as they stand under the bars.
  package var barcode: String?
  /// Only where the catalog was just asked: covers are remembered without.
  @EmptyIfMissing package var tracks: [Track] = []
  /// The same.
  @EmptyIfMissing package var links: [AlbumLink] = []

  package init(
    artistName: String, albumTitle: String, releaseYear: String? = nil, genres: [String] = [],
    recordLabel: String? = nil, releaseGroup: MBID? = nil, release: MBID? = nil, artists: [MBID] = [],
    barcode: String? = nil
  ) {
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.releaseYear = releaseYear
    self.genres = genres
    self.recordLabel = recordLabel
    self.releaseGroup = releaseGroup
    self.release = release
    self.artists = artists
    self.barcode = barcode
  }

  package init(_ album: Identification) {
    self.init(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear, genres: album.genres,
      recordLabel: album.recordLabel, releaseGroup: album.releaseGroup, release: album.release, artists: album.artists)
    (catalogNumber, discogsRelease) = (album.catalogNumber, album.discogsRelease)
  }

  package init(_ album: AlbumDocument.Album) {
    self.init(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear, genres: album.genres,
      recordLabel: album.recordLabel, releaseGroup: album.musicbrainz.releaseGroup,
      release: album.musicbrainz.release, artists: album.musicbrainz.artists)
    (catalogNumber, discogsRelease) = (album.catalogNumber, album.discogsRelease)
  }

  /// As its bundle has it, with the barcode by which it was found.
  package init(_ document: AlbumDocument) {
    self.init(document.album)
    let codes = document.identification.evidence.map { if case .barcode(let code) = $0 { code } else { String?.none } }
    barcode = codes.lazy.compactMap(\.self).first
  }

  /// As the catalog has it.
  /// - Parameter release: the one that stands for it.
  package init(_ album: CatalogAlbum, release: CatalogRelease?, barcode: Barcode? = nil) {
    self.init(
      artistName: Cleaned.text(album.artistName) ?? album.artistName,
      albumTitle: Cleaned.text(album.title) ?? album.title,
      releaseYear: album.firstReleaseYear ?? album.earliestReleaseYear,
      genres: album.genres.prefix(8).compactMap { Cleaned.text($0, limit: 60) },
      recordLabel: Cleaned.text(release?.label), releaseGroup: album.releaseGroup, release: release?.id,
      artists: album.artists, barcode: barcode?.digits)
    (catalogNumber, discogsRelease) = (Cleaned.text(release?.catalogNumber, limit: 60), release?.discogsRelease)
    (tracks, links) = (Track.all(of: release), release?.links ?? [])
  }

  package init(_ album: AlbumIdentity) {
    self.init(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
      releaseGroup: album.releaseGroup)
  }

  package var identity: AlbumIdentity {
    AlbumIdentity(
      artistName: artistName, albumTitle: albumTitle, releaseYear: releaseYear, releaseGroup: releaseGroup)
  }
}

/// What was known about an album before this scan: whether it was scanned before, and whether it is in the library.
package struct PriorKnowledge: Codable, Equatable, Sendable {
  /// The latest scan of it that is done; null where there is none.
  @Nullable package var scan: ScanID?
  /// RFC 3339, UTC.
  @Nullable package var scannedAt: String?
  /// Its cover was learned from the music or the pictures of whoever runs this.
  package var inLibrary: Bool

  package init(scan: ScanID? = nil, scannedAt: String? = nil, inLibrary: Bool = false) {
    _scan = Nullable(wrappedValue: scan)
    _scannedAt = Nullable(wrappedValue: scannedAt)
    self.inLibrary = inLibrary
  }

  /// For people: "Scanned before on 2 November 2026", "In your library".
  /// - Parameter day: how a date is written there.
  package func words(day: (_ rfc3339: String) -> String) -> [String] {
    [scannedAt.map { "Scanned before on \(day($0))" }, inLibrary ? "In your library" : nil].compactMap(\.self)
  }
}
