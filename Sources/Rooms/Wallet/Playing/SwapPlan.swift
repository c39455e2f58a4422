internal import MPD

/// How a disc replaces the queue: its files are added after the old ones, which are removed only once the disc plays.
struct SwapPlan: Equatable {
  let start: PlayDecision.Song
  /// Of the entries that were there before.
  let old: [Int]
  private let before: QueueSnapshot

  /// - Parameters:
  ///   - added: the numbers of the disc's entries.
  ///   - track: the one to begin with, from 0.
  init(_ disc: PlayableDisc, added: [Int], track: Int, _ status: PlayerStatus, _ queue: [QueueEntry]) {
    start = PlayDecision.Song(id: added[track], file: disc.files[track])
    old = queue.map(\.id)
    before = QueueSnapshot(status, queue)
  }

  /// An album is heard in its order, whole, and once more on the next day.
  var preparing: [PlayerOrder] {
    var modes = before.modes
    (modes.random, modes.single, modes.consume) = ("0", "0", "0")
    return [.clearError, .modes(modes)]
  }

  /// Where nothing came of it: the old song goes on where it was, and then the new entries go.
  var undoing: [PlayerOrder] { before.orders(playing: before.position.map { old[$0] }) }
}
