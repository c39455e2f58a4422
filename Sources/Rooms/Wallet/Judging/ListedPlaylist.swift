/// A playlist that may be the wallet's.
package struct ListedPlaylist: Codable, Equatable, Sendable {
  package let name: String
  /// How many entries it has.
  package let songs: Int

  package init(name: String, songs: Int) {
    self.name = name
    self.songs = songs
  }
}
