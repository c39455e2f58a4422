internal import MPD

extension DiscPlayer {
  /// Ejects the disc, and restores the earlier queue, as far as its files still exist.
  package func eject(force: Bool = false) async throws(PlayingError) -> LoadedDisc {
    try await alone { () async throws(PlayingError) in try await ejectAlone(force: force) }
  }

  private func ejectAlone(force: Bool) async throws(PlayingError) -> LoadedDisc {
    let (_, queue) = try await look()
    switch EjectDecision(loaded, queue, at: place, force: force) {
    case .nothingIn: throw .nothingIn
    case .elsewhere(let other): throw .elsewhere(other, command: "albumscanctl wallet play ID --force")
    case .refuse(let songs): throw .othersQueue(songs: songs, command: "albumscanctl wallet eject --force")
    case .forget(let disc):
      try await giveBack(disc.lent)
      try file.remove()
      return disc
    case .restore(let disc):
      let ids: [Int?]
      do throws(PlayingError) { ids = try await add(all: disc.before.files) } catch {
        guard case .player(.refused(let refusal)) = error, refusal.code == .playlistTooLarge else { throw error }
        // There is no room for both.
        try await take(queue.map(\.id))
        ids = try await add(all: disc.before.files)
      }
      try await restore(disc.before.orders(playing: disc.before.position.flatMap { ids[$0] }))
      try await take(queue.map(\.id))
      try await giveBack(disc.lent)
      try file.remove()
      return disc
    }
  }

  /// After a restart of MPD, which forgets other partitions and their queues, makes the lent outputs usable in the
  /// default partition again. What is playing there isn't changed.
  package func settle() async throws(PlayingError) {
    guard loan != nil, let disc = loaded, !disc.lent.outputs.isEmpty else { return }
    try await alone { () async throws(PlayingError) in try await settleAlone() }
  }

  private func settleAlone() async throws(PlayingError) {
    let queue = try await look().queue
    guard queue.isEmpty, var disc = loaded, !disc.lent.outputs.isEmpty, disc.isIn(queue, at: place) else { return }
    try await giveBack(OutputLoan.Lent(outputs: disc.lent.outputs))
    disc.lent = OutputLoan.Lent()
    try file.write(disc)
  }

  private func giveBack(_ lent: OutputLoan.Lent) async throws(PlayingError) {
    try await reach { () async throws(MPDError) in try await loan?.giveBack(lent) }
  }

  /// The entries' IDs; nil for each file that no longer exists.
  private func add(all files: [String]) async throws(PlayingError) -> [Int?] {
    var ids: [Int?] = []
    while ids.count < files.count {
      let added = try await reach { [ids] () async throws(MPDError) in
        try await backend.add(Array(files[ids.count...]))
      }
      ids += added.ids.map { $0 }
      guard let refusal = added.refusal else { continue }
      guard refusal.code == .notFound else {
        try await take(ids.compactMap(\.self))
        throw .player(.refused(refusal))
      }
      ids.append(nil)
    }
    return ids
  }
}

/// The result of deciding how to eject the disc.
enum EjectDecision: Equatable {
  case nothingIn
  /// The disc is in another MPD, at this address.
  case elsewhere(String)
  /// The earlier queue is already back, and isn't touched.
  case forget(LoadedDisc)
  /// The earlier queue is restored.
  case restore(LoadedDisc)
  /// The queue was changed by someone else.
  case refuse(songs: Int)

  /// - Parameter place: the player's address.
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
