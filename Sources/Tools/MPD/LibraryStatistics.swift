/// The size of MPD's library, and the time of its database's last change.
package struct LibraryStatistics: Equatable, Sendable {
  package let songs: Int
  package let albums: Int
  /// When its database last changed, in seconds since 1970: an update that finds nothing new leaves it.
  package let databaseUpdated: Int

  init(_ reply: MPDReply) {
    func number(_ name: String) -> Int { reply[name].flatMap { Int($0) } ?? 0 }
    songs = number("songs")
    albums = number("albums")
    databaseUpdated = number("db_update")
  }
}
