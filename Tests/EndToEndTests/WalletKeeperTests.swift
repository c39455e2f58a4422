import DrawnCovers
import Foundation
import RunningMPD
import SystemPackage
import TestSupport
import Testing

/// The wallet's page as the daemon keeps it beside the gallery, with a real mpd and without one.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are missing; run scripts/setup"))
struct WalletKeeperTests {
  private func page(_ home: Household) -> String { text("AlbumScan/done/wallet.html", home) }
  private func now(_ home: Household) -> String { text("AlbumScan/done/wallet/now.js", home) }
  private func text(_ path: String, _ home: Household) -> String {
    home.contents(of: home.home.appending(path)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The address behind the first disc's button, as a browser hands it over.
  private func address(_ page: String) throws -> String {
    let match = try #require(page.firstMatch(of: #/data-play="([^"]+)"/#))
    return String(match.1).replacing("&amp;", with: "&")
  }

  @Test func `the page follows the playlist, its addresses play, and it shows what is played`() async throws {
    let mpd = try await WalletPlaybackTests.start()
    try await withHousehold { home, _ in
      try home.configure(["mpd.address": mpd.socket.string])
      try await home.withDaemon { _ in
        try await until("the discs to be there") { page(home).contains(">Tide Tables<") }
        #expect(page(home).contains("2 albums from"))
        #expect(!page(home).contains(">Own<"))
        // Somebody saves another disc's song into it.
        try await mpd.mpc("clear")
        try await mpd.mpc("findadd", "album", "Own")
        try await mpd.mpc("rm", "CDs")
        try await mpd.mpc("save", "CDs")
        try await until("the page to follow") { page(home).contains(">Own<") && !page(home).contains(">Tide Tables<") }
        try await mpd.mpc("clear")

        let address = try address(page(home))
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
    let mpd = try await WalletPlaybackTests.start()
    try await withHousehold { home, _ in
      try home.configure(["mpd.address": mpd.socket.string])
      try await home.withDaemon { _ in
        try await until("the discs to be there") { page(home).contains(">Tide Tables<") }
        let address = try address(page(home))
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
          #expect(ended.code != 0 && ended.errors.contains("so nothing is done"), "\(bad): \(ended.errors)")
        }
        #expect(!["one", "two", "three"].contains { home.exists(home.home.appending($0)) })
        #expect(try await mpd.mpc("playlist").isEmpty)
        let opened = try await desktop.open(address)
        #expect(opened.code == 0, "\(opened.errors)")
        try await until("it to be played") { now(home).contains("\"state\":\"play\"") }
      }
    }
  }

  /// A desktop on which the package is installed, as far as opening addresses goes.
  private struct Opener {
    private let home: Household
    /// Nobody opens windows there; without a display no handler is asked. No browser is to step in.
    private let variables: [String: String]

    init(_ home: Household) throws {
      self.home = home
      let programs = BuiltPrograms.ctl.removingLastComponent()
      variables = ["DISPLAY": ":99", "BROWSER": "false", "PATH": "\(programs):/usr/bin:/bin"]
      let checkout = FilePath(#filePath).removingLastComponent().removingLastComponent().removingLastComponent()
      let entry = checkout.appending("packaging/desktop/albumscan-open.desktop")
      try home.folder.makeFolder(".local/share/applications")
      try home.folder.write(
        try #require(home.contents(of: entry)), to: ".local/share/applications/albumscan-open.desktop")
    }

    func open(_ address: String) async throws -> Ended {
      let type = "x-scheme-handler/albumscan"
      let chosen = try await run("xdg-mime", "default", "albumscan-open.desktop", type)
      #expect(chosen.code == 0, "\(chosen.errors)")
      return try await run("xdg-open", address)
    }

    private func run(_ program: String, _ arguments: String...) async throws -> Ended {
      try await home.run(FilePath("/usr/bin/\(program)"), arguments, input: "", variables: variables)
    }
  }

  @Test func `without mpd the page shows what was scanned, and nothing waits for it`() async throws {
    try await withHousehold { home, _ in
      try home.configure(["mpd.address": home.home.appending("nobody").string])
      try await home.withDaemon { _ in
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        let scan = try await home.scan(ofPhoto: "one.jpg", in: "done")
        let title = try #require(scan.albumTitle)
        try await until("the disc to be there") { page(home).contains(">\(title)<") }
        #expect(!page(home).contains("data-play=") && page(home).contains("MPD"))
        #expect(!home.exists(home.root.appending("done/wallet")), "nothing of MPD's without MPD")
        #expect(try await home.status().health.isEmpty)
      }
    }
  }
}
