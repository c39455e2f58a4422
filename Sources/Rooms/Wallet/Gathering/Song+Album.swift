internal import Albums
package import MPD

extension Song {
  /// Nil for songs without an album, and for blank ones.
  var albumTitle: String? { words("Album") }

  /// Whom the album is credited to; nil where the tags don't say.
  var albumArtist: String? { words("AlbumArtist") }

  var artist: String? { words("Artist") }

  /// The album by the bytes of its tags; nil for songs that name none, or nobody.
  package var rawAlbum: RawAlbum? {
    guard let title = albumTitle, let artist = albumArtist ?? artist else { return nil }
    return RawAlbum(title: title, artist: artist)
  }

  /// An address, and no file of the music folder.
  package var isStream: Bool { file.contains("://") }

  /// MPD has nothing to say of an entry that isn't in its database.
  var isKnown: Bool { duration != nil || !tags.isEmpty }

  private func words(_ tag: String) -> String? {
    guard let value = self.tag(tag), value.contains(where: { !$0.isWhitespace }) else { return nil }
    return value
  }
}
