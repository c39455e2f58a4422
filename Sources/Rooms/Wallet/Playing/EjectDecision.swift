internal import MPD

/// What taking the disc out comes to.
enum EjectDecision: Equatable {
  case nothingIn
  /// What was there before comes back.
  case restore(LoadedDisc)
  /// The queue was changed by somebody since.
  case refuse(songs: Int)

  init(_ loaded: LoadedDisc?, _ queue: [QueueEntry], force: Bool) {
    guard let loaded else {
      self = .nothingIn
      return
    }
    // An empty queue is nobody's.
    self = force || queue.isEmpty || loaded.isWhole(in: queue) ? .restore(loaded) : .refuse(songs: queue.count)
  }
}
