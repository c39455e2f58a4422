package import MPD

/// Plays and ejects discs, without ever losing what else was in the player.
package struct DiscPlayer<Backend: PlayerBackend>: Sendable {
  let backend: Backend
  /// The player's address.
  let place: String?
  let file: LoadedDiscFile
  let loan: OutputLoan?
  private let sleep: @Sendable (Duration) async throws -> Void
  private let now: @Sendable () -> Duration

  /// How often, and for how long, to check whether the disc is playing. After that it is left to start by itself, such
  /// as from a drive that has to spin up.
  private static var pause: Duration { .milliseconds(10) }
  private static var longestWait: Duration { .seconds(3) }
  /// How long to wait for another command.
  private static var patience: Duration { .seconds(10) }

  /// - Parameters:
  ///   - place: the player's address, which identifies a disc that is loaded elsewhere.
  ///   - loan: set if discs are played in a separate partition.
  ///   - clock: for the wait until the first sound.
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

  /// Plays a disc, from a track or from its current position.
  /// - Parameters:
  ///   - track: starting with 1.
  ///   - force: replace songs that AlbumScan didn't put into the queue; `eject` restores them.
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
    case .begin(let id, let file):
      do throws(PlayingError) {
        let status = try await begin([.clearError], id: id, file: file)
        return PlayingOutcome(way: .started, status: status, soundAfter: now() - start)
      } catch {
        // The first error says why it doesn't play; an error of the restoration would only hide it.
        try? await restore(QueueSnapshot(status, queue).orders(playing: status.songID))
        throw error
      }
    case .swap:
      let old = try await swap(disc, track: (track ?? 1) - 1, status, queue)
      let soundAfter = now() - start
      try await take(old)
      // If this can't be written, the next disc may also replace the queue that this one replaced.
      if var isIn = loaded, isIn.predecessor != nil {
        isIn.predecessor = nil
        try? file.write(isIn)
      }
      return try await PlayingOutcome(way: .swapped, status: look().status, soundAfter: soundAfter)
    case .elsewhere(let other): throw .elsewhere(other, command: "\(disc.command) --force")
    case .refuse(let songs):
      throw .othersQueue(songs: songs, command: "\(disc.command) --force")
    }
  }

  /// One command at a time: two that load a disc at the same moment would both add their files.
  func alone<Value>(_ body: () async throws(PlayingError) -> Value) async throws(PlayingError) -> Value {
    let start = now()
    while true {
      do throws(PlayingError) {
        let lock = try file.lock()
        defer { withExtendedLifetime(lock) {} }
        return try await body()
      } catch .busy where now() - start < Self.patience {
        do { try await sleep(Self.pause) } catch { throw .player(.canceled) }
      }
    }
  }

  // MARK: Playback

  package func pause() async throws(PlayingError) -> PlayerStatus { try await press(.pause) }

  /// Pauses this disc, but not another one that may be loaded by now.
  package func pause(_ disc: PlayableDisc) async throws(PlayingError) -> PlayerStatus {
    let (status, queue) = try await look()
    return queue.holds(disc.files) ? try await pause() : status
  }

  /// Continues where playback was paused. A stopped disc starts from the beginning.
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

  /// The status and the queue at the same moment, because other clients change them, too.
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

  /// Starts a song, and waits until it is opened. If MPD can't play it, MPD reports that at once or a moment later, or
  /// silently skips to the next one.
  /// - Parameter orders: carried out before.
  func begin(_ orders: [PlayerOrder], id: Int, file: String) async throws(PlayingError) -> PlayerStatus {
    do {
      try await tell(orders + [.play(id: id)])
    } catch .player(.refused(let refusal)) where refusal.command == "playid" && refusal.code != .permission {
      throw .wouldNotSound(refusal.text)
    }
    return try await sound(id: id, file: file)
  }

  private func sound(id: Int, file: String) async throws(PlayingError) -> PlayerStatus {
    let start = now()
    while true {
      let status = try await reach { () async throws(MPDError) in try await backend.status() }
      if let error = status.error { throw .wouldNotSound(error) }
      if status.isDecoding, status.songID != id { throw .wouldNotSound("it left out \(file)") }
      if status.isDecoding || status.state != .play || now() - start >= Self.longestWait { return status }
      do { try await sleep(Self.pause) } catch { throw .player(.canceled) }
    }
  }

  func tell(_ orders: [PlayerOrder]) async throws(PlayingError) {
    try await reach { () async throws(MPDError) in try await backend.carryOut(orders) }
  }

  /// Restores what was playing, as far as the player can: a stream has no position, and a disk may be unmounted.
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
  /// With a real MPD, in a separate partition if the endpoint names one.
  /// - Parameter session: connected to the endpoint.
  package init(_ session: MPDSession, at endpoint: MPDEndpoint, remembering file: LoadedDiscFile) {
    var common = endpoint
    common.partition = nil
    let loan = endpoint.partition == nil ? nil : OutputLoan(from: MPDSession(common), to: session)
    self.init(session, at: endpoint.description, remembering: file, loan: loan)
  }
}

/// The player: a queue of files, which other clients use, too.
package protocol PlayerBackend: Sendable {
  func status() async throws(MPDError) -> PlayerStatus
  func queue() async throws(MPDError) -> [QueueEntry]
  /// Appends songs, up to the first one that is rejected.
  func add(_ files: [String]) async throws(MPDError) -> MPDSession.Added
  func carryOut(_ orders: [PlayerOrder]) async throws(MPDError)
  /// Removes entries; entries that are already gone are ignored.
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
  /// From the command to the first decoded sound; nil if nothing had to start.
  package let soundAfter: Duration?
}
