internal import Albums
package import MPD

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

/// Text compared by its bytes, as MPD does: two Unicode normalizations of a name are two names, and MPD finds a name
/// only by its own.
package struct RawText: Hashable, Comparable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (a: RawText, b: RawText) -> Bool { a.text.utf8.elementsEqual(b.text.utf8) }
  package static func < (a: RawText, b: RawText) -> Bool { a.text.utf8.lexicographicallyPrecedes(b.text.utf8) }

  package func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8(0xFF))
  }
}

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

/// A song with its place on the album.
package struct PlacedSong: Equatable, Sendable {
  package let song: Song
  /// From the tag, else from the title or the folder that name a disc; 1 where nothing says.
  package let disc: Int
  /// Nil where the tags don't say.
  package let number: Int?
  /// The folder that the album lies in.
  let folder: RawText

  /// The canonical order: disc, track with those without a number last, path.
  static func precedes(_ a: PlacedSong, _ b: PlacedSong) -> Bool {
    (a.disc, a.number ?? .max, RawText(a.song.file)) < (b.disc, b.number ?? .max, RawText(b.song.file))
  }
}
