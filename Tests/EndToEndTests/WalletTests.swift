import DrawnCovers
import Foundation
import MusicFiles
import RunningMPD
import SystemPackage
import TestSupport
import Testing

/// The CD wallet as people ask for it, with a real mpd and the real imaging process.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are missing; run scripts/setup")) struct WalletTests {
  private static func start() async throws -> RunningMPD {
    var music = MusicFile.album("Tide Tables", by: "The Undertow Choir", tracks: 3)
    let cover = Array(try DrawnCover(DrawnCollection.undertow).jpeg(size: 500))
    for (name, var file) in MusicFile.album("Night Bus", by: "Marlow Keys", tracks: 2) {
      file.picture = cover
      file.date = "1983-05"
      music[name] = file
    }
    let mpd = try await RunningMPD.start(RunningMPD.Options(), music)
    try mpd.writePlaylist(
      "cds", ["The Undertow Choir/Tide Tables/02 Song.flac", "gone.flac", "Marlow Keys/Night Bus/01 Song.flac"])
    return mpd
  }

  @Test func `list, show, refresh and diagnose say what is in the wallet, in words and as documents`() async throws {
    let mpd = try await Self.start()
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"])
      let list = try await home.ctl(["wallet"])
      #expect(list.code == 0, "\(list.errors)")
      let lines = list.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 3)
      #expect(lines[1].contains("1983") && lines[1].hasSuffix("Marlow Keys         Night Bus"))
      #expect(lines[2].contains("The Undertow Choir  Tide Tables"))
      let id = String(lines[1].prefix(8))

      let refreshed = try await home.ctl(["wallet", "refresh"])
      #expect(refreshed.output.hasPrefix("2 discs, 1 with a picture.\nNo page was written, "), "\(refreshed.errors)")
      let picture = home.state.appending("wallet/art/\(id).jpg")
      let size = try #require(JPEGSize(try Data(contentsOf: URL(filePath: picture.string))))
      #expect((size.width, size.height) == (600, 600))

      let shown = try await home.ctl(["wallet", "show", String(id.prefix(4))])
      #expect(shown.code == 0)
      #expect(shown.output.contains("Marlow Keys – Night Bus"))
      #expect(shown.output.contains("1983-05, according to the files' date"))
      #expect(shown.output.contains(" 2  Song 2  0:01"))
      #expect(try await home.ctl(["wallet", "show", "00000000"]).code == 4)

      let diagnosis = try await home.ctl(["wallet", "diagnose"])
      #expect(diagnosis.output.contains("Playlist: cds, the only one named CDs"))
      #expect(diagnosis.output.contains("2  not in MPD's database: gone.flac"))

      // With MPD gone the discs stay, and it is said.
      mpd.stop()
      let away = try await home.ctl(["wallet"])
      #expect(away.code == 75)
      #expect(away.output.contains("Night Bus"))
      #expect(away.errors.contains("MPD isn't running"))
    }
  }

  @Test func `a playlist that isn't there is explained beside what was scanned`() async throws {
    let mpd = try await Self.start()
    try await mpd.mpc("rm", "cds")
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"])
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "front.jpg")
      try await home.once(endingWith: 0)
      let list = try await home.ctl(["wallet"])
      #expect(list.code == 0 && list.output.contains(DrawnCollection.undertow.albumTitle))
      #expect(list.output.contains("MPD has no playlist named CDs"))
      #expect(list.output.contains("\n   mpc clear\n   mpc findadd Album '"))
      #expect(list.output.hasSuffix("\n   mpc save 'CDs'\n"))
    }
  }

  @Test func `what was scanned is in it, and that some is hidden is said once`() async throws {
    let mpd = try await Self.start()
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]", "wallet.limit": "2"])
      try home.copy(try Photos.front(DrawnCollection.undertow), as: "front.jpg")
      try await home.once(endingWith: 0)
      let first = try await home.ctl(["wallet"])
      #expect(first.code == 0)
      #expect(first.errors.contains("1 more album is not shown") || first.output.contains("1 more album is not shown"))
      // Not after another scan, either, nor after an update of MPD's library.
      try home.copy(try Photos.front(DrawnCollection.nightShift), as: "other.jpg")
      try await home.once(endingWith: 0)
      mpd.remove("Marlow Keys/Night Bus/02 Song.flac")
      try await mpd.update()
      let second = try await home.ctl(["wallet"])
      #expect(!(second.errors + second.output).contains("not shown"))
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]", "wallet.limit": "0"])
      let all = try await home.ctl(["wallet"])
      #expect(all.output.contains(DrawnCollection.undertow.albumTitle))
      #expect(all.output.contains("not in the library"))
    }
  }
}
