import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What becomes of finds while the catalogue can't be asked, and when it answers again.
@Suite struct CatalogueAbsenceTests {
  private var shop: Workshop
  private let away = Setback.transient("503", service: .musicbrainz, retryAfter: 60)

  init() throws { shop = try Workshop() }

  private func tell(read title: String = Told.title) {
    shop.model.answers(.reading, Act.says(Told.identified(Told.artist, title), dollars: 0.01))
    shop.catalogue.searches.answers(.failure(away))
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
  }

  private func tellLate(_ cover: DrawnAlbum? = DrawnCollection.paperLanterns) throws {
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.covers.fronts.answers(.success(try cover.map { try Told.artwork($0) }))
  }

  private func photo(of album: DrawnAlbum) throws -> Data { try DrawnPhoto(.front(album)).megapixels(1).jpeg() }

  @Test func `what a model found is shown, and the catalogue completes it when it answers`() async throws {
    tell(read: "paper lanterns")
    let scan = try await shop.scan("IMG_1.jpg", try photo(of: DrawnCollection.paperLanterns))
    #expect(scan.state == .done)
    let first = try shop.document(of: scan)
    #expect(first.album.albumTitle == "paper lanterns" && first.identification.confidence == .claimed)
    #expect(first.identification.catalogue == .pending && first.artwork.status == .pending)
    #expect(first.review.status == .written)
    // While it is away, nobody asks it.
    try await shop.runErrands()
    #expect(try await shop.ledger.nextDue() == shop.time.now + .seconds(60))

    try tellLate()
    shop.time.clock.advance(by: .seconds(61))
    try await shop.runErrands()
    let after = try #require(try await shop.ledger.scan(scan.id))
    #expect(after.bundle == scan.bundle && shop.bundles().count == 1)
    let completed = try shop.document(of: after)
    #expect(completed.album.albumTitle == Told.title && completed.album.musicbrainz.releaseGroup == Told.group)
    #expect(completed.identification.confidence == .verified && completed.identification.catalogue == nil)
    #expect(completed.artwork.status == .present)
    #expect(completed.review == first.review && completed.scannedAt == first.scannedAt)
    #expect(completed.cost.calls.map(\.usd) == [0.01, 0.02])
    #expect(try await shop.ledger.nextDue() == nil)
    shop.expectAllTold()
  }

  @Test func `a second photo of the album has its review by the catalogue's name`() async throws {
    tell(read: "paper lanterns (remastered)")
    try await shop.scan()
    try tellLate(nil)
    shop.time.clock.advance(by: .seconds(61))
    try await shop.runErrands()

    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    let second = try await shop.scan("IMG_2.jpg", try photo(of: DrawnCollection.nightShift))
    #expect(try shop.document(of: second).review.cached == true)
    shop.expectAllTold()
  }

  @Test func `artwork that speaks against it has a person decide, and nothing is paid again`() async throws {
    tell()
    let scan = try await shop.scan("IMG_1.jpg", try photo(of: DrawnCollection.paperLanterns))
    #expect(scan.state == .done)
    try tellLate(DrawnCollection.gullibleOfPages)
    shop.time.clock.advance(by: .seconds(61))
    try await shop.runErrands()
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    let after = try await shop.finish(scan.id)
    #expect(after.state == .unsure)
    #expect(shop.bundles().isEmpty && shop.bundles(in: "unsure").count == 1)
    #expect(
      shop.announcer.announced.last
        == .unsure(scan: scan.id, photo: "IMG_1.jpg", reason: try #require(after.reason)))
    #expect(try shop.document(of: after).cost.calls.map(\.usd) == [0.01, 0.02])
    shop.expectAllTold()
  }

  @Test func `what isn't a result without the catalogue waits for it`() async throws {
    var shop = shop
    shop.settings.require = .corroborated
    tell()
    let id = try await shop.drop()
    let waiting = try #require(try await shop.carryNext())
    #expect((waiting.state, waiting.heldBy) == (.waiting, "musicbrainz"))
    try tellLate(nil)
    #expect(try await shop.finish(id).state == .done)
    shop.expectAllTold()
  }

  @Test func `a comparison that was made without it is made again`() async throws {
    var shop = shop
    shop.settings.require = .verified
    tell()
    let id = try await shop.drop("IMG_1.jpg", try photo(of: DrawnCollection.paperLanterns))
    let waiting = try #require(try await shop.carryNext())
    #expect((waiting.state, waiting.heldBy) == (.waiting, "musicbrainz"))
    try tellLate()
    let scan = try await shop.finish(id)
    #expect(scan.state == .done)
    #expect(try shop.document(of: scan).identification.confidence == .verified)
    shop.expectAllTold()
  }

  @Test func `words that only the catalogue knows wait for it`() async throws {
    var shop = shop
    shop.settings.webSearch = false
    shop.model.answers(.reading, Act.says(Told.searchNeeded()))
    shop.catalogue.searches.answers(.failure(away))
    try await shop.drop()
    let waiting = try #require(try await shop.carryNext())
    #expect((waiting.state, waiting.heldBy) == (.waiting, "musicbrainz"))
    shop.expectAllTold()
  }
}
