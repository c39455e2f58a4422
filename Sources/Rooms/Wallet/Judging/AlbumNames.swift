package import Albums

/// An album's names with their comparison keys, computed once.
package struct AlbumNames: Hashable, Sendable {
  package let artistName: String
  package let albumTitle: String
  package let artist: ArtistKey
  package let title: TitleKey

  package init(artistName: String, albumTitle: String) {
    self.artistName = artistName
    self.albumTitle = albumTitle
    artist = ArtistKey(artistName)
    title = TitleKey(albumTitle)
  }

  /// What tells a disc of the wallet from all others: the artist's key, NUL, the title's base key.
  package var key: String { "\(artist.key)\0\(title.base)" }

  /// How well they agree as one album with another edition of itself; nil where they don't.
  func editionLevels(with other: AlbumNames) -> MatchLevels? {
    let levels = MatchLevels(of: self, and: other)
    return (1...2).contains(levels.title) && (1...2).contains(levels.artist) ? levels : nil
  }
}
