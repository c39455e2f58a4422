import Albums
import Foundation
import GRDB
import Records
import SystemPackage
import TestSupport
import Testing

@Suite struct LedgerCommandsTests {
  let ledger: Ledger

  init() throws { ledger = try Ledger() }

  private func failed(at step: Step) async throws -> ScanID {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    for made in Step.allCases where made < step {
      try await ledger.keep(["x"], of: made, in: id, now: Sample.now)
    }
    try await ledger.begin(step, of: id, now: Sample.now)
    try await ledger.fail(
      id, reason: "no", hint: nil, folder: "failed/1", photoNow: nil, fault: nil, now: Sample.now)
    return id
  }

  @Test func `a retry goes on from the step that failed`() async throws {
    let id = try await failed(at: .catalog)
    #expect(try await ledger.retry(id) == .carriedOut)
    #expect(try await ledger.scan(id)?.state == .waiting)
    #expect(try await ledger.output(of: .reading, in: id, as: [String].self) == ["x"])
    #expect(try await ledger.output(of: .catalog, in: id, as: [String].self) == nil)
  }

  @Test func `a retry after a verdict reads the cover again`() async throws {
    let id = try await failed(at: .verdict)
    #expect(try await ledger.retry(id) == .carriedOut)
    #expect(try await ledger.output(of: .picture, in: id, as: [String].self) == ["x"])
    #expect(try await ledger.output(of: .reading, in: id, as: [String].self) == nil)
  }

  @Test func `a done scan without a review gets a follow-up, one that lacks nothing gets none`() async throws {
    let lacking = try await ledger.done(1, review: .unavailable)
    #expect(try await ledger.retry(lacking) == .carriedOut)
    #expect(try await ledger.claimFollowUp(now: Sample.now)?.kind == .review)
    #expect(try await ledger.claimFollowUp(now: Sample.now) == nil)
    let complete = try await ledger.done(2, review: .written)
    guard case .notNow = try await ledger.retry(complete) else {
      Issue.record("it lacks nothing")
      return
    }
    #expect(try await ledger.retry(ScanID(99)) == .unknown)
  }

  @Test func `with reviews switched off a retry asks for the artwork alone`() async throws {
    let reviewless = try await ledger.done(1, review: .pending)
    #expect(try await ledger.retry(reviewless, wantsReviews: false) == .notNow(Ledger.reviewsAreOff))
    let artless = try await ledger.done(2, review: .pending, artwork: .pending)
    #expect(try await ledger.retry(artless, wantsReviews: false) == .carriedOut)
    #expect(try await ledger.claimFollowUp(now: Sample.now)?.kind == .artwork)
    #expect(try await ledger.claimFollowUp(now: Sample.now) == nil)
  }

  @Test func `a person's choice is the verdict, and the rest of the line is walked with it`() async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    let albums = ["First", "Second"].map {
      Identification(artistName: "Halden", albumTitle: $0, means: .call1, confidence: .claimed, evidence: [])
    }
    try await ledger.keep(Verdict.unsure(albums, reason: "a tie"), of: .verdict, in: id, now: Sample.now)
    var document = Sample.document(id)
    document.state = .unsure
    try await ledger.finish(id, as: document, album: "key", bundle: "unsure/1", now: Sample.now)
    #expect(try await ledger.candidates(of: id).map(\.albumTitle) == ["First", "Second"])
    guard case .notNow = try await ledger.accept(id, 3) else {
      Issue.record("there is no third")
      return
    }
    #expect(try await ledger.accept(id, 2) == .carriedOut)
    #expect(try await ledger.scan(id)?.state == .waiting)
    let found = try await ledger.output(of: .verdict, in: id, as: Verdict.self)?.albums.first
    #expect(found?.albumTitle == "Second")
    #expect(found?.means == .person)
    #expect(try await ledger.accept(ScanID(99), 1) == .unknown)
  }

  @Test func `a rejected scan is out of the worker's hands`() async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    #expect(try await ledger.reject(id, now: Sample.now) == .carriedOut)
    await #expect(throws: ScanWithdrawn.self) {
      try await ledger.begin(Step.review, of: id, now: Sample.now)
    }
    #expect(try await ledger.retry(id) == .carriedOut)
  }

  @Test func `a scan that waits can be deleted, and goes on when that is undone`() async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    guard case .notNow = try await ledger.delete(id, now: Sample.now) else {
      Issue.record("somebody works on it")
      return
    }
    try await ledger.hold(
      id, until: .distantFuture, fault: Fault(.budget, .wait(until: .distantFuture), "no money"), now: Sample.now)
    #expect(try await ledger.delete(id, now: Sample.now) == .carriedOut)
    try await ledger.resume()
    #expect(try await ledger.claim(now: .distantFuture) == nil)
    #expect(try await ledger.nextDue() == nil)
    #expect(try await ledger.scans().isEmpty)

    #expect(try await ledger.lastDeleted()?.id == id)
    try await ledger.undelete(id, bundle: nil)
    #expect(try await ledger.retry(id) == .carriedOut)
    #expect(try await ledger.claim(now: Sample.now)?.id == id)
  }

  @Test func `a scan that waits can be rejected, and comes no more by itself`() async throws {
    let id = try await ledger.waiting()
    #expect(try await ledger.reject(id, now: Sample.now) == .carriedOut)
    #expect(try await ledger.scan(id)?.state == .rejected)
    #expect(try await ledger.claim(now: .distantFuture) == nil)
    #expect(try await ledger.rejectedAlbums(of: Sample.digest(1)).isEmpty)
  }

  @Test func `a deleted scan is gone from the history until it is taken back`() async throws {
    let id = try await ledger.done()
    #expect(try await ledger.delete(id, now: Sample.now) == .carriedOut)
    #expect(try await ledger.scans().isEmpty)
    #expect(try await ledger.delete(id, now: Sample.now) == .unknown)
    #expect(try await ledger.lastDeleted()?.id == id)
    try await ledger.undelete(id, bundle: "done/Elsewhere")
    #expect(try await ledger.scans().map(\.bundle) == ["done/Elsewhere"])
  }

  @Test(arguments: [("lanterns", 1), ("slow t", 1), ("%", 0), ("_", 0), ("1.jpg", 1), ("nobody", 0)])
  func `the history is searched by artist, title and photo`(words: String, found: Int) async throws {
    _ = try await ledger.done()
    #expect(try await ledger.scans(search: words).count == found)
  }

  @Test func `months are counted, and hold their scans`() async throws {
    let id = try await ledger.done()
    let months = try await ledger.galleryMonths()
    #expect(months.map(\.count) == [1])
    let entries = try await ledger.entries(ofMonth: months[0].name, numbers: 1...100)
    #expect(entries.map(\.id) == [id])
    #expect(try await ledger.newestEntries(limit: 60) == entries)
    #expect(try await ledger.entries(ofMonth: months[0].name, numbers: 101...200).isEmpty)
    #expect(try await ledger.entries(ofMonth: "1999-01", numbers: 1...100).isEmpty)
  }

  @Test func `the gallery is told what the document says`() async throws {
    let id = try await ledger.done()
    let scan = try #require(try await ledger.scan(id))
    let document = try #require(scan.document)
    let entry = try #require(try await ledger.newestEntries(limit: 1).first)
    let folder = try #require(scan.bundle?.split(separator: "/").last)
    let finished = try #require(scan.finished)
    #expect(
      entry
        == GalleryEntry(
          id: id, folder: String(folder),
          artistName: document.album.artistName, albumTitle: document.album.albumTitle,
          releaseYear: document.album.releaseYear, finishedAt: finished.formatted(.iso8601),
          confidence: document.identification.confidence, hasThumbnail: document.artwork.status == .present,
          rating: document.review.rating, label: document.review.label?.rawValue))
  }

  @Test func `artwork that is missing is remembered as missing, with its date`() async throws {
    #expect(try await ledger.artwork(MBID("a")) == .unknown)
    try await ledger.remember(artwork: nil, of: MBID("a"), now: Sample.now)
    #expect(try await ledger.artwork(MBID("A")) == .none(asked: Sample.now))
  }
}

@Suite struct LedgerFileTests {
  @Test func `a ledger on disk is in WAL mode, and what another connection commits is noticed`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "ledger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "albumscan.db").path
    let mine = try Ledger(file: file)
    let theirs = try Ledger(file: file)
    let before = try await mine.version()
    let id = try await theirs.waiting()
    #expect(try await mine.version() != before)
    #expect(try await mine.claim(now: Sample.now)?.id == id)
    let mode = try await DatabaseQueue(path: file).read { try String.fetchOne($0, sql: "PRAGMA journal_mode") }
    #expect(mode == "wal")
  }

  @Test func `each commit makes another edition, one's own and others', and nothing else does`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path.appending("albumscan.db").string
    let mine = try Ledger(file: file)
    let theirs = try Ledger(file: file)
    let first = try await mine.edition()
    _ = try await mine.summary()
    await mine.releaseMemory()
    #expect(try await mine.edition() == first)
    _ = try await mine.waiting(1)
    let second = try await mine.edition()
    #expect(second != first)
    _ = try await theirs.waiting(2)
    #expect(try await mine.edition() != second)
  }

  @Test func `many may make the ledger at once`() async throws {
    for _ in 1...5 {
      let folder = try TemporaryFolder()
      let file = folder.path.appending("albumscan.db").string
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 1...8 { group.addTask { _ = try Ledger(file: file) } }
        try await group.waitForAll()
      }
    }
  }

  @Test func `a ledger that can't be opened says which and why`() {
    #expect(throws: LedgerError.self) { try Ledger(file: "/nowhere/at/all.db") }
  }
}
