/// An album that can be played: its name, and its files in playing order.
package struct PlayableDisc: Equatable, Sendable {
  package let id: String
  package let artistName: String
  package let albumTitle: String
  /// URIs in the player's database, at least one.
  package let files: [String]

  package init(id: String, artistName: String, albumTitle: String, files: [String]) {
    self.id = id
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.files = files
  }

  package init(_ disc: Disc) {
    self.init(
      id: disc.id, artistName: disc.artistName, albumTitle: disc.albumTitle, files: disc.tracks.map(\.file))
  }

  package var name: String { "\(albumTitle) by \(artistName)" }
}
