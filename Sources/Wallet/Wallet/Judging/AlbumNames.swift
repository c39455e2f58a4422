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

  init(_ album: OfferedAlbum) { self.init(artistName: album.artistName, albumTitle: album.albumTitle) }

  /// Identifies a disc of the wallet: the artist's key, NUL, the title's base key.
  package var key: String { "\(artist.key)\0\(title.base)" }
}

extension AlbumNames {
  /// The names according to the folders around a file: `Artist/Album/…`, `Artist/1977 - Album [FLAC]/CD 1/…`, `Artist -
  /// 1977 - Album/…`. Nil if they don't name the artist.
  init?(foldersOf file: String) {
    var folders = file.split(separator: "/").dropLast().map(String.init)
    while let last = folders.last, DiscPattern.areAll(of: last) { folders.removeLast() }
    guard let name = folders.popLast() else { return nil }
    var words = Self.bare(name).split(separator: #/\s+[-–—]\s+/#).map(String.init)
    // A year besides other words is neither artist nor title.
    if words.count > 1 { words.removeAll { $0.wholeMatch(of: Self.year) != nil } }
    if words.count == 1, let artist = folders.last.map(Self.bare) { words.insert(artist, at: 0) }
    guard words.count > 1, words.allSatisfy({ !$0.isEmpty }) else { return nil }
    self.init(artistName: words[0], albumTitle: words.dropFirst().joined(separator: " - "))
  }

  private static var year: Regex<Substring> { #/[(\[]?(?:19|20)\d\d[)\]]?/# }

  /// Without the year before or after a name, and without the files' format.
  private static func bare(_ folder: String) -> String {
    let format = #/\s*[(\[][^()\[\]]*\b(?i:flac|mp3|ogg|opus|aac|alac|320|v0|web|vinyl|24bit|24-\d+)\b[^()\[\]]*[)\]]/#
    let words = DiscPattern.removed(from: folder).replacing("_", with: " ").replacing(format, with: "")
      .replacing(#/^\s*[(\[](?:19|20)\d\d[)\]]\s*|\s*[(\[](?:19|20)\d\d[)\]]\s*$/#, with: "")
    return words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// How well two albums' names match (`TitleKey.level`, `ArtistKey.level`); 0 means not at all.
package struct MatchLevels: Codable, Hashable, Comparable, Sendable {
  package let title: Int
  package let artist: Int

  init(title: Int, artist: Int) {
    self.title = title
    self.artist = artist
  }

  init(of a: AlbumNames, and b: AlbumNames) {
    artist = a.artist == b.artist ? 1 : ArtistKey.level(a.artistName, b.artistName)
    title = TitleKey.level(a.albumTitle, b.albumTitle, artist: a.artistName)
  }

  /// The better match first.
  package static func < (a: MatchLevels, b: MatchLevels) -> Bool { (a.title, a.artist) < (b.title, b.artist) }
}
