/// An album identified by the exact bytes of its tags, as in `list Album group AlbumArtist`.
package struct RawAlbum: Hashable, Comparable, Sendable {
  package let title: RawText
  /// The album artist; the artist where a song has none, as MPD itself falls back.
  package let artist: RawText

  package init(title: String, artist: String) {
    self.title = RawText(title)
    self.artist = RawText(artist)
  }

  package static func < (a: RawAlbum, b: RawAlbum) -> Bool { (a.title, a.artist) < (b.title, b.artist) }
}
