internal import MPD

/// What taking the disc out comes to.
enum EjectDecision: Equatable {
  case nothingIn
  /// What was there before is back already, and stays as it is.
  case forget(LoadedDisc)
  /// What was there before comes back.
  case restore(LoadedDisc)
  /// The queue was changed by somebody since.
  case refuse(songs: Int)

  init(_ loaded: LoadedDisc?, _ queue: [QueueEntry], force: Bool) {
    guard let loaded else {
      self = .nothingIn
      return
    }
    if loaded.isUndone(in: queue) {
      self = .forget(loaded)
    } else {
      self = force || loaded.mayGive(way: queue) ? .restore(loaded) : .refuse(songs: queue.count)
    }
  }
}
