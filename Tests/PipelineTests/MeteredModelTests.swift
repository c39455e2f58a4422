import Albums
import Digests
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Pipeline
@testable import Records

@Suite struct MeteredModelTests {
  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func metered(at once: Int = 4) -> MeteredModel {
    let model = MeteredModel(model: fixture.model, gate: gate, budget: fixture.settings.budget)
    fixture.limits.allow(modelCalls: once)
    return model
  }

  private var gate: ServiceGate { fixture.context().gate }

  private func question(_ material: String = "What is it?") -> Question {
    Question(step: .reading, model: "look-1", instructions: "Look.", material: material, maxOutputTokens: 100)
  }

  private var spent: Money { get async throws { try await fixture.ledger.spent(since: .distantPast) } }

  @Test func `the worst case is reserved before anything is sent, and the bill settled after`() async throws {
    let id = try await fixture.drop()
    let look: @Sendable () async -> Void = { [ledger = fixture.ledger] in
      let reserved = try? await ledger.spent(since: .distantPast)
      #expect(reserved == Money(dollars: 0.05))
    }
    fixture.model.answers(.reading, Act.after(look, Act.says("{}", dollars: 0.01)))
    #expect(try await metered().answer(question(), for: id).answer.text == "{}")
    #expect(try await spent == Money(dollars: 0.01))
    let call = try #require(try await fixture.ledger.calls(of: id).first)
    #expect((call.inputTokens, call.outputTokens, call.usd) == (1000, 100, 0.01))
  }

  @Test(arguments: [
    (Fault.Bill.nothing, 0.0), (.unknown, 0.05),
    (.known(Usage(inputTokens: 9, outputTokens: 1), Money(dollars: 0.002)), 0.002),
    (.known(Usage(inputTokens: 9, outputTokens: 1), nil), 0.05),
  ])
  func `a failed call is booked by what it may have cost`(bill: Fault.Bill, dollars: Double) async throws {
    let id = try await fixture.drop()
    fixture.model.answers(.reading, Act.fails(.retry(.unknown, "no"), bill))
    await #expect(throws: Fault.retry(.unknown, "no").billed(bill)) {
      try await metered().answer(question(), for: id)
    }
    #expect(try await spent == Money(dollars: dollars))
  }

  @Test func `an answer without a bill keeps its reservation`() async throws {
    let id = try await fixture.drop()
    fixture.model.answers(.reading, Act.says("{}", dollars: nil))
    _ = try await metered().answer(question(), for: id)
    #expect(try await spent == Money(dollars: 0.05))
  }

  @Test func `a model without a price is reserved at a quarter of a dollar`() async throws {
    let id = try await fixture.drop()
    fixture.model.costsAtMost(nil)
    fixture.model.answers(.reading, Act.says("{}", dollars: nil))
    _ = try await metered().answer(question(), for: id)
    #expect(try await spent == Money(dollars: 0.25))
  }

  @Test func `the same question is answered from memory, another one is not`() async throws {
    let (one, two) = (try await fixture.drop("1.jpg"), try await fixture.drop("2.jpg", SamplePhoto.copy(2)))
    fixture.model.answers(.reading, Act.says("first"), Act.says("second"))
    #expect(try await metered().answer(question(), for: one).answer.text == "first")
    #expect(try await metered().answer(question(), for: two).answer.text == "first")
    #expect(try await metered().answer(question("Another?"), for: two).answer.text == "second")
    #expect(fixture.model.asked.count == 2)
    #expect(try await spent == Money(dollars: 0.02))
  }

  @Test func `an answer that was thrown away is asked for again`() async throws {
    let id = try await fixture.drop()
    fixture.model.answers(.reading, Act.says("useless"), Act.says("useful"))
    try await metered().discard(try await metered().answer(question(), for: id))
    #expect(try await metered().answer(question(), for: id).answer.text == "useful")
    #expect(try await spent == Money(dollars: 0.02))
  }

  @Test(arguments: [(0.04, 50.0, 500.0, Reservation.Cap.scan), (5, 0.04, 500, .day), (5, 50, 0.04, .month)])
  func `where a cap might be passed nothing is sent`(
    scan: Double, day: Double, month: Double, cap: Reservation.Cap
  ) async throws {
    var fixture = fixture
    fixture.settings.budget = ScanSettings.Budget(
      perScan: Money(dollars: scan), perDay: Money(dollars: day), perMonth: Money(dollars: month))
    let id = try await fixture.drop()
    let model = MeteredModel(
      model: fixture.model, gate: gate, budget: fixture.settings.budget)
    let refusal = await #expect(throws: Fault.self) { try await model.answer(question(), for: id) }
    #expect(refusal?.holder == "budget")
    #expect(fixture.model.asked.isEmpty)
    #expect(try await spent == .zero)
  }

  /// A model whose turn is paused, and may cost so much more to go on with.
  private struct PausedModel: LanguageModel {
    let service = ServiceName.anthropic
    let more: Money

    func worstCase(of question: Question) -> Money? { Money(dollars: 0.05) }

    func answer(
      _ question: Question, extending extend: @Sendable (Money) async -> Bool
    ) async throws(Fault) -> Answer {
      let usage = Usage(inputTokens: 1000, outputTokens: 100)
      guard await extend(more) else {
        throw Fault.retry(.unknown, "paused", service: service).billed(.known(usage, Money(dollars: 0.04)))
      }
      return Answer(text: "{}", model: "m", usage: usage, cost: Money(dollars: 0.05) + more)
    }
  }

  @Test func `a paused turn is gone on with where the caps allow that, and waits for the budget else`() async throws {
    let id = try await fixture.drop()
    func ask(_ dollars: Double, _ material: String) async throws -> Answer {
      try await MeteredModel(
        model: PausedModel(more: Money(dollars: dollars)), gate: gate,
        budget: ScanSettings.Budget(
          perScan: Money(dollars: 0.5), perDay: Money(dollars: 5), perMonth: Money(dollars: 50))
      ).answer(question(material), for: id).answer
    }
    #expect(try await ask(0.2, "one").cost == Money(dollars: 0.25))
    #expect(try await spent == Money(dollars: 0.25))
    let refusal = await #expect(throws: Fault.self) { try await ask(0.3, "two") }
    #expect(refusal?.holder == "budget")
    // The turn that was had is paid all the same, and no cap is passed.
    #expect(try await spent == Money(dollars: 0.29))
  }

  @Test func `a turn isn't gone on with where the ledger can't reserve it, and its error is passed on`() async throws {
    let id = try await fixture.drop()
    try await fixture.ledger.write { db in
      try db.execute(
        sql: """
          CREATE TRIGGER fails BEFORE UPDATE ON expense WHEN new.state = 'reserved'
          BEGIN SELECT raise(ABORT, 'no room'); END
          """)
    }
    let model = MeteredModel(
      model: PausedModel(more: Money(dollars: 0.2)), gate: gate, budget: fixture.settings.budget)
    let error = await #expect(throws: (any Error).self) { try await model.answer(question(), for: id) }
    #expect(String(describing: error).contains("no room"))
    // What the first part of the turn cost.
    #expect(try await spent == Money(dollars: 0.04))
  }

  @Test func `many at once never pass a cap`() async throws {
    var fixture = fixture
    // Room for seven reservations of five cents; all of it is spent.
    fixture.settings.budget.perDay = Money(dollars: 0.35)
    let model = MeteredModel(
      model: fixture.model, gate: gate, budget: fixture.settings.budget)
    let id = try await fixture.drop()
    let tally = Tally()
    let look: @Sendable () async -> Void = { [ledger = fixture.ledger] in
      tally.enter()
      let spent = (try? await ledger.spent(since: .distantPast)) ?? Money(dollars: 100)
      #expect(spent <= Money(dollars: 0.35))
    }
    fixture.model.always(.reading, Act.after(look, Act.says("{}", dollars: 0.05)))
    let answered = try await within { [model] in
      await withTaskGroup(of: Bool.self) { group in
        for number in 1...40 {
          group.addTask { (try? await model.answer(question("\(number)"), for: id)) != nil }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
    }
    #expect(answered == 7)
    #expect(tally.total == 7)
    #expect(try await fixture.ledger.spent(since: .distantPast) == Money(dollars: 0.35))
  }

  @Test func `no more calls are out at once than is allowed`() async throws {
    let id = try await fixture.drop()
    let tally = Tally()
    let look: @Sendable () async -> Void = {
      tally.enter()
      for _ in 1...5 { await Task.yield() }
      tally.leave()
    }
    fixture.model.always(.reading, Act.after(look, Act.says("{}")))
    let model = metered(at: 2)
    try await within { [model] in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 1...30 { group.addTask { _ = try await model.answer(question("\(number)"), for: id) } }
        try await group.waitForAll()
      }
    }
    #expect(tally.most <= 2)
    #expect(tally.total == 30)
  }

  @Test func `whatever is sent makes another question`() {
    var questions = [question()]
    func add(_ change: (inout Question) -> Void) {
      var other = question()
      change(&other)
      questions.append(other)
    }
    add { $0.model = "look-2" }
    add { $0.instructions = "Look!" }
    add { $0.material = "What is that?" }
    add { $0.maxOutputTokens = 200 }
    add { $0.searches = 1 }
    add { $0.schema = AnswerSchema(name: "a", json: "{}") }
    add { $0.picture = Question.Picture(jpeg: Data([1]), width: 1, height: 1) }
    add { $0.picture = Question.Picture(jpeg: Data([2]), width: 1, height: 1) }
    // The same letters, parted differently.
    add { ($0.instructions, $0.material) = ("Look.What", " is it?") }
    let recipe = { (question: Question) in
      MeteredModel.recipe(of: question, question.picture.map { Digest(hex: SHA256.hex(of: $0.jpeg)) })
    }
    #expect(Set(questions.map(recipe)).count == questions.count)
    // What only names the expense makes no other question.
    var review = question()
    review.step = .review
    #expect(recipe(review) == recipe(question()))
  }
}
