internal import MPD

/// The result of deciding how to eject the disc.
enum EjectDecision: Equatable {
  case nothingIn
  /// It is in another MPD, there.
  case elsewhere(String)
  /// What was there before is back already, and stays as it is.
  case forget(LoadedDisc)
  /// What was there before comes back.
  case restore(LoadedDisc)
  /// The queue was changed by somebody since.
  case refuse(songs: Int)

  /// - Parameter place: where this player is looked for.
  init(_ loaded: LoadedDisc?, _ queue: [QueueEntry], at place: String? = nil, force: Bool) {
    guard let loaded else {
      self = .nothingIn
      return
    }
    if !loaded.isIn(queue, at: place) {
      self = .elsewhere(loaded.place ?? "")
    } else if loaded.isUndone(in: queue) {
      self = .forget(loaded)
    } else {
      self = force || loaded.mayGive(way: queue) ? .restore(loaded) : .refuse(songs: queue.count)
    }
  }
}
