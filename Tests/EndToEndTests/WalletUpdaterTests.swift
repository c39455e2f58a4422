import DrawnCovers
import Foundation
import RunningMPD
import SystemPackage
import TestSupport
import Testing

/// The wallet's page as the daemon keeps it beside the gallery, with a real mpd and without one.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are missing; run scripts/setup"))
struct WalletUpdaterTests {
  private func now(_ home: TestHome) -> String { text("AlbumScan/done/wallet/now.js", home) }
  private func text(_ path: String, _ home: TestHome) -> String {
    home.contents(of: home.home.appending(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The address behind the first disc's button, as a browser hands it over.
  private func address(_ page: String) throws -> String {
    let match = try #require(page.firstMatch(of: #/data-play="([^"]+)"/#))
    return String(match.1).replacing("&amp;", with: "&")
  }

  @Test func `the page follows the playlist, its addresses play, and it shows what is played`() async throws {
    let mpd = try await RunningMPD.withDiscs()
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"])
      try await home.withDaemon { _ in
        try await until("the discs to be there") { home.walletPage().contains(">Tide Tables<") }
        #expect(home.walletPage().contains("2 albums from"))
        #expect(!home.walletPage().contains(">Own<"))
        // Somebody saves another disc's song into it.
        try await mpd.mpc("clear")
        try await mpd.mpc("findadd", "album", "Own")
        try await mpd.mpc("rm", "CDs")
        try await mpd.mpc("save", "CDs")
        try await until("the page to follow") {
          home.walletPage().contains(">Own<") && !home.walletPage().contains(">Tide Tables<")
        }
        try await mpd.mpc("clear")

        let address = try address(home.walletPage())
        #expect(try await home.ctl("open-url", "--", address).code == 0)
        try await until("it to be played") { now(home).contains("\"state\":\"play\"") }
        #expect(now(home).contains("\"disc\":\"\(try #require(address.firstMatch(of: #/id=([0-9a-f]+)/#)).1)\""))
        #expect(try await home.ctl("open-url", "--", address.replacing("play?", with: "pause?")).code == 0)
        try await until("it to be halted") { now(home).contains("\"state\":\"pause\"") }
        // Another client's songs are no disc.
        try await mpd.mpc("clear")
        try await until("it to be out") { now(home).contains("\"disc\":null") }
      }
    }
  }

  @Test func `an address that isn't from this wallet's page does nothing`() async throws {
    let mpd = try await RunningMPD.withDiscs()
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"])
      try await home.withDaemon { _ in
        try await until("the discs to be there") { home.walletPage().contains(">Tide Tables<") }
        let address = try address(home.walletPage())
        let other = String(address.dropLast(32)) + String(repeating: "0", count: 32)
        #expect(try await home.ctl("open-url", "--", other).code == 1)
        #expect(try await home.ctl("open-url", "--", String(address.prefix { $0 != "&" })).code == 1)
        for bad in [
          address + "&x=1", address + "\n", "albumscan:shell?id=0123abcd",
          address.replacing("albumscan:", with: "ALBUMSCAN:"),
          address.replacing("id=", with: "id=$(id)"), "--force", address.replacing("&k=", with: "&track=0&k="),
        ] {
          #expect(try await home.ctl("open-url", "--", bad).code == 64, "\(bad)")
        }
        #expect(try await mpd.mpc("playlist").isEmpty)

        // On the way that a browser takes, through the desktop's own opener.
        let desktop = try Opener(home)
        for bad in [
          other, "albumscan:play?id=$(touch one)&k=`touch two`", "albumscan:play?id='; touch three; '\" %u %f",
          "albumscan:next --force\nsecond",
        ] {
          let ended = try await desktop.open(bad)
          #expect(ended.code != 0 && ended.errors.contains("Nothing was done"), "\(bad): \(ended.errors)")
        }
        #expect(!["one", "two", "three"].contains { home.exists(home.home.appending($0)) })
        #expect(try await mpd.mpc("playlist").isEmpty)
        let opened = try await desktop.open(address)
        #expect(opened.code == 0, "\(opened.errors)")
        try await until("it to be played") { now(home).contains("\"state\":\"play\"") }
      }
    }
  }

  @Test func `a button that does nothing says why beside the page and on the desktop, and can replace the queue`()
    async throws
  {
    let mpd = try await RunningMPD.withDiscs()
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string])
      try await home.withDaemon { _ in
        try await until("the discs to be there") { home.walletPage().contains(">Tide Tables<") }
        try await mpd.mpc("findadd", "album", "Own")
        let queue = try await mpd.mpc("playlist", "-f", "%file%")
        let address = try address(home.walletPage())
        try await home.withDesktop { desktop in
          func open(_ address: String) async throws -> Int32? {
            try await home.run(BuiltProgram.ctl, ["open-url", "--", address], input: "", variables: desktop.variables)
              .code
          }
          #expect(try await open(address) == 5)
          #expect(try await mpd.mpc("playlist", "-f", "%file%") == queue)
          #expect(now(home).contains("\"mayReplace\":true,\"reason\":\"MPD's queue contains "))
          let told = try #require(desktop.notifications.last)
          #expect(told.summary == "The album isn’t playing" && told.body?.contains("--force") == true)
          // It is still there when the program has ended.
          #expect(!desktop.calls.contains { $0.call == "close" })

          // The daemon's own news keep it, until a button does something.
          try await mpd.mpc("single", "on")
          try await mpd.mpc("play")
          try await until("the song to be told") { now(home).contains("\"state\":\"play\"") }
          #expect(now(home).contains("\"mayReplace\":true"))
          // It isn't the one that plays: MPD changes nothing, and reports nothing.
          #expect(try await open(address.replacing("play?", with: "pause?")) == 0)
          try await until("the failure to be forgotten") { !now(home).contains("mayReplace") }
          #expect(now(home).contains("\"state\":\"play\""))
          #expect(try await open(address) == 5 && now(home).contains("\"mayReplace\":true"))
          #expect(try await open(address.replacing("&k=", with: "&force&k=")) == 0)
          try await until("the disc to be told") {
            now(home).contains("\"track\":1})") && !now(home).contains("mayReplace")
          }
          #expect(try await mpd.mpc("playlist", "-f", "%file%") != queue)
          #expect(try await open(address.replacing("play?", with: "eject?")) == 0)
          #expect(try await mpd.mpc("playlist", "-f", "%file%") == queue)
          mpd.stop()
          #expect(try await open(address) == 75)
          #expect(now(home).hasPrefix("albumscanNow(null, {") && now(home).contains("MPD isn't running"))
          #expect(desktop.notifications.last?.body?.hasPrefix("MPD isn&apos;t running") == true)
        }
      }
    }
  }

  @Test func `a scan's page says that its album is in the library for as long as it is, and plays it`() async throws {
    let mpd = try await RunningMPD.withDiscs()
    try await withTestHome { home, _ in
      // It has no room in the wallet.
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]", "wallet.limit": "1"])
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "here.jpg")
        try home.copy(try Photos.front(DrawnCollection.nightShift), as: "elsewhere.jpg")
        let here = try await home.scan(ofPhoto: "here.jpg", in: "done")
        let elsewhere = try await home.scan(ofPhoto: "elsewhere.jpg", in: "done")
        let own = "AlbumScan/\(try #require(here.bundle))/index.html"
        try await until("the page to say it") { text(own, home).contains("In your library: <strong>2 tracks</strong>") }
        #expect(home.walletPage().contains("1 album from"))
        let front = text("AlbumScan/done/index.html", home)
        #expect(front.contains("href=\"wallet.html\""))
        let other = text("AlbumScan/\(try #require(elsewhere.bundle))/index.html", home)
        #expect(!other.contains("library") && !other.contains("albumscan:"))

        let match = try #require(text(own, home).firstMatch(of: #/href="(albumscan:[^"]+)"/#))
        let address = String(match.1).replacing("&amp;", with: "&")
        let strange = String(address.dropLast(32)) + String(repeating: "0", count: 32)
        #expect(try await home.ctl("open-url", "--", strange).code == 1)
        #expect(try await home.ctl("open-url", "--", address.replacing("=\(here.id)&", with: "=99&")).code == 4)
        #expect(try await mpd.mpc("playlist").isEmpty)
        #expect(try await home.ctl("open-url", "--", address).code == 0)
        #expect(try await mpd.mpc("playlist", "-f", "%album%").hasPrefix(DrawnCollection.undertow.albumTitle))
        let shown = try await home.ctl("show", "\(here.id)")
        #expect(shown.output.contains("In your library: 2 tracks. To play it: albumscanctl play \(here.id)"))
        #expect(try await !home.ctl("show", "\(elsewhere.id)").output.contains("library"))

        // One of its songs is deleted, then the other.
        let folder = "\(DrawnCollection.undertow.artistName)/\(DrawnCollection.undertow.albumTitle)"
        mpd.remove("\(folder)/02 Song.flac")
        try await mpd.update()
        try await until("the page to follow") { text(own, home).contains("<strong>1 track</strong>") }
        mpd.remove("\(folder)/01 Song.flac")
        try await mpd.update()
        try await until("the page to be silent") { !text(own, home).contains("library") }
      }
    }
  }

  @Test func `new settings of the wallet and of mpd, and its password, hold from a reload on`() async throws {
    let mpd = try await RunningMPD.withDiscs()
    let other = try await RunningMPD.withDiscs { options in
      options.permissions = ""
      options.password = "sesame@read,add,player,control,admin"
    }
    try other.writePlaylist("CDs", ["Somebody/Own/01 Song.flac"])
    try await withTestHome { home, _ in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"])
      try await home.withDaemon { daemon in
        try await until("two discs to be there") { home.walletPage().contains("2 albums from") }
        try home.configure([
          "mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]", "wallet.limit": "1",
        ])
        try await daemon.reload()
        try await until("one to be shown") { home.walletPage().contains("1 album from") }
        try home.configure(["mpd.address": other.socket.string, "wallet.sources": "[playlist, scans]"])
        try await daemon.reload()
        try await until("the password to be asked for") { home.walletPage().contains("albumscanctl key set mpd") }
        #expect(try await home.ctl(["key", "set", "mpd"], input: "sesame\n").code == 0)
        try await until("the other's disc to be there") { home.walletPage().contains(">Own<") }
        try home.configure(["mpd.address": "localhost:99999"])
        try await daemon.reload()
        #expect(home.log.contains("the new settings were rejected"))
        #expect(home.walletPage().contains(">Own<"))
      }
    }
  }

  /// A desktop on which the package is installed, as far as opening addresses goes.
  private struct Opener {
    private let home: TestHome
    /// Nobody opens windows there; without a display no handler is asked. No browser is to step in.
    private let variables: [String: String]

    init(_ home: TestHome) throws {
      self.home = home
      let programs = BuiltProgram.ctl.removingLastComponent()
      variables = ["DISPLAY": ":99", "BROWSER": "false", "PATH": "\(programs):/usr/bin:/bin"]
      let entry = TestHome.checkout.appending("packaging/desktop/albumscan-open.desktop")
      try home.folder.makeFolder(".local/share/applications")
      try home.folder.write(
        try #require(home.contents(of: entry)), to: ".local/share/applications/albumscan-open.desktop")
    }

    func open(_ address: String) async throws -> ProgramResult {
      let type = "x-scheme-handler/albumscan"
      let chosen = try await run("xdg-mime", "default", "albumscan-open.desktop", type)
      #expect(chosen.code == 0, "\(chosen.errors)")
      return try await run("xdg-open", address)
    }

    private func run(_ program: String, _ arguments: String...) async throws -> ProgramResult {
      try await home.run(FilePath("/usr/bin/\(program)"), arguments, input: "", variables: variables)
    }
  }
}
