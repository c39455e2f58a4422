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
private final class RecordingRenderer: PageRenderer {
  private let made = Mutex([String]())

  /// The months of the pages made so far; `index` for the front page.
  var pages: [String] { made.withLock { $0 } }

  func forget() { made.withLock { $0 = [] } }
  func albumPage(
    _ album: AlbumDocument, pictures: PagePictures, library: LibraryNote?, related: RelatedAlbums
  ) -> String {
    HTMLRenderer().albumPage(album, pictures: pictures, library: library, related: related)
  }

  func sharedPage(_ album: AlbumDocument, pictures: PagePictures) -> String {
    HTMLRenderer().sharedPage(album, pictures: pictures)
  }

  func phonePage(_ phone: PhoneContents) -> String { HTMLRenderer().phonePage(phone) }

  func failurePage(_ failure: FailureNotice) -> String { HTMLRenderer().failurePage(failure) }

  func galleryPage(_ gallery: Gallery) -> String {
    made.withLock { $0.append(gallery.monthPage?.name ?? "index") }
    return HTMLRenderer().galleryPage(gallery)
  }

  func galleryData(_ gallery: Gallery) -> String { HTMLRenderer().galleryData(gallery) }

  func statisticsPage(_ statistics: Statistics) -> String { HTMLRenderer().statisticsPage(statistics) }
}

@Suite struct GalleryUpdaterTests {
  private let fixture: PipelineFixture
  private let renderer = RecordingRenderer()
  private let updater: GalleryUpdater

  init() throws {
    fixture = try PipelineFixture()
    updater = GalleryUpdater(ledger: fixture.ledger, root: fixture.root, renderer: renderer)
  }

  /// A scan that came to its end some days after the start.
  @discardableResult
  private func done(_ number: Int, days: Double, title: String = "Paper Lanterns") async throws -> Scan {
    let now = HandSetTime.start.addingTimeInterval(days * 86400)
    let path = try fixture.folder.write(SamplePhoto.copy(number), to: "inbox/\(number).jpg")
    guard let photo = try await IncomingPhoto.open(path),
      case .accepted(let id) = try await photo.readAndEnqueue(in: fixture.ledger, now: now)
    else { throw LedgerError("not accepted") }
    let scan = try #require(try await fixture.ledger.claim(only: [id], now: now))
    let album = Identification(
      artistName: "Marla Quist", albumTitle: title, means: .call1, confidence: .claimed, evidence: [])
    let contents = BundleContents(
      scan: scan, picture: PictureRecord(jpeg: scan.digest, width: 1, height: 1, notes: []),
      reading: VisionAnswer(strategy: .twoTier, cover: CoverReading(outcome: .identified)), candidates: [album])
    try await fixture.ledger.finish(
      id, as: contents.document(scannedAt: now, calls: []), album: title, bundle: "done/\(number)", now: now)
    return try #require(try await fixture.ledger.scan(id))
  }

  private func page(_ name: String) throws -> String {
    String(decoding: try fixture.folder.read("done/\(name)"), as: UTF8.self)
  }

  @Test func `a scan is shown on the front page and on its month's`() async throws {
    let scan = try await done(1, days: 0, title: "Letter, Unsent")
    updater.changed(scan.id, at: try #require(scan.finished))
    try await updater.refresh()
    #expect(try page("index.html").contains("Letter, Unsent"))
    #expect(try page("months/2026-11.html").contains("Letter, Unsent"))
  }

  @Test func `there is a front page before there is a scan`() async throws {
    updater.markAll()
    try await updater.refresh()
    #expect(try page("index.html").contains("<html"))
  }

  @Test func `a burst of scans makes each page once`() async throws {
    for number in 1...5 { try await done(number, days: 0) }
    for _ in 1...50 { updater.changed(ScanID(1), at: HandSetTime.start) }
    try await updater.refresh()
    #expect(renderer.pages.sorted() == ["2026-11", "index"])
    // And when nothing has changed, none.
    try await updater.refresh()
    #expect(renderer.pages.count == 2)
  }

  private func files() throws -> FolderSnapshot {
    try FolderSnapshot(of: fixture.root.appending("done")) { $0.contains(".") }
  }

  private func filesWritten(by body: () async throws -> Void) async throws -> [String] {
    let before = try files()
    try await body()
    return try before.written()
  }

  @Test func `a scan writes three files, however many scans there are in its month`() async throws {
    for number in 1...303 { try await done(number, days: Double(number) / 1000) }
    updater.markAll()
    try await updater.refresh()
    #expect(
      try files().names.filter { $0.hasPrefix("months/2026-11") } == [
        "months/2026-11-1.html", "months/2026-11-1.js", "months/2026-11-2.html", "months/2026-11-2.js",
        "months/2026-11.html", "months/2026-11.js",
      ])
    let own = ["index.html", "months/2026-11.html", "months/2026-11.js"]
    for number in 304...306 {
      let written = try await filesWritten {
        let scan = try await done(number, days: Double(number) / 1000)
        updater.changed(scan.id, at: try #require(scan.finished))
        try await updater.refresh()
      }
      #expect(written == own)
    }
    // One that looks different writes the page that it is on, as one that is gone or back does, whoever draws: the month's
    // first page, too, says how many there are.
    let old = try #require(try await fixture.ledger.scan(ScanID(150)))
    let finished = try #require(old.finished)
    let part = ["months/2026-11-2.html", "months/2026-11-2.js"]
    #expect(
      try await filesWritten {
        var document = try #require(old.document)
        document.album.albumTitle = "Letter, Unsent"
        try await fixture.ledger.revise(old.id, to: document, bundle: try #require(old.bundle))
        updater.changed(old.id, at: finished)
        try await updater.refresh()
      } == part)
    for change in [
      { _ = try await fixture.ledger.delete(old.id, now: fixture.time.now) },
      { try await fixture.ledger.undelete(old.id, bundle: old.bundle) },
    ] {
      let written = try await filesWritten {
        try await change()
        let stranger = GalleryUpdater(ledger: fixture.ledger, root: fixture.root, renderer: renderer)
        stranger.changed(old.id, at: finished)
        renderer.forget()
        try await stranger.refresh()
      }
      #expect(written.filter { $0 != "stats.html" } == (["index.html", "months/2026-11.html"] + part).sorted())
      #expect(renderer.pages.sorted() == ["2026-11", "2026-11-2", "index"])
    }
  }

  @Test func `a start writes nothing where nothing has changed`() async throws {
    for number in 1...203 { try await done(number, days: Double(number) / 1000) }
    updater.markAll()
    try await updater.refresh()
    #expect(try files().names.count == 6)
    let another = GalleryUpdater(ledger: fixture.ledger, root: fixture.root, renderer: renderer)
    #expect(
      try await filesWritten {
        another.markAll()
        try await another.refresh()
      } == [])
    // And what somebody else did to a page is made good.
    try fixture.folder.write(Array("<p>".utf8), to: "done/months/2026-11-1.html")
    try FileManager.default.removeItem(atPath: fixture.root.appending("done/months/2026-11.js").string)
    #expect(
      try await filesWritten {
        another.markAll()
        try await another.refresh()
      } == ["months/2026-11-1.html", "months/2026-11.js"])
  }

  @Test func `the front page leads to the wallet from when it is there, and is written for nothing else`() async throws
  {
    try await done(1, days: 0)
    updater.markAll()
    try await updater.refresh()
    let written = try await filesWritten {
      try fixture.folder.write([], to: "done/wallet.html")
      updater.markFront()
      try await updater.refresh()
    }
    #expect(written == ["index.html", "wallet.html"])
    #expect(try page("index.html").contains("href=\"wallet.html\""))
    #expect(
      try await filesWritten {
        updater.markFront()
        try await updater.refresh()
      } == [])
    try FileManager.default.removeItem(atPath: fixture.root.appending("done/wallet.html").string)
    updater.markFront()
    try await updater.refresh()
    #expect(try !page("index.html").contains("wallet.html"))
  }

  @Test func `a part that a month no longer has leaves no page behind, and no link`() async throws {
    for number in 1...200 { try await done(number, days: Double(number) / 1000) }
    try await done(201, days: 40)
    updater.markAll()
    try await updater.refresh()
    #expect(try page("months/2026-12.html").contains("Older: November 2026"))
    #expect(try page("months/2026-11.html").contains("href=\"2026-11-1.html\""))
    for number in 101...110 {
      let scan = try #require(try await fixture.ledger.scan(ScanID(Int64(number))))
      _ = try await fixture.ledger.delete(scan.id, now: fixture.time.now)
      updater.changed(scan.id, at: try #require(scan.finished))
    }
    try await updater.refresh()
    #expect(
      try files().names == [
        "index.html", "months/2026-11.html", "months/2026-11.js", "months/2026-12.html", "months/2026-12.js",
        "stats.html",
      ])
    #expect(try !page("months/2026-11.html").contains("2026-11-1.html"))
    #expect(try page("months/2026-11.html").contains("190 albums"))
    let last = try #require(try await fixture.ledger.scan(ScanID(201)))
    _ = try await fixture.ledger.delete(last.id, now: fixture.time.now)
    updater.changed(last.id, at: try #require(last.finished))
    try await updater.refresh()
    #expect(try !files().names.contains("months/2026-12.html"))
    #expect(try !page("months/2026-11.html").contains("December"))
  }

  @Test func `what couldn't be written is written the next time`() async throws {
    let scan = try await done(1, days: 0)
    try fixture.folder.write([], to: "done")
    updater.changed(scan.id, at: try #require(scan.finished))
    await #expect(throws: (any Error).self) { try await updater.refresh() }
    try FileManager.default.removeItem(atPath: fixture.root.appending("done").string)
    try await updater.refresh()
    #expect(try page("months/2026-11.html").contains("Paper Lanterns"))
  }

  @Test func `what comes to a scan in a later month changes the page of its own month`() async throws {
    var fixture = try PipelineFixture()
    fixture.settings.review.enabled = false
    let updater = GalleryUpdater(ledger: fixture.ledger, root: fixture.root, renderer: renderer)
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(
      .failure(.retry(.unknown, "502", service: .coverartarchive)), .success(try CannedAnswers.artwork()))
    try await fixture.scan()
    fixture.time.clock.advance(by: .seconds(40 * 86400))
    let followUp = try #require(
      try await fixture.ledger.claimFollowUp(now: fixture.time.now))
    let runner = FollowUpRunner(
      context: fixture.context(), gallery: updater, disks: fixture.disks,
      publishing: ConcurrencyLimit(1), isStopping: { false })
    try await runner.run(followUp)
    try await updater.refresh()
    #expect(renderer.pages.sorted() == ["2026-11", "index"])
    let month = String(decoding: try fixture.folder.read("done/months/2026-11.html"), as: UTF8.self)
    #expect(month.contains("thumbnail.jpg"))
  }

  @Test func `the last change before the program ends is written`() async throws {
    let scan = try await done(1, days: 0)
    let finished = try #require(scan.finished)
    try await within { [updater] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await updater.run() }
        updater.changed(scan.id, at: finished)
        group.cancelAll()
        try await group.waitForAll()
      }
    }
    #expect(try page("index.html").contains("Paper Lanterns"))
  }

  @Test func `what a start would make anew isn't waited for when the program ends`() async throws {
    try await done(1, days: 0)
    try await within { [updater] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await updater.run() }
        updater.markAll()
        group.cancelAll()
        try await group.waitForAll()
      }
    }
    #expect(renderer.pages.isEmpty)
  }
}
