import MPD
import RunningMPD
import SystemPackage
import Testing

@testable import Wallet

/// Discs on a real mpd, which others use, too.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are needed"), .timeLimit(.minutes(3)))
struct DiscPlayerTests {
  @Test func `a disc plays whole and in order, from the first track or another`() async throws {
    let jukebox = try await Jukebox()
    let outcome = try await jukebox.player.play(Jukebox.undertow)
    #expect(outcome.way == .swapped)
    #expect(outcome.status.state == .play)
    #expect(outcome.status.position == 0)
    #expect(try #require(outcome.soundAfter) < .seconds(3))
    #expect(try await jukebox.queue == Jukebox.undertow.files)
    #expect(jukebox.player.loaded?.id == "aaaaaaaa")

    // It is in already; a track is chosen in it, and another disc takes its place.
    let third = try await jukebox.player.play(Jukebox.undertow, track: 3)
    #expect(third.way == .started)
    #expect(third.status.position == 2)
    #expect(try await jukebox.player.play(Jukebox.undertow).way == .wasPlaying)
    let other = try await jukebox.player.play(Jukebox.harbour, track: 2)
    #expect(other.way == .swapped)
    #expect(other.status.position == 1)
    #expect(try await jukebox.queue == Jukebox.harbour.files)
    await #expect(throws: PlayingError.noTrack(3, of: 2)) {
      try await jukebox.player.play(Jukebox.harbour, track: 3)
    }
  }

  @Test func `a paused disc goes on where it was, and another begins anew`() async throws {
    let jukebox = try await Jukebox()
    _ = try await jukebox.player.play(Jukebox.undertow, track: 2)
    try await jukebox.mpd.mpc("seek", "2")
    #expect(try await jukebox.player.pause().state == .pause)
    let resumed = try await jukebox.player.play(Jukebox.undertow)
    #expect(resumed.way == .resumed)
    #expect(resumed.status.state == .play)
    #expect(resumed.status.position == 1)
    #expect(try #require(resumed.status.elapsed) >= .seconds(2))
    _ = try await jukebox.player.pause()
    let other = try await jukebox.player.play(Jukebox.harbour)
    #expect(other.way == .swapped)
    #expect(try #require(other.status.elapsed) < .seconds(2))
  }

  @Test func `after a restart of mpd the disc goes on, though nobody remembers it`() async throws {
    let jukebox = try await Jukebox()
    _ = try await jukebox.player.play(Jukebox.undertow, track: 2)
    try await jukebox.mpd.mpc("seek", "2")
    _ = try await jukebox.player.pause()
    jukebox.mpd.stop()
    await #expect(throws: PlayingError.self) { try await jukebox.player.play(Jukebox.undertow) }
    try await jukebox.mpd.start()
    try jukebox.file.remove()
    let resumed = try await jukebox.player.play(Jukebox.undertow)
    #expect(resumed.way == .resumed)
    #expect(resumed.status.position == 1)
    #expect(try #require(resumed.status.elapsed) >= .seconds(2))
  }

  @Test func `somebody's songs stay, unless they are told to go, and then come back`() async throws {
    let jukebox = try await Jukebox()
    try await jukebox.listen()
    await #expect(throws: PlayingError.othersQueue(songs: 2, command: "albumscanctl wallet play aaaaaaaa --force")) {
      try await jukebox.player.play(Jukebox.undertow)
    }
    #expect(try await jukebox.queue == Jukebox.own)
    #expect(try await jukebox.session.status().state == .play)

    #expect(try await jukebox.player.play(Jukebox.undertow, force: true).way == .swapped)
    let during = try await jukebox.session.status()
    #expect(during.modes.random == "0")
    // Through another disc, too.
    _ = try await jukebox.player.play(Jukebox.harbour)
    #expect(try await jukebox.player.eject().id == "bbbbbbbb")
    #expect(try await jukebox.queue == Jukebox.own)
    let after = try await jukebox.session.status()
    #expect(after.state == .play)
    #expect(after.position == 1)
    #expect(after.modes.random == "1")
    #expect((30...40).contains(try #require(after.elapsed).components.seconds))
    #expect(jukebox.player.loaded == nil)
    await #expect(throws: PlayingError.nothingIn) { try await jukebox.player.eject() }
  }

  @Test func `what was paused before comes back paused, at its place`() async throws {
    let jukebox = try await Jukebox()
    try await jukebox.listen()
    try await jukebox.mpd.mpc("pause")
    _ = try await jukebox.player.play(Jukebox.undertow, force: true)
    _ = try await jukebox.player.eject()
    let after = try await jukebox.session.status()
    #expect(after.state == .pause)
    #expect(after.position == 1)
    #expect((29...31).contains(try #require(after.elapsed).components.seconds))
  }

  @Test func `songs that another client adds are seen, and not destroyed`() async throws {
    let jukebox = try await Jukebox()
    _ = try await jukebox.player.play(Jukebox.undertow)
    try await jukebox.mpd.mpc("add", Jukebox.own[0])
    let changed = Jukebox.undertow.files + [Jukebox.own[0]]
    await #expect(throws: PlayingError.othersQueue(songs: 4, command: "albumscanctl wallet play bbbbbbbb --force")) {
      try await jukebox.player.play(Jukebox.harbour)
    }
    await #expect(throws: PlayingError.othersQueue(songs: 4, command: "albumscanctl wallet eject --force")) {
      try await jukebox.player.eject()
    }
    #expect(try await jukebox.queue == changed)
    _ = try await jukebox.player.play(Jukebox.harbour, force: true)
    _ = try await jukebox.player.eject()
    #expect(try await jukebox.queue == changed)
  }

  @Test func `a track that mpd doesn't know leaves the old queue playing`() async throws {
    let jukebox = try await Jukebox()
    try await jukebox.listen()
    let disc = PlayableDisc(
      id: "dddddddd", artistName: "A", albumTitle: "B", files: Jukebox.undertow.files + ["gone.flac"])
    await #expect(throws: PlayingError.missing(file: "gone.flac")) {
      try await jukebox.player.play(disc, force: true)
    }
    try await expectListening(jukebox)
  }

  @Test func `a file that vanished from the disk leaves the old queue playing`() async throws {
    let jukebox = try await Jukebox()
    try await jukebox.listen()
    jukebox.mpd.remove(Jukebox.undertow.files[0])
    let error = await #expect(throws: PlayingError.self) {
      try await jukebox.player.play(Jukebox.undertow, force: true)
    }
    #expect("\(try #require(error))".contains("what was there before is back: Failed to decode"), "\(error as Any)")
    #expect("\(try #require(error))".contains("01 Song.flac"))
    try await expectListening(jukebox)
  }

  /// As `listen` had it: the second song plays, half a minute in, in its own modes.
  private func expectListening(_ jukebox: Jukebox) async throws {
    #expect(try await jukebox.queue == Jukebox.own)
    let status = try await jukebox.session.status()
    #expect(status.state == .play)
    #expect(status.position == 1)
    #expect(status.modes.random == "1")
    #expect((30...40).contains(try #require(status.elapsed).components.seconds))
    #expect(jukebox.player.loaded == nil)
  }

  @Test func `whatever step fails, no song of somebody's is lost`() async throws {
    let jukebox = try await Jukebox()
    try await jukebox.listen()
    var step = 0
    while true {
      let faulty = FaultyBackend(jukebox.session, failingAt: step)
      let player = DiscPlayer(faulty, remembering: jukebox.file)
      let outcome = try? await player.play(Jukebox.undertow, force: true)
      let queue = try await jukebox.queue
      if outcome != nil {
        #expect(queue == Jukebox.undertow.files)
        #expect(jukebox.player.loaded?.before.files == Jukebox.own)
        break
      }
      // With luck the disc's files behind them; where the note is written, the songs are in it.
      #expect(queue.starts(with: Jukebox.own) || jukebox.player.loaded?.before.files == Jukebox.own, "step \(step)")
      _ = try await jukebox.mpd.mpc("clear")
      try? jukebox.file.remove()
      try await jukebox.listen()
      step += 1
    }
    #expect(step >= 7)
  }

  @Test func `two tracks of the same title are told apart`() async throws {
    let jukebox = try await Jukebox()
    let twice = PlayableDisc(
      id: "eeeeeeee", artistName: "A", albumTitle: "B", files: [Jukebox.undertow.files[0], Jukebox.harbour.files[0]])
    let outcome = try await jukebox.player.play(twice, track: 2)
    #expect(outcome.status.position == 1)
    let song = try #require(try await jukebox.session.currentSong())
    #expect(song.song.tag("Title") == "Song 1")
    #expect(song.song.file == Jukebox.harbour.files[0])
    // The very same file twice, too.
    let doubled = PlayableDisc(
      id: "ffffffff", artistName: "A", albumTitle: "B", files: [Jukebox.undertow.files[0], Jukebox.undertow.files[0]])
    #expect(try await jukebox.player.play(doubled, track: 2).status.position == 1)
    #expect(try await jukebox.player.play(doubled).way == .wasPlaying)
  }

  @Test func `the buttons do what they say`() async throws {
    let jukebox = try await Jukebox()
    let player = jukebox.player
    await #expect(throws: PlayingError.notPlaying) { try await player.next() }
    await #expect(throws: PlayingError.notPaused) { try await player.resume() }
    _ = try await player.play(Jukebox.undertow)
    #expect(try await player.next().position == 1)
    #expect(try await player.previous().position == 0)
    #expect(try await player.pause().state == .pause)
    #expect(try await player.pause().state == .pause)
    #expect(try await player.resume().state == .play)
    #expect(try await player.stop().state == .stop)
    #expect(try await player.resume().position == 0)
    #expect(try await jukebox.session.status().state == .play)
  }

  @Test func `in a partition of its own it leaves the other player alone, but for the output`() async throws {
    let jukebox = try await Jukebox()
    for file in Jukebox.own { try await jukebox.mpd.mpc("add", file) }
    var endpoint = MPDEndpoint([.socket(jukebox.mpd.socket.string)])
    endpoint.partition = "den"
    let own = MPDSession(endpoint)
    let player = DiscPlayer(
      own, remembering: jukebox.file, loan: OutputLoan(from: jukebox.session, to: own))
    #expect(try await player.play(Jukebox.undertow).way == .swapped)
    #expect(jukebox.player.loaded?.outputs == ["null"])
    #expect(try await own.outputs().contains { !$0.isDummy })
    #expect(try await jukebox.queue == Jukebox.own)
    _ = try await player.eject()
    #expect(try await jukebox.session.outputs().contains { $0.name == "null" && !$0.isDummy })
    #expect(try await own.queue().isEmpty)
    #expect(try await jukebox.queue == Jukebox.own)
  }
}
