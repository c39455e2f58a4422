package import Albums
package import MPD

/// The wallet's few questions to MPD.
package protocol MusicServer: Sendable {
  func server() async throws(MPDError) -> Diagnostics.Server
  /// Who was asked, and which version answered, if one did.
  var endpoint: Diagnostics.Server { get }
  func playlists() async throws(MPDError) -> [StoredPlaylist]
  func library() async throws(MPDError) -> LibraryState
  func files(inPlaylist name: String) async throws(MPDError) -> [String]
  func songs(inPlaylist name: String) async throws(MPDError) -> [Song]
  /// Every album of the library.
  func index() async throws(MPDError) -> [RawAlbum]
  /// At least the requested songs.
  func songs(_ requests: SongRequests) async throws(MPDError) -> FoundSongs
  /// Nil if there is none.
  func picture(of file: String, from source: MPDSession.PictureSource) async throws(MPDError) -> [UInt8]?
  /// Nil if MPD doesn't reveal it.
  func musicFolder() async throws(MPDError) -> String?
}

/// Songs found in the library, and errors as sentences.
package struct FoundSongs: Sendable {
  package var songs: [Song]
  package var failures: [String] = []
}

extension MusicServer {
  /// The disc of one album, with all of its tracks in the library; nil if the album isn't there.
  package func disc(of album: OfferedAlbum) async throws(MPDError) -> Disc? {
    let requests = SongRequests(entries: [], index: try await index(), albums: [album])
    guard requests.count > 0 else { return nil }
    let library = WalletMaterials.Library(
      choice: PlaylistChoice(of: "", among: []), entries: [], songs: try await songs(requests).songs)
    let wallet = Wallet.assembled(
      of: WalletMaterials(
        library: library, albums: [album], terms: WalletTerms(limit: 0, sources: [album.source])))
    return wallet.discs.first { $0.isPlayable }
  }
}

/// The state of MPD's database, which is cheap to ask for. Two changes within a second may differ only in the number of
/// songs.
package struct LibraryState: Codable, Equatable, Sendable {
  /// `db_update`: when it last changed, in seconds since 1970.
  package let updated: Int
  package let songs: Int
}
