internal import MPD

/// What putting in a disc comes to. The queue decides, not a memory of it: others use the player, too.
enum PlayDecision: Equatable {
  case isPlaying
  /// It was paused, and goes on where it was.
  case goOn
  /// The queue holds it; that entry begins.
  case begin(id: Int)
  /// Its files take the queue's place.
  case swap
  /// The queue holds this many songs of somebody's.
  case refuse(songs: Int)

  /// - Parameters:
  ///   - track: the one to begin with, from 0; nil for wherever it stands.
  ///   - loaded: what was put in last.
  ///   - force: others' songs may give way.
  init(
    _ files: [String], track: Int?, _ status: PlayerStatus, _ queue: [QueueEntry], loaded: LoadedDisc?, force: Bool
  ) {
    if !queue.isEmpty, queue.holds(files) {
      if let track {
        self = .begin(id: queue[track].id)
      } else {
        self =
          switch status.state {
          case .play: .isPlaying
          case .pause: .goOn
          case .stop: .begin(id: queue[0].id)
          }
      }
    } else if queue.isEmpty || force || loaded?.mayGive(way: queue) == true {
      self = .swap
    } else {
      self = .refuse(songs: queue.count)
    }
  }
}
