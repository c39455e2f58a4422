package import MPD

/// The `MusicServer` that asks MPD.
package struct MPDMusic: MusicServer {
  private let session: MPDSession
  private let address: String

  /// With more questions than this, the whole library is read in pieces: each `find` searches all of it, which takes a
  /// fiftieth of the time of sending it.
  private static let mostQuestions = 50

  /// - Parameter address: where MPD listens, as text for people.
  package init(_ session: MPDSession, address: String) {
    self.session = session
    self.address = address
  }

  package init(_ session: MPDSession, at endpoint: MPDEndpoint) {
    self.init(session, address: endpoint.addresses.map(\.description).joined(separator: ", "))
  }

  /// Tags that improve the wallet if MPD stores them.
  private static let wanted: [MPDTag] = [.albumArtist, .disc, .date, .originalDate, .musicBrainzAlbum]

  package func server() async throws(MPDError) -> Diagnostics.Server {
    let kept = try await session.tagTypes()
    return Diagnostics.Server(
      address: address, version: session.protocolVersion,
      missingTags: Self.wanted.map(\.rawValue).filter { !kept.contains($0) })
  }

  package var endpoint: Diagnostics.Server {
    Diagnostics.Server(address: address, version: session.protocolVersion, missingTags: [])
  }

  package func playlists() async throws(MPDError) -> [StoredPlaylist] { try await session.playlists() }

  package func library() async throws(MPDError) -> LibraryState { try await session.statistics() }

  package func files(inPlaylist name: String) async throws(MPDError) -> [String] {
    try await session.files(inPlaylist: name)
  }

  package func songs(inPlaylist name: String) async throws(MPDError) -> [Song] {
    try await session.songs(inPlaylist: name)
  }

  package func index() async throws(MPDError) -> [RawAlbum] {
    try await session.albums().filter { !$0.album.isEmpty }.map { RawAlbum(title: $0.album, artist: $0.albumArtist) }
  }

  package func songs(_ requests: SongRequests) async throws(MPDError) -> (songs: [Song], failures: [String]) {
    guard requests.count <= Self.mostQuestions else { return (try await session.songsOfAlbums(), []) }
    var found: (songs: [Song], failures: [String]) = ([], [])
    for album in requests.albums {
      let filters: [MPDFilter] = [.tag(.album, is: album.title.text), .tag(.albumArtist, is: album.artist.text)]
      try await add(filters, of: album.title, to: &found)
    }
    for compilation in requests.compilations {
      let folder = compilation.folder.text
      let filters = [.tag(.album, is: compilation.title.text)] + (folder.isEmpty ? [] : [MPDFilter.folder(folder)])
      try await add(filters, of: compilation.title, to: &found)
    }
    return found
  }

  /// If one album can't be read, the others still are.
  private func add(
    _ filters: [MPDFilter], of title: RawText, to found: inout (songs: [Song], failures: [String])
  ) async throws(MPDError) {
    do throws(MPDError) { found.songs += try await session.find(.all(filters)) } catch {
      switch error {
      case .unsendable, .tooLarge: break
      case .refused where !error.needsAuthorization: break
      default: throw error
      }
      found.failures.append("\(title.text) couldn't be requested: \(error)")
    }
  }

  package func picture(of file: String, from source: MPDSession.PictureSource) async throws(MPDError) -> [UInt8]? {
    try await session.picture(of: file, from: source)
  }

  package func musicFolder() async throws(MPDError) -> String? { try await session.musicFolder() }
}
