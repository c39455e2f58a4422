@testable import MPD
@testable import Wallet

/// A library in memory, with pictures in its files, and what was asked of it. It may go and come back.
actor MemoryPlayer: MusicServer {
  private var modified = "2026-11-21T12:00:00Z"
  private var update = 1_000_000_000
  private var entries: [Song]
  private let songs: [Song]
  private let pictures: [String: [UInt8]]
  private var asked: [String] = []
  /// Files whose pictures were asked for.
  private(set) var picturesAsked: [String] = []
  private var isAway = false
  private var isLostAtPictures = false

  init(_ songs: [Song], entries: [Song] = [], pictures: [String: [UInt8]] = [:]) {
    self.songs = songs
    self.entries = entries
    self.pictures = pictures
  }

  func edit(_ entries: [Song], at modified: String) {
    self.entries = entries
    self.modified = modified
  }

  func change(to update: Int) { self.update = update }

  /// From now on it can't be reached.
  func leave(_ isAway: Bool = true) { self.isAway = isAway }

  func comeBack() {
    isAway = false
    isLostAtPictures = false
  }

  /// It is there, but for pictures.
  func loseItselfInPictures() { isLostAtPictures = true }

  /// What was asked since the last time, but for pictures.
  func questions() -> [String] {
    defer { asked = [] }
    return asked
  }

  nonisolated var endpoint: Diagnostics.Server {
    Diagnostics.Server(address: "nowhere", version: nil, missingTags: [])
  }

  func server() async throws(MPDError) -> Diagnostics.Server {
    Diagnostics.Server(address: "memory", version: nil, missingTags: [])
  }

  func playlists() async throws(MPDError) -> [StoredPlaylist] {
    asked.append("playlists")
    if isAway { throw .notReached([]) }
    return [StoredPlaylist(name: "CDs", lastModified: modified)]
  }

  func library() async throws(MPDError) -> LibraryState {
    asked.append("update")
    return LibraryState(updated: update, songs: songs.count)
  }

  func files(inPlaylist name: String) async throws(MPDError) -> [String] {
    asked.append("files")
    return entries.map(\.file)
  }

  func songs(inPlaylist name: String) async throws(MPDError) -> [Song] {
    asked.append("entries")
    return entries
  }

  func index() async throws(MPDError) -> [RawAlbum] {
    asked.append("index")
    return Set(songs.compactMap(\.rawAlbum)).sorted()
  }

  func songs(_ requests: SongRequests) async throws(MPDError) -> (songs: [Song], failures: [String]) {
    asked.append("songs")
    return (songs, [])
  }

  func picture(of file: String, from source: MPDSession.PictureSource) async throws(MPDError) -> [UInt8]? {
    picturesAsked.append(file)
    if isAway || isLostAtPictures { throw .notReached([]) }
    return source == .embedded ? pictures[file] : nil
  }

  func musicFolder() async throws(MPDError) -> String? { nil }
}
