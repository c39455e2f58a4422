import Albums
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline
@testable import Records

/// A crash is played by a walk that ends without anybody settling it, as a process ends that is killed.
@Suite struct CrashTests {
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private static let steps = Step.allCases.filter { $0 != .confirmation && $0 != .review }

  /// Walks until `step` is about to begin, and stops dead there.
  private func crash(before step: Step) async throws {
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    // Asked before each step that isn't made yet, and so tells how far the walk has come.
    let begun = Tally()
    let start = try await made(of: scan.id)
    let pipeline = fixture.context().pipeline(for: scan) {
      begun.enter()
      return Self.steps.filter { !start.contains($0) }.dropFirst(begun.total - 1).first == step
    }
    await #expect(throws: CancellationError.self) { try await pipeline.run() }
    #expect(try await fixture.ledger.recover() == 1)
  }

  @Test(arguments: [Step.filing, .bundle])
  func `after a crash before the page of a claim, the catalog is asked again, and nothing is paid twice`(step: Step)
    async throws
  {
    fixture.model.answers(
      .reading, Act.says(CannedAnswers.identified(CannedAnswers.artist, "paper lanterns"), dollars: 0.01))
    fixture.catalog.searches.answers(.failure(Fault.retry(.unknown, "503", service: .musicbrainz, after: 60)))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let id = try await fixture.drop()
    try await crash(before: step)
    fixture.time.clock.advance(by: .seconds(61))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
    let scan = try await fixture.finish(id)
    let document = try fixture.document(of: scan)
    #expect(document.album.albumTitle == CannedAnswers.title && document.identification.catalogue == nil)
    try await expectOnce(scan)
  }

  private func forget(_ step: Step, of id: ScanID) async throws {
    try await fixture.ledger.write { [ledger = fixture.ledger] db in try ledger.drop(from: step, of: id, in: db) }
  }

  private func made(of id: ScanID) async throws -> Set<Step> {
    var made: Set<Step> = []
    for step in Step.allCases {
      if try await fixture.ledger.output(of: step, in: id, as: Anything.self) != nil { made.insert(step) }
    }
    return made
  }

  private func expectOnce(_ scan: Scan) async throws {
    #expect(scan.state == .done)
    // Each port was asked exactly as often as the script had answers: once too often would have failed already.
    fixture.expectAllTold()
    #expect(fixture.model.asked.map(\.step) == [.reading, .review])
    #expect(fixture.bundles().count == 1)
    #expect(fixture.folder.names(in: "done").filter { $0.hasPrefix(".") } == [])
    #expect(try await fixture.ledger.calls(of: scan.id).map(\.usd) == [0.01, 0.02])
    #expect(try await fixture.ledger.spent(since: .distantPast) == Money(dollars: 0.03))
    #expect(fixture.folder.names(in: "originals/2026-11") == ["IMG_1.jpg"])
    #expect(fixture.folder.names(in: "inbox") == [])
    #expect(try fixture.document(of: scan) == scan.document)
    #expect(scan.document?.photo.now == "originals/2026-11/IMG_1.jpg")
  }

  @Test(arguments: steps)
  func `after a crash in any step, no step is done twice`(step: Step) async throws {
    fixture.tellAll()
    let id = try await fixture.drop()
    try await crash(before: step)
    #expect(try await fixture.ledger.scan(id)?.state == .waiting)
    try await expectOnce(try await fixture.finish(id))
  }

  @Test func `with a crash in every step, one after the other, no step is done twice`() async throws {
    fixture.tellAll()
    let id = try await fixture.drop()
    for step in Self.steps {
      try await crash(before: step)
    }
    try await expectOnce(try await fixture.finish(id))
  }

  @Test func `a crash between a bundle's rename and its commit leaves one bundle`() async throws {
    fixture.tellAll()
    let id = try await fixture.drop()
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    let pipeline = fixture.context().pipeline(for: scan, isStopping: { false })
    guard case .done(let published, _, _) = try await pipeline.run() else {
      Issue.record("not done")
      return
    }
    #expect(fixture.bundles().count == 1)
    // The rename is there; the row that says so is not.
    try await forget(.bundle, of: id)
    _ = try await fixture.ledger.recover()
    let ended = try await fixture.finish(id)
    #expect(ended.bundle == published.bundle)
    try await expectOnce(ended)
  }

  @Test(arguments: ["artwork", "catalogue"])
  func `a crash between a bundle's rename and its commit leaves one bundle, even if what is late is asked for again`(
    late: String
  ) async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified(), dollars: 0.01))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    if late == "artwork" {
      fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
      fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
      fixture.covers.fronts.always(.failure(.retry(.unknown, "502", service: .coverartarchive)))
    } else {
      fixture.catalog.searches.always(.failure(.retry(.unknown, "503", service: .musicbrainz)))
    }
    let id = try await fixture.drop()
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    _ = try await fixture.context().pipeline(for: scan, isStopping: { false }).run()
    #expect(fixture.bundles().count == 1)
    try await forget(.bundle, of: id)
    #expect(try await fixture.ledger.recover() == 1)
    try await expectOnce(try await fixture.finish(id))
  }

  @Test func `a crash after the bundle's commit leaves one bundle`() async throws {
    fixture.tellAll()
    let id = try await fixture.drop()
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    _ = try await fixture.context().pipeline(for: scan, isStopping: { false }).run()
    _ = try await fixture.ledger.recover()
    try await expectOnce(try await fixture.finish(id))
  }

  @Test func `a bundle is found again where its photo was given a number`() async throws {
    fixture.tellAll()
    try fixture.folder.makeFolder("originals/2026-11")
    try fixture.folder.write(SamplePhoto.copy(5), to: "originals/2026-11/IMG_1.jpg")
    let id = try await fixture.drop()
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    _ = try await fixture.context().pipeline(for: scan, isStopping: { false }).run()
    try await forget(.bundle, of: id)
    _ = try await fixture.ledger.recover()
    let ended = try await fixture.finish(id)
    #expect(ended.photoNow == "originals/2026-11/IMG_1 2.jpg")
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
  }

  @Test func `an answer that was booked before a crash isn't bought again`() async throws {
    let id = try await fixture.drop()
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    let pipeline = fixture.context().pipeline(for: scan, isStopping: { false })
    fixture.tellAll()
    // The answer is there and paid; the step's output is not.
    let picture = try await pipeline.journal.once(.picture) {
      try await pipeline.context.photoPreparer.picture(of: scan)
    }
    _ = try await pipeline.context.visionIdentifier.read(picture, of: scan, known: Recognition())
    _ = try await fixture.ledger.recover()
    try await expectOnce(try await fixture.finish(id))
  }

  @Test func `a call in flight at a crash stays on the books, and is made once more`() async throws {
    let wasAsked = Latch()
    fixture.model.answers(.reading, Act.hangs(wasAsked))
    let id = try await fixture.drop()
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    let pipeline = fixture.context().pipeline(for: scan, isStopping: { false })
    let walk = Task { try await pipeline.run() }
    try await within { await wasAsked.wait() }
    walk.cancel()
    _ = try? await walk.value
    _ = try await fixture.ledger.recover()
    fixture.tellAll()
    let ended = try await fixture.finish(id)
    #expect(ended.state == .done)
    #expect(fixture.model.asked(.reading).count == 2)
    // The worst case of the first, and the bills of the others.
    #expect(try await fixture.ledger.spent(since: .distantPast) == Money(dollars: 0.08))
    #expect(ended.document?.cost.usd == 0.08)
  }

  @Test func `a scan that only failed once in between isn't taken for one that crashed`() async throws {
    fixture.model.answers(.reading, Act.fails(.retry(.unknown, "502", service: .anthropic)))
    fixture.tellAll()
    let scan = try await fixture.scan()
    #expect(scan.attempts == 2)
    #expect(fixture.bundles().count == 1)
  }
}

/// Decodes from whatever is there.
private struct Anything: Decodable, Sendable {
  init(from decoder: any Decoder) throws {}
}
