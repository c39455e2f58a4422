internal import Albums

/// How well two albums' names match (`TitleMatch`, `ArtistMatch`); 0 means not at all.
package struct MatchLevels: Codable, Hashable, Comparable, Sendable {
  package let title: Int
  package let artist: Int

  init(title: Int, artist: Int) {
    self.title = title
    self.artist = artist
  }

  init(of a: AlbumNames, and b: AlbumNames) {
    artist = a.artist == b.artist ? 1 : ArtistMatch.level(a.artistName, b.artistName)
    title = TitleMatch.level(a.albumTitle, b.albumTitle, artist: a.artistName)
  }

  /// The better first.
  package static func < (a: MatchLevels, b: MatchLevels) -> Bool { (a.title, a.artist) < (b.title, b.artist) }
}
