import Albums
import Foundation
import MPD
import RunningMPD
import SystemPackage
import TestSupport
import Testing

@testable import Wallet

/// From a real mpd to discs.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are missing; run scripts/setup"))
struct AwkwardLibraryTests {
  private let folder: TemporaryFolder
  private let store: WalletStore

  init() throws {
    folder = try TemporaryFolder()
    store = WalletStore(folder: folder.appending("wallet"))
  }

  @Test func `an awkward library makes exactly the wallet that the rules demand`() async throws {
    let mpd = try await AwkwardLibrary.start()
    let wallet = try await mpd.wallet(store).refresh(albums: [], terms: WalletTerms())
    #expect(wallet.state == .ready)
    #expect(wallet.names == AwkwardLibrary.discs.map(\.name))
    #expect(wallet.discs.map(\.tracks.count) == AwkwardLibrary.discs.map(\.tracks))
    #expect(wallet.discs.map(\.released?.text) == AwkwardLibrary.discs.map(\.date))
    #expect(wallet.playlist == "CDs")
    #expect(wallet.total == AwkwardLibrary.discs.count)
    let choice = try #require(wallet.diagnostics.choice)
    #expect(choice.reason == .largest)
    #expect(choice.considered.map(\.songs) == [4, 20, 1])
    #expect(wallet.diagnostics.problems.map(\.position) == [3, 7, 11])
    #expect(wallet.diagnostics.problems.map(\.problem) == [.stream, .notInDatabase, .noAlbum])
    #expect(wallet.diagnostics.editions.map(\.leftOut) == ["21st Century Netting"])
    #expect(wallet.diagnostics.failures.isEmpty)
    #expect(wallet.diagnostics.server?.missingTags == [])

    let rumbles = try #require(wallet.disc(titled: "Rumbles"))
    #expect(rumbles.tracks.compactMap(\.number) == Array(1...11))
    let white = try #require(wallet.disc(titled: "Plain White"))
    #expect(white.tracks.map(\.disc) == Array(repeating: 1, count: 8) + Array(repeating: 2, count: 7))
    #expect(white.tracks.first?.file == "Beat Hills/Plain White/CD1/01 Song.flac")
    let conveyor = try #require(wallet.disc(titled: "OK Conveyor"))
    #expect(conveyor.library == .partial)
    #expect(conveyor.missing?.words == "at least 7 tracks missing")
    #expect(wallet.disc(titled: "Mixtape")?.tracks.map(\.artistName) == ["Aster", "Birch", "Cedar"])
    #expect(rumbles.tracks.allSatisfy { $0.seconds == 1 })
    // As the next program finds it.
    #expect(store.wallet == wallet)
  }

  @Test func `reading the whole library makes the same wallet as asking for its albums`() async throws {
    let mpd = try await AwkwardLibrary.start()
    let session = MPDSession(
      try MPDEndpoint(setting: mpd.socket.string, environment: [:]), patience: RunningMPD.patience)
    let asked = try await mpd.wallet(store).refresh(albums: [], terms: WalletTerms())
    let entries = try await session.songs(inPlaylist: "CDs")
    let materials = WalletMaterials(
      library: WalletMaterials.Library(
        choice: try #require(asked.diagnostics.choice), entries: entries, songs: try await session.songsOfAlbums()))
    #expect(materials.wallet.discs == asked.discs)
  }

  @Test func `nothing is made anew without a change, and everything with one`() async throws {
    let mpd = try await AwkwardLibrary.start()
    let builder = try mpd.wallet(store)
    let scans = [OfferedAlbum.of(1, "Ferry Rows", "Rumbles")]
    let first = try await builder.refresh(albums: scans, terms: WalletTerms())
    for _ in 0..<5 { #expect(try await builder.refresh(albums: scans, terms: WalletTerms()) == first) }
    #expect(await builder.rebuilds == 1)
    // Another program, later: the same files.
    #expect(try await mpd.wallet(store).refresh(albums: scans, terms: WalletTerms()) == first)

    // Edited behind MPD's back.
    try mpd.writePlaylist("CDs", AwkwardLibrary.playlist.reversed())
    let reversed = try await builder.refresh(albums: scans, terms: WalletTerms())
    #expect(reversed.names.contains("The Ur – 21st Century Netting"))
    #expect(await builder.rebuilds == 2)
    // By another client.
    try await mpd.mpc("clear")
    try await mpd.mpc("add", "Abbot/Greatest Hits/01 Song.flac")
    try await mpd.mpc("rm", "CDs")
    try await mpd.mpc("save", "CDs")
    // The largest is another one now.
    let smaller = try await builder.refresh(albums: scans, terms: WalletTerms())
    #expect(smaller.names == ["Ferry Rows – Rumbles", "The Ur – 21st Century Netting (Deluxe Edition)"])
    #expect(smaller.playlist == "CDS")
    // A new setting, a new scan.
    let rebuilds = await builder.rebuilds
    let limited = try await builder.refresh(albums: scans, terms: WalletTerms(limit: 1))
    #expect(limited.discs.count == 1)
    #expect(limited.hidden == limited.total - 1)
    _ = try await builder.refresh(albums: [], terms: WalletTerms(limit: 1))
    #expect(await builder.rebuilds == rebuilds + 2)
    _ = try await builder.refresh(albums: [], terms: WalletTerms(limit: 1), isForced: true)
    #expect(await builder.rebuilds == rebuilds + 3)
  }

  @Test func `music that is gone can't be played after the next update, and comes last`() async throws {
    let mpd = try await AwkwardLibrary.start()
    let builder = try mpd.wallet(store)
    let before = try await builder.refresh(albums: [], terms: WalletTerms())
    #expect(before.disc(titled: "Rumbles")?.isPlayable == true)
    for number in 1...11 { mpd.remove("Ferry Rows/Rumbles/\(number < 10 ? "0" : "")\(number) Song.flac") }
    try await mpd.update()
    let wallet = try await builder.refresh(albums: [], terms: WalletTerms())
    #expect(wallet.names.last == "Ferry Rows – Rumbles")
    #expect(wallet.discs.last?.isOnlyNamed == true)
    #expect(wallet.diagnostics.problems.count { $0.problem == .notInDatabase } == 3)
  }

  @Test func `scans find their albums in the library by whatever name they have there`() async throws {
    let mpd = try await AwkwardLibrary.start()
    try mpd.writePlaylist("CDs", [])
    let scans: [OfferedAlbum] = [
      .of(1, "Ferry Rows", "Rumbles (35th Anniversary Deluxe Edition)"), .of(2, "Various", "Mixtape"),
      .of(3, "UR, The", "21st Century Netting"), .of(4, "Queenie", "Greatest Hits II"),
      .of(5, "SIGGA R\u{d3}S", "Nott"),
    ]
    let terms = WalletTerms(playlist: "Nothing")
    let wallet = try await mpd.wallet(store).refresh(albums: scans, terms: terms)
    #expect(
      Dictionary(uniqueKeysWithValues: wallet.discs.map { ($0.scan?.number, $0.tracks.count) })
        == [1: 11, 2: 3, 3: 3, 4: 0, 5: 3])
    #expect(wallet.discs.first { $0.scan?.number == 4 }?.library == .notInLibrary)
    #expect(wallet.diagnostics.unavailable == ["queenie|greatest hits ii"])
    #expect(store.unavailable.entries["queenie|greatest hits ii"]?.notInLibrary != nil)
    #expect(wallet.state.name == .ready)
    #expect(wallet.playlist == nil)
  }

  @Test func `a password that is wanted is said so, and never shown`() async throws {
    var options = RunningMPD.Options()
    options.permissions = ""
    options.password = "sesame-7@read,add,player,control"
    let mpd = try RunningMPD(options)
    try await mpd.start()
    func refresh(_ password: String?) async throws -> Wallet {
      let endpoint = try MPDEndpoint(
        setting: mpd.socket.string, environment: [:], password: password.flatMap { MPDPassword($0) })
      return try await WalletBuilder(
        server: MPDMusic(MPDSession(endpoint, patience: RunningMPD.patience), address: mpd.socket.string), store: store
      )
      .refresh(albums: [], terms: WalletTerms())
    }
    #expect(try await refresh(nil).state.name == .needsAuthorization)
    let wrong = try await refresh("open-5")
    #expect(wrong.state.name == .needsAuthorization)
    let right = try await refresh("sesame-7")
    #expect(right.state.reason == .playlistMissing)
    for file in ["wallet.json", "memory.json", "unavailable.json"] {
      let text = try String(decoding: folder.read("wallet/\(file)"), as: UTF8.self)
      #expect(!text.contains("sesame") && !text.contains("open-5"))
    }
    #expect(try !String(decoding: wrong.bytes, as: UTF8.self).contains("open-5"))
  }
}
