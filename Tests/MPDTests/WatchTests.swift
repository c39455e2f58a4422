import MusicFiles
import RunningMPD
import SystemPackage
import TestSupport
import Testing

@testable import MPD

/// What MPD tells unasked, as far as we rely on it.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are needed"), .timeLimit(.minutes(3)))
struct WatchTests {
  /// Runs a watch and hands on what it tells.
  private func watching(
    _ endpoint: MPDEndpoint, _ subsystems: [MPDWatch.Subsystem], clock: some Clock<Duration> = ContinuousClock(),
    _ body: @escaping @Sendable (inout AsyncStream<MPDWatch.Event>.Iterator) async throws -> Void
  ) async throws {
    let (events, continuation) = AsyncStream.makeStream(of: MPDWatch.Event.self)
    let watch = MPDWatch(endpoint, subsystems, clock: clock)
    try await within(.seconds(60)) {
      try await withThrowingTaskGroup { group in
        group.addTask {
          await watch.run { continuation.yield($0) }
          continuation.finish()
        }
        var iterator = events.makeAsyncIterator()
        try await body(&iterator)
        group.cancelAll()
      }
    }
  }

  private static var song: MusicFile {
    var file = MusicFile(artist: "Sable Orchard", album: "Undertow")
    file.seconds = 3
    return file
  }

  @Test func `changes of playlists, database and player are heard of`() async throws {
    let mpd = try await RunningMPD.start(.init(), ["a/1.flac": Self.song])
    try await watching(MPDEndpoint([.socket(mpd.socket.string)]), [.storedPlaylist, .database, .player]) { events in
      #expect(await events.next() == .listening)
      try await mpd.mpc("add", "a/1.flac")
      try await mpd.mpc("save", "CDs")
      #expect(await events.next() == .changed([.storedPlaylist]))
      try mpd.write(Self.song, to: "a/2.flac")
      try await mpd.update()
      #expect(await events.next() == .changed([.database]))
      // Nothing new: nothing to hear, and the next event is the player's.
      try await mpd.update()
      try await mpd.mpc("play")
      #expect(await events.next() == .changed([.player]))
    }
  }

  @Test func `who may not listen is refused at once, and asks later and later`() async throws {
    var options = RunningMPD.Options()
    options.permissions = ""
    options.password = "sesame@read,add,player,control,admin"
    options.lines = ["default_permissions \"\""]
    let mpd = try await RunningMPD.start(options, ["a/1.flac": Self.song])
    defer { mpd.kill() }
    let clock = ManualClock()
    try await watching(MPDEndpoint([.socket(mpd.socket.string)]), [.player], clock: clock) { events in
      for seconds in [1, 2, 4] {
        let event = await events.next()
        guard case .lost(let error, let pause) = event else {
          Issue.record("not refused after \(seconds) s, but \(event as Any)")
          return
        }
        #expect(error.needsAuthorization && pause == .seconds(seconds))
        await clock.untilSleeping()
        clock.advance(by: .seconds(seconds))
      }
    }
  }

  @Test func `what happens between two waits isn't missed`() async throws {
    let mpd = try await RunningMPD.start(.init(), ["a/1.flac": Self.song])
    let connection = MPDConnection(MPDEndpoint([.socket(mpd.socket.string)]), patience: RunningMPD.patience, linger: 60)
    defer { connection.close() }
    _ = try await connection.ask([MPDCommand("ping")])
    try await mpd.mpc("add", "a/1.flac")
    try await mpd.mpc("save", "CDs")
    let reply = try await connection.ask([MPDCommand("idle", "stored_playlist")], isIdle: true).reply
    #expect(reply.pairs == [.init(name: "changed", value: "stored_playlist")])
  }

  @Test func `a playlist written on the disk is not heard of, and seen when asked`() async throws {
    let mpd = try await RunningMPD.start(.init(), ["a/1.flac": Self.song])
    let endpoint = MPDEndpoint([.socket(mpd.socket.string)])
    try await watching(endpoint, [.storedPlaylist, .player]) { events in
      #expect(await events.next() == .listening)
      try mpd.writePlaylist("CDs", ["a/1.flac"])
      #expect(try await MPDSession(endpoint, patience: RunningMPD.patience).playlists().map(\.name) == ["CDs"])
      try await mpd.mpc("add", "a/1.flac")
      try await mpd.mpc("play")
      #expect(await events.next() == .changed([.player]))
    }
  }

  @Test func `a wait that is called off leaves the line usable`() async throws {
    let mpd = try await RunningMPD.start()
    let connection = MPDConnection(MPDEndpoint([.socket(mpd.socket.string)]), patience: RunningMPD.patience, linger: 60)
    defer { connection.close() }
    for _ in 1...20 {
      let waiting = Task { try await connection.ask([MPDCommand("idle", "player")], isIdle: true) }
      waiting.cancel()
      await #expect(throws: MPDError.canceled) { try await waiting.value }
      #expect(try await connection.ask([MPDCommand("ping")]).reply == MPDReply())
    }
  }

  @Test func `MPD that ends is called again, later and later, until it is there`() async throws {
    let mpd = try await RunningMPD.start()
    let clock = ManualClock()
    let address = MPDAddress.socket(mpd.socket.string)
    /// That it is gone; whether it closed the line or the next wasn't taken is a matter of moments.
    @Sendable func pause(_ event: MPDWatch.Event?) -> Duration? {
      if case .lost(let error, let pause) = event, error.isAbsence { pause } else { nil }
    }
    try await watching(MPDEndpoint([address]), [.player], clock: clock) { events in
      #expect(await events.next() == .listening)
      mpd.stop()
      #expect(pause(await events.next()) == .seconds(1))
      for seconds in [2, 4, 8] {
        await clock.untilSleeping()
        clock.advance(by: .seconds(seconds / 2))
        #expect(pause(await events.next()) == .seconds(seconds))
      }
      try await mpd.start()
      await clock.untilSleeping()
      clock.advance(by: .seconds(8))
      #expect(await events.next() == .listening)
      mpd.kill()
      #expect(pause(await events.next()) == .seconds(1))
    }
  }
}
