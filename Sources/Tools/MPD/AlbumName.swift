/// An album in MPD's database, identified only by its tags.
package struct AlbumName: Equatable, Sendable {
  /// Empty for songs without one.
  package let album: String
  package let albumArtist: String

  package init(album: String, albumArtist: String) {
    self.album = album
    self.albumArtist = albumArtist
  }

  /// Each group begins with the artist that the albums behind it stand under.
  static func all(in reply: MPDReply) -> [AlbumName] {
    var artist = ""
    var names: [AlbumName] = []
    for pair in reply.pairs {
      if pair.name == MPDTag.albumArtist.rawValue {
        artist = pair.value
      } else if pair.name == MPDTag.album.rawValue {
        names.append(AlbumName(album: pair.value, albumArtist: artist))
      }
    }
    return names
  }
}
