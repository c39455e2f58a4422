import MPD
import MusicFiles
import RunningMPD
import SystemPackage
import TestSupport

@testable import Wallet

/// A real mpd with two made-up albums and somebody's own songs, and discs that are played on it.
struct PlayerFixture {
  let mpd: RunningMPD
  let session: MPDSession
  let folder: TemporaryFolder

  static let undertow = disc("aaaaaaaa", "Undertow", by: "Sable Orchard", tracks: 3)
  static let harbour = disc("bbbbbbbb", "Harbour", by: "Low Tide", tracks: 2)
  static let own = ["Somebody/Own/01 Song.flac", "Somebody/Own/02 Song.flac"]

  init(_ change: (inout RunningMPD.Options) -> Void = { _ in }) async throws {
    var music = MusicFile.album("Undertow", by: "Sable Orchard", tracks: 3, seconds: 6)
    music.merge(MusicFile.album("Harbour", by: "Low Tide", tracks: 2, seconds: 6)) { $1 }
    music.merge(MusicFile.album("Own", by: "Somebody", tracks: 2, seconds: 60)) { $1 }
    var options = RunningMPD.Options()
    change(&options)
    mpd = try await RunningMPD.start(options, music)
    session = MPDSession(MPDEndpoint([.socket(mpd.socket.string)]), patience: RunningMPD.patience)
    folder = try TemporaryFolder()
  }

  var file: LoadedDiscFile { LoadedDiscFile(folder.appending("albumscan.disc")) }
  var player: DiscPlayer<MPDSession> { DiscPlayer(session, remembering: file) }

  var queue: [String] { get async throws { try await session.queue().map(\.song.file) } }

  /// The same mpd, with a partition of its own for discs.
  func den() -> (session: MPDSession, player: DiscPlayer<MPDSession>) {
    var endpoint = MPDEndpoint([.socket(mpd.socket.string)])
    endpoint.partition = "den"
    let session = MPDSession(endpoint, patience: RunningMPD.patience)
    return (session, DiscPlayer(session, at: endpoint, remembering: file))
  }

  private static func disc(_ id: String, _ title: String, by artist: String, tracks: Int) -> PlayableDisc {
    PlayableDisc(
      id: id, artistName: artist, albumTitle: title,
      files: (1...tracks).map { "\(artist)/\(title)/0\($0) Song.flac" })
  }

  /// Has somebody listen to the second of two songs, half a minute into it.
  func listen() async throws {
    for file in Self.own { try await mpd.mpc("add", file) }
    try await mpd.mpc("random", "on")
    // At once: MPD refuses to seek in a song that it is just opening ("Not seekable").
    try await session.carryOut([.seek(id: session.queue()[1].id, .seconds(30))])
  }
}
