/// Receives MPD's change events, on a separate connection.
package struct MPDWatch: Sendable {
  /// The kinds of changes (protocol documentation, `idle`).
  package enum Subsystem: String, CaseIterable, Sendable {
    case database
    case storedPlaylist = "stored_playlist"
    /// The queue.
    case queue = "playlist"
    case player, options, partition
  }

  package enum Event: Equatable, Sendable {
    /// From now on, no change is missed; earlier changes may have been.
    case listening
    case changed(Set<Subsystem>)
    /// The connection was lost. The next attempt comes after `retryIn`.
    case lost(MPDError, retryIn: Duration)
  }

  private let endpoint: MPDEndpoint
  private let subsystems: [Subsystem]
  private let patience: Duration
  private let sleep: @Sendable (Duration) async throws -> Void

  /// - Parameter clock: for the waits between attempts.
  package init(
    _ endpoint: MPDEndpoint, _ subsystems: [Subsystem], patience: Duration = MPDSession.standardPatience,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.endpoint = endpoint
    self.subsystems = subsystems
    self.patience = patience
    sleep = { try await clock.sleep(for: $0) }
  }

  /// Reports changes until it is canceled. Changes during a call of `tell` are reported by the next call.
  package func run(_ tell: @Sendable (Event) async -> Void) async {
    var backoff = Backoff()
    while !Task.isCancelled {
      let connection = MPDConnection(endpoint, patience: patience, linger: patience.seconds)
      defer { connection.close() }
      do throws(MPDError) {
        // A client without permission is refused here, before the backoff is reset.
        _ = try await connection.ask([MPDCommand("status")]).reply
        backoff.reset()
        await tell(.listening)
        while true {
          let reply = try await connection.ask([MPDCommand("idle", subsystems.map(\.rawValue))], isIdle: true).reply
          let changed = reply.pairs.filter { $0.name == "changed" }.compactMap { Subsystem(rawValue: $0.value) }
          if !changed.isEmpty { await tell(.changed(Set(changed))) }
        }
      } catch {
        if error == .canceled || Task.isCancelled { return }
        let pause = backoff.next()
        await tell(.lost(error, retryIn: pause))
        // Canceled while it sleeps: end.
        guard (try? await sleep(pause)) != nil else { return }
      }
    }
  }
}

/// How long to wait before connecting to MPD again: 1 s, then doubling up to 30 s.
package struct Backoff: Equatable, Sendable {
  package static let longest = Duration.seconds(30)

  private var upcoming = Duration.seconds(1)

  package init() {}

  package mutating func next() -> Duration {
    defer { upcoming = min(upcoming * 2, Self.longest) }
    return upcoming
  }

  /// MPD answered.
  package mutating func reset() { self = Backoff() }
}
