import Albums
import Foundation
import MPD
import MusicFiles
import RunningMPD
import SystemPackage
import TestSupport
import Testing

@testable import Wallet

/// Where discs' pictures come from, with a real mpd. The imaging process, which makes squares of them, has its own tests.
@Suite(.enabled(if: RunningMPD.isToBeHad, "mpd and mpc are missing; run scripts/setup"))
struct PictureSearchTests {
  private let folder: TemporaryFolder
  private let store: WalletStore

  init() throws {
    folder = try TemporaryFolder()
    store = WalletStore(folder: folder.appending("wallet"))
  }

  /// Not decoded by anybody here, and told apart by its last byte.
  private static func picture(_ number: UInt8, size: Int = 100) -> [UInt8] {
    [0xFF, 0xD8] + [UInt8](repeating: 7, count: size) + [number]
  }

  @Test func `the best picture that there is becomes the disc's`() async throws {
    var music = MusicFile.album("Embedded", by: "A", tracks: 2) { file, _ in
      file.picture = Self.picture(1, size: 100_000)
    }
    for (title, artist) in [("Folder", "B"), ("Front", "C"), ("Broken", "D"), ("None", "E"), ("Scanned", "F")] {
      music.merge(MusicFile.album(title, by: artist, tracks: 1)) { first, _ in first }
    }
    for (name, file) in MusicFile.album("Set", by: "G", tracks: 2) {
      music["G/Set/CD1/\(FilePath(name).lastComponent?.string ?? name)"] = file
    }
    let mpd = try await RunningMPD.start(RunningMPD.Options(), music)
    try mpd.write(Self.picture(2), to: "B/Folder/cover.jpg")
    try mpd.write(Self.picture(3), to: "C/Front/Front.JPG")
    try mpd.write(Array("no picture at all".utf8), to: "D/Broken/cover.jpg")
    try mpd.write(Self.picture(4), to: "D/Broken/folder.jpg")
    try mpd.write(Self.picture(5), to: "G/Set/cover.jpg")
    let bundle = try folder.makeFolder("root/done/F - Scanned")
    try folder.write(Self.picture(8), to: "root/done/F - Scanned/artwork.jpg")
    #expect(bundle.string.hasSuffix("F - Scanned"))
    try mpd.writePlaylist("CDs", music.keys.filter { $0.contains("01 ") }.sorted())

    let scans = [OfferedAlbum.of(1, "F", "Scanned")]
    var wallet = try await mpd.wallet(store).refresh(albums: scans, terms: WalletTerms())
    #expect(wallet.discs.allSatisfy { $0.artwork == nil })
    let converter = PassthroughConverter()
    let search = PictureSearch(
      server: try mpd.musicServer, converter: converter, store: store, root: folder.appending("root"), batch: 2)
    // What mpd couldn't be asked for isn't taken for missing, and a scan doesn't wait for it.
    mpd.stop()
    let without = try await search.run(wallet)
    #expect(without.diagnostics.artwork.map(\.source) == ["scan"])
    #expect(without.discs.count { $0.artwork != nil } == 1)
    #expect(search.isDue(wallet))
    try await mpd.start()
    var (shown, left): ([Int], [Int]) = ([], [])
    wallet = try await search.run(wallet) { wallet, rest in
      shown.append(wallet.discs.count { $0.artwork != nil })
      left.append(rest)
    }
    #expect(shown.count == 3 && shown == shown.sorted() && shown[0] > 0, "\(shown)")
    #expect(left.last.map { [$0 + 4, $0 + 2, $0] } == left && left.last != 0, "\(left)")
    func picture(_ title: String) throws -> UInt8? {
      let disc = try #require(wallet.disc(titled: title))
      return try disc.artwork.map { try folder.read("wallet/\($0)") }?.last
    }
    #expect(try picture("Embedded") == 1)
    #expect(try folder.read("wallet/\(try #require(wallet.disc(titled: "Embedded")?.artwork))").count == 100_003)
    #expect(try picture("Folder") == 2)
    #expect(try picture("Front") == 3)
    #expect(try picture("Broken") == 4)
    #expect(try picture("None") == nil)
    #expect(try picture("Set") == 5)
    #expect(try picture("Scanned") == 8)
    func note(_ title: String) throws -> Diagnostics.Artwork? {
      let id = try #require(wallet.disc(titled: title)).id
      return wallet.diagnostics.artwork.first { $0.disc == id }
    }
    #expect(try note("Broken")?.source == "nearby")
    #expect(try note("Broken")?.failures.count == 2)
    #expect(try note("None")?.source == nil)
    #expect(store.wallet == wallet)

    // Nothing is looked for twice, not even what there is none of; another program shows them at once.
    #expect(!search.isDue(wallet))
    let made = await converter.made
    #expect(try await search.run(wallet) == wallet)
    #expect(await converter.made == made)
    let again = try await mpd.wallet(store).refresh(albums: scans, terms: WalletTerms(), isForced: true)
    #expect(again.discs == wallet.discs)

    // Of another playlist only the pictures of its discs stay.
    try mpd.writePlaylist("Less", ["B/Folder/01 Song.flac"])
    let less = try await mpd.wallet(store).refresh(albums: [], terms: WalletTerms(playlist: "Less"))
    _ = try await search.run(less)
    #expect(folder.names(in: "wallet/art") == [try #require(wallet.disc(titled: "Folder")).id + ".jpg"])
  }

  @Test func `a wallet that another process builds during a search is the one that gets the pictures`() async throws {
    var music: [String: MusicFile] = [:]
    for (title, artist) in [("First", "A"), ("Second", "B"), ("Third", "C")] {
      music.merge(MusicFile.album(title, by: artist, tracks: 1)) { first, _ in first }
    }
    let mpd = try await RunningMPD.start(RunningMPD.Options(), music)
    for folder in ["A/First", "B/Second", "C/Third"] { try mpd.write(Self.picture(2), to: "\(folder)/cover.jpg") }
    try mpd.writePlaylist("CDs", music.keys.sorted().dropLast())
    let wallet = try await mpd.wallet(store).refresh(albums: [], terms: WalletTerms())
    let search = PictureSearch(
      server: try mpd.musicServer, converter: PassthroughConverter(), store: store, root: folder.path, batch: 1)
    try mpd.writePlaylist("All", music.keys.sorted())
    let other = try mpd.wallet(store)
    var newer: Wallet?
    let pictured = try await search.run(wallet) { _, _ in
      if newer == nil { newer = try await other.refresh(albums: [], terms: WalletTerms(playlist: "All")) }
    }
    #expect(newer?.discs.count == 3 && pictured.discs.map(\.id) == newer?.discs.map(\.id))
    #expect(pictured.discs.allSatisfy { $0.artwork != nil })
    #expect(store.wallet == pictured && folder.names(in: "wallet/art").count == 3)
  }

  @Test func `the archive's cover is a disc's that has no nearer one, until one comes`() async throws {
    let music = MusicFile.album("Bare", by: "A", tracks: 1).merging(MusicFile.album("Covered", by: "B", tracks: 1)) {
      $1
    }
    let mpd = try await RunningMPD.start(RunningMPD.Options(), music)
    try mpd.write(Self.picture(2), to: "B/Covered/cover.jpg")
    try mpd.writePlaylist("CDs", music.keys.sorted())
    let facts = CatalogFacts(releaseGroup: MBID("0a4d2b9e-58bb-4ad3-8d7c-0e0b5a3d2c11"))
    try store.keep([AlbumNames(artistName: "A", albumTitle: "Bare").key: facts])
    var wallet = try await mpd.wallet(store).refresh(albums: [], terms: WalletTerms())
    let search = PictureSearch(
      server: try mpd.musicServer, converter: PassthroughConverter(), store: store, root: folder.path)
    let covers = Dictionary(uniqueKeysWithValues: wallet.discs.map { ($0.id, Data(Self.picture(6))) })
    wallet = try await search.run(wallet, covers: covers)
    func sources() -> [String?] { wallet.diagnostics.artwork.map(\.source) }
    func last(_ title: String) throws -> UInt8? {
      try folder.read("wallet/\(try #require(wallet.disc(titled: title)?.artwork))").last
    }
    #expect(sources() == ["archive", "folder"])
    #expect(try (last("Bare"), last("Covered")) == (6, 2))

    // It stays, whoever makes the wallet anew, as long as the album is the same.
    wallet = try await search.run(wallet, isForced: true)
    #expect(sources() == ["archive", "folder"])
    // The library's own goes before it once there is one.
    try mpd.write(Self.picture(3), to: "A/Bare/cover.jpg")
    try mpd.write(MusicFile(artist: "C", album: "New"), to: "C/New/01.flac")
    try await mpd.update()
    wallet = try await search.run(try await mpd.wallet(store).refresh(albums: [], terms: WalletTerms()))
    #expect(sources() == ["folder", "folder"], "\(wallet.diagnostics.artwork), \(mpd.log)")
    #expect(try last("Bare") == 3)
  }
}
