import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

@Suite struct ReviewTests {
  private var shop: Workshop

  init() throws { shop = try Workshop() }

  /// All but the review.
  private func tellAlbum(_ title: String = Told.title, id: MBID = Told.group, to shop: Workshop? = nil) {
    let shop = shop ?? self.shop
    shop.model.answers(.reading, Act.says(Told.identified(Told.artist, title)))
    shop.catalogue.searches.answers(.success([Told.album(Told.artist, title, group: id, release: id)]))
    shop.catalogue.lookups.answers(.success(Told.album(Told.artist, title, group: id, release: id)))
    shop.covers.fronts.answers(.success(nil))
  }

  @Test func `talk of money is sent back once`() async throws {
    tellAlbum()
    shop.model.answers(.review, Act.says(Told.moneyTalk), Act.says(Told.review))
    let document = try #require(try await shop.scan().document)
    #expect(document.review.status == .written)
    #expect(document.review.contextSummary?.hasPrefix("A quiet record") == true)
    let repair = try #require(shop.model.asked(.review).last)
    #expect(repair.material.contains("could not be used"))
    #expect(repair.material.contains("fetch a fortune"))
    #expect(document.cost.calls.count == 3)
  }

  @Test func `what is only form costs no second call, and what was put right is kept`() async throws {
    tellAlbum()
    shop.model.answers(
      .review,
      Act.says(Told.reviewSaying("It never finds its feet.", rating: 3, recommendation: "AVOID", label: "Genre Staple"))
    )
    let scan = try await shop.scan()
    let review = try #require(scan.document?.review)
    #expect(review.status == .written && review.recommendation == .avoid && review.label == .unevenEffort)
    #expect(shop.model.asked(.review).count == 1)
    let mend = "Label \"Genre Staple\" contradicts AVOID; used \"Uneven Effort\"."
    #expect(try await shop.ledger.review(shownBy: scan)?.mends == [mend])
    shop.expectAllTold()
  }

  @Test func `who talks of money twice has those sentences cut`() async throws {
    tellAlbum()
    shop.model.answers(.review, Act.says(Told.someMoneyTalk), Act.says(Told.someMoneyTalk))
    let scan = try await shop.scan()
    #expect(scan.document?.review.contextSummary == "A quiet record that carries far. It has not aged a day.")
    #expect(shop.model.asked(.review).count == 2)
    #expect(try await shop.ledger.review(shownBy: scan)?.mends == ["Cut 1 sentence about money or collecting."])
    // The next photo of the album has it from memory.
    tellAlbum()
    let again = try await shop.scan("IMG_2.jpg", SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 256))
    #expect(again.document?.review.cached == true)
    #expect(try await shop.ledger.review(shownBy: again)?.mends?.count == 1)
    #expect(shop.model.asked(.review).count == 2)
  }

  @Test(arguments: ["I would rather not.", Told.moneyTalk])
  func `a repair that is of no use leaves the first answer, without its talk of money`(second: String) async throws {
    tellAlbum()
    shop.model.answers(.review, Act.says(Told.someMoneyTalk), Act.says(second))
    let document = try #require(try await shop.scan().document)
    #expect(document.review.contextSummary == "A quiet record that carries far. It has not aged a day.")
    #expect(document.cost.calls.map(\.step) == [.reading, .review, .review])
    shop.expectAllTold()
  }

  @Test func `a repair that is declined leaves the first answer, too`() async throws {
    tellAlbum()
    shop.model.answers(.review, Act.says(Told.someMoneyTalk), Act.fails(.permanent("the model declined")))
    #expect(try await shop.scan().document?.review.contextSummary?.hasSuffix("It has not aged a day.") == true)
    shop.expectAllTold()
  }

  @Test func `a repair that nobody answers, though it may be on the bill, leaves the first answer in the end`()
    async throws
  {
    tellAlbum()
    let lost = Act.fails(.transient("reset", service: .anthropic), .unknown)
    shop.model.answers(.review, Act.says(Told.someMoneyTalk), lost, lost)
    #expect(try await shop.scan().document?.review.contextSummary?.hasSuffix("It has not aged a day.") == true)
    shop.expectAllTold()
  }

  @Test func `an answer that was cut off is asked for again with more room, and counts if it is whole at last`()
    async throws
  {
    tellAlbum()
    shop.model.answers(.review, Act.says(Told.review, truncated: true), Act.says(Told.review, truncated: true))
    #expect(try await shop.scan().reviewStatus == .written)
    let (first, second) = (try #require(shop.model.asked(.review).first), try #require(shop.model.asked(.review).last))
    #expect(second.maxOutputTokens == 2 * first.maxOutputTokens)
    #expect(second.material.contains("cut off"))
    shop.expectAllTold()
  }

  @Test func `twice bad, the review is unavailable and the album is shown; retry brings it`() async throws {
    tellAlbum()
    shop.model.answers(.review, Act.says(Told.moneyTalk), Act.says(Told.moneyTalk))
    let scan = try await shop.scan()
    #expect(scan.state == .done)
    #expect(scan.reviewStatus == .unavailable)
    // Not by itself: each try costs.
    try await shop.runErrands()
    #expect(shop.model.asked(.review).count == 2)

    #expect(try await shop.ledger.retry(scan.id) == .carriedOut)
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    try await shop.runErrands()
    let after = try #require(try await shop.ledger.scan(scan.id))
    #expect(after.reviewStatus == .written)
    #expect(try shop.document(of: after).review.rating == 8.4)
    #expect(try shop.document(of: after).cost.usd == 0.05)
    #expect(after.bundle == scan.bundle)
    #expect(shop.bundles().count == 1)
    #expect(shop.model.asked(.reading).count == 1)
    shop.expectAllTold()
  }

  @Test func `a review that waits for money is written once a call was cheaper than reserved`() async throws {
    var shop = shop
    shop.settings.budget.perDay = Money(dollars: 0.1)
    tellAlbum()
    let id = try await shop.drop()
    // Somebody's call is out, for which half of the money is reserved.
    let reserved = try await shop.ledger.reserve(
      Money(dollars: 0.05), for: id, step: .search, service: .anthropic, model: "m", recipe: Digest(hex: "ab"),
      caps: shop.settings.budget.caps(at: shop.time.now), now: shop.time.now)
    guard case .granted(let expense) = reserved else { throw LedgerError("\(reserved)") }
    let scan = try await shop.finish(id)
    #expect(scan.reviewStatus == .pending)
    #expect(try await shop.ledger.health().map(\.code) == ["budget"])
    try await shop.runErrands()
    #expect(shop.model.asked(.review).isEmpty)

    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    let answer = Answer(
      text: "…", sources: [], model: "m", usage: Usage(inputTokens: 1, outputTokens: 1), cost: Money(dollars: 0.01),
      truncated: false)
    try await shop.ledger.settle(expense, with: answer)
    try await shop.runErrands()
    #expect(try await shop.ledger.scan(id)?.reviewStatus == .written)
  }

  @Test func `an answer to mend isn't paid for again when mending it failed`() async throws {
    tellAlbum()
    shop.model.answers(
      .review, Act.says(Told.moneyTalk), Act.fails(.transient("overloaded", service: .anthropic)),
      Act.says(Told.review))
    #expect(try await shop.scan().reviewStatus == .written)
    let asked = shop.model.asked(.review).map { $0.material.contains("could not be used") }
    #expect(asked == [false, true, true])
  }

  @Test func `a review is written once for all editions of an album`() async throws {
    tellAlbum()
    shop.model.answers(.review, Act.says(Told.review))
    try await shop.scan("IMG_1.jpg")
    tellAlbum("Paper Lanterns (Deluxe Edition)", id: MBID("6f1d2c3b-0000-4000-8000-0000000000ff"))
    let photo = SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 256)
    let document = try #require(try await shop.scan("IMG_2.jpg", photo).document)
    #expect(document.album.albumTitle == "Paper Lanterns (Deluxe Edition)")
    #expect(document.review.status == .written)
    #expect(document.review.cached == true)
    #expect(document.cost.calls.map(\.step) == [.reading])
    shop.expectAllTold()
  }

  @Test func `two photos of one album at once are one review`() async throws {
    tellAlbum()
    tellAlbum()
    try await shop.drop("IMG_1.jpg")
    try await shop.drop("IMG_2.jpg", SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 256))
    // The one that is asked for answers only when both scans stand at their review.
    let look: @Sendable () async -> Void = { [ledger = shop.ledger] in
      while let scans = try? await ledger.scans(HistoryQuery()), !scans.allSatisfy({ $0.step == .review }) {
        await Task.yield()
      }
    }
    shop.model.answers(.review, Act.after(look, Act.says(Told.review)))
    let walks = try await within { [shop] in
      let line = shop.line()
      async let one = shop.carryNext(on: line)
      async let two = shop.carryNext(on: line)
      return try await [one, two]
    }
    #expect(walks.compactMap { $0?.reviewStatus } == [.written, .written])
    #expect(Set(walks.compactMap { $0?.document?.review.cached }) == [false, true])
    #expect(shop.model.asked(.review).count == 1)
  }

  @Test func `a review that was kept by an older version is shown`() async throws {
    let key = AlbumKey(artistName: Told.artist, albumTitle: Told.title, releaseYear: "1974").text
    let old = Review(
      contextSummary: "It holds up.", contextBullets: ["One.", "Two.", "Three."], rating: 8,
      recommendation: .recommended,
      label: .deepCut, keyTracks: ["A", "B", "C"])
    #expect(!String(decoding: try JSONEncoder().encode(old), as: UTF8.self).contains("mends"))
    let kept = KeptReview(
      review: old, model: "m", prompt: shop.settings.prompts.review.digest, writtenAt: shop.time.now)
    try await shop.ledger.keep(kept, of: key, searched: false)
    tellAlbum()
    let scan = try await shop.scan()
    #expect(scan.document?.review.contextSummary == "It holds up." && scan.document?.review.cached == true)
    #expect(try await shop.ledger.review(shownBy: scan) == old)
    shop.expectAllTold()
  }

  @Test func `reviews that are switched off are asked for neither now nor later`() async throws {
    var shop = shop
    shop.settings.reviews = false
    tellAlbum(to: shop)
    let scan = try await shop.scan()
    #expect(scan.reviewStatus == .pending)
    try await shop.runErrands()
    #expect(try await shop.ledger.nextDue() == nil)
  }

  @Test func `without a model the review of a known album is pending`() async throws {
    tellAlbum()
    shop.model.answers(.review, Act.fails(.permanent("refused")))
    try await shop.scan("IMG_1.jpg")
    // The same photo again, and no key any more.
    var poor = shop
    poor.hasModel = false
    let scan = try await poor.scan("IMG_1.jpg")
    #expect(scan.state == .done)
    #expect(scan.reviewStatus == .pending)
  }

  @Test func `without a model a photo waits for a key`() async throws {
    var poor = shop
    poor.hasModel = false
    try await poor.drop()
    let scan = try #require(try await poor.carryNext())
    #expect(scan.state == .waiting)
    #expect(scan.heldReason?.contains("albumscanctl key set") == true)
    #expect(scan.attempts == 0)
  }

  @Test func `a review that there is no money for comes when there is`() async throws {
    var shop = shop
    // Enough for the reading's worst case, and not for the review's after it.
    shop.settings.budget.perDay = Money(dollars: 0.055)
    tellAlbum(to: shop)
    let scan = try await shop.scan()
    #expect(scan.state == .done)
    #expect(scan.reviewStatus == .pending)
    let due = try #require(try await shop.ledger.nextDue())
    #expect(due > shop.time.now)
    try await shop.runErrands()
    #expect(shop.model.asked(.review).isEmpty)

    shop.model.answers(.review, Act.says(Told.review))
    shop.time.advance(to: due)
    try await shop.runErrands()
    #expect(try await shop.ledger.scan(scan.id)?.reviewStatus == .written)
    #expect(try await shop.ledger.nextDue() == nil)
    shop.expectAllTold()
  }

  @Test func `being offline at the review doesn't hide the album`() async throws {
    tellAlbum()
    shop.model.answers(
      .review, Act.fails(.transient("no route", service: .anthropic, burnsAttempt: false)), Act.says(Told.review))
    let scan = try await shop.scan()
    #expect(scan.state == .done)
    #expect(scan.reviewStatus == .pending)
    shop.time.advance(to: try #require(try await shop.ledger.nextDue()))
    try await shop.runErrands()
    #expect(try await shop.ledger.scan(scan.id)?.reviewStatus == .written)
    shop.expectAllTold()
  }

  @Test(arguments: [ModelFailure.Bill.nothing, .unknown])
  func `a service that fails at the review has it wait, and not the album`(bill: ModelFailure.Bill) async throws {
    tellAlbum()
    let overloaded = Act.fails(.transient("overloaded", service: .anthropic), bill)
    shop.model.answers(.review, overloaded, overloaded)
    let scan = try await shop.scan()
    #expect(scan.reviewStatus == .pending)
    shop.model.answers(.review, Act.says(Told.review))
    shop.time.advance(to: try #require(try await shop.ledger.nextDue()))
    try await shop.runErrands()
    #expect(try await shop.ledger.scan(scan.id)?.reviewStatus == .written)
    #expect(try await shop.ledger.nextDue() == nil)
    shop.expectAllTold()
  }

  @Test func `a review that is being written when the program stops is no failed review`() async throws {
    tellAlbum()
    let wasAsked = Latch()
    shop.model.answers(
      .review, Act.fails(.transient("overloaded", service: .anthropic)), Act.hangs(wasAsked))
    let id = try await shop.drop()
    try await shop.carryNext()
    shop.time.advance(to: try #require(try await shop.ledger.scan(id)).notBefore)
    let walk = Task { [shop] in try await shop.carryNext() }
    try await within { await wasAsked.wait() }
    walk.cancel()
    let stopped = try #require(try await walk.value)
    #expect(stopped.state == .waiting)
    #expect(try await shop.ledger.output(of: .review, in: id, as: ReviewOutcome.self) == nil)
    shop.model.answers(.review, Act.says(Told.review))
    #expect(try await shop.finish(id).reviewStatus == .written)
  }

  @Test func `an errand that is stopped is not a failed review either`() async throws {
    tellAlbum()
    shop.model.answers(.review, Act.says(Told.moneyTalk), Act.says(Told.moneyTalk))
    let scan = try await shop.scan()
    #expect(try await shop.ledger.retry(scan.id) == .carriedOut)
    let wasAsked = Latch()
    shop.model.answers(.review, Act.hangs(wasAsked))
    let errand = try #require(
      try await shop.ledger.claimErrand(now: shop.time.now))
    let run = Task { [shop] in try await shop.runner().run(errand) }
    try await within { await wasAsked.wait() }
    run.cancel()
    try await run.value
    #expect(try await shop.ledger.scan(scan.id)?.reviewStatus == .unavailable)
    #expect(try await shop.ledger.nextDue() != nil)
  }
}
