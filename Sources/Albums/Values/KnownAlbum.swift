/// An album as it is remembered beside its cover: enough to name it again without asking anybody.
package struct KnownAlbum: Codable, Equatable, Sendable {
  package var artistName: String
  package var albumTitle: String
  /// Four digits, or nil.
  package var releaseYear: String?
  package var genres: [String]
  package var recordLabel: String?
  package var releaseGroup: MBID?
  package var release: MBID?
  package var artists: [MBID]
  /// Digits, as they stand under the bars.
  package var barcode: String?

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
  }

  package init(_ album: AlbumDocument.Album) {
    self.init(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear, genres: album.genres,
      recordLabel: album.recordLabel, releaseGroup: album.musicbrainz.releaseGroup,
      release: album.musicbrainz.release, artists: album.musicbrainz.artists)
  }

  package var identity: AlbumIdentity {
    AlbumIdentity(
      artistName: artistName, albumTitle: albumTitle, releaseYear: releaseYear, releaseGroup: releaseGroup)
  }
}
