import Albums
import DrawnCovers
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline
@testable import Records

/// A photo of several sleeves: each is a scan of its own, and the photo is filed once.
@Suite struct PartsTests {
  /// Two sleeves beside each other; `SpreadTests` shows that both are found.
  private static let photo: Data = {
    do { return try SpreadPhoto(1, .floor, of: 2).jpeg() } catch { preconditionFailure("\(error)") }
  }()
  private static let titles = ["Salt", "Ash"]
  private static let name = "IMG_1.jpg"
  private static let moved = "originals/2026-11/IMG_1.jpg"

  private static let steps = Step.allCases.filter { $0 != .confirmation && $0 != .review }

  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  /// The model names an album for each sleeve in turn, and the catalog has them.
  private func tell(_ titles: [String] = titles) {
    for (index, title) in titles.enumerated() {
      let group = MBID("6f1d2c3b-0000-4000-8000-00000000002\(index)")
      let album = CannedAnswers.album(CannedAnswers.artist, title, group: group)
      fixture.model.answers(.reading, Act.says(CannedAnswers.identified(CannedAnswers.artist, title)))
      fixture.catalog.searches.answers(.success([album]))
      fixture.catalog.lookups.answers(.success(album))
    }
    fixture.covers.fronts.always(.success(nil))
    fixture.model.always(.review, Act.says(CannedAnswers.review))
  }

  private func parts(of id: ScanID) async throws -> [Scan] {
    try await fixture.ledger.parts(beside: try #require(try await fixture.ledger.scan(id)))
  }

  /// Walks all sleeves of a photo to their ends.
  private func finish(_ id: ScanID) async throws -> [Scan] {
    try await fixture.finish(id)
    var ended: [Scan] = []
    for part in try await parts(of: id) { ended.append(try await fixture.finish(part.id)) }
    return ended
  }

  private func scan() async throws -> [Scan] { try await finish(try await fixture.drop(Self.name, Self.photo)) }

  private func pictures() -> [String] {
    let kept = FileManager.default.subpaths(atPath: fixture.root.appending("pictures").string)
    return (kept ?? []).filter { $0.contains(".") }
  }

  private func inbox() -> [String] { fixture.folder.names(in: "inbox") }

  private func expectTwoBundles(_ scans: [Scan]) throws {
    #expect(scans.map(\.state) == [.done, .done])
    #expect(fixture.bundles().count == 2 && fixture.folder.names(in: "failed").isEmpty)
    // After a crash, the scan that didn't meet with it goes first.
    #expect(Set(scans.compactMap(\.document?.album.albumTitle)) == Set(Self.titles))
    for (index, scan) in scans.enumerated() {
      let document = try fixture.document(of: scan)
      #expect(scan.bundle == "done/IMG_1 \(index + 1) Marla Quist - \(document.album.albumTitle)")
      #expect(document.photo.part?.number == index + 1 && document.photo.part?.of == 2)
      #expect(document.photo.part?.corners.count == 4 && document.photo.part == scan.part)
      #expect(document.photo.name == Self.name && document.photo.sha256 == scan.photoDigest.hex)
      #expect(document.photo.now == scan.photoNow)
    }
    fixture.expectAllTold()
  }

  @Test func `each sleeve comes to a bundle of its own, and the photo is moved once`() async throws {
    tell()
    let scans = try await scan()
    try expectTwoBundles(scans)
    #expect(inbox() == [] && fixture.folder.names(in: "originals/2026-11") == [Self.name])
    #expect(scans.map(\.photoNow) == [Self.moved, Self.moved])
    // Each question showed one sleeve.
    let shown = fixture.model.asked(.reading).compactMap(\.picture?.jpeg)
    #expect(shown.count == 2 && shown[0] != shown[1])
    #expect(fixture.announcer.announced.count == 2)
    // Nothing is left of the picture of all of it.
    #expect(pictures() == [])
  }

  @Test func `a photo that is kept stays, and is known`() async throws {
    var test = self
    test.fixture.fate = .keep
    test.tell()
    let scans = try await test.scan()
    try test.expectTwoBundles(scans)
    #expect(test.inbox() == [Self.name] && scans.map(\.photoNow) == ["inbox/IMG_1.jpg", "inbox/IMG_1.jpg"])
    #expect(try await test.fixture.receive(test.fixture.root.appending("inbox/IMG_1.jpg")) == .known(scans[0].id))
  }

  @Test(arguments: [true, false]) func `a photo is deleted after its last sleeve`(lastFails: Bool) async throws {
    var test = self
    test.fixture.fate = .delete
    test.tell(lastFails ? ["Salt"] : Self.titles)
    if lastFails {
      test.fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    }
    let first = try await test.fixture.finish(try await test.fixture.drop(Self.name, Self.photo))
    #expect(first.state == .done && test.inbox() == [Self.name])
    let scans = try await test.finish(first.id)
    #expect(scans.map(\.state) == [.done, lastFails ? .failed : .done])
    #expect(test.inbox() == [] && scans.map(\.photoNow) == [nil, nil])
    #expect(scans[0].document?.photo.now == nil)
  }

  @Test
  func `a sleeve that comes to nothing has a folder that says which it is, and is read again from the moved photo`()
    async throws
  {
    tell(["Salt"])
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let scans = try await scan()
    #expect(scans.map(\.state) == [.done, .failed])
    let failed = try #require(scans[1].bundle)
    #expect(failed == "failed/IMG_1.jpg 2 (\(scans[1].id))")
    let page = String(decoding: try fixture.folder.read("\(failed)/index.html"), as: UTF8.self)
    #expect(page.contains("IMG_1.jpg (sleeve 2 of 2)"))
    let json = String(decoding: try fixture.folder.read("\(failed)/failure.json"), as: UTF8.self)
    #expect(json.contains("\"number\" : 2"))
    #expect(fixture.folder.names(in: "originals/2026-11") == [Self.name])
    let shown = fixture.model.asked(.reading).last?.picture?.jpeg
    // From the beginning, its picture too.
    #expect(
      try await fixture.ledger.redo(scans[1].id, from: .picture, strategy: nil, now: fixture.time.now) == .carriedOut)
    tell(["Ash"])
    let again = try await fixture.finish(scans[1].id)
    #expect(again.state == .done && again.part == scans[1].part && again.document?.photo.part?.number == 2)
    #expect(fixture.model.asked(.reading).last?.picture?.jpeg == shown)
    #expect(fixture.folder.names(in: "failed") == [] && fixture.bundles().count == 2)
    #expect(fixture.folder.names(in: "originals/2026-11") == [Self.name])
  }

  @Test func `before a crash it is one scan, and after it still one, or one of each sleeve`() async throws {
    tell()
    let id = try await fixture.drop(Self.name, Self.photo)
    // It ended after the photo was studied, and before it was divided.
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    let studied = try await fixture.context().photoPreparer.picture(of: scan)
    #expect(studied.parts.count == 2)
    #expect(try await fixture.ledger.recover() == 1)
    #expect(try await parts(of: id).isEmpty)
    // And after that.
    let again = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    let first = try await fixture.context().pipeline(for: again, isStopping: { false }).divideIfSeveral().scan
    #expect(first.id == id && first.part?.number == 1)
    #expect(try await fixture.ledger.recover() == 1)
    let scans = try await finish(id)
    try expectTwoBundles(scans)
    #expect(fixture.folder.names(in: "originals/2026-11") == [Self.name])
  }

  @Test func `nothing is left of the whole photo's picture, wherever it ends`() async throws {
    let id = try await fixture.drop(Self.name, Self.photo)
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    _ = try await fixture.ledger.reject(id, now: fixture.time.now)
    let context = fixture.context()
    await #expect(throws: ScanWithdrawn.self) {
      try await context.pipeline(for: scan, isStopping: { false }).divideIfSeveral().scan
    }
    #expect(pictures() == [])
  }

  enum Command: CaseIterable { case reject, delete, redo }

  @Test(arguments: Command.allCases)
  func `what a person does to one sleeve while the other waits changes nothing for that`(command: Command) async throws
  {
    tell()
    let id = try await fixture.drop(Self.name, Self.photo)
    if command == .redo {
      let first = try await fixture.finish(id)
      #expect(
        try await fixture.ledger.redo(id, from: .bundle, strategy: nil, now: fixture.time.now) == .carriedOut)
      #expect(first.photoNow == Self.moved)
      return try expectTwoBundles(try await finish(id))
    }
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    _ = try await fixture.context().pipeline(for: scan, isStopping: { false }).divideIfSeveral().scan
    let second = try #require(try await parts(of: id).last)
    if command == .reject {
      #expect(try await fixture.ledger.reject(second.id, now: fixture.time.now) == .carriedOut)
    } else {
      #expect(try await fixture.ledger.delete(second.id, now: fixture.time.now) == .carriedOut)
    }
    _ = try await fixture.ledger.recover()
    let first = try await fixture.finish(id)
    #expect(first.state == .done && first.photoNow == Self.moved)
    #expect(try await fixture.ledger.scan(second.id)?.state == .rejected)
    if command == .delete { try await fixture.ledger.undelete(second.id, bundle: nil) }
    #expect(try await fixture.ledger.retry(second.id) == .carriedOut)
    _ = try await fixture.finish(second.id)
    try expectTwoBundles(try await parts(of: id))
  }

  @Test(arguments: [Step.recognition, .reading, .filing, .bundle])
  func `a crash in any step of a sleeve changes nothing for it and the others`(step: Step) async throws {
    tell()
    let id = try await fixture.drop(Self.name, Self.photo)
    for _ in 1...2 {
      let claimed = try #require(try await fixture.ledger.claim(now: fixture.time.now))
      let context = fixture.context()
      let scan = try await context.pipeline(for: claimed, isStopping: { false }).divideIfSeveral().scan
      let begun = Tally()
      let pipeline = context.pipeline(for: scan) {
        begun.enter()
        // Asked before each step.
        return Self.steps.dropFirst(begun.total - 1).first == step
      }
      await #expect(throws: CancellationError.self) { try await pipeline.run() }
    }
    #expect(try await fixture.ledger.recover() == 2)
    try expectTwoBundles(try await finish(id))
    #expect(inbox() == [] && fixture.folder.names(in: "originals/2026-11") == [Self.name])
  }

  @Test func `all sleeves find the photo where a crash left it after its move`() async throws {
    tell()
    let id = try await fixture.drop(Self.name, Self.photo)
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    _ = try await fixture.context().pipeline(for: scan, isStopping: { false }).divideIfSeveral().scan
    _ = try await fixture.ledger.recover()
    try fixture.folder.makeFolder("originals/2026-11")
    try FileManager.default.moveItem(
      atPath: fixture.root.appending("inbox/IMG_1.jpg").string, toPath: fixture.root.appending(Self.moved).string)
    let scans = try await finish(id)
    try expectTwoBundles(scans)
    #expect(scans.map(\.photoNow) == [Self.moved, Self.moved])
    #expect(fixture.folder.names(in: "originals/2026-11") == [Self.name])
  }

  @Test func `a sleeve that was claimed before another one moved the photo finds it`() async throws {
    tell()
    let id = try await fixture.drop(Self.name, Self.photo)
    let context = fixture.context()
    let first = try await context.pipeline(
      for: try #require(try await fixture.ledger.claim(now: fixture.time.now)), isStopping: { false }
    ).divideIfSeveral().scan
    let second = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    #expect(try await context.filer.file(first).place == Self.moved)
    let picture = try await context.photoPreparer.picture(of: second)
    #expect(picture.parts.isEmpty && picture.width == picture.height)
    #expect(try await context.filer.file(second).place == Self.moved)
    _ = try await fixture.ledger.recover()
    try expectTwoBundles(try await finish(id))
  }

  @Test func `the same photo again asks nobody, and each sleeve is what it was`() async throws {
    tell()
    let before = try await scan()
    let asked = fixture.model.asked.count
    fixture.time.clock.advance(by: .seconds(60))
    fixture.covers.fronts.always(.success(nil))
    let again = try await scan()
    #expect(again.map(\.state) == [.done, .done] && Set(again.map(\.id)).isDisjoint(with: before.map(\.id)))
    #expect(again.map(\.document?.album.albumTitle) == Self.titles)
    #expect(fixture.model.asked.count == asked)
    // Both files are there, as those of photos of one sleeve.
    #expect(fixture.folder.names(in: "originals/2026-11") == ["IMG_1 2.jpg", "IMG_1.jpg"])
  }

  @Test func `a photo whose album the user named is one scan`() async throws {
    let id = try await fixture.drop(Self.name, Self.photo)
    let statement = "\(CannedAnswers.artist) - \(CannedAnswers.title)"
    #expect(
      try await fixture.ledger.accept(id, statement: statement, now: fixture.time.now) == .carriedOut)
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.finish(id)
    #expect(scan.state == .done && scan.part == nil && scan.document?.photo.part == nil)
    #expect(try await fixture.ledger.counts() == [.done: 1])
    fixture.expectAllTold()
  }
}
