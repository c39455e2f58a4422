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
