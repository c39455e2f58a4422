import DrawnCovers
import Foundation
import MusicFiles
import RunningMPD
import Simulator
import SystemPackage
import TestSupport
import Testing

/// What MusicBrainz and the Cover Art Archive add to the discs of a real mpd, and how little they are asked for it.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are missing; run scripts/setup"))
struct WalletCatalogTests {
  /// Twelve tracks, in the catalog.
  private static let undertow = {
    var album = DrawnCollection.undertow
    album.tracks += ["Silt", "Breakwater", "Two Bells", "Low Lamp", "Estuary", "Last Buoy"]
    return album
  }()
  private static let nightShift = DrawnCollection.nightShift

  private static var options: Simulator.Options {
    var options = Simulator.Options.quick
    options.albums = DrawnCollection.albums.map { $0.name == undertow.name ? undertow : $0 }
    return options
  }

  /// The album's tracks of these numbers, without a date.
  private static func files(
    of album: DrawnAlbum, _ numbers: ClosedRange<Int>, titled title: String? = nil, isNamed: Bool = false
  ) -> [String: MusicFile] {
    MusicFile.album(title ?? album.albumTitle, by: album.artistName, tracks: numbers.upperBound) { file, number in
      file.title = album.tracks[number - 1]
      if isNamed { file.release = album.releaseID }
    }
  }

  private static func start(_ music: [String: MusicFile]) async throws -> RunningMPD {
    let mpd = try await RunningMPD.start(RunningMPD.Options(), music)
    try mpd.writePlaylist("CDs", entries(of: music))
    return mpd
  }

  /// The first song of each album.
  private static func entries(of music: [String: MusicFile]) -> [String] {
    music.keys.filter { $0.hasSuffix("/01 Song.flac") }.sorted()
  }

  private func year(_ digits: String) -> String { "<span class=\"year\">\(digits)</span>" }

  private func pictures(_ home: TestHome) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: home.root.appending("done/wallet/art").string).count) ?? 0
  }

  @Test func `dates, missing tracks, spellings and covers come by few requests, and once`() async throws {
    let (undertow, nightShift) = (Self.undertow, Self.nightShift)
    var music = Self.files(of: undertow, 1...10, isNamed: true)
    music.merge(Self.files(of: nightShift, 1...6, titled: "NIGHT SHIFT RADIO")) { $1 }
    // Two albums of the catalog are called so; the other isn't in it.
    music.merge(Self.files(of: DrawnCollection.firstHalden, 1...2)) { $1 }
    music.merge(Self.files(of: DrawnCollection.slowWeather, 1...3)) { $1 }
    let mpd = try await Self.start(music)
    let entries = Self.entries(of: music)
    try await withTestHome(options: Self.options) { home, simulator in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"])
      func asked() -> [String] {
        simulator.requests(to: .musicbrainz).map { "\($0.path) \($0.query.keys.sorted().joined(separator: " "))" }
      }
      try await home.withDaemon { _ in
        try await until("the catalogue's words and covers to be shown") {
          home.walletPage().contains("10 of 12 tracks") && home.walletPage().contains(year("1983"))
            && pictures(home) == 2
        }
      }
      let first = asked()
      #expect(
        Dictionary(grouping: first) { $0 }.mapValues(\.count) == [
          "/ws/2/release/\(undertow.releaseID) fmt inc": 1, "/ws/2/release-group fmt limit query": 4,
          "/ws/2/release fmt inc limit release-group": 1,
        ])
      let archive = simulator.requests(to: .coverart).count
      #expect(archive > 0)

      let shown = try await home.ctl(["wallet", "diagnose"]).output
      #expect(
        shown.contains(
          "Undertow by Sable/Finch: found in MusicBrainz by the release in its files' tags, with 12 tracks;"))
      #expect(
        shown.contains(
          "Night Shift Radio by The Velvet Turbines: found in MusicBrainz by artist and title, with 6 tracks;"))
      #expect(shown.contains("date from MusicBrainz; picture from the Cover Art Archive"))
      #expect(shown.contains("Halden by Halden: not found in MusicBrainz, or ambiguous;"))
      #expect(shown.contains("Slow Weather by Kestrel Avenue: not found in MusicBrainz"))
      let list = try await home.ctl(["wallet", "list"]).output
      #expect(list.contains("2006") && list.contains("10 of 12"))

      // After a restart only what is new is asked for: another album, last in the wallet's order.
      let added = Self.files(of: DrawnCollection.wharf, 1...5)
      for (path, file) in added { try mpd.write(file, to: path) }
      try await mpd.update()
      try mpd.writePlaylist("CDs", entries + Self.entries(of: added))
      try await home.withDaemon { _ in
        try await until("the new album's date and cover to be shown") {
          home.walletPage().contains(year("1976")) && pictures(home) == 3
        }
      }
      #expect(asked().count == first.count + 2)
      #expect(Array(asked().prefix(first.count)) == first)
      #expect(simulator.violations.map(\.description) == [])
      // What JSON says is written down.
      var documents = ""
      for command in ["wallet diagnose", "wallet show \(list.split(separator: "\n")[1].prefix(8))", "wallet list"] {
        let ended = try await home.ctl(command.split(separator: " ").map(String.init) + ["--json"])
        documents +=
          String(
            decoding: try JSONSerialization.data(withJSONObject: try ended.document()), as: UTF8.self) + "\n"
      }
      try await home.expectContract(documents)
    }
  }

  @Test func `a silent catalog changes nothing, and a scan doesn't wait for the wallet's question`() async throws {
    let mpd = try await Self.start(Self.files(of: Self.nightShift, 1...6))
    try await withTestHome(options: Self.options) { home, simulator in
      try home.configure(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"])
      await simulator.fail(.musicbrainz, with: .stall, times: 1)
      try await home.withDaemon { _ in
        try await until("the wallet's question") { !simulator.requests(to: .musicbrainz).isEmpty }
        #expect(home.walletPage().contains(">Night Shift Radio<") && !home.walletPage().contains(year("1983")))
        #expect(try await home.status().health.isEmpty)
        #expect(try await home.ctl(["wallet"]).code == 0)
        try home.copy(try Photos.front(DrawnCollection.undertow), as: "one.jpg")
        _ = try await home.scan(ofPhoto: "one.jpg", in: "done")
        let asked = simulator.requests(to: .musicbrainz).prefix(2).map(\.at)
        #expect(asked[0].duration(to: asked[1]) < .seconds(29), "a request is given up after 30 s")
        // The wallet's comes once more when the scan is done.
        try await until("the date") { home.walletPage().contains(year("1983")) }
        #expect(try await home.status().health.isEmpty)
      }
      #expect(simulator.requests(to: .musicbrainz).count { $0.path == "/ws/2/release-group" } == 2)
      #expect(simulator.violations.map(\.description) == [])
    }
  }

  @Test(
    arguments: [
      ["musicbrainz.baseURL": nil, "musicbrainz.contact": nil, "musicbrainz.requestsPerSecond": nil],
      ["wallet.catalogue": "false"],
    ] as [[String: String?]])
  func `who may not be asked isn't, and nothing is wrong`(settings: [String: String?]) async throws {
    let mpd = try await Self.start(Self.files(of: Self.nightShift, 1...6))
    try await withTestHome(options: Self.options) { home, simulator in
      try home.configure(
        settings.merging(["mpd.address": mpd.socket.string, "wallet.sources": "[playlist, scans]"]) { $1 })
      try await home.withDaemon { _ in
        try await until("the disc") { home.walletPage().contains(">Night Shift Radio<") }
        #expect(try await home.status().health.isEmpty)
        // Without a contact it waits for one; where it is off, for nothing.
        let words = try await home.ctl(["wallet", "diagnose"]).output
        #expect(words.contains("not yet looked up in MusicBrainz") == (settings["wallet.catalogue"] == nil))
      }
      #expect(simulator.requests.isEmpty)
    }
  }
}
