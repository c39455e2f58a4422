import DrawnCovers
import MusicFiles
import RunningMPD

extension RunningMPD {
  /// With four albums, of which two are in the playlist `CDs` (Night Bus, Tide Tables), and one is drawn.
  static func withDiscs(_ change: (inout Options) -> Void = { _ in }) async throws -> RunningMPD {
    var music = MusicFile.album("Tide Tables", by: "The Undertow Choir", tracks: 3, seconds: 20)
    music.merge(MusicFile.album("Night Bus", by: "Marlow Keys", tracks: 2, seconds: 20)) { $1 }
    music.merge(MusicFile.album("Own", by: "Somebody", tracks: 2, seconds: 60)) { $1 }
    let album = DrawnCollection.undertow
    music.merge(MusicFile.album(album.albumTitle, by: album.artistName, tracks: 2, seconds: 20)) { $1 }
    var options = Options()
    change(&options)
    let mpd = try await start(options, music)
    try mpd.writePlaylist(
      "CDs", ["The Undertow Choir/Tide Tables/02 Song.flac", "Marlow Keys/Night Bus/01 Song.flac"])
    return mpd
  }
}
