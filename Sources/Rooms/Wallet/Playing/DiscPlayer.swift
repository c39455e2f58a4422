package import MPD

/// Puts discs in and takes them out, without ever losing what somebody else had in the player.
package struct DiscPlayer<Backend: PlayerBackend>: Sendable {
  let backend: Backend
  let file: LoadedDiscFile
  let loan: OutputLoan?
  private let sleep: @Sendable (Duration) async throws -> Void
  private let now: @Sendable () -> Duration

  /// How often it is looked whether the disc sounds, and for how long; then it is left to itself, as with a drive that
  /// has to wake up first.
  private static var pause: Duration { .milliseconds(10) }
  private static var longestWait: Duration { .seconds(3) }

  /// - Parameters:
  ///   - loan: where discs are played in a partition of their own.
  ///   - clock: on which it waits for the first sound.
  package init(
    _ backend: Backend, remembering file: LoadedDiscFile, loan: OutputLoan? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.backend = backend
    self.file = file
    self.loan = loan
    sleep = { try await clock.sleep(for: $0) }
    let start = clock.now
    now = { start.duration(to: clock.now) }
  }

  package var loaded: LoadedDisc? { file.read() }

  /// Plays a disc: from a track, or wherever it stands.
  /// - Parameters:
  ///   - track: from 1.
  ///   - force: others' songs in the queue may give way; `eject` brings them back.
  package func play(_ disc: PlayableDisc, track: Int? = nil, force: Bool = false) async throws(PlayingError)
    -> PlayingOutcome
  {
    guard !disc.files.isEmpty else { throw .empty }
    if let track, !(1...disc.files.count).contains(track) { throw .noTrack(track, of: disc.files.count) }
    let start = now()
    let (status, queue) = try await look()
    let decision = PlayDecision(
      disc.files, track: track.map { $0 - 1 }, status, queue, loaded: loaded, force: force)
    switch decision {
    case .isPlaying: return PlayingOutcome(way: .wasPlaying, status: status, soundAfter: nil)
    case .goOn:
      try await tell([.continue])
      return try await PlayingOutcome(way: .resumed, status: look().status, soundAfter: nil)
    case .begin(let id):
      let status = try await begin([.clearError, .play(id: id)])
      return PlayingOutcome(way: .started, status: status, soundAfter: now() - start)
    case .swap:
      let old = try await swap(disc, track: (track ?? 1) - 1, status, queue)
      let soundAfter = now() - start
      try await take(old)
      return try await PlayingOutcome(way: .swapped, status: look().status, soundAfter: soundAfter)
    case .refuse(let songs):
      throw .othersQueue(songs: songs, command: "albumscanctl wallet play \(disc.id) --force")
    }
  }

  /// Takes the disc out, and brings back what was there before, as far as its files are still there.
  package func eject(force: Bool = false) async throws(PlayingError) -> LoadedDisc {
    let (_, queue) = try await look()
    switch EjectDecision(loaded, queue, force: force) {
    case .nothingIn: throw .nothingIn
    case .refuse(let songs): throw .othersQueue(songs: songs, command: "albumscanctl wallet eject --force")
    case .forget(let disc):
      try await giveBack(disc.lent)
      try file.remove()
      return disc
    case .restore(let disc):
      let ids = try await add(all: disc.before.files)
      let current = disc.before.position.flatMap { ids[$0] }
      try await tell(disc.before.orders(playing: current))
      try await take(queue.map(\.id))
      try await giveBack(disc.lent)
      try file.remove()
      return disc
    }
  }

  /// Has what was lent be the default partition's again where MPD was started anew: it forgets other partitions, with
  /// their queues. What is played there stays as it is.
  package func settle() async throws(PlayingError) {
    guard loan != nil, var disc = loaded, !disc.lent.outputs.isEmpty, try await look().queue.isEmpty else { return }
    try await giveBack(OutputLoan.Lent(outputs: disc.lent.outputs))
    disc.lent = OutputLoan.Lent()
    try file.write(disc)
  }

  private func giveBack(_ lent: OutputLoan.Lent) async throws(PlayingError) {
    try await reach { () async throws(MPDError) in try await loan?.giveBack(lent) }
  }

  /// The numbers of the entries, nil for each file that isn't there any more.
  private func add(all files: [String]) async throws(PlayingError) -> [Int?] {
    var ids: [Int?] = []
    while ids.count < files.count {
      let added = try await reach { [ids] () async throws(MPDError) in
        try await backend.add(Array(files[ids.count...]))
      }
      ids += added.ids.map { $0 }
      guard let refusal = added.refusal else { continue }
      guard refusal.code == .notFound else { throw .player(.refused(refusal)) }
      ids.append(nil)
    }
    return ids
  }

  // MARK: Buttons

  package func pause() async throws(PlayingError) -> PlayerStatus { try await press(.pause) }

  /// Goes on where it was paused. A disc that is in and was stopped begins again.
  package func resume() async throws(PlayingError) -> PlayerStatus {
    let (status, queue) = try await look()
    switch status.state {
    case .play: return status
    case .pause: return try await press(.continue)
    case .stop:
      guard let first = queue.first, loaded?.isWhole(in: queue) == true else { throw .notPaused }
      return try await press(.play(id: first.id))
    }
  }

  package func next() async throws(PlayingError) -> PlayerStatus { try await press(.next) }
  package func previous() async throws(PlayingError) -> PlayerStatus { try await press(.previous) }
  package func stop() async throws(PlayingError) -> PlayerStatus { try await press(.stop) }

  private func press(_ button: PlayerOrder) async throws(PlayingError) -> PlayerStatus {
    do {
      try await tell([button])
    } catch .player(.refused(let refusal)) where refusal.code == .notPlaying {
      throw .notPlaying
    }
    return try await reach { () async throws(MPDError) in try await backend.status() }
  }

  // MARK: The player

  /// What it does and what is in line, of one moment: others change it, too.
  package func look() async throws(PlayingError) -> (status: PlayerStatus, queue: [QueueEntry]) {
    try await reach { () async throws(MPDError) in
      var status = try await backend.status()
      for _ in 1...3 {
        let queue = try await backend.queue()
        let after = try await backend.status()
        if after.queueVersion == status.queueVersion { return (after, queue) }
        status = after
      }
      throw .malformed("its queue changes all the time")
    }
  }

  /// Has a song play, and waits until it is opened: MPD says at once, or a moment later, that it can't be.
  func begin(_ orders: [PlayerOrder]) async throws(PlayingError) -> PlayerStatus {
    do {
      try await tell(orders)
    } catch .player(.refused(let refusal)) where refusal.command == "playid" && refusal.code != .permission {
      throw .wouldNotSound(refusal.text)
    }
    return try await sound()
  }

  private func sound() async throws(PlayingError) -> PlayerStatus {
    let start = now()
    while true {
      let status = try await reach { () async throws(MPDError) in try await backend.status() }
      if let error = status.error { throw .wouldNotSound(error) }
      if status.isDecoding || status.state != .play || now() - start >= Self.longestWait { return status }
      do { try await sleep(Self.pause) } catch { throw .player(.cancelled) }
    }
  }

  func tell(_ orders: [PlayerOrder]) async throws(PlayingError) {
    try await reach { () async throws(MPDError) in try await backend.carryOut(orders) }
  }

  func take(_ ids: [Int]) async throws(PlayingError) {
    try await reach { () async throws(MPDError) in try await backend.delete(ids) }
  }

  func reach<Value>(_ body: () async throws(MPDError) -> Value) async throws(PlayingError) -> Value {
    do { return try await body() } catch { throw .player(error) }
  }
}
