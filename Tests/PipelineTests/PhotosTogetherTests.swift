import Albums
import DrawnCovers
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// Several photos of one record: its front, its back, and whatever else is taken of it.
struct PhotosTogetherTests {
  var fixture: PipelineFixture

  init() throws {
    fixture = try PipelineFixture()
    fixture.settings.togetherSeconds = 120
    fixture.hasModel = false
    fixture.settings.models.provider = .none
    fixture.settings.review.enabled = false
  }

  static let album = DrawnCollection.paperLanterns
  static let list = ["1. Ferry Light", "2. Paper Lanterns", "3. Hollow Year", "4. The Rope", "5. Low Water"]
  static let front = ["MARLA QUIST", "PAPER LANTERNS"]

  func taken(_ seconds: Int, _ photo: Data) -> Data {
    let (minute, second) = (seconds / 60 + 3, seconds % 60)
    let time = "2026:11:21 14:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)"
    return ExifBlock(taken: time).added(to: photo)
  }

  /// A context in which this is read on every photo.
  func reading(_ lines: [String]) -> ScanContext {
    var fixture = fixture
    fixture.printed = lines
    return fixture.context()
  }

  static var listed: CatalogAlbum {
    var album = CannedAnswers.album()
    album.releases[0].tracks = ["Ferry Light", "Paper Lanterns", "Hollow Year", "The Rope", "Low Water"].enumerated()
      .map { number, title in
        CatalogTrack(
          id: MBID("6f1d2c3b-0000-4000-8000-0000000003\(10 + number)"), medium: 1, position: number + 1, title: title)
      }
    return album
  }

  func catalogHas(_ album: CatalogAlbum = listed, artwork: DrawnAlbum? = album) throws {
    fixture.catalog.printed.always(.success([album]))
    fixture.catalog.searches.always(.success([album]))
    fixture.catalog.lookups.always(.success(album))
    fixture.covers.fronts.always(.success(try artwork.map { try CannedAnswers.artwork($0) }))
  }

  @Test func `a back that was taken after a front is shown on the front's page`() async throws {
    try catalogHas()
    let front = try await fixture.drop("IMG_1.jpg", taken(0, SamplePhoto.lanterns))
    #expect(try await fixture.runNext(on: reading(Self.front))?.state == .done)
    let back = try await fixture.drop("IMG_2.jpg", taken(20, SamplePhoto.front(3)))
    let joined = try #require(try await fixture.runNext(on: reading(Self.list)))
    #expect(joined.state == .rejected && joined.joined == front && joined.side == .back)
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    try await fixture.runFollowUps()
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    let document = try fixture.document(of: try #require(try await fixture.ledger.scan(front)))
    #expect(document.photos.map(\.name) == ["IMG_1.jpg", "IMG_2.jpg"])
    #expect(document.photos.map(\.kind) == [.front, .back])
    #expect(document.photos.map(\.now) == ["originals/2026-11/IMG_1.jpg", "originals/2026-11/IMG_2.jpg"])
    #expect(fixture.folder.names(in: "inbox") == [])
    #expect(try await fixture.ledger.scans().map(\.id) == [front])
    #expect(try await fixture.ledger.counts() == [.done: 1])
    #expect(back != front)
  }

  /// A front that is done, and the back that joined it.
  private func frontAndBack() async throws -> (front: ScanID, back: ScanID) {
    try catalogHas()
    let front = try await fixture.drop("IMG_1.jpg", taken(0, SamplePhoto.lanterns))
    try await fixture.runNext(on: reading(Self.front))
    let back = try await fixture.drop("IMG_2.jpg", taken(20, SamplePhoto.front(3)))
    let joined = try #require(try await fixture.runNext(on: reading(Self.list)))
    #expect(joined.joined == front)
    return (front, back)
  }

  private func photos(of id: ScanID) async throws -> [String] {
    try fixture.document(of: try #require(try await fixture.ledger.scan(id))).photos.map(\.name)
  }

  @Test func `a back that comes first waits for its front`() async throws {
    try catalogHas()
    let back = try await fixture.drop("IMG_2.jpg", taken(20, SamplePhoto.front(3)))
    var scan = try #require(try await fixture.runNext(on: reading(Self.list)))
    #expect(scan.state == .waiting && scan.heldBy == "together")
    #expect(scan.notBefore == scan.arrived + 120)
    let front = try await fixture.drop("IMG_1.jpg", taken(0, SamplePhoto.lanterns))
    #expect(try await fixture.runNext(on: reading(Self.front))?.id == front)
    scan = try #require(try await fixture.runNext(on: reading(Self.list)))
    #expect(scan.id == back && scan.joined == front && scan.side == .back)
    try await fixture.runFollowUps()
    #expect(try await photos(of: front) == ["IMG_1.jpg", "IMG_2.jpg"])
  }

  @Test func `a back that nobody comes for is a scan of its own after that time`() async throws {
    fixture.catalog.printed.always(.success([]))
    try await fixture.drop("IMG_2.jpg", taken(20, SamplePhoto.front(3)))
    let waiting = try #require(try await fixture.runNext(on: reading(Self.list)))
    fixture.time.advance(to: waiting.notBefore)
    let scan = try #require(try await fixture.runNext(on: reading(Self.list)))
    #expect(scan.state == .failed && scan.joined == nil)
  }

  @Test func `two fronts that nobody knows, 20 s apart, are two scans`() async throws {
    fixture.catalog.printed.always(.success([]))
    for (number, words) in [["MIDNIGHT", "ORCHARD"], ["GRAVEL HYMN"]].enumerated() {
      try await fixture.drop("IMG_\(number).jpg", taken(number * 20, SamplePhoto.front(number + 3)))
      #expect(try await fixture.runNext(on: reading(words))?.state == .failed)
    }
    #expect(try await fixture.ledger.counts() == [.failed: 2])
  }

  @Test func `0 scans each photo by itself`() async throws {
    try catalogHas()
    var alone = self
    alone.fixture.settings.togetherSeconds = 0
    try await fixture.drop("IMG_1.jpg", taken(0, SamplePhoto.lanterns))
    try await fixture.runNext(on: alone.reading(Self.front))
    try await fixture.drop("IMG_2.jpg", taken(20, SamplePhoto.front(3)))
    let scan = try #require(try await fixture.runNext(on: alone.reading(Self.list)))
    #expect(scan.joined == nil && scan.state != .rejected)
  }

  /// A back with the barcode of an album in the catalog.
  func soldBack() throws -> Data {
    var sold = Self.listed
    sold.releases[0].barcode = Self.album.barcode
    try catalogHas(sold)
    var photo = DrawnPhoto(.back(Self.album)).megapixels(1)
    photo.share = 0.92
    return try photo.jpeg()
  }

  @Test func `a front that comes after its back was known by the barcode joins that`() async throws {
    let back = try await fixture.drop("IMG_1.jpg", taken(0, try soldBack()))
    let context = fixture.context()
    #expect(try await fixture.runNext(on: context)?.state == .done)
    try await fixture.drop("IMG_2.jpg", taken(20, try DrawnPhoto(.front(Self.album)).megapixels(1).jpeg()))
    let front = try #require(try await fixture.runNext(on: context))
    #expect(front.joined == back && front.side == .front)
    try await fixture.runFollowUps()
    let document = try fixture.document(of: try #require(try await fixture.ledger.scan(back)))
    #expect(document.photos.map(\.kind) == [.back, .front])
  }

  @Test func `frames of a burst are one scan; the next is used if the first fails`() async throws {
    var fixture = fixture
    fixture.hasModel = true
    fixture.settings.models.provider = .auto
    fixture.model.answers(.reading, Act.fails(.retry(.unknown, "502", service: .anthropic)))
    let first = try await fixture.drop("IMG_1.jpg", taken(0, SamplePhoto.lanterns))
    #expect(try await fixture.runNext()?.state == .waiting)
    var others: [ScanID] = []
    for number in 2...4 {
      // Not the same pixels: a model is asked about each.
      let frame = SamplePhoto.jpeg(of: Self.album, size: 320 + number * 8)
      others.append(try await fixture.drop("IMG_\(number).jpg", taken(number, frame)))
      #expect(try await fixture.runNext()?.joined == first)
    }
    // They lie where they were: they may be needed.
    #expect(fixture.folder.names(in: "inbox").count == 4)
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    fixture.time.advance(to: try #require(try await fixture.ledger.scan(first)).notBefore)
    #expect(try await fixture.runNext()?.state == .failed)
    #expect(try await fixture.ledger.counts() == [.failed: 1, .waiting: 3])
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
    #expect(try await fixture.runNext()?.state == .done)
    for _ in 0..<2 { #expect(try await fixture.runNext()?.joined == others[0]) }
    try await fixture.runFollowUps()
    #expect(try await photos(of: others[0]) == ["IMG_2.jpg", "IMG_3.jpg", "IMG_4.jpg"])
    fixture.expectAllTold()
  }

  @Test func `photos that are split are scans of their own, and join none again`() async throws {
    let (front, back) = try await frontAndBack()
    try await fixture.runFollowUps()
    #expect(try await photos(of: front).count == 2)
    #expect(try await fixture.ledger.split(front).released == [back])
    try await fixture.runFollowUps()
    #expect(try await photos(of: front) == [])
    let scan = try #require(try await fixture.runNext(on: reading(Self.list)))
    #expect(scan.id == back && scan.joined == nil && scan.state != .rejected)
    guard case .notNow = try await fixture.ledger.split(front).outcome else {
      Issue.record("there is nothing left to split")
      return
    }
    #expect(try await fixture.ledger.split(ScanID(99)).outcome == .unknown)
  }

  @Test func `a photo that joined a scan is settled with that`() async throws {
    let (front, back) = try await frontAndBack()
    try await fixture.runFollowUps()
    let ledger = fixture.ledger
    let outcomes = [
      try await ledger.retry(back), try await ledger.accept(back, 1),
      try await ledger.reject(back, now: fixture.time.now),
      try await ledger.delete(back, now: fixture.time.now),
      try await ledger.redo(back, from: .reading, strategy: nil, now: fixture.time.now),
      try await ledger.accept(back, statement: "A - B"),
    ]
    for outcome in outcomes {
      guard case .notNow(let reason) = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(reason.contains("scan \(front)") && reason.contains("albumscanctl split \(back)"))
    }
    _ = try await ledger.reject(front, now: fixture.time.now)
    #expect(try await ledger.scan(back)?.joined == front)
    #expect(try await ledger.counts() == [.rejected: 1])
  }

  /// Where a process that is killed stops.
  enum Death: CaseIterable, Sendable { case beforeJoining, afterJoining, afterFiling, afterRename }

  @Test(arguments: Death.allCases) func `a crash leaves each photo with one scan, and one page`(death: Death)
    async throws
  {
    try catalogHas()
    let front = try await fixture.drop("IMG_1.jpg", taken(0, SamplePhoto.lanterns))
    try await fixture.runNext(on: reading(Self.front))
    let back = try await fixture.drop("IMG_2.jpg", taken(20, SamplePhoto.front(3)))
    let context = reading(Self.list)
    if death == .beforeJoining {
      let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
      let journal = context.pipeline(for: scan, isStopping: { false }).journal
      _ = try await journal.once(.picture) { try await context.photoPreparer.picture(of: scan) }
      #expect(try await fixture.ledger.recover() == 1)
    }
    #expect(try await fixture.runNext(on: context)?.joined == front)
    if death != .beforeJoining {
      let followUp = try #require(try await fixture.ledger.claimFollowUp(now: fixture.time.now))
      #expect(followUp.kind == .photos)
      let scan = try #require(try await fixture.ledger.scan(front))
      if death == .afterFiling { _ = try await context.fileAndListPhotos(of: scan, at: scan.photoNow) }
      if death == .afterRename {
        var document = try #require(scan.document)
        document.photos = try await context.fileAndListPhotos(of: scan, at: scan.photoNow)
        _ = try await context.publisher.republish(document, artwork: .none, bundle: try #require(scan.bundle))
      }
      _ = try await fixture.ledger.recover()
    }
    try await fixture.runFollowUps(on: context)
    #expect(try await photos(of: front) == ["IMG_1.jpg", "IMG_2.jpg"])
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    #expect(fixture.folder.names(in: "originals/2026-11").sorted() == ["IMG_1.jpg", "IMG_2.jpg"])
    #expect(try await fixture.ledger.scan(back)?.photoNow == "originals/2026-11/IMG_2.jpg")
    #expect(try await fixture.ledger.claimFollowUp(now: fixture.time.now) == nil)
  }

  @Test func `a photo that stays in the inbox isn't scanned again`() async throws {
    var kept = self
    kept.fixture.fate = .keep
    let (_, back) = try await kept.frontAndBack()
    try await kept.fixture.runFollowUps(on: kept.reading(Self.list))
    let again = try await kept.fixture.receive(kept.fixture.root.appending("inbox/IMG_2.jpg"))
    #expect(again == .known(back))
  }
}
