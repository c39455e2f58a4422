/// A playlist stored in MPD.
package struct StoredPlaylist: Equatable, Sendable {
  package let name: String
  /// As MPD writes it (RFC 3339), to the second; nil where it doesn't say. Two changes within a second look the same.
  package let lastModified: String?

  package init(name: String, lastModified: String? = nil) {
    self.name = name
    self.lastModified = lastModified
  }

  static func all(in reply: MPDReply) -> [StoredPlaylist] {
    var playlists: [StoredPlaylist] = []
    for pair in reply.pairs {
      if pair.name == "playlist" {
        playlists.append(StoredPlaylist(name: pair.value))
      } else if pair.name == "Last-Modified", let last = playlists.popLast() {
        playlists.append(StoredPlaylist(name: last.name, lastModified: pair.value))
      }
    }
    return playlists
  }
}
