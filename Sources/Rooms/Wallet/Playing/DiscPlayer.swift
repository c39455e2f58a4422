package import MPD

/// Plays and ejects discs, without ever losing what else was in the player.
package struct DiscPlayer<Backend: PlayerBackend>: Sendable {
  let backend: Backend
  /// Where the player is looked for.
  let place: String?
  let file: LoadedDiscFile
  let loan: OutputLoan?
  private let sleep: @Sendable (Duration) async throws -> Void
  private let now: @Sendable () -> Duration

  /// How often it is looked whether the disc sounds, and for how long; then it is left to itself, as with a drive that
  /// has to wake up first.
  private static var pause: Duration { .milliseconds(10) }
  private static var longestWait: Duration { .seconds(3) }
  /// For another command to be done.
  private static var patience: Duration { .seconds(10) }

  /// - Parameters:
  ///   - place: where the player is looked for: a disc that is in elsewhere is told by it.
  ///   - loan: where discs are played in a partition of their own.
  ///   - clock: on which it waits for the first sound.
  package init(
    _ backend: Backend, at place: String? = nil, remembering file: LoadedDiscFile, loan: OutputLoan? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.backend = backend
    self.place = place
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
    return try await alone { () async throws(PlayingError) in try await playAlone(disc, track: track, force: force) }
  }

  private func playAlone(_ disc: PlayableDisc, track: Int?, force: Bool) async throws(PlayingError) -> PlayingOutcome {
    let start = now()
    let (status, queue) = try await look()
    let decision = PlayDecision(
      disc.files, track: track.map { $0 - 1 }, status, queue, loaded: loaded, at: place, force: force)
    switch decision {
    case .isPlaying: return PlayingOutcome(way: .wasPlaying, status: status, soundAfter: nil)
    case .goOn:
      try await tell([.continue])
      return try await PlayingOutcome(way: .resumed, status: look().status, soundAfter: nil)
    case .begin(let song):
      do throws(PlayingError) {
        let status = try await begin([.clearError], song)
        return PlayingOutcome(way: .started, status: status, soundAfter: now() - start)
      } catch {
        // The first error says why it doesn't play; a second, of putting it back, would only hide it.
        try? await restore(QueueSnapshot(status, queue).orders(playing: status.songID))
        throw error
      }
    case .swap:
      let old = try await swap(disc, track: (track ?? 1) - 1, status, queue)
      let soundAfter = now() - start
      try await take(old)
      // Where that can't be written, more than it made gives way to the next disc: what it took the place of.
      if var isIn = loaded, isIn.predecessor != nil {
        isIn.predecessor = nil
        try? file.write(isIn)
      }
      return try await PlayingOutcome(way: .swapped, status: look().status, soundAfter: soundAfter)
    case .elsewhere(let other): throw .elsewhere(other, command: "albumscanctl wallet play \(disc.id) --force")
    case .refuse(let songs):
      throw .othersQueue(songs: songs, command: "albumscanctl wallet play \(disc.id) --force")
    }
  }

  /// One at a time: two that put a disc in at the same moment would both add theirs.
  func alone<Value>(_ body: () async throws(PlayingError) -> Value) async throws(PlayingError) -> Value {
    let start = now()
    while true {
      do throws(PlayingError) {
        let lock = try file.lock()
        defer { withExtendedLifetime(lock) {} }
        return try await body()
      } catch .busy where now() - start < Self.patience {
        do { try await sleep(Self.pause) } catch { throw .player(.cancelled) }
      }
    }
  }

  // MARK: Buttons

  package func pause() async throws(PlayingError) -> PlayerStatus { try await press(.pause) }

  /// Pauses this disc, and nothing else that may be in by now.
  package func pause(_ disc: PlayableDisc) async throws(PlayingError) -> PlayerStatus {
    let (status, queue) = try await look()
    return queue.holds(disc.files) ? try await pause() : status
  }

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

  /// Has a song play, and waits until it is opened: MPD says at once, or a moment later, that it can't be, or continues
  /// to the next one without a word.
  /// - Parameter orders: carried out before.
  func begin(_ orders: [PlayerOrder], _ song: PlayDecision.Song) async throws(PlayingError) -> PlayerStatus {
    do {
      try await tell(orders + [.play(id: song.id)])
    } catch .player(.refused(let refusal)) where refusal.command == "playid" && refusal.code != .permission {
      throw .wouldNotSound(refusal.text)
    }
    return try await sound(song)
  }

  private func sound(_ song: PlayDecision.Song) async throws(PlayingError) -> PlayerStatus {
    let start = now()
    while true {
      let status = try await reach { () async throws(MPDError) in try await backend.status() }
      if let error = status.error { throw .wouldNotSound(error) }
      if status.isDecoding, status.songID != song.id { throw .wouldNotSound("it left out \(song.file)") }
      if status.isDecoding || status.state != .play || now() - start >= Self.longestWait { return status }
      do { try await sleep(Self.pause) } catch { throw .player(.cancelled) }
    }
  }

  func tell(_ orders: [PlayerOrder]) async throws(PlayingError) {
    try await reach { () async throws(MPDError) in try await backend.carryOut(orders) }
  }

  /// Has what was there before continue, as far as the player can: a stream isn't sought in, a disk that is away isn't
  /// read.
  func restore(_ orders: [PlayerOrder]) async throws(PlayingError) {
    do { try await tell(orders) } catch {
      guard case .player(.refused(let refusal)) = error, refusal.code != .permission else { throw error }
    }
  }

  func take(_ ids: [Int]) async throws(PlayingError) {
    try await reach { () async throws(MPDError) in try await backend.delete(ids) }
  }

  func reach<Value>(_ body: () async throws(MPDError) -> Value) async throws(PlayingError) -> Value {
    do { return try await body() } catch { throw .player(error) }
  }
}

extension DiscPlayer where Backend == MPDSession {
  /// On a real MPD: in a partition of its own where the endpoint names one.
  /// - Parameter session: to the endpoint.
  package init(_ session: MPDSession, at endpoint: MPDEndpoint, remembering file: LoadedDiscFile) {
    var common = endpoint
    common.partition = nil
    let loan = endpoint.partition == nil ? nil : OutputLoan(from: MPDSession(common), to: session)
    self.init(session, at: endpoint.description, remembering: file, loan: loan)
  }
}

/// The player: a queue of files that others use too.
package protocol PlayerBackend: Sendable {
  func status() async throws(MPDError) -> PlayerStatus
  func queue() async throws(MPDError) -> [QueueEntry]
  /// Adds songs to the end, up to the first that is refused.
  func add(_ files: [String]) async throws(MPDError) -> MPDSession.Added
  func carryOut(_ orders: [PlayerOrder]) async throws(MPDError)
  /// Takes entries out; those that are gone already are no trouble.
  func delete(_ ids: [Int]) async throws(MPDError)
}

extension MPDSession: PlayerBackend {}

/// The result of playing a disc.
package struct PlayingOutcome: Equatable, Sendable {
  package enum Way: String, Codable, Sendable {
    case wasPlaying = "was-playing"
    case resumed, started, swapped
  }

  package let way: Way
  package let status: PlayerStatus
  /// From the order to the first decoded sound; nil where nothing had to begin.
  package let soundAfter: Duration?
}
