internal import MPD

/// The result of deciding how to play a disc. It is based on the current queue, not on a record of it, since others use
/// the player too.
enum PlayDecision: Equatable {
  case isPlaying
  /// It was paused, and continues where it was.
  case goOn
  /// The queue contains it; start that entry.
  case begin(id: Int, file: String)
  /// Its files replace the queue.
  case swap
  /// A disc is loaded in another MPD, at this address; the queue from before it would be forgotten.
  case elsewhere(String)
  /// The queue contains this many songs that AlbumScan didn't put there.
  case refuse(songs: Int)

  /// - Parameters:
  ///   - track: the track to start with, starting with 0; nil for the current position.
  ///   - loaded: the last disc that was loaded, in any MPD.
  ///   - place: the player's address.
  ///   - force: replace songs that AlbumScan didn't put there.
  init(
    _ files: [String], track: Int?, _ status: PlayerStatus, _ queue: [QueueEntry], loaded: LoadedDisc?,
    at place: String? = nil, force: Bool
  ) {
    let isElsewhere = loaded?.isIn(queue, at: place) == false
    if !queue.isEmpty, queue.holds(files) {
      if let track {
        self = .begin(id: queue[track].id, file: queue[track].song.file)
      } else {
        self =
          switch status.state {
          case .play: .isPlaying
          case .pause: .goOn
          case .stop: .begin(id: queue[0].id, file: queue[0].song.file)
          }
      }
    } else if force {
      self = .swap
    } else if isElsewhere, queue.isEmpty {
      self = .elsewhere(loaded?.place ?? "")
    } else if queue.isEmpty || !isElsewhere && loaded?.mayGive(way: queue) == true {
      self = .swap
    } else {
      self = .refuse(songs: queue.count)
    }
  }
}

/// An album that can be played: its name, and its files in playing order.
package struct PlayableDisc: Equatable, Sendable {
  package let id: String
  package let artistName: String
  package let albumTitle: String
  /// URIs in the player's database, at least one.
  package let files: [String]
  /// What plays it, in messages.
  package let command: String

  package init(id: String, artistName: String, albumTitle: String, files: [String], command: String? = nil) {
    self.id = id
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.files = files
    self.command = command ?? "albumscanctl wallet play \(id)"
  }

  package init(_ disc: Disc, command: String? = nil) {
    self.init(
      id: disc.id, artistName: disc.artistName, albumTitle: disc.albumTitle, files: disc.tracks.map(\.file),
      command: command)
  }

  package var name: String { "\(albumTitle) by \(artistName)" }
}
