package import MPD

/// The player's queue and position, so that they can be restored.
package struct QueueSnapshot: Codable, Equatable, Sendable {
  package let files: [String]
  package let state: PlayerStatus.State
  /// Starting with 0; nil if there was none.
  package let position: Int?
  /// The position in that song.
  package let milliseconds: Int?
  package let modes: PlayerStatus.Modes

  package init(_ status: PlayerStatus, _ queue: [QueueEntry]) {
    files = queue.map(\.song.file)
    state = status.state
    position = status.position.flatMap { queue.indices.contains($0) ? $0 : nil }
    milliseconds = status.elapsed.map {
      Int($0.components.seconds * 1000 + $0.components.attoseconds / 1_000_000_000_000_000)
    }
    modes = status.modes
  }

  /// Plays or pauses that song at its earlier position.
  /// - Parameter id: of the song at `position` in the current queue; nil if it can't be played.
  func orders(playing id: Int?) -> [PlayerOrder] {
    guard let id else { return [.modes(modes), .stop] }
    switch state {
    case .stop: return [.modes(modes), .stop]
    case .play: return [.modes(modes), .play(id: id)] + seek(id)
    case .pause: return [.modes(modes), .play(id: id), .pause] + seek(id)
    }
  }

  private func seek(_ id: Int) -> [PlayerOrder] {
    milliseconds.map { [.seek(id: id, .milliseconds($0))] } ?? []
  }
}
