import Foundation
import MPD
import RunningMPD
import SystemPackage
import TestSupport
import Testing

@testable import Wallet

/// Discs on a real mpd, which others use, too.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are needed"), .timeLimit(.minutes(3)))
struct DiscPlayerTests {
  @Test func `a disc plays whole and in order, from the first track or another`() async throws {
    let fixture = try await PlayerFixture()
    let outcome = try await fixture.player.play(PlayerFixture.undertow)
    #expect(outcome.way == .swapped)
    #expect(outcome.status.state == .play)
    #expect(outcome.status.position == 0)
    #expect(try #require(outcome.soundAfter) < .seconds(3))
    #expect(try await fixture.queue == PlayerFixture.undertow.files)
    #expect(fixture.player.loaded?.id == "aaaaaaaa")

    // It is in already; a track is chosen in it, and another disc takes its place.
    let third = try await fixture.player.play(PlayerFixture.undertow, track: 3)
    #expect(third.way == .started)
    #expect(third.status.position == 2)
    #expect(try await fixture.player.play(PlayerFixture.undertow).way == .wasPlaying)
    let other = try await fixture.player.play(PlayerFixture.harbour, track: 2)
    #expect(other.way == .swapped)
    #expect(other.status.position == 1)
    #expect(try await fixture.queue == PlayerFixture.harbour.files)
    await #expect(throws: PlayingError.noTrack(3, of: 2)) {
      try await fixture.player.play(PlayerFixture.harbour, track: 3)
    }
  }

  @Test func `a paused disc goes on where it was, and another begins anew`() async throws {
    let fixture = try await PlayerFixture()
    _ = try await fixture.player.play(PlayerFixture.undertow, track: 2)
    try await fixture.mpd.mpc("seek", "2")
    #expect(try await fixture.player.pause().state == .pause)
    let resumed = try await fixture.player.play(PlayerFixture.undertow)
    #expect(resumed.way == .resumed)
    #expect(resumed.status.state == .play)
    #expect(resumed.status.position == 1)
    #expect(try #require(resumed.status.elapsed) >= .seconds(2))
    _ = try await fixture.player.pause()
    let other = try await fixture.player.play(PlayerFixture.harbour)
    #expect(other.way == .swapped)
    #expect(try #require(other.status.elapsed) < .seconds(2))
  }

  @Test func `after a restart of mpd the disc goes on, though nobody remembers it`() async throws {
    let fixture = try await PlayerFixture()
    _ = try await fixture.player.play(PlayerFixture.undertow, track: 2)
    try await fixture.mpd.mpc("seek", "2")
    _ = try await fixture.player.pause()
    fixture.mpd.stop()
    await #expect(throws: PlayingError.self) { try await fixture.player.play(PlayerFixture.undertow) }
    try await fixture.mpd.start()
    try fixture.file.remove()
    let resumed = try await fixture.player.play(PlayerFixture.undertow)
    #expect(resumed.way == .resumed)
    #expect(resumed.status.position == 1)
    #expect(try #require(resumed.status.elapsed) >= .seconds(2))
  }

  @Test func `somebody's songs stay, unless they are told to go, and then come back`() async throws {
    let fixture = try await PlayerFixture()
    try await fixture.listen()
    await #expect(throws: PlayingError.othersQueue(songs: 2, command: "albumscanctl wallet play aaaaaaaa --force")) {
      try await fixture.player.play(PlayerFixture.undertow)
    }
    #expect(try await fixture.queue == PlayerFixture.own)
    #expect(try await fixture.session.status().state == .play)

    #expect(try await fixture.player.play(PlayerFixture.undertow, force: true).way == .swapped)
    let during = try await fixture.session.status()
    #expect(during.modes.random == "0")
    // Through another disc, too.
    _ = try await fixture.player.play(PlayerFixture.harbour)
    #expect(try await fixture.player.eject().id == "bbbbbbbb")
    #expect(try await fixture.queue == PlayerFixture.own)
    let after = try await fixture.session.status()
    #expect(after.state == .play)
    #expect(after.position == 1)
    #expect(after.modes.random == "1")
    #expect((30...40).contains(try #require(after.elapsed).components.seconds))
    #expect(fixture.player.loaded == nil)
    await #expect(throws: PlayingError.nothingIn) { try await fixture.player.eject() }
  }

  @Test func `what was paused before comes back paused, at its place`() async throws {
    let fixture = try await PlayerFixture()
    try await fixture.listen()
    try await fixture.mpd.mpc("pause")
    _ = try await fixture.player.play(PlayerFixture.undertow, force: true)
    _ = try await fixture.player.eject()
    let after = try await fixture.session.status()
    #expect(after.state == .pause)
    #expect(after.position == 1)
    #expect((29...31).contains(try #require(after.elapsed).components.seconds))
  }

  @Test func `songs that another client adds are seen, and not destroyed`() async throws {
    let fixture = try await PlayerFixture()
    _ = try await fixture.player.play(PlayerFixture.undertow)
    try await fixture.mpd.mpc("add", PlayerFixture.own[0])
    let changed = PlayerFixture.undertow.files + [PlayerFixture.own[0]]
    await #expect(throws: PlayingError.othersQueue(songs: 4, command: "albumscanctl wallet play bbbbbbbb --force")) {
      try await fixture.player.play(PlayerFixture.harbour)
    }
    await #expect(throws: PlayingError.othersQueue(songs: 4, command: "albumscanctl wallet eject --force")) {
      try await fixture.player.eject()
    }
    #expect(try await fixture.queue == changed)
    _ = try await fixture.player.play(PlayerFixture.harbour, force: true)
    _ = try await fixture.player.eject()
    #expect(try await fixture.queue == changed)
  }

  @Test func `a track that mpd doesn't know leaves the old queue playing`() async throws {
    let fixture = try await PlayerFixture()
    try await fixture.listen()
    let disc = PlayableDisc(
      id: "dddddddd", artistName: "A", albumTitle: "B", files: PlayerFixture.undertow.files + ["gone.flac"])
    await #expect(throws: PlayingError.missing(file: "gone.flac")) {
      try await fixture.player.play(disc, force: true)
    }
    try await expectListening(fixture)
  }

  @Test func `a file that vanished from the disk leaves the old queue playing`() async throws {
    let fixture = try await PlayerFixture()
    try await fixture.listen()
    fixture.mpd.remove(PlayerFixture.undertow.files[0])
    let error = await #expect(throws: PlayingError.self) {
      try await fixture.player.play(PlayerFixture.undertow, force: true)
    }
    #expect("\(try #require(error))".contains("its previous queue was restored: Failed to decode"), "\(error as Any)")
    #expect("\(try #require(error))".contains("01 Song.flac"))
    try await expectListening(fixture)
  }

  /// As `listen` had it: the second song plays, half a minute in, in its own modes.
  private func expectListening(_ fixture: PlayerFixture) async throws {
    #expect(try await fixture.queue == PlayerFixture.own)
    let status = try await fixture.session.status()
    #expect(status.state == .play)
    #expect(status.position == 1)
    #expect(status.modes.random == "1")
    #expect((30...40).contains(try #require(status.elapsed).components.seconds))
    #expect(fixture.player.loaded == nil)
  }

  @Test func `whatever step fails, no song of somebody's is lost`() async throws {
    let fixture = try await PlayerFixture()
    try await fixture.listen()
    var step = 0
    while true {
      let faulty = FaultyBackend(fixture.session, failingAt: step)
      let player = DiscPlayer(faulty, remembering: fixture.file)
      let outcome = try? await player.play(PlayerFixture.undertow, force: true)
      let queue = try await fixture.queue
      if outcome != nil {
        #expect(queue == PlayerFixture.undertow.files)
        #expect(fixture.player.loaded?.before.files == PlayerFixture.own)
        break
      }
      // With luck the disc's files behind them; where the note is written, the songs are in it.
      #expect(
        queue.starts(with: PlayerFixture.own) || fixture.player.loaded?.before.files == PlayerFixture.own,
        "step \(step)")
      _ = try await fixture.mpd.mpc("clear")
      try? fixture.file.remove()
      try await fixture.listen()
      step += 1
    }
    #expect(step >= 7)
  }

  /// Whoever is ended in the middle, as where the line breaks, finds the way back by itself.
  @Test(arguments: [false, true])
  func `whatever step fails with a disc in, eject brings back what was there before it`(isTakenOut: Bool) async throws {
    let fixture = try await PlayerFixture()
    var step = 0
    var isDone = false
    while !isDone {
      try await fixture.listen()
      _ = try await fixture.player.play(PlayerFixture.undertow, force: true)
      let cut = DiscPlayer(FaultyBackend(fixture.session, failingAt: step), remembering: fixture.file)
      do {
        if isTakenOut { _ = try await cut.eject() } else { _ = try await cut.play(PlayerFixture.harbour) }
        isDone = true
      } catch PlayingError.player(.lost) {}
      if fixture.player.loaded != nil { _ = try await fixture.player.eject() }
      #expect(try await fixture.queue == PlayerFixture.own, "step \(step)")
      let after = try await fixture.session.status()
      #expect(after.state == .play && after.position == 1, "step \(step)")
      try await fixture.mpd.mpc("clear")
      step += 1
    }
    #expect(step >= (isTakenOut ? 6 : 8))
  }

  /// A disk that is away, or a stream in which no place is found again, keeps nobody's queue from coming back.
  @Test func `songs that can't be played any more come back to the queue all the same`() async throws {
    let fixture = try await PlayerFixture()
    try await fixture.listen()
    _ = try await fixture.player.play(PlayerFixture.undertow, force: true)
    let kept = fixture.mpd.music.appending(PlayerFixture.own[1]).string
    try FileManager.default.moveItem(atPath: kept, toPath: kept + ".away")
    #expect(try await fixture.player.eject().id == "aaaaaaaa")
    #expect(try await fixture.queue == PlayerFixture.own)
    #expect(fixture.player.loaded == nil)

    // The way back from a disc that wouldn't sound, too.
    try FileManager.default.moveItem(atPath: kept + ".away", toPath: kept)
    try await fixture.mpd.mpc("clear")
    try await fixture.listen()
    fixture.mpd.remove(PlayerFixture.own[1])
    fixture.mpd.remove(PlayerFixture.undertow.files[0])
    await #expect(throws: PlayingError.self) { try await fixture.player.play(PlayerFixture.undertow, force: true) }
    #expect(try await fixture.queue == PlayerFixture.own)
    #expect(fixture.player.loaded == nil)
  }

  @Test func `where there is no room for both, the disc makes room for what was there before`() async throws {
    let fixture = try await PlayerFixture { $0.lines = ["max_playlist_length \"6\""] }
    for _ in 1...2 { try await fixture.listen() }
    let own = PlayerFixture.own + PlayerFixture.own
    _ = try await fixture.player.play(PlayerFixture.harbour, force: true)
    _ = try await fixture.player.play(PlayerFixture.undertow)
    #expect(try await fixture.player.eject().id == "aaaaaaaa")
    #expect(try await fixture.queue == own)
    // A disc for which there is none leaves everything as it was.
    await #expect(throws: PlayingError.self) { try await fixture.player.play(PlayerFixture.undertow, force: true) }
    #expect(try await fixture.queue == own)
    #expect(fixture.player.loaded == nil)
  }

  @Test func `what was there before never goes to another mpd`() async throws {
    let (fixture, other) = (try await PlayerFixture(), try await PlayerFixture())
    func player(_ fixture: PlayerFixture, at place: String, of owner: PlayerFixture) -> DiscPlayer<MPDSession> {
      DiscPlayer(fixture.session, at: place, remembering: owner.file)
    }
    let (here, there) = (player(fixture, at: "here", of: fixture), player(other, at: "there", of: fixture))
    try await fixture.listen()
    _ = try await here.play(PlayerFixture.undertow, force: true)
    await #expect(throws: PlayingError.elsewhere("here", command: "albumscanctl wallet play bbbbbbbb --force")) {
      try await there.play(PlayerFixture.harbour)
    }
    await #expect(throws: PlayingError.elsewhere("here", command: "albumscanctl wallet play ID --force")) {
      try await there.eject()
    }
    #expect(try await other.queue == [])
    // The same mpd by another of its addresses is told by what it holds.
    #expect(try await player(fixture, at: "localhost", of: fixture).eject().id == "aaaaaaaa")
    try await expectListening(fixture)
  }

  @Test func `an album that somebody put there is theirs, though it was a disc before`() async throws {
    let fixture = try await PlayerFixture()
    _ = try await fixture.player.play(PlayerFixture.undertow)
    _ = try await fixture.player.play(PlayerFixture.harbour)
    try await fixture.mpd.mpc("clear")
    for file in PlayerFixture.undertow.files { try await fixture.mpd.mpc("add", file) }
    let third = PlayableDisc(id: "dddddddd", artistName: "A", albumTitle: "B", files: [PlayerFixture.own[0]])
    await #expect(throws: PlayingError.othersQueue(songs: 3, command: "albumscanctl wallet play dddddddd --force")) {
      try await fixture.player.play(third)
    }
    #expect(try await fixture.queue == PlayerFixture.undertow.files)
  }

  @Test func `somebody's own album comes back as they had it, though the same disc was in`() async throws {
    let fixture = try await PlayerFixture()
    for file in PlayerFixture.undertow.files { try await fixture.mpd.mpc("add", file) }
    try await fixture.mpd.mpc("random", "on")
    try await fixture.mpd.mpc("play", "3")
    try await fixture.mpd.mpc("pause")
    _ = try await fixture.player.play(PlayerFixture.harbour, force: true)
    _ = try await fixture.player.play(PlayerFixture.undertow)
    _ = try await fixture.player.eject()
    let after = try await fixture.session.status()
    #expect(after.state == .pause && after.position == 2 && after.modes.random == "1")
    #expect(try await fixture.queue == PlayerFixture.undertow.files)
  }

  @Test func `a disc that is put in twice at the same moment is in once`() async throws {
    let fixture = try await PlayerFixture()
    for _ in 1...5 {
      try await withThrowingTaskGroup { group in
        for disc in [PlayerFixture.undertow, PlayerFixture.harbour, PlayerFixture.undertow] {
          group.addTask { _ = try await fixture.player.play(disc) }
        }
        try await group.waitForAll()
      }
      let queue = try await fixture.queue
      #expect(queue == PlayerFixture.undertow.files || queue == PlayerFixture.harbour.files)
      _ = try await fixture.player.eject()
      #expect(try await fixture.queue == [])
    }
  }

  @Test func `a track that can't be read is told, rather than another played`() async throws {
    let fixture = try await PlayerFixture()
    try fixture.mpd.write((0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 73) }, to: PlayerFixture.undertow.files[1])
    let alone = await #expect(throws: PlayingError.self) {
      try await fixture.player.play(PlayerFixture.undertow, track: 2)
    }
    #expect("\(try #require(alone))".contains("02 Song.flac"))
    #expect(try await fixture.queue == [])
    #expect(fixture.player.loaded == nil)
    // With the disc in, what was heard goes on.
    _ = try await fixture.player.play(PlayerFixture.undertow, track: 3)
    let error = await #expect(throws: PlayingError.self) {
      try await fixture.player.play(PlayerFixture.undertow, track: 2)
    }
    #expect("\(try #require(error))".contains("02 Song.flac"))
    let after = try await fixture.session.status()
    #expect(after.state == .play && after.position == 2)
  }

  @Test func `two tracks of the same title are told apart`() async throws {
    let fixture = try await PlayerFixture()
    let twice = PlayableDisc(
      id: "eeeeeeee", artistName: "A", albumTitle: "B",
      files: [PlayerFixture.undertow.files[0], PlayerFixture.harbour.files[0]])
    let outcome = try await fixture.player.play(twice, track: 2)
    #expect(outcome.status.position == 1)
    let song = try #require(try await fixture.session.currentSong())
    #expect(song.song.tag("Title") == "Song 1")
    #expect(song.song.file == PlayerFixture.harbour.files[0])
    // The very same file twice, too.
    let doubled = PlayableDisc(
      id: "ffffffff", artistName: "A", albumTitle: "B",
      files: [PlayerFixture.undertow.files[0], PlayerFixture.undertow.files[0]])
    #expect(try await fixture.player.play(doubled, track: 2).status.position == 1)
    #expect(try await fixture.player.play(doubled).way == .wasPlaying)
  }

  @Test func `what was there before comes back though mpd forgot the disc`() async throws {
    let fixture = try await PlayerFixture()
    try await fixture.listen()
    _ = try await fixture.player.play(PlayerFixture.undertow, force: true)
    // Ended at once, mpd has only what it wrote last: nothing yet, or the queue from before.
    try await fixture.mpd.mpc("clear")
    _ = try await fixture.player.play(PlayerFixture.harbour)
    #expect(try await fixture.player.eject().id == "bbbbbbbb")
    try await expectListening(fixture)

    _ = try await fixture.player.play(PlayerFixture.undertow, force: true)
    try await fixture.mpd.mpc("clear")
    try await fixture.listen()
    #expect(try await fixture.player.eject().id == "aaaaaaaa")
    try await expectListening(fixture)
  }

  @Test func `in a partition of its own it leaves the other player alone, but for the output`() async throws {
    let fixture = try await PlayerFixture()
    let den = fixture.den()
    try await fixture.listen()
    #expect(try await den.player.play(PlayerFixture.undertow).way == .swapped)
    #expect(fixture.player.loaded?.lent == OutputLoan.Lent(outputs: ["null"], isFromPlaying: true))
    #expect(try await den.session.outputs().contains { !$0.isDummy })
    #expect(try await fixture.queue == PlayerFixture.own)
    #expect(try await fixture.session.status().state == .pause)
    _ = try await den.player.eject()
    #expect(try await den.session.queue().isEmpty)
    try await expectOutput(fixture)
    try await expectListening(fixture)
    // It goes on indeed.
    let elapsed = try #require(try await fixture.session.status().elapsed)
    try await within(.seconds(60)) {
      while try await fixture.session.status().elapsed ?? .zero <= elapsed {}
    }
  }

  @Test(arguments: [false, true])
  func `an mpd that was started anew forgot the partition, and its output is lent again, or comes back`(
    isKilled: Bool
  ) async throws {
    let fixture = try await PlayerFixture { $0.lines = ["state_file_interval \"1\""] }
    let den = fixture.den()
    try await fixture.listen()
    func startAnew() async throws {
      // mpd doesn't write that an output was moved before a queue changes.
      try await fixture.mpd.mpc("prio", "1", "1")
      try await within(.seconds(60)) {
        while !fixture.mpd.state.contains("audio_device_state:0:null") { try await Task.sleep(for: .milliseconds(20)) }
      }
      if isKilled { fixture.mpd.kill() } else { fixture.mpd.stop() }
      try await fixture.mpd.start()
    }
    _ = try await den.player.play(PlayerFixture.undertow)
    try await startAnew()
    #expect(try await fixture.session.outputs().allSatisfy { !$0.isDummy && !$0.isEnabled })
    let again = try await den.player.play(PlayerFixture.undertow)
    #expect(again.way == .swapped)
    #expect(again.status.error == nil && again.status.isDecoding)
    #expect(try await den.session.outputs().contains { !$0.isDummy && $0.isEnabled })

    try await startAnew()
    try await den.player.settle()
    try await expectOutput(fixture)
    #expect(fixture.player.loaded?.lent == OutputLoan.Lent())
    #expect(try await fixture.session.status().state == .pause, "nothing begins by itself")
    #expect(try await fixture.queue == PlayerFixture.own)
    #expect(try await den.player.eject().id == "aaaaaaaa")
  }

  @Test func `an output comes back though who borrowed it was ended in the middle`() async throws {
    let fixture = try await PlayerFixture()
    let den = fixture.den()
    for isMoved in [false, true] {
      let added = try await den.session.add(PlayerFixture.undertow.files)
      #expect(added.refusal == nil)
      let lent = OutputLoan.Lent(outputs: ["null"])
      let before = QueueSnapshot(try await den.session.status(), [])
      try fixture.file.write(LoadedDisc(PlayerFixture.undertow, before: before, lent: lent))
      if isMoved { try await den.session.takeOutput("null") }
      _ = try await den.player.eject()
      try await expectOutput(fixture)
      #expect(try await den.session.queue().isEmpty)
    }
  }

  /// What is played in the default partition can be heard.
  private func expectOutput(_ fixture: PlayerFixture) async throws {
    #expect(try await fixture.session.outputs().contains { $0.name == "null" && !$0.isDummy && $0.isEnabled })
  }
}
