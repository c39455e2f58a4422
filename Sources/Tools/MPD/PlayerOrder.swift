/// A command for MPD's player.
package enum PlayerOrder: Equatable, Sendable {
  /// An entry of the queue, from its beginning.
  case play(id: Int)
  case pause, `continue`
  case next, previous, stop
  case seek(id: Int, Duration)
  /// Takes an entry out of the queue.
  case delete(id: Int)
  case modes(PlayerStatus.Modes)
  /// Forgets what went wrong before.
  case clearError

  var commands: [MPDCommand] {
    get throws(MPDError) {
      switch self {
      case .play(let id): [try MPDCommand("playid", "\(id)")]
      case .pause: [try MPDCommand("pause", "1")]
      case .continue: [try MPDCommand("pause", "0")]
      case .next: [try MPDCommand("next")]
      case .previous: [try MPDCommand("previous")]
      case .stop: [try MPDCommand("stop")]
      case .seek(let id, let place): [try MPDCommand("seekid", "\(id)", place.mpdSeconds)]
      case .delete(let id): [try MPDCommand("deleteid", "\(id)")]
      case .modes(let modes):
        [
          try MPDCommand("random", modes.random), try MPDCommand("single", modes.single),
          try MPDCommand("consume", modes.consume), try MPDCommand("repeat", modes.repeat),
        ]
      case .clearError: [try MPDCommand("clearerror")]
      }
    }
  }
}
