/// What an album's page shows about the music library: that the album is in it, and how to play it.
package struct LibraryNote: Codable, Equatable, Sendable {
  package let holding: Holding
  /// 32 hexadecimal digits that only pages of this installation and the handler of their addresses know.
  package let key: String

  /// How the address begins that a page with a note holds, and no other page.
  package static let address = "albumscan:play?scan="

  package init(_ holding: Holding, key: String) {
    self.holding = holding
    self.key = key
  }
}
