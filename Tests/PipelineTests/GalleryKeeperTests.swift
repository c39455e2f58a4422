import Albums
import Foundation
import Pages
import Records
import ServiceLifecycle
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// Makes real pages, and remembers of which galleries.
private final class WatchedPress: PagePress {
  private let made = Mutex([String]())

  /// The months of the pages made so far; `index` for the front page.
  var pages: [String] { made.withLock { $0 } }

  func forget() { made.withLock { $0 = [] } }
  func albumPage(_ album: AlbumDocument, library: LibraryNote?) -> String { Press().albumPage(album, library: library) }

  func failurePage(_ failure: FailureNotice) -> String { Press().failurePage(failure) }

  func galleryPage(_ gallery: Gallery) -> String {
    made.withLock { $0.append(gallery.leaf?.name ?? "index") }
    return Press().galleryPage(gallery)
  }

  func galleryData(_ gallery: Gallery) -> String { Press().galleryData(gallery) }

  func statisticsPage(_ statistics: Statistics) -> String { Press().statisticsPage(statistics) }

  func walletPage(_ binder: Binder) -> String { Press().walletPage(binder) }

  func nowPlaying(_ now: NowPlaying?) -> String { Press().nowPlaying(now) }
}

@Suite struct GalleryKeeperTests {
  private let shop: Workshop
  private let press = WatchedPress()
  private let keeper: GalleryKeeper

  init() throws {
    shop = try Workshop()
    keeper = GalleryKeeper(ledger: shop.ledger, root: shop.root, press: press)
  }

  /// A scan that came to its end some days after the start.
  @discardableResult
  private func done(_ number: Int, days: Double, title: String = "Paper Lanterns") async throws -> Scan {
    let now = HandSetTime.start.addingTimeInterval(days * 86400)
    let path = try shop.folder.write(SamplePhoto.copy(number), to: "inbox/\(number).jpg")
    guard let photo = IncomingPhoto(at: path),
      case .accepted(let id) = try await photo.receive(into: shop.ledger, now: now)
    else { throw LedgerError("not accepted") }
    let scan = try #require(try await shop.ledger.claim(only: [id], now: now))
    let album = Identification(
      artistName: "Marla Quist", albumTitle: title, means: .call1, confidence: .claimed, evidence: [])
    let story = Story(
      scan: scan, picture: PictureNote(jpeg: scan.digest, width: 1, height: 1, notes: []),
      reading: Reading(strategy: .twoTier, cover: CoverReading(outcome: .identified)), candidates: [album])
    try await shop.ledger.finish(
      id, as: story.document(scannedAt: now, calls: []), album: title, bundle: "done/\(number)", now: now)
    return try #require(try await shop.ledger.scan(id))
  }

  private func page(_ name: String) throws -> String {
    String(decoding: try shop.folder.read("done/\(name)"), as: UTF8.self)
  }

  @Test func `a scan is shown on the front page and on its month's`() async throws {
    let scan = try await done(1, days: 0, title: "Letter, Unsent")
    keeper.changed(scan.id, at: try #require(scan.finished))
    try await keeper.refresh()
    #expect(try page("index.html").contains("Letter, Unsent"))
    #expect(try page("months/2026-11.html").contains("Letter, Unsent"))
  }

  @Test func `there is a front page before there is a scan`() async throws {
    keeper.refreshAll()
    try await keeper.refresh()
    #expect(try page("index.html").contains("<html"))
  }

  @Test func `a burst of scans makes each page once`() async throws {
    for number in 1...5 { try await done(number, days: 0) }
    for _ in 1...50 { keeper.changed(ScanID(1), at: HandSetTime.start) }
    try await keeper.refresh()
    #expect(press.pages.sorted() == ["2026-11", "index"])
    // And when nothing has changed, none.
    try await keeper.refresh()
    #expect(press.pages.count == 2)
  }

  @Test func `a scan makes two pages anew, however many months there are`() async throws {
    for number in 1...12 { try await done(number, days: Double(number) * 31) }
    keeper.refreshAll()
    try await keeper.refresh()
    #expect(press.pages.count >= 13)
    press.forget()
    let scan = try await done(13, days: 31)
    keeper.changed(scan.id, at: try #require(scan.finished))
    try await keeper.refresh()
    #expect(press.pages.sorted() == ["2026-12", "index"])
  }

  private func files() throws -> FolderSnapshot {
    try FolderSnapshot(of: shop.root.appending("done")) { $0.contains(".") }
  }

  private func filesWritten(by body: () async throws -> Void) async throws -> [String] {
    let before = try files()
    try await body()
    return try before.written()
  }

  @Test func `a scan writes three files, however many scans there are in its month`() async throws {
    for number in 1...303 { try await done(number, days: Double(number) / 1000) }
    keeper.refreshAll()
    try await keeper.refresh()
    #expect(
      try files().names.filter { $0.hasPrefix("months/2026-11") } == [
        "months/2026-11-1.html", "months/2026-11-1.js", "months/2026-11-2.html", "months/2026-11-2.js",
        "months/2026-11.html", "months/2026-11.js",
      ])
    let own = ["index.html", "months/2026-11.html", "months/2026-11.js"]
    for number in 304...306 {
      let written = try await filesWritten {
        let scan = try await done(number, days: Double(number) / 1000)
        keeper.changed(scan.id, at: try #require(scan.finished))
        try await keeper.refresh()
      }
      #expect(written == own)
    }
    // One that looks different writes the page that it is on, as one that is gone or back does, whoever draws: the month's
    // first page, too, says how many there are.
    let old = try #require(try await shop.ledger.scan(ScanID(150)))
    let finished = try #require(old.finished)
    let part = ["months/2026-11-2.html", "months/2026-11-2.js"]
    #expect(
      try await filesWritten {
        var document = try #require(old.document)
        document.album.albumTitle = "Letter, Unsent"
        try await shop.ledger.revise(old.id, to: document, bundle: try #require(old.bundle))
        keeper.changed(old.id, at: finished)
        try await keeper.refresh()
      } == part)
    for change in [
      { _ = try await shop.ledger.delete(old.id, now: shop.time.now) },
      { try await shop.ledger.undelete(old.id, bundle: old.bundle) },
    ] {
      let written = try await filesWritten {
        try await change()
        let stranger = GalleryKeeper(ledger: shop.ledger, root: shop.root, press: press)
        stranger.changed(old.id, at: finished)
        press.forget()
        try await stranger.refresh()
      }
      #expect(written.filter { $0 != "stats.html" } == (["index.html", "months/2026-11.html"] + part).sorted())
      #expect(press.pages.sorted() == ["2026-11", "2026-11-2", "index"])
    }
  }

  @Test func `a start writes nothing where nothing has changed`() async throws {
    for number in 1...203 { try await done(number, days: Double(number) / 1000) }
    keeper.refreshAll()
    try await keeper.refresh()
    #expect(try files().names.count == 6)
    let another = GalleryKeeper(ledger: shop.ledger, root: shop.root, press: press)
    #expect(
      try await filesWritten {
        another.refreshAll()
        try await another.refresh()
      } == [])
    // And what somebody else did to a page is made good.
    try shop.folder.write(Array("<p>".utf8), to: "done/months/2026-11-1.html")
    try FileManager.default.removeItem(atPath: shop.root.appending("done/months/2026-11.js").string)
    #expect(
      try await filesWritten {
        another.refreshAll()
        try await another.refresh()
      } == ["months/2026-11-1.html", "months/2026-11.js"])
  }

  @Test func `the front page leads to the wallet from when it is there, and is written for nothing else`() async throws
  {
    try await done(1, days: 0)
    keeper.refreshAll()
    try await keeper.refresh()
    let written = try await filesWritten {
      try shop.folder.write([], to: "done/wallet.html")
      keeper.refreshFront()
      try await keeper.refresh()
    }
    #expect(written == ["index.html", "wallet.html"])
    #expect(try page("index.html").contains("href=\"wallet.html\""))
    #expect(
      try await filesWritten {
        keeper.refreshFront()
        try await keeper.refresh()
      } == [])
    try FileManager.default.removeItem(atPath: shop.root.appending("done/wallet.html").string)
    keeper.refreshFront()
    try await keeper.refresh()
    #expect(try !page("index.html").contains("wallet.html"))
  }

  @Test func `a part that a month no longer has leaves no page behind, and no link`() async throws {
    for number in 1...200 { try await done(number, days: Double(number) / 1000) }
    try await done(201, days: 40)
    keeper.refreshAll()
    try await keeper.refresh()
    #expect(try page("months/2026-12.html").contains("Older: November 2026"))
    #expect(try page("months/2026-11.html").contains("href=\"2026-11-1.html\""))
    for number in 101...110 {
      let scan = try #require(try await shop.ledger.scan(ScanID(Int64(number))))
      _ = try await shop.ledger.delete(scan.id, now: shop.time.now)
      keeper.changed(scan.id, at: try #require(scan.finished))
    }
    try await keeper.refresh()
    #expect(
      try files().names == [
        "index.html", "months/2026-11.html", "months/2026-11.js", "months/2026-12.html", "months/2026-12.js",
        "stats.html",
      ])
    #expect(try !page("months/2026-11.html").contains("2026-11-1.html"))
    #expect(try page("months/2026-11.html").contains("190 albums"))
    let last = try #require(try await shop.ledger.scan(ScanID(201)))
    _ = try await shop.ledger.delete(last.id, now: shop.time.now)
    keeper.changed(last.id, at: try #require(last.finished))
    try await keeper.refresh()
    #expect(try !files().names.contains("months/2026-12.html"))
    #expect(try !page("months/2026-11.html").contains("December"))
  }

  @Test func `the first scan of a month is linked from the month before, which no scan touched`() async throws {
    let first = try await done(1, days: 0)
    keeper.changed(first.id, at: try #require(first.finished))
    try await keeper.refresh()
    press.forget()
    let second = try await done(2, days: 31)
    keeper.changed(second.id, at: try #require(second.finished))
    try await keeper.refresh()
    #expect(press.pages.sorted() == ["2026-11", "2026-12", "index"])
    #expect(try page("months/2026-11.html").contains("<a href=\"2026-12.html\">Newer: December 2026</a>"))
    #expect(try page("months/2026-12.html").contains("<a href=\"2026-11.html\">Older: November 2026</a>"))
  }

  @Test func `what couldn't be written is written the next time`() async throws {
    let scan = try await done(1, days: 0)
    try shop.folder.write([], to: "done")
    keeper.changed(scan.id, at: try #require(scan.finished))
    await #expect(throws: (any Error).self) { try await keeper.refresh() }
    try FileManager.default.removeItem(atPath: shop.root.appending("done").string)
    try await keeper.refresh()
    #expect(try page("months/2026-11.html").contains("Paper Lanterns"))
  }

  @Test func `a deleted scan leaves the pages`() async throws {
    let scan = try await done(1, days: 0, title: "Letter, Unsent")
    keeper.changed(scan.id, at: try #require(scan.finished))
    try await keeper.refresh()
    _ = try await shop.ledger.delete(scan.id, now: shop.time.now)
    keeper.changed(scan.id, at: try #require(scan.finished))
    try await keeper.refresh()
    #expect(try !page("index.html").contains("Letter, Unsent"))
    #expect(try files().names == ["index.html", "stats.html"])
  }

  @Test func `what comes to a scan in a later month changes the page of its own month`() async throws {
    var shop = try Workshop()
    shop.settings.reviews = false
    let keeper = GalleryKeeper(ledger: shop.ledger, root: shop.root, press: press)
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.covers.fronts.answers(
      .failure(.transient("502", service: .coverartarchive)), .success(try Told.artwork()))
    try await shop.scan()
    shop.time.clock.advance(by: .seconds(40 * 86400))
    let errand = try #require(
      try await shop.ledger.claimErrand(now: shop.time.now))
    let runner = ErrandRunner(
      line: shop.line(), ledger: shop.ledger, gallery: keeper, disks: shop.disks, publishing: Turns(1))
    try await runner.run(errand)
    try await keeper.refresh()
    #expect(press.pages.sorted() == ["2026-11", "index"])
    let month = String(decoding: try shop.folder.read("done/months/2026-11.html"), as: UTF8.self)
    #expect(month.contains("thumbnail.jpg"))
  }

  @Test func `the last change before the program ends is written`() async throws {
    let scan = try await done(1, days: 0)
    let finished = try #require(scan.finished)
    try await within { [keeper] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await keeper.run() }
        keeper.changed(scan.id, at: finished)
        group.cancelAll()
        try await group.waitForAll()
      }
    }
    #expect(try page("index.html").contains("Paper Lanterns"))
  }
}
