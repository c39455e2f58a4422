package import MPD

/// The questions that the wallet asks MPD; there are few.
package protocol MusicServer: Sendable {
  func server() async throws(MPDError) -> Diagnostics.Server
  func playlists() async throws(MPDError) -> [StoredPlaylist]
  func library() async throws(MPDError) -> LibraryState
  func files(inPlaylist name: String) async throws(MPDError) -> [String]
  func songs(inPlaylist name: String) async throws(MPDError) -> [Song]
  /// Every album of the library.
  func index() async throws(MPDError) -> [RawAlbum]
  /// At least the songs that are asked for.
  func songs(_ requests: SongRequests) async throws(MPDError) -> FoundSongs
  /// Nil where there is none.
  func picture(of file: String, from source: MPDSession.PictureSource) async throws(MPDError) -> [UInt8]?
  /// Nil where MPD doesn't say it.
  func musicFolder() async throws(MPDError) -> String?
}
