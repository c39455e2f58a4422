import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline
@testable import Records

@Suite struct BatchPolicyTests {
  private var fixture: PipelineFixture
  private let batches: ScriptedBatches
  private let wakeSignal = WakeSignal()

  init() throws {
    fixture = try PipelineFixture()
    batches = ScriptedBatches(fixture.time)
    fixture.batches = batches
    fixture.settings.bulkAbove = 1
  }

  private var submitter: BatchSubmitter {
    let line = fixture.line()
    return BatchSubmitter(ledger: fixture.ledger, line: { line }, wakeSignal: wakeSignal, booked: {})
  }

  /// Drops photos, and carries each as far as it comes.
  private func pour(_ count: Int = 3) async throws -> [ScanID] {
    var ids: [ScanID] = []
    for number in 1...count {
      let photo = SamplePhoto.front(number - 1)
      ids.append(try await fixture.drop("IMG_\(number).jpg", photo))
    }
    while try await fixture.carryNext() != nil {}
    return ids
  }

  /// Lets the time go on until the submitter has nothing to do, or for so long.
  private func work(_ submitter: BatchSubmitter, for duration: Duration = .seconds(3600)) async throws {
    let end = fixture.time.now + duration
    while let next = try await submitter.round(), next <= end { fixture.time.advance(to: max(next, fixture.time.now)) }
  }

  private static let answer = BatchOutcome.answered(
    Answer(
      text: CannedAnswers.notIdentifiable(.unreadable), model: "m", usage: Usage(inputTokens: 1000, outputTokens: 10),
      cost: Money(dollars: 0.005)))

  private var spent: Money { get async throws { try await fixture.ledger.spent(since: .distantPast) } }

  private func states(_ ids: [ScanID]) async throws -> [ScanState] {
    var states: [ScanState] = []
    for id in ids { states.append(try #require(try await fixture.ledger.scan(id)).state) }
    return states
  }

  // MARK: What goes which way

  @Test(arguments: [
    (Step.reading, 0, BatchPolicyFacts(unread: 6), true), (.reading, 0, BatchPolicyFacts(unread: 5), false),
    (.reading, 0, BatchPolicyFacts(unread: 6, isAskedFor: true), false),
    (.reading, 0, BatchPolicyFacts(unread: 6, hadItsTurn: true), false),
    (.reading, 3, BatchPolicyFacts(unread: 6), false), (.search, 0, BatchPolicyFacts(unread: 6), false),
    (.review, 0, BatchPolicyFacts(unread: 6), false),
    (.review, 0, BatchPolicyFacts(unread: 0, wasReadInBulk: true), true),
    (.review, 3, BatchPolicyFacts(unread: 0, wasReadInBulk: true), false),
    (.review, 0, BatchPolicyFacts(unread: 0, isAskedFor: true, wasReadInBulk: true), false),
    (.review, 0, BatchPolicyFacts(unread: 0, wasReadInBulk: true, hadItsTurn: true), false),
  ])
  func `a flood is read in bulk, and what was read in bulk is reviewed so`(
    step: Step, searches: Int, facts: BatchPolicyFacts, isBulk: Bool
  ) {
    let question = Question(
      step: step, model: "m", instructions: "", material: "", maxOutputTokens: 1, searches: searches)
    #expect(BatchPolicy(batches: batches, above: 5).takes(question, facts) == isBulk)
  }

  @Test func `questions are handed in when nothing would be added, and never during a pause`() {
    let now = Date(timeIntervalSince1970: 1_000_000)
    func due(
      _ count: Int, oldest: TimeInterval, newest: TimeInterval, isQuiet: Bool = true, isPaused: Bool = false
    ) -> TimeInterval? {
      let queue = BatchQueue(
        readings: count, reviews: 0, oldest: count > 0 ? now - oldest : nil, newest: count > 0 ? now - newest : nil,
        isQuiet: isQuiet, isPaused: isPaused)
      return BatchTiming().due(queue, now: now).map { $0.timeIntervalSince(now) }
    }
    #expect(due(0, oldest: 0, newest: 0) == nil)
    #expect(due(3, oldest: 9, newest: 1) == 2)
    #expect(due(3, oldest: 9, newest: 1, isQuiet: false) == 291)
    #expect(due(250, oldest: 9, newest: 0, isQuiet: false) == 0)
    #expect(due(250, oldest: 900, newest: 600, isPaused: true) == nil)
    #expect([0, 1, 2, 8, 9, 100].map { BatchTiming().pause(after: $0) / .seconds(1) } == [1, 2, 4, 256, 300, 300])
  }

  // MARK: The way of a flood

  @Test func `a flood waits for its batch, and each answer is booked at its own price`() async throws {
    let ids = try await pour()
    #expect(try await states(ids) == [.waiting, .waiting, .waiting])
    #expect(try await fixture.ledger.scan(ids[0])?.heldBy == "batch")
    #expect(try await fixture.ledger.scan(ids[0])?.attempts == 0)
    #expect(try await spent == Money(dollars: 0.075))
    let submitter = submitter
    try await work(submitter, for: .seconds(60))
    #expect(batches.taken.map(\.ids.count) == [3])
    #expect(fixture.model.asked.isEmpty)
    batches.answersAll(Self.answer)
    batches.end()
    try await work(submitter)
    #expect(try await spent == Money(dollars: 0.015))
    #expect(batches.forgotten == ["batch-1"])
    for id in ids { try await fixture.finish(id) }
    #expect(try await states(ids) == [.failed, .failed, .failed])
    #expect(fixture.model.asked.isEmpty)
    #expect(try await submitter.round() == nil)
  }

  @Test func `a scan asked for by name doesn't wait for a batch`() async throws {
    _ = try await pour()
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let path = try fixture.folder.write(SamplePhoto.front(3), to: "inbox/now.jpg")
    guard let photo = IncomingPhoto(at: path),
      case .accepted(let id) = try await photo.receive(into: fixture.ledger, origin: .command, now: fixture.time.now)
    else {
      Issue.record("not accepted")
      return
    }
    #expect(try await fixture.finish(id).state == .failed)
    #expect(fixture.model.asked.count == 1)
  }

  @Test func `the same question of two scans is handed in once, and answers both`() async throws {
    let first = try await fixture.drop("a.jpg", SamplePhoto.lanterns)
    let second = try await fixture.drop("b.jpg", SamplePhoto.copy(2))
    _ = try await fixture.drop("c.jpg", SamplePhoto.front(1))
    while try await fixture.carryNext() != nil {}
    #expect(try await spent == Money(dollars: 0.05))
    let submitter = submitter
    batches.answersAll(Self.answer)
    try await work(submitter, for: .seconds(60))
    batches.end()
    try await work(submitter)
    for id in [first, second] { #expect(try await fixture.finish(id).state == .failed) }
    #expect(batches.taken.map(\.ids.count) == [2])
    #expect(fixture.model.asked.isEmpty)
  }

  @Test func `what a batch left untouched is asked at once, and what can't be mended is met once`() async throws {
    let ids = try await pour()
    let submitter = submitter
    try await work(submitter, for: .seconds(60))
    let sent = try #require(batches.taken.first?.ids)
    batches.answers(sent[0], .untouched)
    batches.answers(
      sent[1],
      .failed(
        ModelFailure(
          .permanent("It declined"), bill: .known(Usage(inputTokens: 9, outputTokens: 0), Money(dollars: 0.001)))))
    batches.answers(sent[2], .failed(ModelFailure(.transient("500", service: .anthropic), bill: .nothing)))
    batches.end()
    try await work(submitter)
    fixture.model.always(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    for id in ids { try await fixture.finish(id) }
    #expect(fixture.model.asked.count == 2)
    #expect(try await fixture.ledger.scan(ids[1])?.reason == "It declined")
    #expect(try await spent == Money(dollars: 0.021))
    #expect(try await fixture.ledger.batchQueue(now: fixture.time.now).count == 0)
  }

  @Test func `a cap holds for batches, at their price`() async throws {
    var test = self
    test.fixture.settings.budget.perDay = Money(dollars: 0.06)
    let ids = try await test.pour()
    #expect(try await test.spent == Money(dollars: 0.05))
    var holders: [String?] = []
    for id in ids { holders.append(try await fixture.ledger.scan(id)?.heldBy) }
    #expect(holders == ["batch", "batch", "budget"])
  }

  @Test func `switched off, what wasn't sent is asked at once, and what was is fetched`() async throws {
    let early = try await pour(2)
    let submitter = submitter
    try await work(submitter, for: .seconds(60))
    #expect(batches.taken.count == 1)
    var test = self
    test.fixture.settings.bulkAbove = 0
    let late = try await test.fixture.drop("late.jpg", SamplePhoto.front(3))
    try await test.fixture.carryNext()
    #expect(try await spent == Money(dollars: 0.075))
    test.fixture.settings.bulkAbove = nil
    let off = test.submitter
    try await off.round()
    #expect(try await spent == Money(dollars: 0.05))
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    #expect(try await test.fixture.finish(late).state == .failed)
    batches.answersAll(Self.answer)
    batches.end()
    try await work(off)
    for id in early { #expect(try await test.fixture.finish(id).state == .failed) }
    #expect(batches.taken.count == 1)
  }

  @Test func `nothing is handed in while the line is paused`() async throws {
    _ = try await pour()
    try await fixture.ledger.pause("holiday", now: fixture.time.now)
    try await work(submitter)
    #expect(batches.taken.isEmpty)
    try await fixture.ledger.resume()
    while try await fixture.carryNext() != nil {}
    try await work(submitter, for: .seconds(60))
    #expect(batches.taken.count == 1)
  }

  @Test func `a rejected scan's question isn't handed in, and its reservation goes`() async throws {
    let ids = try await pour()
    try await fixture.ledger.resumeAllServices()
    _ = try #require(try await fixture.ledger.claim(only: [ids[0]], now: fixture.time.now))
    #expect(try await fixture.ledger.reject(ids[0], now: fixture.time.now) == .carriedOut)
    while try await fixture.carryNext() != nil {}
    try await work(submitter, for: .seconds(60))
    #expect(batches.taken.map(\.ids.count) == [2])
    #expect(try await spent == Money(dollars: 0.05))
  }

  @Test func `asked in other words after a reload, the first question isn't sent`() async throws {
    let ids = try await pour()
    var test = self
    test.fixture.settings.prompts.identification = Prompt(text: "Look again.")
    try await fixture.ledger.resumeAllServices()
    while try await test.fixture.carryNext() != nil {}
    #expect(try await spent == Money(dollars: 0.075))
    try await work(test.submitter, for: .seconds(60))
    #expect(batches.taken.map(\.ids.count) == [3])
    #expect(
      Set(try await fixture.ledger.items(of: fixture.ledger.openBatches()[0]).map(\.question.instructions)).count == 1)
    #expect(try await states(ids) == [.waiting, .waiting, .waiting])
  }

  // MARK: Crashes, and providers that fail

  @Test func `killed before anything was sent, it hands in once`() async throws {
    _ = try await pour()
    // The row is there, the request wasn't made.
    let items = try await fixture.ledger.queuedItems(for: .anthropic, limit: 10)
    _ = try await fixture.ledger.beginBatch(
      items.map(\.expense), nonce: "dead", service: .anthropic, now: fixture.time.now)
    let submitter = submitter
    try await work(submitter, for: .seconds(30))
    #expect(batches.taken.isEmpty, "it may still turn up")
    try await work(submitter, for: .seconds(120))
    #expect(batches.taken.map(\.ids.count) == [3])
    #expect(batches.taken[0].nonce != "dead")
  }

  @Test func `a batch whose receipt was lost is found, however late it shows, and never handed in again`() async throws
  {
    let ids = try await pour()
    batches.losesReceipts(true)
    batches.hides(true)
    try await work(submitter, for: .seconds(30))
    batches.losesReceipts(false)
    batches.hides(false)
    batches.answersAll(Self.answer)
    batches.end()
    // Another submitter, as after a restart.
    try await work(submitter)
    #expect(batches.taken.count == 1)
    for id in ids { try await fixture.finish(id) }
    #expect(try await spent == Money(dollars: 0.015))
    #expect(fixture.model.asked.isEmpty)
  }

  @Test func `booked twice, an answer counts once`() async throws {
    let ids = try await pour()
    let submitter = submitter
    try await work(submitter, for: .seconds(60))
    let record = try #require(try await fixture.ledger.openBatches().first)
    let items = try await fixture.ledger.items(of: record)
    let outcomes = Dictionary(uniqueKeysWithValues: items.map { ($0.expense, Self.answer) })
    try await fixture.ledger.collect(record, outcomes)
    let other = BatchOutcome.answered(
      Answer(text: "other", model: "m", usage: nil, cost: Money(dollars: 9)))
    try await fixture.ledger.collect(record, outcomes.mapValues { _ in other })
    #expect(try await spent == Money(dollars: 0.015))
    for id in ids { try await fixture.finish(id) }
    #expect(fixture.model.asked.isEmpty)
  }

  @Test func `a batch that can't be had a day after its end is given up, and stays on the books`() async throws {
    let ids = try await pour()
    let submitter = submitter
    try await work(submitter, for: .seconds(60))
    batches.isAway(.transient("502", service: .anthropic))
    try await work(submitter, for: .seconds(90_000))
    #expect(try await fixture.ledger.openBatches().count == 1, "a fault isn't an answer")
    batches.isAway(nil)
    // Nobody knows it any more.
    batches.loseAll()
    try await work(submitter)
    #expect(try await fixture.ledger.openBatches().isEmpty)
    #expect(try await spent == Money(dollars: 0.075))
    fixture.model.always(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    for id in ids { try await fixture.finish(id) }
    #expect(fixture.model.asked.count == 3)
  }

  @Test func `refused for now it is handed in later, refused for good its questions are asked at once`() async throws {
    let ids = try await pour()
    batches.refuses(
      ModelFailure(.transient("busy", service: .anthropic, retryAfter: 30), bill: .nothing),
      ModelFailure(.permanent("too odd"), bill: .nothing))
    let submitter = submitter
    try await work(submitter, for: .seconds(10))
    #expect(try await fixture.ledger.batchQueue(now: fixture.time.now).count == 3)
    try await work(submitter)
    #expect(batches.taken.isEmpty)
    #expect(try await spent == .zero)
    fixture.model.always(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    for id in ids { try await fixture.finish(id) }
    #expect(fixture.model.asked.count == 3)
  }

  @Test func `a refused key closes the service, and the flood waits for the cure`() async throws {
    _ = try await pour()
    batches.refuses(
      ModelFailure(
        .needsAttention("no key", service: .anthropic, cure: "albumscanctl key set anthropic"), bill: .nothing))
    let submitter = submitter
    try await work(submitter, for: .seconds(60))
    #expect(batches.taken.isEmpty)
    #expect(try await fixture.ledger.closure(of: .anthropic)?.kind == .needsAttention)
    try await fixture.ledger.resumeAllServices()
    while try await fixture.carryNext() != nil {}
    try await work(submitter, for: .seconds(60))
    #expect(batches.taken.count == 1)
  }

  @Test func `a key that is replaced while the old one is being refused is tried at once`() async throws {
    _ = try await pour()
    batches.refuses(
      ModelFailure(
        .needsAttention("no key", service: .anthropic, cure: "albumscanctl key set anthropic"), bill: .nothing))
    let (before, after, batches) = (fixture.line(), fixture.line(), batches)
    let submitter = BatchSubmitter(
      ledger: fixture.ledger, line: { batches.isRefusing ? before : after }, wakeSignal: wakeSignal, booked: {})
    try await work(submitter, for: .seconds(60))
    #expect(batches.taken.count == 1)
    #expect(try await fixture.ledger.closure(of: .anthropic) == nil)
  }

  @Test func `a picture that is gone is prepared again by its scan`() async throws {
    let ids = try await pour()
    let note: PictureRecord = try #require(try await fixture.ledger.output(of: .picture, in: ids[0]))
    fixture.line().pictures.remove(note.jpeg)
    let submitter = submitter
    try await work(submitter, for: .seconds(60))
    #expect(batches.taken.map(\.ids.count) == [2])
    fixture.model.always(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    while try await fixture.carryNext() != nil {}
    try await work(submitter, for: .seconds(60))
    #expect(batches.taken.reduce(0) { $0 + $1.ids.count } + fixture.model.asked.count == 3)
  }
}
