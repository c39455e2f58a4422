import Albums
import DrawnCovers
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

@Suite struct RedoTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  /// Told that it is another album, when it is asked anew.
  private func tellOther(_ title: String = "Hollow Year") {
    let other = Told.album(
      Told.artist, title, group: MBID("6f1d2c3b-0000-4000-8000-0000000000b1"),
      release: MBID("6f1d2c3b-0000-4000-8000-0000000000b2"))
    shop.model.answers(.reading, Act.says(Told.identified(Told.artist, title)))
    shop.catalogue.searches.answers(.success([other]))
    shop.catalogue.lookups.answers(.success(other))
    shop.covers.fronts.answers(.success(nil))
    shop.model.answers(.review, Act.says(Told.reviewSaying("Another album altogether. It is a good one.")))
  }

  @Test func `a scan that is made anew replaces its bundle, and can be had back for nothing`() async throws {
    shop.tellAll()
    let first = try await shop.scan()
    let before = try shop.document(of: first)
    tellOther()
    #expect(try await shop.ledger.redo(first.id, from: .reading, strategy: nil, now: shop.time.now) == .carriedOut)
    // The old result stays where it is until there is a new one.
    #expect(shop.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    let second = try await shop.finish(first.id)
    #expect(second.state == .done)
    #expect(shop.bundles() == ["IMG_1 Marla Quist - Hollow Year"])
    #expect(try await shop.ledger.earlierAnswers(of: first.id).map(\.document) == [before])

    let asked = shop.model.asked.count
    #expect(try await shop.ledger.undoRedo(first.id) == .carriedOut)
    let third = try await shop.finish(first.id)
    #expect(shop.model.asked.count == asked)
    #expect(shop.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    let after = try shop.document(of: third)
    #expect(after.album == before.album)
    #expect(after.review.contextSummary == before.review.contextSummary)
    #expect(try await shop.ledger.earlierAnswers(of: first.id) == [])
    shop.expectAllTold()
  }

  @Test func `another strategy asks in its own way`() async throws {
    shop.tellAll()
    let scan = try await shop.scan()
    shop.model.answers(.reading, Act.says(Told.described("MARLA QUIST\nPAPER LANTERNS")))
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    _ = try await shop.ledger.redo(scan.id, from: .reading, strategy: .fourPhase, now: shop.time.now)
    let document = try shop.document(of: try await shop.finish(scan.id))
    #expect(document.identification.strategy == "four-phase")
    // Its review was there already.
    #expect(document.review.cached == true)
    #expect(shop.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    shop.expectAllTold()
  }

  @Test func `a review is written anew though there is one, and the old one comes back with undo`() async throws {
    shop.tellAll()
    let scan = try await shop.scan()
    let before = try shop.document(of: scan).review
    shop.model.answers(.review, Act.says(Told.reviewSaying("It has aged after all. The voice still holds it.")))
    _ = try await shop.ledger.redo(scan.id, from: .review, strategy: nil, now: shop.time.now)
    let document = try shop.document(of: try await shop.finish(scan.id))
    #expect(document.review.contextSummary == "It has aged after all. The voice still holds it.")
    #expect(document.cost.calls.map(\.step) == [.reading, .review, .review])

    _ = try await shop.ledger.undoRedo(scan.id)
    let again = try shop.document(of: try await shop.finish(scan.id)).review
    #expect(again.contextSummary == before.contextSummary)
    // A second photo of the album has the review that holds.
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    let other = try await shop.scan("IMG_2.jpg", SamplePhoto.jpeg(of: DrawnCollection.wharf, size: 320))
    #expect(try shop.document(of: other).review.contextSummary == before.contextSummary)
    shop.expectAllTold()
  }

  @Test func `the same photo's earlier answer isn't taken for a new one`() async throws {
    shop.tellAll()
    let first = try await shop.scan("IMG_1.jpg")
    let second = try await shop.scan("IMG_2.jpg")
    #expect(try shop.document(of: second).identification.by == .samePhoto)
    tellOther()
    _ = try await shop.ledger.redo(second.id, from: .reading, strategy: nil, now: shop.time.now)
    let document = try shop.document(of: try await shop.finish(second.id))
    #expect(document.album.albumTitle == "Hollow Year")
    #expect(try #require(try await shop.ledger.scan(first.id)?.document).album.albumTitle == "Paper Lanterns")
    shop.expectAllTold()
  }

  @Test func `a redo that finds nothing leaves no result behind, and can be taken back`() async throws {
    shop.tellAll()
    let scan = try await shop.scan()
    shop.model.answers(.reading, Act.says(Told.notIdentifiable(.unreadable)))
    _ = try await shop.ledger.redo(scan.id, from: .reading, strategy: nil, now: shop.time.now)
    #expect(try await shop.finish(scan.id).state == .failed)
    #expect(shop.bundles() == [])
    _ = try await shop.ledger.undoRedo(scan.id)
    #expect(try await shop.finish(scan.id).state == .done)
    #expect(shop.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    #expect(shop.bundles(in: "failed") == [])
    shop.expectAllTold()
  }

  @Test func `a folder that another scan has taken meanwhile isn't touched`() async throws {
    shop.tellAll()
    let first = try await shop.scan("IMG_1.jpg")
    let bundle = try #require(first.bundle)
    // Rejected, its folder is put away; its name goes to somebody else's result.
    _ = try await shop.ledger.reject(first.id, now: shop.time.now)
    let file = shop.root.appending(bundle).appending("album.json").string
    let text = try String(contentsOfFile: file, encoding: .utf8).replacing("\"id\" : 1", with: "\"id\" : 77")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    tellOther()
    _ = try await shop.ledger.redo(first.id, from: .reading, strategy: nil, now: shop.time.now)
    #expect(try await shop.finish(first.id).state == .done)
    #expect(shop.bundles() == ["IMG_1 Marla Quist - Hollow Year", "IMG_1 Marla Quist - Paper Lanterns"])
  }
}
