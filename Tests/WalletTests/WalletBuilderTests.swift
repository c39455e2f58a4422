import Albums
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MPD
@testable import Wallet

/// What is asked to learn that nothing changed, with a player that counts.
@Suite struct WalletBuilderTests {
  private let folder: TemporaryFolder
  private let store: WalletStore

  init() throws {
    folder = try TemporaryFolder()
    store = WalletStore(folder: folder.appending("wallet"))
  }

  /// 2026-11-21T12:00:00Z, and so many seconds.
  private static func noon(_ seconds: Double) -> Date { Date(timeIntervalSince1970: 1_795_262_400 + seconds) }

  private func refresh(_ player: MemoryPlayer, after seconds: Double) async throws -> Wallet {
    try await WalletBuilder(server: player, store: store, now: { Self.noon(seconds) })
      .refresh(albums: [], terms: WalletTerms())
  }

  @Test func `an old wallet costs two questions, a young one three, and a changed one all`() async throws {
    let songs = Song.album("Ur", "Wide") + Song.album("Neu", "Zwei")
    let player = MemoryPlayer(songs, entries: [songs[0]])
    let all = ["playlists", "update", "files", "entries", "index", "songs"]
    let first = try await refresh(player, after: 1)
    #expect(await player.questions() == all)
    // Looked at within two seconds of an edit, after which another might look the same.
    #expect(try await refresh(player, after: 10) == first)
    #expect(await player.questions() == ["playlists", "update", "files"])
    for seconds in [20.0, 30] {
      #expect(try await refresh(player, after: seconds) == first)
      #expect(await player.questions() == ["playlists", "update"])
    }
    // A playlist that was written again, and says the same.
    await player.edit([songs[0]], at: "2026-11-21T12:00:31Z")
    #expect(try await refresh(player, after: 40) == first)
    #expect(await player.questions() == ["playlists", "update", "files"])
    await player.edit([songs[3]], at: "2026-11-21T12:00:41Z")
    #expect(try await refresh(player, after: 50).names == ["Neu – Zwei"])
    #expect(await player.questions() == all)
    await player.change(to: 1_000_000_001)
    _ = try await refresh(player, after: 60)
    #expect(await player.questions() == all)
  }

  @Test func `without its scans a wallet is as it was only where MPD says no more than before`() async throws {
    let songs = Song.album("Ur", "Wide")
    let player = MemoryPlayer(songs, entries: [songs[0]])
    let builder = WalletBuilder(server: player, store: store, now: { Self.noon(10) })
    #expect(try await builder.unchanged(terms: WalletTerms()) == nil)
    let wallet = try await builder.refresh(albums: [], terms: WalletTerms())
    _ = await player.questions()
    #expect(try await builder.unchanged(terms: WalletTerms()) == wallet)
    #expect(await player.questions() == ["playlists", "update"])
    await player.change(to: 1_000_000_001)
    #expect(try await builder.unchanged(terms: WalletTerms()) == nil)
    // That it is away is told once; while it stays away, nothing changes.
    await player.leave()
    #expect(try await builder.unchanged(terms: WalletTerms()) == nil)
    let away = try await builder.refresh(albums: [], terms: WalletTerms())
    #expect(!away.isOfNow)
    #expect(try await builder.unchanged(terms: WalletTerms()) == away)
  }

  @Test func `an edit within the second of the last look isn't missed`() async throws {
    let songs = Song.album("Ur", "Wide") + Song.album("Neu", "Zwei")
    let player = MemoryPlayer(songs, entries: [songs[0]])
    _ = try await refresh(player, after: 0.2)
    await player.edit([songs[3]], at: "2026-11-21T12:00:00Z")
    #expect(try await refresh(player, after: 100).names == ["Neu – Zwei"])
  }

  @Test func `what the library has of scans stays while it can't be asked`() async throws {
    let player = MemoryPlayer(Song.album("Ur", "Wide"), entries: [])
    let scans = [OfferedAlbum.of(1, "Ur", "Wide")]
    let terms = WalletTerms(sources: [.scan])
    func refresh() async throws -> Wallet {
      try await WalletBuilder(server: player, store: store).refresh(albums: scans, terms: terms)
    }
    let wallet = try await refresh()
    #expect(wallet.isOfNow && wallet.holding(of: scans[0]) == LibraryStatus(tracks: 3))
    await player.leave()
    let away = try await refresh()
    #expect(!away.isOfNow && away.holding(of: scans[0]) == LibraryStatus(tracks: 3))
    #expect(away.discs.allSatisfy { !$0.isPlayable })
  }

  @Test func `that albums are left out is told anew only once all of them had room`() async throws {
    let songs = Song.album("Ur", "Wide")
    let player = MemoryPlayer(songs, entries: [songs[0]])
    func exceeded(_ scans: Int, after seconds: Double) async throws -> String? {
      let albums = (0..<scans).map { OfferedAlbum.of(Int64($0 + 1), "Neu", "Album \($0)") }
      return try await WalletBuilder(server: player, store: store, now: { Self.noon(seconds) })
        .refresh(albums: albums, terms: WalletTerms(limit: 2)).exceededSince
    }
    #expect(try await exceeded(1, after: 10) == nil)
    let since = try await exceeded(2, after: 20)
    #expect(since == "2026-11-21T12:00:20Z")
    // Another scan, an update of MPD's library, and its absence.
    #expect(try await exceeded(3, after: 30) == since)
    await player.change(to: 1_000_000_001)
    #expect(try await exceeded(3, after: 40) == since)
    await player.leave(true)
    #expect(try await exceeded(1, after: 50) == since)
    await player.leave(false)
    #expect(try await exceeded(3, after: 60) == since)
    #expect(try await exceeded(1, after: 70) == nil)
    #expect(try await exceeded(2, after: 80) == "2026-11-21T12:01:20Z")
  }

  @Test func `a wallet that another process stored since isn't taken for the one that was built last`() async throws {
    let songs = Song.album("Ur", "Wide") + Song.album("Neu", "Zwei")
    let player = MemoryPlayer(songs, entries: [songs[0]])
    let first = try await refresh(player, after: 10)
    await player.edit([songs[3]], at: "2026-11-21T12:00:11Z")
    let second = try await refresh(player, after: 20)
    // The other process stores the first one, for which it looked for pictures.
    try store.keep(first)
    let builder = WalletBuilder(server: player, store: store, now: { Self.noon(30) })
    #expect(try await builder.unchanged(terms: WalletTerms()) == nil)
    #expect(try await refresh(player, after: 30).discs == second.discs)
    #expect(store.wallet?.discs == second.discs)
  }

  @Test func `a file that can't be read is made again`() async throws {
    let songs = Song.album("Ur", "Wide")
    let player = MemoryPlayer(songs, entries: [songs[0]])
    let first = try await refresh(player, after: 100)
    for file in ["wallet.json", "memory.json", "unavailable.json"] {
      try folder.write("{broken".utf8, to: "wallet/\(file)")
      #expect(try await refresh(player, after: 100).discs == first.discs)
      #expect(store.wallet?.discs == first.discs)
    }
  }
}
