/// The whole library.
extension MPDSession {
  /// Songs of one answer: some 350 bytes each, of the 8 MiB that MPD allows itself by default.
  private static let piece = 4000

  /// All songs that belong to an album, in pieces that MPD can answer: a large library is more than one answer may hold.
  ///
  /// A change in between may leave out a song or bring one twice; MPD then says that its database changed.
  package func songsOfAlbums() async throws(MPDError) -> [Song] {
    var songs: [Song] = []
    while true {
      let window = "\(songs.count):\(songs.count + Self.piece)"
      let more = try await Song.all(in: ask("find", "(\(MPDTag.album.rawValue) != \"\")", "window", window))
      songs += more
      if more.count < Self.piece { return songs }
    }
  }
}
