import Albums
import Foundation
import TestSupport
import Testing

@testable import Records

@Suite struct LedgerListTests {
  private let ledger: Ledger
  private let now = Sample.now

  init() throws { ledger = try Ledger() }

  private func lists(_ id: ScanID) async throws -> [String] {
    try await ledger.scan(id)?.document?.lists.map(\.name) ?? []
  }

  private func list(_ name: String) throws -> ListName { try #require(ListName(name: name)) }

  @Test func `all scans of an album are on its list, and their pages are written again`() async throws {
    let (first, second) = (try await ledger.done(1), try await ledger.done(2))
    #expect(try await ledger.mark(first, as: .owned, now: now) == .carriedOut)
    for id in [first, second] {
      let document = try #require(try await ledger.scan(id)?.document)
      #expect(document.lists == [AlbumList(name: "owned", since: now.formatted(.iso8601))])
      #expect(document.owned)
      #expect(try await ledger.claimFollowUp(only: [id], now: now)?.kind == .lists)
    }
    // Another time there is nothing new.
    #expect(try await ledger.mark(second, as: .owned, now: now + 5) == .carriedOut)
    #expect(try await ledger.claimFollowUp(only: [first], now: now + 9) == nil)
    #expect(try await ledger.lists() == [Statistics.Count(name: "owned", count: 1)])
  }

  @Test func `what is owned is no longer wanted, and can't become it`() async throws {
    let id = try await ledger.done()
    #expect(try await ledger.mark(id, as: .wanted, now: now) == .carriedOut)
    #expect(try await lists(id) == ["wanted"])
    #expect(try await ledger.mark(id, as: .owned, now: now) == .carriedOut)
    #expect(try await lists(id) == ["owned"])
    guard case .notNow(let reason) = try await ledger.mark(id, as: .wanted, now: now) else {
      Issue.record("it is wanted")
      return
    }
    #expect(reason.contains("mark \(id) owned --remove"))
    #expect(try await ledger.unmark(id, as: .owned, now: now) == .carriedOut)
    #expect(try await lists(id).isEmpty)
    #expect(try await ledger.mark(id, as: .wanted, now: now) == .carriedOut)
  }

  @Test func `a list is found in any case, and keeps the name that it had first`() async throws {
    let id = try await ledger.done()
    #expect(try await ledger.mark(id, as: try list("Lisbon 2026"), now: now) == .carriedOut)
    #expect(try await ledger.mark(id, as: try list("LISBON 2026"), now: now) == .carriedOut)
    #expect(try await lists(id) == ["Lisbon 2026"])
    #expect(try await ledger.unmark(id, as: try list("lisbon 2026"), now: now) == .carriedOut)
    #expect(try await lists(id).isEmpty)
    guard case .notNow = try await ledger.unmark(id, as: .heard, now: now) else {
      Issue.record("it was never on it")
      return
    }
  }

  @Test func `a scan that waits is put on its list once its album is known`() async throws {
    let id = try await ledger.waiting()
    #expect(try await ledger.mark(id, as: try list("Lisbon"), now: now) == .carriedOut)
    #expect(try await ledger.mark(id, as: .heard, now: now) == .carriedOut)
    #expect(try await ledger.mark(id, as: .wanted, now: now) == .carriedOut)
    #expect(try await ledger.unmark(id, as: .heard, now: now) == .carriedOut)
    #expect(try await ledger.lists().isEmpty)
    let album = KnownAlbum(Sample.document(id))
    #expect(try await ledger.marks(of: album, scannedAs: id).lists.map(\.name) == ["wanted", "Lisbon"])
    _ = try await ledger.claim(now: now)
    try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/1", now: now)
    // Its document didn't say so: the page is written again.
    #expect(try await lists(id) == ["wanted", "Lisbon"])
    #expect(try await ledger.claimFollowUp(now: now)?.kind == .lists)
  }

  @Test func `an album that was wrong leaves the list, and one of a person's word stays`() async throws {
    let id = try await ledger.waiting()
    #expect(try await ledger.mark(id, as: .owned, now: now) == .carriedOut)
    _ = try await ledger.claim(now: now)
    try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/1", now: now)
    #expect(try await ledger.mark(id, as: .heard, now: now) == .carriedOut)
    let wrong = KnownAlbum(Sample.document(id))
    #expect(try await ledger.redo(id, from: .reading, strategy: nil, now: now) == .carriedOut)
    _ = try await ledger.claim(now: now + 1)
    var right = Sample.document(id)
    right.album.albumTitle = "Another"
    right.album.musicbrainz.releaseGroup = MBID("h")
    try await ledger.finish(id, as: right, album: "another", bundle: "done/1", now: now + 1)
    #expect(try await lists(id) == ["owned"])
    #expect(try await ledger.marks(of: wrong).lists.map(\.name) == ["heard"])
    #expect(try await ledger.reject(id, now: now + 2) == .carriedOut)
    #expect(try await ledger.marks(of: KnownAlbum(right)).lists.isEmpty)
  }

  @Test func `what was taken off a list isn't put on it again by a redo`() async throws {
    let id = try await ledger.waiting()
    #expect(try await ledger.mark(id, as: .owned, now: now) == .carriedOut)
    _ = try await ledger.claim(now: now)
    try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/1", now: now)
    #expect(try await ledger.unmark(id, as: .owned, now: now) == .carriedOut)
    #expect(try await ledger.redo(id, from: .reading, strategy: nil, now: now) == .carriedOut)
    _ = try await ledger.claim(now: now)
    try await ledger.finish(id, as: Sample.document(id), album: "key", bundle: "done/1", now: now)
    #expect(try await lists(id).isEmpty)
  }

  @Test func `a photo that is found in another folder comes on its list`() async throws {
    let id = try await ledger.done()
    let moved = try await ledger.enqueue(
      Sample.file("/inbox/owned/1.jpg"), name: "1.jpg", digest: Sample.digest(1), list: .owned, now: now)
    #expect(moved == .known(id))
    #expect(try await lists(id) == ["owned"])
  }

  @Test func `a rating is the album's, and can be taken back`() async throws {
    let (first, second) = (try await ledger.done(1), try await ledger.done(2))
    #expect(try await ledger.rate(first, 8.5, now: now) == .carriedOut)
    #expect(try await ledger.scan(second)?.document?.yourRating == 8.5)
    #expect(try await ledger.rate(second, nil, now: now) == .carriedOut)
    #expect(try await ledger.scan(first)?.document?.yourRating == nil)
  }
}
