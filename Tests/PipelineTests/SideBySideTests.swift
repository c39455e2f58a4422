import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// A find that catalogue and text bear out is reviewed while its artwork is still on its way.
@Suite struct SideBySideTests {
  private var shop: Workshop
  private static let album = DrawnCollection.paperLanterns
  private static let photo: Data = {
    do { return try DrawnPhoto(.front(album)).megapixels(1).jpeg() } catch { preconditionFailure("\(error)") }
  }()

  init() throws { shop = try Workshop() }

  /// The archive gives its cover only once the review has been asked for.
  private func tell(
    cover: DrawnAlbum = album,
    _ review: @escaping ScriptedModel.Act = Act.says(Told.review, dollars: 0.02)
  ) throws -> Workshop {
    var shop = shop
    let hold = Latch()
    shop.covers.hold = hold
    shop.covers.fronts.answers(.success(try Told.artwork(cover)))
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.model.answers(.review, Act.after({ hold.open() }, review))
    return shop
  }

  @Test func `artwork and review don't wait for each other, and nothing else changes`() async throws {
    let shop = try tell()
    let scan = try await within { try await shop.scan("IMG_1.jpg", Self.photo) }
    let document = try shop.document(of: scan)
    #expect(document.identification.confidence == .verified)
    #expect(document.artwork.status == .present)
    #expect(document.review.status == .written)
    #expect(document.review.cached == false)
    #expect(document.cost.calls.map(\.usd) == [0.01, 0.02])
    // Its cover comes beside what was shown.
    #expect(shop.announcer.updated == shop.announcer.announced && shop.announcer.updated.count == 1)
    shop.expectAllTold()
  }

  @Test func `a review of a find that its artwork contradicts is on the bill, and on no other album's page`()
    async throws
  {
    let shop = try tell(cover: DrawnCollection.gullibleOfPages)
    let scan = try await within { try await shop.scan("IMG_1.jpg", Self.photo) }
    #expect(scan.state == .unsure)
    let document = try shop.document(of: scan)
    #expect(document.review.status != .written)
    #expect(document.cost.calls.map(\.usd) == [0.01, 0.02])
    shop.expectAllTold()

    // A person says that it is that album after all: its review is there.
    #expect(try await shop.ledger.accept(scan.id, 1) == .carriedOut)
    let accepted = try shop.document(of: try await shop.finish(scan.id))
    #expect(accepted.review.status == .written)
    #expect(accepted.cost.calls.map(\.usd) == [0.01, 0.02])
    shop.expectAllTold()
  }

  @Test func `where the verdict is another album, that one's review is written`() async throws {
    let (shop, id) = try await crashWhileTheArtworkIsOnItsWay()
    let other = Identification(
      artistName: Told.artist, albumTitle: "Hollow Year", means: .call1, confidence: .verified,
      evidence: [.artwork(inliers: 90)])
    let scan = try #require(try await shop.ledger.claim(now: shop.time.now))
    try await shop.ledger.keep(
      Verdict.identified(other), of: .verdict, in: scan.id, recipe: nil, now: shop.time.now)
    try await shop.ledger.release(scan.id)
    shop.model.answers(.review, Act.says(Told.reviewSaying("A hollow year in eight songs. It echoes.")))
    let document = try shop.document(of: try await shop.finish(id))
    #expect(document.album.albumTitle == "Hollow Year")
    #expect(document.review.contextSummary == "A hollow year in eight songs. It echoes.")
    #expect(document.cost.calls.map(\.step) == [.reading, .review, .review])
    #expect(shop.announcer.announced.count == 2)
  }

  @Test func `what its artwork says while a find is shown comes before its review`() async throws {
    var shop = try tell(cover: DrawnCollection.gullibleOfPages)
    shop.covers.hold = nil
    shop.settings.hold = .seconds(2)
    let scan = try await within { [shop] in
      async let scan = shop.scan("IMG_1.jpg", Self.photo)
      await shop.announcer.untilAnnounced()
      while try await shop.ledger.isOpen(.artwork, in: ScanID(1)) { await Task.yield() }
      shop.time.clock.advance(by: .seconds(2))
      return try await scan
    }
    #expect(scan.state == .unsure)
    #expect(shop.model.asked(.review).isEmpty)
    #expect(try shop.document(of: scan).cost.calls.map(\.usd) == [0.01])
  }

  @Test func `a find is told, and can be rejected, before its artwork is there`() async throws {
    var shop = shop
    let wasAsked = Latch()
    let shelf = Latch()
    shop.covers.hold = shelf
    shop.covers.fronts.always(.success(nil))
    shop.settings.hold = .seconds(30)
    shop.model.always(.reading, Act.says(Told.identified()))
    shop.model.always(.review, Act.hangs(wasAsked))
    shop.catalogue.searches.always(.success([Told.album()]))
    shop.catalogue.lookups.always(.success(Told.album()))
    let id = try await shop.drop()
    let line = shop.line()
    let worker = Worker(
      ledger: shop.ledger, line: { line }, gallery: shop.gallery, disks: shop.disks, bell: shop.bell,
      options: Worker.Options(once: true), turned: { _ in })
    try await within { [shop] in
      async let run: Void = worker.run()
      await shop.announcer.untilAnnounced()
      #expect(try await shop.ledger.found(id)?.albumTitle == Told.title)
      #expect(try await shop.ledger.reject(id, now: shop.time.now) == .carriedOut)
      shop.bell.ring()
      shelf.open()
      try await run
    }
    let scan = try #require(try await shop.ledger.scan(id))
    #expect(scan.state == .rejected)
    #expect(try await shop.ledger.rejectedAlbums(of: scan.digest).map(\.albumTitle) == [Told.title])
    #expect(shop.model.asked(.review).isEmpty)
  }

  @Test func `one that is rejected then can be accepted after all`() async throws {
    var shop = try tell()
    let never = Latch()
    shop.covers.hold = never
    shop.covers.fronts.always(.success(nil))
    let id = try await shop.drop("IMG_1.jpg", Self.photo)
    let claimed = try #require(try await shop.ledger.claim(now: shop.time.now))
    let walk = Task { [shop] in
      try await shop.line().journey(of: claimed, in: shop.ledger, isStopping: { false }).walk()
    }
    try await within { [shop] in
      while try await shop.ledger.isOpen(.review, in: id) { await Task.yield() }
    }
    #expect(try await shop.ledger.reject(id, now: shop.time.now) == .carriedOut)
    walk.cancel()
    never.open()
    _ = try? await walk.value
    #expect(try await shop.ledger.accept(id, 1) == .carriedOut)
    let scan = try await shop.finish(id)
    #expect(scan.document?.identification.evidence.contains(.person) == true)
    #expect(scan.document?.review.status == .written)
    #expect(shop.model.asked(.review).count == 1)
  }

  /// Its review is written by then.
  private func crashWhileTheArtworkIsOnItsWay() async throws -> (Workshop, ScanID) {
    var shop = try tell()
    let never = Latch()
    shop.covers.hold = never
    let id = try await shop.drop("IMG_1.jpg", Self.photo)
    let scan = try #require(try await shop.ledger.claim(now: shop.time.now))
    let walk = Task { [shop] in
      try await shop.line().journey(of: scan, in: shop.ledger, isStopping: { false }).walk()
    }
    try await within { [shop] in
      while try await shop.ledger.isOpen(.review, in: id) { await Task.yield() }
    }
    walk.cancel()
    never.open()
    _ = try? await walk.value
    #expect(try await shop.ledger.recover() == 1)
    shop.covers.hold = nil
    shop.covers.fronts.always(.success(try Told.artwork(Self.album)))
    return (shop, id)
  }

  @Test func `a crash while the artwork is on its way costs no second review`() async throws {
    let (shop, id) = try await crashWhileTheArtworkIsOnItsWay()
    let document = try shop.document(of: try await shop.finish(id))
    #expect(document.identification.confidence == .verified)
    #expect(document.review.status == .written)
    #expect(document.review.cached == false)
    #expect(shop.model.asked.map(\.step) == [.reading, .review])
    #expect(shop.announcer.announced.count == 1)
  }

  @Test func `a review that fails leaves the artwork alone`() async throws {
    let shop = try tell(Act.fails(.transient("502", service: .anthropic)))
    shop.model.answers(.review, Act.says(Told.review))
    let scan = try await within { try await shop.scan("IMG_1.jpg", Self.photo) }
    #expect(scan.attempts == 2)
    #expect(scan.document?.review.status == .written)
    #expect(scan.document?.identification.confidence == .verified)
    // Asked once: what came of it was kept.
    shop.expectAllTold()
  }

  @Test func `what only a model says waits for its artwork`() async throws {
    var shop = shop
    let hold = Latch()
    shop.covers.hold = hold
    shop.covers.fronts.answers(.success(nil))
    shop.model.answers(.reading, Act.says(Told.identified(text: "something else entirely")))
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.model.answers(.review, Act.says(Told.review))
    let id = try await shop.drop()
    let walk = Task { [shop] in try await shop.finish(id) }
    try await within { [shop] in await shop.covers.wasAsked.wait() }
    #expect(shop.announcer.announced.isEmpty)
    hold.open()
    #expect(try await walk.value.state == .done)
    #expect(shop.model.asked(.review).count == 1)
  }
}
