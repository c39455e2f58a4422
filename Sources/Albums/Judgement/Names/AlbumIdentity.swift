/// The identity of an album: its release group if both sides know one, otherwise its names.
package struct AlbumIdentity: Codable, Equatable, Sendable {
  package var artistName: String
  package var albumTitle: String
  package var releaseYear: String?
  package var releaseGroup: MBID?

  package init(artistName: String, albumTitle: String, releaseYear: String? = nil, releaseGroup: MBID? = nil) {
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.releaseYear = releaseYear
    self.releaseGroup = releaseGroup
  }

  package var key: AlbumKey { AlbumKey(artistName: artistName, albumTitle: albumTitle, releaseYear: releaseYear) }

  /// For people.
  package var words: String { "\(albumTitle) by \(artistName)" }

  package func isSame(as other: AlbumIdentity) -> Bool {
    if let releaseGroup, let theirs = other.releaseGroup { return releaseGroup == theirs }
    return key == other.key
  }
}

extension Identification {
  package var identity: AlbumIdentity {
    AlbumIdentity(
      artistName: artistName, albumTitle: albumTitle, releaseYear: releaseYear, releaseGroup: releaseGroup)
  }
}

extension CatalogAlbum {
  package var identity: AlbumIdentity {
    AlbumIdentity(
      artistName: artistName, albumTitle: title, releaseYear: firstReleaseYear, releaseGroup: releaseGroup)
  }
}

extension AlbumDocument {
  /// What its review is kept under.
  package var key: AlbumKey {
    AlbumKey(artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear)
  }

  /// The album that it is about.
  package var identity: AlbumIdentity {
    AlbumIdentity(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
      releaseGroup: album.musicbrainz.releaseGroup)
  }
}

/// The identity of an album by its names, the same for all editions. Cached reviews are stored under it.
package struct AlbumKey: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The artist's key, U+001F, the title's base key; and U+001F and the year for a self-titled album.
  package let text: String
  package var description: String { text }

  /// - Parameter releaseYear: of the first release. It only counts for a self-titled album, of which a band may have
  ///   several (Weezer has six).
  package init(artistName: String, albumTitle: String, releaseYear: String? = nil) {
    let artist = ArtistKey(artistName).key
    let base = TitleKey(albumTitle).base
    let selfTitled = base == artist || ArtistKey(base).key == artist
    text = [artist, base, selfTitled ? releaseYear : nil].compactMap { $0 }.joined(separator: "\u{1f}")
  }

  package init(from decoder: any Decoder) throws { text = try decoder.singleValueContainer().decode(String.self) }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
