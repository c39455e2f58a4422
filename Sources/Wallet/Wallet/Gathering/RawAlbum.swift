internal import Albums
package import MPD

/// An album identified by the exact bytes of its tags, as in `list Album group AlbumArtist`.
package struct RawAlbum: Hashable, Comparable, Sendable {
  package let title: RawText
  /// The album artist; for a song without one the artist, as in MPD.
  package let artist: RawText

  package init(title: String, artist: String) {
    self.title = RawText(title)
    self.artist = RawText(artist)
  }

  package static func < (a: RawAlbum, b: RawAlbum) -> Bool { (a.title, a.artist) < (b.title, b.artist) }
}

/// Text compared byte by byte, as in MPD: two Unicode normalizations of a name are two names, and MPD finds each only
/// by its own bytes.
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
  /// Nil if it is missing or blank.
  var albumTitle: String? { words("Album") }

  /// The credited artist; nil if the tags don't say.
  var albumArtist: String? { words("AlbumArtist") }

  var artist: String? { words("Artist") }

  /// The album by the bytes of its tags; nil if album or artist is missing.
  package var rawAlbum: RawAlbum? {
    guard let title = albumTitle, let artist = albumArtist ?? artist else { return nil }
    return RawAlbum(title: title, artist: artist)
  }

  /// Whether it is an address rather than a file of the music folder.
  package var isStream: Bool { file.contains("://") }

  /// MPD reports nothing about an entry that isn't in its database.
  var isKnown: Bool { duration != nil || !tags.isEmpty }

  private func words(_ tag: String) -> String? {
    guard let value = self.tag(tag), value.contains(where: { !$0.isWhitespace }) else { return nil }
    return value
  }
}

/// A song with its position on the album.
package struct PlacedSong: Equatable, Sendable {
  package let song: Song
  /// From the tag, otherwise from a title or folder that names a disc; otherwise 1.
  package let disc: Int
  /// Nil if the tags don't say.
  package let number: Int?
  /// The album's folder.
  let folder: RawText

  /// The canonical order: by disc, by track with unnumbered ones last, by path.
  static func precedes(_ a: PlacedSong, _ b: PlacedSong) -> Bool {
    (a.disc, a.number ?? .max, RawText(a.song.file)) < (b.disc, b.number ?? .max, RawText(b.song.file))
  }
}
