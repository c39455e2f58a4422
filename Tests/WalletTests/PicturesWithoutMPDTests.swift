import Albums
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MPD
@testable import Wallet

/// Pictures of discs while MPD can't be asked for them, with a player that goes and comes back.
@Suite struct PicturesWithoutMPDTests {
  private let folder: TemporaryFolder
  private let store: WalletStore
  private let converter = PassthroughConverter()

  init() throws {
    folder = try TemporaryFolder()
    store = WalletStore(folder: folder.appending("wallet"))
  }

  /// Not decoded by anybody here, and told apart by its last byte, and its length.
  private static func picture(_ number: UInt8) -> [UInt8] {
    [0xFF, 0xD8] + [UInt8](repeating: 7, count: 100 + Int(number)) + [number]
  }

  /// The artwork of a scan comes.
  private func bring(_ number: UInt8, to scan: OfferedAlbum) throws {
    let bundle = "root/\(try #require(scan.bundle))"
    try folder.makeFolder(bundle)
    try folder.write(Self.picture(number), to: "\(bundle)/artwork.jpg")
  }

  private func refresh(
    _ player: MemoryPlayer, _ scans: [OfferedAlbum], terms: WalletTerms = WalletTerms()
  ) async throws -> Wallet {
    try await WalletBuilder(server: player, store: store).refresh(albums: scans, terms: terms)
  }

  private func search(_ player: MemoryPlayer) -> PictureSearch {
    PictureSearch(server: player, converter: converter, store: store, root: folder.appending("root"))
  }

  /// The number of a disc's picture; nil where it has none.
  private func number(_ title: String, _ wallet: Wallet) throws -> UInt8? {
    let disc = try #require(wallet.disc(titled: title))
    return try disc.artwork.map { try folder.read("wallet/\($0)") }?.last
  }

  @Test func `scans have their artwork, also where it comes late, until the library has a better one`() async throws {
    let player = MemoryPlayer(Song.album("Neu", "Zwei"), pictures: ["Neu/Zwei/1.flac": Self.picture(9)])
    let scans = [OfferedAlbum.of(1, "Ur", "Wide"), .of(2, "Neu", "Zwei")]
    let search = search(player)
    await player.leave()
    try bring(1, to: scans[0])
    var wallet = try await refresh(player, scans)
    #expect(!wallet.isOfNow && search.isDue(wallet))
    wallet = try await search.run(wallet)
    #expect(try number("Wide", wallet) == 1)
    #expect(try number("Zwei", wallet) == nil)
    #expect(wallet.diagnostics.artwork.map(\.source) == ["scan"])
    // Whoever makes the wallet next shows it at once, and looks for nothing.
    #expect(try await refresh(player, scans) == wallet)
    #expect(!search.isDue(wallet))

    try bring(2, to: scans[1])
    #expect(search.isDue(wallet))
    wallet = try await search.run(try await refresh(player, scans))
    #expect(try number("Zwei", wallet) == 2)
    #expect(await converter.made == 2)
    #expect(await player.picturesAsked == [])

    await player.comeBack()
    wallet = try await refresh(player, scans)
    #expect(try number("Zwei", wallet) == 2)
    wallet = try await search.run(wallet)
    #expect(try [number("Wide", wallet), number("Zwei", wallet)] == [1, 9])
    // What isn't in the library isn't made again.
    #expect(await converter.made == 3)
    #expect(!search.isDue(wallet))
  }

  @Test func `what a playlist brought keeps its pictures, and what has none is asked for again`() async throws {
    let songs = Song.album("A", "One") + Song.album("B", "Two")
    let player = MemoryPlayer(songs, entries: [songs[0], songs[3]], pictures: ["A/One/1.flac": Self.picture(9)])
    let scans = [OfferedAlbum.of(1, "B", "Two")]
    let search = search(player)
    let wallet = try await search.run(try await refresh(player, scans))
    #expect(try [number("One", wallet), number("Two", wallet)] == [9, nil])

    await player.leave()
    let asked = await player.picturesAsked.count
    var away = try await refresh(player, scans)
    #expect(away.discs == wallet.discs && !search.isDue(away))
    away = try await search.run(away, isForced: true)
    #expect(away.discs == wallet.discs && away.diagnostics.artwork == wallet.diagnostics.artwork)
    #expect(try number("One", away) == 9)
    try bring(3, to: scans[0])
    #expect(search.isDue(away))
    away = try await search.run(try await refresh(player, scans))
    #expect(try [number("One", away), number("Two", away)] == [9, 3])
    #expect(!search.isDue(away))
    #expect(await player.picturesAsked.count == asked)

    await player.comeBack()
    away = try await refresh(player, scans)
    #expect(search.isDue(away))
    away = try await search.run(away)
    #expect(try [number("One", away), number("Two", away)] == [9, 3])
    #expect(await Set(player.picturesAsked.dropFirst(asked)) == ["B/Two/1.flac"])
    #expect(!search.isDue(away))
  }

  @Test func `a scan keeps the picture that the library has of it`() async throws {
    let player = MemoryPlayer(Song.album("A", "One"), pictures: ["A/One/1.flac": Self.picture(9)])
    let scans = [OfferedAlbum.of(1, "A", "One")]
    try bring(3, to: scans[0])
    let terms = WalletTerms(sources: [.scan])
    let search = search(player)
    _ = try await search.run(try await refresh(player, scans, terms: terms))
    await player.leave()
    var wallet = try await refresh(player, scans, terms: terms)
    #expect(wallet.state == .ready && wallet.discs.allSatisfy { !$0.isPlayable } && !search.isDue(wallet))
    wallet = try await search.run(wallet, isForced: true)
    #expect(try number("One", wallet) == 9)
    await player.comeBack()
    wallet = try await refresh(player, scans, terms: terms)
    #expect(!search.isDue(wallet))
    #expect(try number("One", wallet) == 9)
    #expect(await converter.made == 1)
  }

  @Test func `who loses MPD on the way gives the others their pictures, and asks it no more`() async throws {
    let songs = Song.album("A", "One")
    let player = MemoryPlayer(songs, entries: [songs[0]], pictures: ["A/One/1.flac": Self.picture(9)])
    let scans = [OfferedAlbum.of(1, "F", "Scanned")]
    try bring(4, to: scans[0])
    let search = search(player)
    await player.loseItselfInPictures()
    var wallet = try await search.run(try await refresh(player, scans))
    #expect(try [number("One", wallet), number("Scanned", wallet)] == [nil, 4])
    #expect(wallet.diagnostics.artwork.map(\.source) == ["scan"])
    #expect(await player.picturesAsked == ["A/One/1.flac"])
    #expect(search.isDue(wallet))
    await player.comeBack()
    wallet = try await search.run(wallet)
    #expect(try [number("One", wallet), number("Scanned", wallet)] == [9, 4])
  }
}
