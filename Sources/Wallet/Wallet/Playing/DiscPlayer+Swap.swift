internal import MPD

extension DiscPlayer {
  /// Starts the disc while the earlier queue is still there.
  ///
  /// Every change is recorded before it is made, so that a process that is killed leaves a way back.
  /// - Parameter track: starting with 0.
  /// - Returns: the entries to remove.
  func swap(
    _ disc: PlayableDisc, track: Int, _ status: PlayerStatus, _ queue: [QueueEntry]
  ) async throws(PlayingError) -> [Int] {
    // The queue that the first disc replaced is remembered through all later discs.
    let noted = loaded
    let here = noted.flatMap { $0.isIn(queue, at: place) ? $0 : nil }
    let before = here.flatMap { $0.mayGive(way: queue) ? $0.before : nil } ?? QueueSnapshot(status, queue)
    let lent = here?.lent ?? OutputLoan.Lent()
    let borrowed = try await reach { () async throws(MPDError) in
      try await loan?.terms(beside: lent) ?? OutputLoan.Lent()
    }
    try file.write(
      LoadedDisc(disc, before: before, behind: queue.map(\.song.file), lent: lent.and(borrowed), at: place))

    let added: [Int]
    do throws(PlayingError) { added = try await add(disc) } catch {
      // The next line throws the error that matters.
      if await isStill(queue) { try? file.keep(noted) }
      throw error
    }
    let plan = SwapPlan(added: added, track: track, status, queue)
    do throws(PlayingError) {
      try await reach { () async throws(MPDError) in try await loan?.borrow(borrowed) }
      _ = try await begin(plan.preparing, id: plan.first, file: disc.files[track])
    } catch {
      // The error is reported. If undoing fails, too, the record stays, so that eject can use it.
      if await undo(plan, added: added, borrowed) { try? file.keep(noted) }
      throw error
    }
    return plan.old
  }

  /// Adds all files or none.
  private func add(_ disc: PlayableDisc) async throws(PlayingError) -> [Int] {
    let added = try await reach { () async throws(MPDError) in try await backend.add(disc.files) }
    guard let refusal = added.refusal else { return added.ids }
    try await take(added.ids)
    guard refusal.code == .notFound else { throw .player(.refused(refusal)) }
    throw .missing(file: disc.files[min(added.ids.count, disc.files.count - 1)])
  }

  private func isStill(_ queue: [QueueEntry]) async -> Bool {
    // If the queue can't be read, it isn't known to be the same.
    (try? await look())?.queue.map(\.id) == queue.map(\.id)
  }

  private func undo(_ plan: SwapPlan, added: [Int], _ borrowed: OutputLoan.Lent) async -> Bool {
    do {
      try await restore(plan.undoing)
      try await take(added)
      try await loan?.giveBack(borrowed)
      return true
    } catch {
      return false
    }
  }
}

/// How a disc replaces the queue: its files are added after the old ones, which are removed only once the disc plays.
struct SwapPlan {
  /// The ID of the entry to start with.
  let first: Int
  /// The IDs of the earlier entries.
  let old: [Int]
  private let before: QueueSnapshot

  /// - Parameters:
  ///   - added: the IDs of the disc's entries.
  ///   - track: the track to start with, starting with 0.
  init(added: [Int], track: Int, _ status: PlayerStatus, _ queue: [QueueEntry]) {
    first = added[track]
    old = queue.map(\.id)
    before = QueueSnapshot(status, queue)
  }

  /// An album is played in order and completely, and can be played again later.
  var preparing: [PlayerOrder] {
    var modes = before.modes
    (modes.random, modes.single, modes.consume) = ("0", "0", "0")
    return [.clearError, .modes(modes)]
  }

  /// Undoes everything: the earlier song continues where it was, and then the new entries are removed.
  var undoing: [PlayerOrder] { before.orders(playing: before.position.map { old[$0] }) }
}
