import Albums
import DrawnCovers
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

@Suite struct RedoTests {
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  /// Told that it is another album, when it is asked anew.
  private func tellOther(_ title: String = "Hollow Year") {
    let other = CannedAnswers.album(
      CannedAnswers.artist, title, group: MBID("6f1d2c3b-0000-4000-8000-0000000000b1"),
      release: MBID("6f1d2c3b-0000-4000-8000-0000000000b2"))
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified(CannedAnswers.artist, title)))
    fixture.catalog.searches.answers(.success([other]))
    fixture.catalog.lookups.answers(.success(other))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.reviewSaying("Another album altogether. It is a good one.")))
  }

  @Test func `a scan that is made anew replaces its bundle, and can be had back for nothing`() async throws {
    fixture.tellAll()
    let first = try await fixture.scan()
    let before = try fixture.document(of: first)
    tellOther()
    #expect(
      try await fixture.ledger.redo(first.id, from: .reading, strategy: nil, now: fixture.time.now) == .carriedOut)
    // The old result stays where it is until there is a new one.
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    let second = try await fixture.finish(first.id)
    #expect(second.state == .done)
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Hollow Year"])
    #expect(try await fixture.ledger.earlierAnswers(of: first.id).map(\.document) == [before])

    let asked = fixture.model.asked.count
    #expect(try await fixture.ledger.undoRedo(first.id) == .carriedOut)
    let third = try await fixture.finish(first.id)
    #expect(fixture.model.asked.count == asked)
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    let after = try fixture.document(of: third)
    #expect(after.album == before.album)
    #expect(after.review.contextSummary == before.review.contextSummary)
    #expect(try await fixture.ledger.earlierAnswers(of: first.id) == [])
    fixture.expectAllTold()
  }

  @Test func `another strategy asks in its own way`() async throws {
    fixture.tellAll()
    let scan = try await fixture.scan()
    fixture.model.answers(.reading, Act.says(CannedAnswers.described("MARLA QUIST\nPAPER LANTERNS")))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    _ = try await fixture.ledger.redo(scan.id, from: .reading, strategy: .fourPhase, now: fixture.time.now)
    let document = try fixture.document(of: try await fixture.finish(scan.id))
    #expect(document.identification.strategy == "four-phase")
    // Its review was there already.
    #expect(document.review.cached == true)
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    fixture.expectAllTold()
  }

  @Test func `a redo by four phases has a review that cites critics, where there is none yet`() async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.fails(.fail(.unknown, "the model declined")), Act.says(CannedAnswers.review))
    let scan = try await fixture.scan()
    fixture.model.answers(.reading, Act.says(CannedAnswers.described("MARLA QUIST\nPAPER LANTERNS")))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    _ = try await fixture.ledger.redo(scan.id, from: .reading, strategy: .fourPhase, now: fixture.time.now)
    let document = try fixture.document(of: try await fixture.finish(scan.id))
    #expect(document.review.status == .written)
    let asked = fixture.model.asked(.review)
    #expect(asked.map(\.instructions) == ["Review.", "Cite."])
    #expect(asked.map(\.searches) == [0, PromptBuilder.searches])
    #expect(document.review.prompt == "sha256:\(fixture.promptBuilder.prompts.searchedReview.digest.hex)")
    fixture.expectAllTold()
  }

  @Test(arguments: [false, true])
  func `a review is written anew though there is one, and the old one comes back with undo`(
    isByOtherPrompt: Bool
  ) async throws {
    var fixture = fixture
    fixture.tellAll()
    let scan = try await fixture.scan()
    if isByOtherPrompt { fixture.promptBuilder.prompts.review = Prompt(text: "Review otherwise.") }
    let before = try fixture.document(of: scan).review
    fixture.model.answers(
      .review, Act.says(CannedAnswers.reviewSaying("It has aged after all. The voice still holds it.")))
    _ = try await fixture.ledger.redo(scan.id, from: .review, strategy: nil, now: fixture.time.now)
    let document = try fixture.document(of: try await fixture.finish(scan.id))
    #expect(document.review.contextSummary == "It has aged after all. The voice still holds it.")
    #expect(document.cost.calls.map(\.step) == [.reading, .review, .review])

    _ = try await fixture.ledger.undoRedo(scan.id)
    let again = try fixture.document(of: try await fixture.finish(scan.id)).review
    #expect(again.contextSummary == before.contextSummary)
    // A second photo of the album has the review that holds.
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    let other = try await fixture.scan("IMG_2.jpg", SamplePhoto.jpeg(of: DrawnCollection.wharf, size: 320))
    #expect(try fixture.document(of: other).review.contextSummary == before.contextSummary)
    fixture.expectAllTold()
  }

  @Test func `the same photo's earlier answer isn't taken for a new one`() async throws {
    fixture.tellAll()
    let first = try await fixture.scan("IMG_1.jpg")
    let second = try await fixture.scan("IMG_2.jpg")
    #expect(try fixture.document(of: second).identification.by == .samePhoto)
    tellOther()
    _ = try await fixture.ledger.redo(second.id, from: .reading, strategy: nil, now: fixture.time.now)
    let document = try fixture.document(of: try await fixture.finish(second.id))
    #expect(document.album.albumTitle == "Hollow Year")
    #expect(try #require(try await fixture.ledger.scan(first.id)?.document).album.albumTitle == "Paper Lanterns")
    fixture.expectAllTold()
  }

  @Test func `a redo that finds nothing leaves no result behind, and can be taken back`() async throws {
    fixture.tellAll()
    let scan = try await fixture.scan()
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    _ = try await fixture.ledger.redo(scan.id, from: .reading, strategy: nil, now: fixture.time.now)
    #expect(try await fixture.finish(scan.id).state == .failed)
    #expect(fixture.bundles() == [])
    _ = try await fixture.ledger.undoRedo(scan.id)
    #expect(try await fixture.finish(scan.id).state == .done)
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    #expect(fixture.bundles(in: "failed") == [])
    fixture.expectAllTold()
  }

  @Test func `a redo of a photo that was deleted after its scan ends at once, and undo brings its page back`()
    async throws
  {
    var fixture = fixture
    fixture.fate = .delete
    fixture.tellAll()
    let scan = try await fixture.scan()
    #expect(scan.photoNow == nil)
    _ = try await fixture.ledger.redo(scan.id, from: .reading, strategy: nil, now: fixture.time.now)
    let failed = try #require(try await fixture.runNext())
    #expect(failed.state == .failed)
    #expect(failed.reason == "IMG_1.jpg was deleted after it was read, so it can't be read again")
    #expect(failed.hint == "albumscanctl redo \(scan.id) --undo")

    _ = try await fixture.ledger.undoRedo(scan.id)
    #expect(try await fixture.finish(scan.id).state == .done)
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    #expect(fixture.bundles(in: "failed") == [])
    fixture.expectAllTold()
  }

  @Test(arguments: ["IMG_1.jpg", "U\u{308}bung e\u{301}te\u{301}.jpg", "👨‍👩‍👧🇩🇪.jpg"])
  func `a redo of a photo that its owner took away ends when it was looked for three times`(name: String) async throws {
    fixture.tellAll()
    let scan = try await fixture.scan(name)
    try FileManager.default.removeItem(atPath: fixture.root.appending(try #require(scan.photoNow)).string)
    _ = try await fixture.ledger.redo(scan.id, from: .reading, strategy: nil, now: fixture.time.now)
    for _ in 1...2 {
      #expect(try await fixture.runNext()?.state == .waiting)
      fixture.time.advance(to: try #require(try await fixture.ledger.nextDue()))
    }
    #expect(try await fixture.runNext()?.state == .failed)
    _ = try await fixture.ledger.undoRedo(scan.id)
    #expect(try await fixture.finish(scan.id).state == .done)
    fixture.expectAllTold()
  }

  @Test func `a redo that waits for its photo can be undone, and nothing is asked`() async throws {
    fixture.tellAll()
    let scan = try await fixture.scan()
    try FileManager.default.removeItem(atPath: fixture.root.appending(try #require(scan.photoNow)).string)
    _ = try await fixture.ledger.redo(scan.id, from: .reading, strategy: nil, now: fixture.time.now)
    #expect(try await fixture.runNext()?.state == .waiting)
    #expect(try await fixture.ledger.undoRedo(scan.id) == .carriedOut)
    #expect(try await fixture.finish(scan.id).state == .done)
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    fixture.expectAllTold()
  }

  @Test func `a folder that another scan has taken meanwhile isn't touched`() async throws {
    fixture.tellAll()
    let first = try await fixture.scan("IMG_1.jpg")
    let bundle = try #require(first.bundle)
    // Rejected, its folder is put away; its name goes to somebody else's result.
    _ = try await fixture.ledger.reject(first.id, now: fixture.time.now)
    let file = fixture.root.appending(bundle).appending("album.json").string
    let text = try String(contentsOfFile: file, encoding: .utf8).replacing("\"id\" : 1", with: "\"id\" : 77")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    tellOther()
    _ = try await fixture.ledger.redo(first.id, from: .reading, strategy: nil, now: fixture.time.now)
    #expect(try await fixture.finish(first.id).state == .done)
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Hollow Year", "IMG_1 Marla Quist - Paper Lanterns"])
  }
}
