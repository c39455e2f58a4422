internal import Albums
internal import MPD
internal import Wallet

/// `albumscan/player/1`: what MPD plays.
struct PlayerReport: Encodable {
  struct Disc: Codable, Equatable, Sendable {
    let id: String
    let artistName: String
    let albumTitle: String
    /// How many tracks it has here.
    let tracks: Int
  }

  struct Track: Codable, Equatable, Sendable {
    /// In the queue, from 1.
    let number: Int
    let file: String
    @Nullable var title: String?
    @Nullable var artistName: String?
    @Nullable var elapsedSeconds: Double?
    @Nullable var durationSeconds: Double?
  }

  let schema = "albumscan/player/1"
  /// `play`, `pause` or `stop`.
  let state: String
  /// How it came to play: `was-playing`, `resumed`, `started`, `swapped`; null where nothing was asked to.
  @Nullable var way: String?
  /// From the order to the sound; null where none had to begin.
  @Nullable var soundAfterSeconds: Double?
  /// Null where the queue isn't a disc's that AlbumScan put in.
  @Nullable var disc: Disc?
  /// Null where none is chosen.
  @Nullable var track: Track?
  /// Songs in it.
  let queueLength: Int
  /// What went wrong, in MPD's words.
  @Nullable var error: String?

  init(_ status: PlayerStatus, song: QueueEntry?, disc: LoadedDisc?, outcome: PlayingOutcome?) {
    state = status.state.rawValue
    queueLength = status.queueLength
    _way = Nullable(outcome?.way.rawValue)
    _soundAfterSeconds = Nullable(outcome?.soundAfter?.inSeconds)
    _error = Nullable(status.error)
    _disc = Nullable(
      disc.map {
        Disc(
          id: $0.id, artistName: $0.artistName, albumTitle: $0.albumTitle, tracks: $0.files.count)
      })
    _track = Nullable(
      song.map { entry in
        Track(
          number: entry.position + 1, file: entry.song.file,
          title: Nullable(entry.song.tag("Title")),
          artistName: Nullable(entry.song.tag("Artist")),
          elapsedSeconds: Nullable(status.elapsed?.inSeconds),
          durationSeconds: Nullable((status.duration ?? entry.song.duration)?.inSeconds))
      })
  }

  /// For people.
  var lines: [String] {
    var lines: [String] = []
    switch state {
    case "play": lines.append(headline("Playing"))
    case "pause": lines.append(headline("Paused"))
    default:
      lines.append(disc.map { "Stopped; \($0.albumTitle) by \($0.artistName) is in" } ?? "Stopped")
    }
    if let track, state != "stop" {
      let name = track.title ?? track.file
      let length = track.durationSeconds.map { " / \(Self.clock($0))" } ?? ""
      lines.append(
        "Track \(track.number) of \(queueLength): \(name)  \(Self.clock(track.elapsedSeconds ?? 0))\(length)"
      )
    }
    if let error { lines.append("MPD says: \(error)") }
    return lines
  }

  private func headline(_ word: String) -> String {
    "\(word) "
      + (disc.map { "\($0.albumTitle) by \($0.artistName)" }
        ?? "your own queue, not a disc")
  }

  /// `3:07`, and `101:07` for what is longer than an hour.
  private static func clock(_ seconds: Double) -> String {
    let seconds = Int(seconds)
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    (Double(components.seconds) * 1000 + Double(components.attoseconds / 1_000_000_000_000_000))
      / 1000
  }
}
