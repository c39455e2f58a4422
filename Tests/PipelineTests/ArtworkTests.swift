import Albums
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

@Suite struct ArtworkTests {
  private var shop: Workshop
  private let broken = Setback.transient("502", service: .coverartarchive)

  init() throws { shop = try Workshop() }

  /// All but the artwork.
  private func tell(_ shop: Workshop? = nil) {
    let shop = shop ?? self.shop
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.model.answers(.review, Act.says(Told.review))
  }

  @Test func `that there is none is said at once, and remembered for a week`() async throws {
    tell()
    shop.covers.fronts.answers(.success(nil))
    let scan = try await shop.scan("IMG_1.jpg")
    #expect(scan.artworkStatus == ArtworkStatus.none)
    #expect(shop.folder.names(in: try #require(scan.bundle)) == ["album.json", "index.html"])
    #expect(try await shop.ledger.nextDue() == nil)

    try await shop.scan("IMG_1.jpg")
    shop.time.clock.advance(by: .seconds(7 * 86400 + 1))
    shop.covers.fronts.answers(.success(try Told.artwork()))
    #expect(try await shop.scan("IMG_1.jpg").artworkStatus == .present)
    shop.expectAllTold()
  }

  @Test func `a failure of the archive leaves it pending, and an errand adds it in one step`() async throws {
    tell()
    shop.covers.fronts.answers(.failure(broken), .failure(broken), .success(try Told.artwork()))
    let scan = try await shop.scan()
    #expect(scan.state == .done)
    #expect(scan.artworkStatus == .pending)
    let bundle = try #require(scan.bundle)
    // What a person put into the bundle stays there.
    try shop.folder.write(Array("mine".utf8), to: "\(bundle)/notes.txt")

    try await shop.runErrands()
    #expect(try await shop.ledger.scan(scan.id)?.artworkStatus == .pending)
    shop.time.advance(to: try #require(try await shop.ledger.nextDue()))
    try await shop.runErrands()

    let after = try #require(try await shop.ledger.scan(scan.id))
    #expect(after.artworkStatus == .present)
    #expect(after.bundle == bundle)
    #expect(
      shop.folder.names(in: bundle) == ["album.json", "artwork.jpg", "index.html", "notes.txt", "thumbnail.jpg"])
    #expect(try shop.document(of: after).artwork.status == .present)
    #expect(try shop.document(of: after).review.status == .written)
    #expect(shop.bundles().count == 1)
    #expect(try await shop.ledger.nextDue() == nil)
    shop.expectAllTold()
  }

  @Test func `a result waits five seconds for its artwork, and no longer`() async throws {
    var shop = shop
    let hold = Latch()
    shop.covers.hold = hold
    tell(shop)
    shop.covers.fronts.answers(.success(try Told.artwork()), .success(try Told.artwork()))
    try await shop.drop()
    let walk = Task { [shop] in try await shop.carryNext() }
    try await within { [shop] in
      await shop.covers.wasAsked.wait()
      // The five seconds run.
      await shop.time.clock.untilSleeping()
      shop.time.clock.advance(by: .seconds(5))
      // The download itself can only be given up by its client; this one is as slow as can be.
      hold.open()
    }
    let scan = try #require(try await walk.value)
    #expect(scan.state == .done)
    #expect(scan.artworkStatus == .pending)
    try await shop.runErrands()
    #expect(try await shop.ledger.scan(scan.id)?.artworkStatus == .present)
  }

  @Test func `what the archive calls a picture and isn't one is no artwork`() async throws {
    tell()
    shop.covers.fronts.answers(
      .success(
        DownloadedArtwork(
          bytes: Array(SamplePhoto.broken),
          source: ArtworkSource(kind: .release, id: Told.release, url: "https://coverartarchive.org/x"))))
    let scan = try await shop.scan()
    #expect(scan.state == .done)
    #expect(scan.artworkStatus == ArtworkStatus.none)
  }

  @Test func `artwork that can't be kept costs neither result nor review`() async throws {
    tell()
    shop.covers.fronts.answers(.success(try Told.artwork()))
    let id = try await shop.drop()
    let claimed = try #require(try await shop.ledger.claim(now: shop.time.now))
    // The picture is prepared; then the store becomes a file, where no folder can be made.
    let line = shop.line()
    let journey = line.journey(of: claimed, in: shop.ledger, isStopping: { false })
    let picture = try await journey.notes.once(.picture) { try await journey.studio.prepare(claimed) }
    _ = try await journey.notes.once(.recognition) { try await journey.studio.recognise(claimed, picture) }
    let reading = Reading(strategy: .twoTier, cover: try AnswerReader.coverReading(from: Told.identified()))
    _ = try await journey.notes.once(.reading) { reading }
    _ = try await journey.notes.once(.search) { try await journey.identifier.lead(from: reading, of: claimed) }
    try FileManager.default.removeItem(atPath: shop.root.appending("pictures").string)
    try shop.folder.write([], to: "pictures")
    try await shop.ledger.release(id)
    let scan = try await shop.finish(id)
    #expect(scan.state == .done)
    #expect(scan.artworkStatus == .pending)
    #expect(scan.reviewStatus == .written)
  }

  @Test func `artwork and review that come at the same moment both stay`() async throws {
    shop.model.answers(.review, Act.fails(.permanent("declined")))
    tell()
    shop.covers.fronts.answers(.failure(broken), .success(try Told.artwork()))
    let scan = try await shop.scan()
    #expect(scan.reviewStatus == .unavailable)
    #expect(try await shop.ledger.retry(scan.id) == .carriedOut)
    let runner = shop.runner()
    var errands: [Errand] = []
    while let errand = try await shop.ledger.claimErrand(now: shop.time.now) {
      errands.append(errand)
    }
    #expect(errands.count == 2)
    try await within { [errands] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for errand in errands { group.addTask { try await runner.run(errand) } }
        try await group.waitForAll()
      }
    }
    let after = try #require(try await shop.ledger.scan(scan.id))
    #expect(after.artworkStatus == .present)
    #expect(after.reviewStatus == .written)
    let document = try shop.document(of: after)
    #expect(document == after.document)
  }

  @Test func `a scan that was deleted meanwhile is brought nothing`() async throws {
    tell()
    shop.covers.fronts.answers(.failure(broken))
    let scan = try await shop.scan()
    let errand = try #require(
      try await shop.ledger.claimErrand(now: shop.time.now))
    #expect(try await shop.ledger.delete(scan.id, now: shop.time.now) == .carriedOut)
    try FileManager.default.removeItem(atPath: shop.root.appending(try #require(scan.bundle)).string)
    let runner = shop.runner()
    try await runner.run(errand)
    #expect(shop.bundles() == [])
  }
}
