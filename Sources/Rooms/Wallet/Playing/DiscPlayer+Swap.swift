internal import MPD

extension DiscPlayer {
  /// Has the disc sound, with what was there before still in the queue.
  ///
  /// What is about to happen is noted before anything is moved: whoever is ended in the middle leaves a way back.
  /// - Parameter track: from 0.
  /// - Returns: the entries that are to go.
  func swap(
    _ disc: PlayableDisc, track: Int, _ status: PlayerStatus, _ queue: [QueueEntry]
  ) async throws(PlayingError) -> [Int] {
    // What a disc took the place of is remembered through all discs behind it.
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
      // The error that matters is thrown next.
      if await isStill(queue) { try? file.keep(noted) }
      throw error
    }
    let plan = SwapPlan(disc, added: added, track: track, status, queue)
    do throws(PlayingError) {
      try await reach { () async throws(MPDError) in try await loan?.borrow(borrowed) }
      _ = try await begin(plan.preparing, plan.start)
    } catch {
      // What went wrong is said; where the way back is blocked, too, the note stays, by which eject finds it.
      if await undo(plan, added: added, borrowed) { try? file.keep(noted) }
      throw error
    }
    return plan.old
  }

  /// All of it or nothing.
  private func add(_ disc: PlayableDisc) async throws(PlayingError) -> [Int] {
    let added = try await reach { () async throws(MPDError) in try await backend.add(disc.files) }
    guard let refusal = added.refusal else { return added.ids }
    try await take(added.ids)
    guard refusal.code == .notFound else { throw .player(.refused(refusal)) }
    throw .missing(file: disc.files[min(added.ids.count, disc.files.count - 1)])
  }

  private func isStill(_ queue: [QueueEntry]) async -> Bool {
    // A queue that can't be seen isn't known to be the same.
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

  /// Where nothing came of it: the old song continues where it was, and then the new entries go.
  var undoing: [PlayerOrder] { before.orders(playing: before.position.map { old[$0] }) }
}
