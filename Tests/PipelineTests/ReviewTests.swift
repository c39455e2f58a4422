import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

@Suite struct ReviewTests {
  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  /// All but the review.
  private func tellAlbum(
    _ title: String = CannedAnswers.title, id: MBID = CannedAnswers.group, to fixture: PipelineFixture? = nil
  ) {
    let fixture = fixture ?? self.fixture
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified(CannedAnswers.artist, title)))
    fixture.catalog.searches.answers(
      .success([CannedAnswers.album(CannedAnswers.artist, title, group: id, release: id)]))
    fixture.catalog.lookups.answers(
      .success(CannedAnswers.album(CannedAnswers.artist, title, group: id, release: id)))
    fixture.covers.fronts.answers(.success(nil))
  }

  @Test func `talk of money is sent back once`() async throws {
    tellAlbum()
    fixture.model.answers(.review, Act.says(CannedAnswers.moneyTalk), Act.says(CannedAnswers.review))
    let document = try #require(try await fixture.scan().document)
    #expect(document.review.status == .written)
    #expect(document.review.contextSummary?.hasPrefix("A quiet record") == true)
    let repair = try #require(fixture.model.asked(.review).last)
    #expect(repair.material.contains("could not be used"))
    #expect(repair.material.contains("fetch a fortune"))
    #expect(document.cost.calls.count == 3)
  }

  @Test func `what is only form costs no second call, and what was put right is kept`() async throws {
    tellAlbum()
    fixture.model.answers(
      .review,
      Act.says(
        CannedAnswers.reviewSaying(
          "It never finds its feet.", rating: 3, recommendation: "AVOID", label: "Genre Staple"))
    )
    let scan = try await fixture.scan()
    let review = try #require(scan.document?.review)
    #expect(review.status == .written && review.recommendation == .avoid && review.label == .unevenEffort)
    #expect(fixture.model.asked(.review).count == 1)
    let mend = "Label \"Genre Staple\" contradicts AVOID; used \"Uneven Effort\"."
    #expect(try await fixture.ledger.review(shownBy: scan)?.mends == [mend])
    fixture.expectAllTold()
  }

  @Test func `who talks of money twice has those sentences cut`() async throws {
    tellAlbum()
    fixture.model.answers(.review, Act.says(CannedAnswers.someMoneyTalk), Act.says(CannedAnswers.someMoneyTalk))
    let scan = try await fixture.scan()
    #expect(scan.document?.review.contextSummary == "A quiet record that carries far. It has not aged a day.")
    #expect(fixture.model.asked(.review).count == 2)
    #expect(try await fixture.ledger.review(shownBy: scan)?.mends == ["Cut 1 sentence about money or collecting."])
    // The next photo of the album has it from memory.
    tellAlbum()
    let again = try await fixture.scan("IMG_2.jpg", SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 256))
    #expect(again.document?.review.cached == true)
    #expect(try await fixture.ledger.review(shownBy: again)?.mends?.count == 1)
    #expect(fixture.model.asked(.review).count == 2)
  }

  private static let uselessRepairs: [[ScriptedModel.Act]] = [
    [Act.says("I would rather not.")], [Act.says(CannedAnswers.moneyTalk)],
    [Act.fails(.fail(.unknown, "the model declined"))],
    // Nobody answers, though it may be on the bill.
    Array(repeating: Act.fails(.retry(.unknown, "reset", service: .anthropic), .unknown), count: 2),
  ]

  @Test(arguments: uselessRepairs.indices)
  func `a repair that is of no use leaves the first answer, without its talk of money`(number: Int) async throws {
    tellAlbum()
    fixture.model.answers(.review, Act.says(CannedAnswers.someMoneyTalk))
    for act in Self.uselessRepairs[number] { fixture.model.answers(.review, act) }
    let document = try #require(try await fixture.scan().document)
    #expect(document.review.contextSummary == "A quiet record that carries far. It has not aged a day.")
    fixture.expectAllTold()
  }

  @Test func `an answer that was cut off is asked for again with more room, and counts if it is whole at last`()
    async throws
  {
    tellAlbum()
    fixture.model.answers(
      .review, Act.says(CannedAnswers.review, truncated: true), Act.says(CannedAnswers.review, truncated: true))
    #expect(try await fixture.scan().reviewStatus == .written)
    let (first, second) = (
      try #require(fixture.model.asked(.review).first), try #require(fixture.model.asked(.review).last)
    )
    #expect(second.maxOutputTokens == 2 * first.maxOutputTokens)
    #expect(second.material.contains("cut off"))
    fixture.expectAllTold()
  }

  @Test func `twice bad, the review is unavailable and the album is shown; retry brings it`() async throws {
    tellAlbum()
    fixture.model.answers(.review, Act.says(CannedAnswers.moneyTalk), Act.says(CannedAnswers.moneyTalk))
    let scan = try await fixture.scan()
    #expect(scan.state == .done)
    #expect(scan.reviewStatus == .unavailable)
    // `show` says why.
    let fault = try #require(try await fixture.ledger.faults(of: scan.id).last)
    #expect(fault.step == .review && fault.kind == "permanent")
    // Not by itself: each try costs.
    try await fixture.runFollowUps()
    #expect(fixture.model.asked(.review).count == 2)

    #expect(try await fixture.ledger.retry(scan.id) == .carriedOut)
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    try await fixture.runFollowUps()
    let after = try #require(try await fixture.ledger.scan(scan.id))
    #expect(after.reviewStatus == .written)
    #expect(try fixture.document(of: after).review.rating == 8.4)
    #expect(try fixture.document(of: after).cost.usd == 0.05)
    #expect(after.bundle == scan.bundle)
    #expect(fixture.bundles().count == 1)
    #expect(fixture.model.asked(.reading).count == 1)
    fixture.expectAllTold()
  }

  @Test func `a review that waits for money is written once a call was cheaper than reserved`() async throws {
    var fixture = fixture
    fixture.settings.budget.perDay = Money(dollars: 0.1)
    tellAlbum()
    let id = try await fixture.drop()
    // Somebody's call is out, for which half of the money is reserved.
    let reserved = try await fixture.ledger.reserve(
      Money(dollars: 0.05), for: id, step: .search, service: .anthropic, model: "m", recipe: Digest(hex: "ab"),
      caps: fixture.settings.budget.caps(at: fixture.time.now), now: fixture.time.now)
    guard case .granted(let expense) = reserved else { throw LedgerError("\(reserved)") }
    let scan = try await fixture.finish(id)
    #expect(scan.reviewStatus == .pending)
    #expect(try await fixture.ledger.conditions().map(\.code) == ["budget"])
    try await fixture.runFollowUps()
    #expect(fixture.model.asked(.review).isEmpty)

    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let answer = Answer(
      text: "…", sources: [], model: "m", usage: Usage(inputTokens: 1, outputTokens: 1), cost: Money(dollars: 0.01),
      truncated: false)
    try await fixture.ledger.settle(expense, with: answer)
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.scan(id)?.reviewStatus == .written)
  }

  @Test func `an answer to mend isn't paid for again when mending it failed`() async throws {
    tellAlbum()
    fixture.model.answers(
      .review, Act.says(CannedAnswers.moneyTalk), Act.fails(.retry(.unknown, "overloaded", service: .anthropic)),
      Act.says(CannedAnswers.review))
    #expect(try await fixture.scan().reviewStatus == .written)
    let asked = fixture.model.asked(.review).map { $0.material.contains("could not be used") }
    #expect(asked == [false, true, true])
  }

  @Test func `a review is written once for all editions of an album`() async throws {
    tellAlbum()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    try await fixture.scan("IMG_1.jpg")
    tellAlbum("Paper Lanterns (Deluxe Edition)", id: MBID("6f1d2c3b-0000-4000-8000-0000000000ff"))
    let photo = SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 256)
    let document = try #require(try await fixture.scan("IMG_2.jpg", photo).document)
    #expect(document.album.albumTitle == "Paper Lanterns (Deluxe Edition)")
    #expect(document.review.status == .written)
    #expect(document.review.cached == true)
    #expect(document.cost.calls.map(\.step) == [.reading])
    fixture.expectAllTold()
  }

  @Test func `a review is the album's, whatever prompt, model, strategy, and search setting come after it`()
    async throws
  {
    tellAlbum()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    try await fixture.scan("IMG_1.jpg")
    var changed = fixture
    changed.settings.identification.strategy = .singleCall
    changed.settings.review.webSearch = true
    changed.promptBuilder.models = ModelNames(identification: "look-2", search: "search-2", review: "review-2")
    changed.promptBuilder.prompts.review = Prompt(text: "Review otherwise.")
    changed.promptBuilder.prompts.searchedReview = Prompt(text: "Cite otherwise.")
    changed.model.answers(.reading, Act.says(CannedAnswers.everything("Another draft.")))
    changed.catalog.searches.answers(.success([CannedAnswers.album()]))
    changed.catalog.lookups.answers(.success(CannedAnswers.album()))
    changed.covers.fronts.answers(.success(nil))
    let photo = SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 256)
    let review = try #require(try await changed.scan("IMG_2.jpg", photo).document?.review)
    #expect(review.status == .written && review.cached == true)
    #expect(review.prompt == "sha256:\(fixture.promptBuilder.prompts.review.digest.hex)")
    #expect(fixture.model.asked(.review).count == 1)
    fixture.expectAllTold()
  }

  @Test(arguments: [false, true])
  func `two photos of one album at once are one review, also across a reload`(isReloaded: Bool) async throws {
    tellAlbum()
    tellAlbum()
    try await fixture.drop("IMG_1.jpg")
    try await fixture.drop("IMG_2.jpg", SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 256))
    let context = fixture.context()
    for _ in 1...2 { try await fixture.runNext(on: context) }
    let (isAsked, goOn) = (Latch(), Latch())
    fixture.model.answers(
      .review,
      Act.after(
        {
          isAsked.open()
          await goOn.wait()
        }, Act.says(CannedAnswers.review)))
    let documents = try await within(.seconds(120)) { [fixture] in
      let first = try #require(try await fixture.ledger.claimFollowUp(now: fixture.time.now))
      let second = try #require(try await fixture.ledger.claimFollowUp(now: fixture.time.now))
      async let one: Void = fixture.runner(on: context).run(first)
      await isAsked.wait()
      async let two: Void = fixture.runner(on: isReloaded ? fixture.context() : context).run(second)
      goOn.open()
      _ = try await (one, two)
      return try await fixture.ledger.scans().compactMap(\.document)
    }
    #expect(documents.map(\.review.status) == [.written, .written])
    #expect(Set(documents.map(\.review.cached)) == [false, true])
    #expect(fixture.model.asked(.review).count == 1)
  }

  @Test func `a review that was kept by an older version is shown`() async throws {
    let key = AlbumKey(artistName: CannedAnswers.artist, albumTitle: CannedAnswers.title, releaseYear: "1974").text
    let old = Review(
      contextSummary: "It holds up.", contextBullets: ["One.", "Two.", "Three."], rating: 8,
      recommendation: .recommended,
      label: .deepCut, keyTracks: ["A", "B", "C"])
    #expect(!String(decoding: try JSONEncoder().encode(old), as: UTF8.self).contains("mends"))
    let kept = KeptReview(
      review: old, model: "m", prompt: fixture.promptBuilder.prompts.review.digest, writtenAt: fixture.time.now)
    try await fixture.ledger.keep(kept, of: key, searched: false)
    tellAlbum()
    let scan = try await fixture.scan()
    #expect(scan.document?.review.contextSummary == "It holds up." && scan.document?.review.cached == true)
    #expect(try await fixture.ledger.review(shownBy: scan) == old)
    fixture.expectAllTold()
  }

  @Test func `reviews that are switched off are asked for neither now nor later`() async throws {
    var fixture = fixture
    fixture.settings.review.enabled = false
    tellAlbum(to: fixture)
    let scan = try await fixture.scan()
    #expect(scan.reviewStatus == .pending)
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.nextDue() == nil)
  }

  @Test(arguments: ["review.enabled", "a key"])
  func `a review that is asked for before its settings are in use waits for them`(lacking: String) async throws {
    var old = fixture
    tellAlbum(to: old)
    old.settings.review.enabled = false
    let id = try await old.scan().id
    if lacking == "a key" { (old.settings.review.enabled, old.hasModel) = (true, false) }
    // As a command does that runs before this one.
    try await old.ledger.noteChangedSettings()
    #expect(try await old.ledger.retry(id) == .carriedOut)
    let followUp = try #require(try await old.ledger.claimFollowUp(now: old.time.now))
    try await old.runner().run(followUp)
    #expect(try await old.ledger.nextDue() == old.time.now)

    var new = fixture
    new.settingsVersion = try await old.ledger.settingsVersion()
    new.model.answers(.review, Act.says(CannedAnswers.review))
    try await new.runFollowUps()
    #expect(try await new.ledger.scan(id)?.reviewStatus == .written)
    // What the newest settings rule out isn't kept.
    #expect(try await new.ledger.redo(id, from: .review, strategy: nil, now: new.time.now) == .carriedOut)
    new.settings.review.enabled = false
    try await new.runFollowUps()
    #expect(try await new.ledger.nextDue() == nil)
  }

  @Test func `without a model the review of a known album is pending`() async throws {
    tellAlbum()
    fixture.model.answers(.review, Act.fails(.fail(.unknown, "refused")))
    try await fixture.scan("IMG_1.jpg")
    // The same photo again, and no key any more.
    var poor = fixture
    poor.hasModel = false
    let scan = try await poor.scan("IMG_1.jpg")
    #expect(scan.state == .done)
    #expect(scan.reviewStatus == .pending)
  }

  @Test func `without a model a review that is there is shown`() async throws {
    tellAlbum()
    fixture.model.answers(.review, Act.fails(.fail(.unknown, "refused")))
    let first = try await fixture.scan("IMG_1.jpg")
    let identity = try #require(first.document?.identity)
    let review = Review(
      contextSummary: "It holds up.", contextBullets: ["One."], rating: 8, recommendation: .recommended,
      label: .deepCut, keyTracks: [])
    try await fixture.ledger.keep(
      KeptReview(review: review, model: "m", prompt: Digest(hex: "ab"), writtenAt: fixture.time.now),
      of: identity.key.text, searched: true)
    var poor = fixture
    poor.hasModel = false
    let scan = try await poor.scan("IMG_1.jpg")
    #expect(scan.document?.review.contextSummary == "It holds up.")
    #expect(scan.document?.review.cached == true)
  }

  @Test func `without a model a photo waits for a key`() async throws {
    var poor = fixture
    poor.hasModel = false
    try await poor.drop()
    let scan = try #require(try await poor.runNext())
    #expect(scan.state == .waiting)
    #expect(scan.heldReason?.contains("albumscanctl key set") == true)
    #expect(scan.attempts == 0)
  }

  @Test func `a review that there is no money for comes when there is`() async throws {
    var fixture = fixture
    // Enough for the reading's worst case, and not for the review's after it.
    fixture.settings.budget.perDay = Money(dollars: 0.055)
    tellAlbum(to: fixture)
    let scan = try await fixture.scan()
    #expect(scan.state == .done)
    #expect(scan.reviewStatus == .pending)
    let due = try #require(try await fixture.ledger.nextDue())
    #expect(due > fixture.time.now)
    try await fixture.runFollowUps()
    #expect(fixture.model.asked(.review).isEmpty)

    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    fixture.time.advance(to: due)
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.scan(scan.id)?.reviewStatus == .written)
    #expect(try await fixture.ledger.nextDue() == nil)
    fixture.expectAllTold()
  }

  @Test func `being offline at the review doesn't hide the album`() async throws {
    tellAlbum()
    fixture.model.answers(
      .review, Act.fails(.retry(.unknown, "no route", service: .anthropic, isCounted: false)),
      Act.says(CannedAnswers.review))
    let scan = try await fixture.scan()
    #expect(scan.state == .done)
    #expect(scan.reviewStatus == .pending)
    fixture.time.advance(to: try #require(try await fixture.ledger.nextDue()))
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.scan(scan.id)?.reviewStatus == .written)
    fixture.expectAllTold()
  }

  @Test(arguments: [Fault.Bill.nothing, .unknown])
  func `a service that fails at the review has it wait, and not the album`(bill: Fault.Bill) async throws {
    tellAlbum()
    let overloaded = Act.fails(.retry(.unknown, "overloaded", service: .anthropic), bill)
    fixture.model.answers(.review, overloaded, overloaded)
    let scan = try await fixture.scan()
    #expect(scan.reviewStatus == .pending)
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    fixture.time.advance(to: try #require(try await fixture.ledger.nextDue()))
    try await fixture.runFollowUps()
    #expect(try await fixture.ledger.scan(scan.id)?.reviewStatus == .written)
    #expect(try await fixture.ledger.nextDue() == nil)
    fixture.expectAllTold()
  }

  @Test func `a review that is being written when the program stops is no failed review`() async throws {
    tellAlbum()
    let wasAsked = Latch()
    fixture.model.answers(
      .review, Act.fails(.retry(.unknown, "overloaded", service: .anthropic)), Act.hangs(wasAsked))
    let id = try await fixture.drop()
    try await fixture.runNext()
    let first = try #require(try await fixture.ledger.claimFollowUp(now: fixture.time.now))
    try await fixture.runner().run(first)
    let second = try #require(try await fixture.ledger.claimFollowUp(now: fixture.time.now))
    let run = Task { [fixture] in try await fixture.runner().run(second) }
    try await within { await wasAsked.wait() }
    run.cancel()
    try await run.value
    #expect(try await fixture.ledger.scan(id)?.reviewStatus == .pending)
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    #expect(try await fixture.finish(id).reviewStatus == .written)
  }
}
