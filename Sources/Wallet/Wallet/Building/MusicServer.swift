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
  /// At least the requested songs, and errors as sentences.
  func songs(_ requests: SongRequests) async throws(MPDError) -> (songs: [Song], failures: [String])
  /// Nil if there is none.
  func picture(of file: String, from source: MPDSession.PictureSource) async throws(MPDError) -> [UInt8]?
  /// Nil if MPD doesn't reveal it.
  func musicFolder() async throws(MPDError) -> String?
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
