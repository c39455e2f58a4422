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
  func albumPage(_ album: AlbumDocument) -> String { Press().albumPage(album) }

  func failurePage(_ failure: FailureNotice) -> String { Press().failurePage(failure) }

  func galleryPage(_ gallery: Gallery) -> String {
    made.withLock { $0.append(gallery.month ?? "index") }
    return Press().galleryPage(gallery)
  }
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
    keeper.changed(at: try #require(scan.finished))
    try await keeper.refresh()
    #expect(try page("index.html").contains("Letter, Unsent"))
    #expect(try page("months/2026-11.html").contains("Letter, Unsent"))
  }

  @Test func `there is a front page before there is a scan`() async throws {
    try await keeper.refreshAll()
    try await keeper.refresh()
    #expect(try page("index.html").contains("<html"))
  }

  @Test func `a burst of scans makes each page once`() async throws {
    for number in 1...5 { try await done(number, days: 0) }
    for _ in 1...50 { keeper.changed(at: HandSetTime.start) }
    try await keeper.refresh()
    #expect(press.pages.sorted() == ["2026-11", "index"])
    // And when nothing has changed, none.
    try await keeper.refresh()
    #expect(press.pages.count == 2)
  }

  @Test func `a scan makes two pages anew, however many months there are`() async throws {
    for number in 1...12 { try await done(number, days: Double(number) * 31) }
    try await keeper.refreshAll()
    try await keeper.refresh()
    #expect(press.pages.count >= 13)
    press.forget()
    let scan = try await done(13, days: 31)
    keeper.changed(at: try #require(scan.finished))
    try await keeper.refresh()
    #expect(press.pages.sorted() == ["2026-12", "index"])
  }

  @Test func `what couldn't be written is written the next time`() async throws {
    let scan = try await done(1, days: 0)
    try shop.folder.write([], to: "done")
    keeper.changed(at: try #require(scan.finished))
    await #expect(throws: (any Error).self) { try await keeper.refresh() }
    try FileManager.default.removeItem(atPath: shop.root.appending("done").string)
    try await keeper.refresh()
    #expect(try page("months/2026-11.html").contains("Paper Lanterns"))
  }

  @Test func `a deleted scan leaves the pages`() async throws {
    let scan = try await done(1, days: 0, title: "Letter, Unsent")
    keeper.changed(at: try #require(scan.finished))
    try await keeper.refresh()
    _ = try await shop.ledger.delete(scan.id, now: shop.time.now)
    keeper.changed(at: try #require(scan.finished))
    try await keeper.refresh()
    #expect(try !page("index.html").contains("Letter, Unsent"))
    #expect(try !page("months/2026-11.html").contains("Letter, Unsent"))
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
        keeper.changed(at: finished)
        group.cancelAll()
        try await group.waitForAll()
      }
    }
    #expect(try page("index.html").contains("Paper Lanterns"))
  }
}
