import Albums
import Foundation
import GRDB
import SystemPackage
import TestSupport
import Testing

@testable import Records

/// Imported collections.
@Suite struct LedgerImportTests {
  private let ledger: Ledger
  private let now = Sample.now

  init() throws { ledger = try Ledger() }

  private func entry(
    _ title: String, by artist: String = "Can", lists: [ListName] = [.owned], discogs: Int? = nil,
    barcode: String? = nil,
    group: MBID? = nil, rating: Double? = nil
  ) -> CollectionEntry {
    var album = KnownAlbum(artistName: artist, albumTitle: title, releaseGroup: group, barcode: barcode)
    album.discogsRelease = discogs
    return CollectionEntry(album: album, lists: lists, rating: rating, line: 2)
  }

  private func marks(_ album: KnownAlbum) async throws -> [String] {
    try await ledger.marks(of: album).lists.map(\.name)
  }

  @Test func `the next export changes only what differs, and what is missing goes only if one says so`() async throws {
    let first = [entry("Tago Mago"), entry("Ege Bamyasi"), entry("Tago Mago", discogs: 5)]
    var changes = try await ledger.importCollection(first, now: now)
    #expect(changes.added == 2 && changes.copies == 1 && changes.unchanged == 0)
    changes = try await ledger.importCollection([entry("Tago Mago"), entry("Future Days")], now: now)
    #expect(changes.added == 1 && changes.unchanged == 1 && changes.missing == 1 && changes.removed == 0)
    #expect(try await ledger.listedAlbums(on: .owned).count == 3)
    changes = try await ledger.importCollection(
      [entry("Tago Mago"), entry("Future Days")], replacing: true, dryRun: true, now: now)
    #expect(changes.removed == 1)
    #expect(try await ledger.listedAlbums(on: .owned).count == 3)
    _ = try await ledger.importCollection([entry("Tago Mago"), entry("Future Days")], replacing: true, now: now)
    #expect(try await ledger.listedAlbums(on: .owned).map(\.album.albumTitle) == ["Future Days", "Tago Mago"])
  }

  @Test func `an album is the one that was scanned, by its names, its group, its Discogs release, or its barcode`()
    async throws
  {
    let id = try await ledger.done()
    let document = try #require(try await ledger.scan(id)?.document)
    let changes = try await ledger.importCollection(
      [entry("slow tide", by: "Paper Lanterns, The", lists: [.wanted])], now: now)
    // The scan's key is not its names' here, so it is another album.
    #expect(changes.added == 1 && changes.scanned == 0)
    let again = try await ledger.importCollection([entry("Other names", group: MBID("g"), rating: 6)], now: now)
    #expect(again.scanned == 1)
    let shown = try #require(try await ledger.scan(id)?.document)
    #expect(shown.owned && shown.yourRating == 6 && !document.owned)
    #expect(try await ledger.claimFollowUp(now: now + 60)?.kind == .lists)
  }

  @Test func `a later scan is known as owned by what the collection said of it`() async throws {
    _ = try await ledger.importCollection(
      [entry("Strange names", discogs: 4711), entry("Others", lists: [.wanted], barcode: "0724349")], now: now)
    var album = KnownAlbum(artistName: "A", albumTitle: "B", releaseGroup: MBID("x"))
    #expect(try await marks(album).isEmpty)
    album.discogsRelease = 4711
    #expect(try await marks(album) == ["owned"])
    album = KnownAlbum(artistName: "A", albumTitle: "B", barcode: "724349")
    #expect(try await marks(album) == ["wanted"])
    // From the scan on, the group is known by itself.
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: now)
    var document = Sample.document(id)
    document.album.discogsRelease = 4711
    try await ledger.finish(id, as: document, album: "key", bundle: "done/1", now: now)
    #expect(try await ledger.scan(id)?.document?.owned == true)
    #expect(try await marks(KnownAlbum(artistName: "?", albumTitle: "?", releaseGroup: MBID("g"))) == ["owned"])
    let listed = try await ledger.listedAlbums(on: .owned)
    #expect(listed.map(\.scan) == [id])
  }

  @Test func `what is owned isn't wanted, whichever comes first`() async throws {
    _ = try await ledger.importCollection([entry("Tago Mago", lists: [.wanted])], now: now)
    #expect(try await ledger.importCollection([entry("Tago Mago")], now: now).added == 1)
    #expect(try await marks(entry("Tago Mago").album) == ["owned"])
    #expect(try await ledger.importCollection([entry("Tago Mago", lists: [.wanted])], now: now).owned == 1)
    #expect(try await marks(entry("Tago Mago").album) == ["owned"])
  }

  @Test func `albums are taken off by their numbers, or all that were imported`() async throws {
    let scanned = try await ledger.done()
    #expect(try await ledger.mark(scanned, as: .heard, now: now) == .carriedOut)
    _ = try await ledger.importCollection([entry("Tago Mago"), entry("Future Days")], now: now)
    let numbers = try await ledger.listedAlbums(on: .owned).map(\.number)
    #expect(try await ledger.unlist([numbers[0], 999]) == [999])
    #expect(try await ledger.unlistImported() == 1)
    #expect(try await ledger.listedAlbums().map(\.scan) == [scanned])
  }

  @Test func `history finds the scans of a list's albums`() async throws {
    let (first, second) = (try await ledger.done(1), try await ledger.done(2))
    #expect(try await ledger.scans(list: .wanted).isEmpty)
    #expect(try await ledger.mark(first, as: .wanted, now: now) == .carriedOut)
    #expect(try await ledger.scans(list: .wanted).map(\.id) == [second, first])
    #expect(try await ledger.scans(search: "slow", list: .owned).isEmpty)
  }

  @Test func `the wallet is offered what is owned, scanned or not, only if it wants that`() async throws {
    let id = try await ledger.done()
    _ = try await ledger.importCollection([entry("Tago Mago"), entry("?", group: MBID("g"))], now: now)
    let all = try await ledger.offeredAlbums(for: WalletTerms(sources: [.playlist, .owned]))
    #expect(all.filter { $0.source == .owned }.map(\.albumTitle) == ["?", "Tago Mago"])
    #expect(all.filter { $0.source == .owned }.map(\.scan) == [id, nil])
    #expect(try await ledger.offeredAlbums(for: WalletTerms(sources: [.scan])).map(\.source) == [.scan])
  }

  @Test func `an installation with scans keeps the wallet's earlier sources, and a new one has today's`() async throws {
    #expect(ledger.keptDefaults.isEmpty)
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    try await Sample.writeLedger(to: file, upTo: "26: statements") { db in
      try db.execute(
        sql: """
          INSERT INTO scan (id, name, path, origin, digest, state, arrived, finished, bundle, document, reviewStatus)
          VALUES (1, 'a.jpg', x'61', 'inbox', ?, 'done', 0, 1, 'done/a', '{}', 'pending')
          """, arguments: [Sample.digest(1).hex])
      try db.execute(sql: "INSERT INTO followUp (scan, kind, attempts, notBefore) VALUES (1, 'push', 3, 7)")
    }
    let ledger = try Ledger(file: file)
    #expect(ledger.keptDefaults == ["wallet.sources": "playlist,scans"])
    #expect(try await ledger.claimFollowUp(now: now)?.attempts == 3)
  }
}
