/// The state of MPD's database, which is free to ask for. Two changes within a second may differ only in the number of
/// songs.
package struct LibraryState: Codable, Equatable, Sendable {
  /// `db_update`: when it last changed, in seconds since 1970.
  package let updated: Int
  package let songs: Int

  package init(updated: Int, songs: Int) {
    self.updated = updated
    self.songs = songs
  }
}
