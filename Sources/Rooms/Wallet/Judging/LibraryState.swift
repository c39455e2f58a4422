/// What MPD says for nothing of its database. Two changes within a second differ, if at all, in how much there is.
package struct LibraryState: Codable, Equatable, Sendable {
  /// `db_update`: when it last changed, in seconds since 1970.
  package let updated: Int
  package let songs: Int

  package init(updated: Int, songs: Int) {
    self.updated = updated
    self.songs = songs
  }
}
