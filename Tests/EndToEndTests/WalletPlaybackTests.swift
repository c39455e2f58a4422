import DrawnCovers
import Foundation
import MusicFiles
import RunningMPD
import SystemPackage
import TestSupport
import Testing

/// Discs played with `albumscanctl` on a real mpd.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are missing; run scripts/setup"))
struct WalletPlaybackTests {
  /// The names of the two discs: Night Bus, Tide Tables.
  private func discs(_ home: TestHome) async throws -> [String] {
    let list = try await home.ctl(["wallet", "list"])
    return list.output.split(separator: "\n").dropFirst().map { String($0.prefix(8)) }
  }

  private func player(_ home: TestHome, _ arguments: String...) async throws -> (
    code: Int32?, document: PlayerDocument
  ) {
    let ended = try await home.ctl(["wallet"] + arguments + ["--json"])
    return (ended.code, try ended.decoded())
  }

  @Test func `a disc is played whole, halted, goes on, and comes out again`() async throws {
    let mpd = try await RunningMPD.withDiscs()
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"])
      let tides = try await discs(home)[1]
      let played = try await player(home, "play", tides, "--track", "2")
      #expect(played.code == 0)
      #expect(played.document.state == "play")
      #expect(played.document.way == "swapped")
      #expect(played.document.disc?.albumTitle == "Tide Tables")
      #expect(played.document.track?.number == 2)
      #expect(played.document.queueLength == 3)
      print("from the order to the sound: \(played.document.soundAfterSeconds ?? -1) s")

      try await mpd.mpc("seek", "5")
      #expect(try await player(home, "pause").document.state == "pause")
      // The machine goes down and comes up again.
      mpd.stop()
      let absent = try await home.ctl(["wallet", "play", tides])
      #expect(absent.code == 75)
      #expect(absent.errors.contains("MPD isn't running, or listens elsewhere"))
      try await mpd.start()
      let resumed = try await player(home, "play", tides).document
      #expect(resumed.way == "resumed")
      #expect(resumed.track?.number == 2)
      #expect((5...15).contains(resumed.track?.elapsedSeconds ?? 0))

      #expect(try await player(home, "next").document.track?.number == 3)
      #expect(try await player(home, "previous").document.track?.number == 2)
      let words = try await home.ctl(["wallet", "status"])
      #expect(words.output.contains("Playing Tide Tables by The Undertow Choir"))
      #expect(words.output.contains("Track 2 of 3: Song 2"))
      #expect(try await player(home, "stop").document.state == "stop")
      #expect(try await player(home, "resume").document.track?.number == 1)
      let out = try await home.ctl(["wallet", "eject"])
      #expect(out.output.contains("Tide Tables by The Undertow Choir was ejected."))
      #expect(try await mpd.mpc("playlist").isEmpty)
      #expect(try await home.ctl(["wallet", "eject"]).code == 1)
      #expect(try await home.ctl(["wallet", "play", "00000000"]).code == 4)
      #expect(try await home.ctl(["wallet", "play", tides, "--track", "4"]).code == 64)
    }
  }

  @Test func `a disc outlives mpd, the daemon, and both, ended in order or at once`() async throws {
    let mpd = try await RunningMPD.withDiscs { $0.lines = ["state_file_interval \"1\""] }
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"])
      let discs = try await discs(home)
      let tides = discs[1]
      try await mpd.mpc("findadd", "album", "Own")
      try await mpd.mpc("play", "2")
      try await mpd.mpc("seek", "30")
      try await mpd.mpc("pause")
      let own = try await mpd.mpc("playlist", "-f", "%file%")
      @Sendable func now() -> String {
        home.contents(of: home.root.appending("done/wallet/now.js")).map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      @Sendable func isToldOf() -> Bool {
        ["\"disc\":\"\(tides)\"", "\"state\":\"pause\"", "\"track\":2"].allSatisfy(now().contains)
      }
      @Sendable func isToldOfNobody() -> Bool { now() == "albumscanNow(null)\n" }

      try await home.withDaemon { daemon in
        #expect(try await player(home, "play", tides, "--track", "2", "--force").code == 0)
        try await mpd.mpc("seek", "5")
        #expect(try await player(home, "pause").code == 0)
        try await until("the disc to be shown", isToldOf)
        for end in [mpd.stop, mpd.kill] {
          // What isn't written yet is lost to an mpd that is killed.
          try await until("mpd to have written its state") { mpd.state.contains("state: pause\ncurrent: 1") }
          end()
          try await until("mpd's absence to be shown", isToldOfNobody)
          try await mpd.start()
          try await until("the disc to be shown again", isToldOf)
        }
        let status = try await player(home, "status").document
        #expect(status.disc?.id == tides && status.track?.number == 2)
        daemon.killAtOnce()
        mpd.kill()
      }
      #expect(isToldOf(), "nobody could take it back")
      try await home.withDaemon { _ in
        try await until("mpd's absence to be shown", isToldOfNobody)
        try await mpd.start()
        try await until("the disc to be shown again", isToldOf)
      }
      #expect(isToldOfNobody())
      try await home.withDaemon { _ in
        try await until("the disc to be shown again", isToldOf)
        let resumed = try await player(home, "play", tides).document
        #expect(resumed.way == "resumed" && resumed.track?.number == 2)
        #expect((5...15).contains(resumed.track?.elapsedSeconds ?? 0))
        // What somebody added since isn't lost.
        try await mpd.mpc("add", "Somebody/Own/01 Song.flac")
        let changed = try await mpd.mpc("playlist", "-f", "%file%")
        for command in [["wallet", "play", discs[0]], ["wallet", "eject"]] {
          #expect(try await home.ctl(command).code == 5)
        }
        #expect(try await mpd.mpc("playlist", "-f", "%file%") == changed)
        try await mpd.mpc("del", "4")
        #expect(try await home.ctl(["wallet", "eject"]).code == 0)
        #expect(try await mpd.mpc("playlist", "-f", "%file%") == own)
        let back = try await player(home, "status").document
        #expect(back.state == "pause" && back.track?.number == 2)
        #expect((29...31).contains(back.track?.elapsedSeconds ?? 0))
      }
    }
  }

  @Test func `the album of a scan is played where it is in the library`() async throws {
    let mpd = try await RunningMPD.withDiscs()
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"])
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "front.jpg")
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "other.jpg")
      try await home.once(endingWith: 0)
      let scans = try await home.history()
      let here = try #require(scans.first { $0.albumTitle == DrawnCollection.undertow.albumTitle })
      let elsewhere = try #require(scans.first { $0.albumTitle == DrawnCollection.nightShift.albumTitle })
      let ended = try await home.ctl(["play", "\(here.id)", "--json"])
      let document: PlayerDocument = try ended.decoded()
      #expect(document.disc?.albumTitle == DrawnCollection.undertow.albumTitle)
      #expect(document.queueLength == 2)
      let nowhere = try await home.ctl(["play", "\(elsewhere.id)"])
      #expect(nowhere.code == 1)
      #expect(nowhere.errors.contains("isn't in MPD's library"))
      #expect(try await home.ctl(["play", "99"]).code == 4)
    }
  }
}

/// `albumscan/player/1`
private struct PlayerDocument: Decodable {
  struct Disc: Decodable {
    let id: String
    let albumTitle: String
  }

  struct Track: Decodable {
    let number: Int
    let elapsedSeconds: Double?
  }

  let state: String
  let way: String?
  let soundAfterSeconds: Double?
  let disc: Disc?
  let track: Track?
  let queueLength: Int
}
