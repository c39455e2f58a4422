import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// Another provider is asked while the first can't answer, and never before.
@Suite struct FallbackProviderTests {
  private let fixture: PipelineFixture
  private let other = ScriptedModel(at: .openai)

  init() throws { fixture = try PipelineFixture() }

  private func metered(caps: Double = 5, fallback: (any LanguageModel)? = nil) -> MeteredModel {
    MeteredModel(
      model: fixture.model,
      fallback: FallbackProvider(
        model: fallback ?? other,
        models: ModelNames(identification: "see-2", search: "find-2", review: "write-2"), after: 120),
      gate: fixture.context().gate,
      budget: ScanSettings.Budget(
        perScan: Money(dollars: caps), perDay: Money(dollars: caps), perMonth: Money(dollars: caps)))
  }

  private func question(_ step: Step = .reading, searches: Int = 0) -> Question {
    Question(
      step: step, model: "first-1", instructions: "Look.", material: "What is it?", maxOutputTokens: 100,
      searches: searches)
  }

  @Test func `one that needs a person is stood in for at once, by the other's own model`() async throws {
    let id = try await fixture.drop()
    fixture.model.answers(
      .reading, Act.fails(.needsPerson(.unknown, "bad key", service: .anthropic, cure: .advice("Set it."))))
    other.answers(.reading, Act.says("{}"))
    let given = try await metered().answer(question(), for: id)
    #expect(given.service == .openai && given.question.model == "see-2")
    #expect(other.asked.map(\.model) == ["see-2"])
    let calls = try await fixture.ledger.bookedCalls(of: id)
    #expect(calls.map(\.service) == ["anthropic", "openai"])
    #expect(calls.map(\.standing) == [.released, .settled])
  }

  @Test func `one that is away is waited for as long as the settings say, then stood in for`() async throws {
    let id = try await fixture.drop()
    let overload = Fault.retry(.unknown, "529", service: .anthropic, after: 3600)
    fixture.model.answers(.reading, Act.fails(overload))
    let began = fixture.time.source.now()
    let refusal = await #expect(throws: Fault.self) { try await metered().answer(question(), for: id) }
    // Not the hour that it asked for: the scan comes back when it is the other's turn.
    #expect(refusal?.next == .wait(until: began + 120) && refusal?.holder == "anthropic")
    #expect(other.asked.isEmpty)

    fixture.time.advance(to: began + 120)
    other.answers(.reading, Act.says("{}"))
    #expect(try await metered().answer(question(), for: id).service == .openai)
    #expect(fixture.model.asked.count == 1)

    // Its hour is over: it is asked first, and its answer opens it.
    fixture.time.advance(to: began + 3600)
    fixture.model.answers(.review, Act.says("{}"))
    #expect(try await metered().answer(question(.review), for: id).service == .anthropic)
    #expect(try await fixture.ledger.servicePause(of: .anthropic) == nil)
  }

  @Test func `a question that was refused, and a cap, are nobody else's to answer`() async throws {
    let id = try await fixture.drop()
    fixture.model.answers(.reading, Act.fails(.fail(.unknown, "no such picture")))
    await #expect(throws: Fault.self) { try await metered().answer(question(), for: id) }
    let refusal = await #expect(throws: Fault.self) {
      try await metered(caps: 0.01).answer(question(.review), for: id)
    }
    #expect(refusal?.holder == "budget")
    #expect(other.asked.isEmpty)
  }

  @Test func `caps hold over both`() async throws {
    let id = try await fixture.drop()
    // Nobody knows whether the first was billed: its worst case, 5 cents, stays booked.
    fixture.model.answers(
      .reading, Act.fails(.needsPerson(.unknown, "no", service: .anthropic, cure: .advice("Act.")), .unknown))
    let refusal = await #expect(throws: Fault.self) { try await metered(caps: 0.09).answer(question(), for: id) }
    #expect(refusal?.holder == "budget")
    #expect(other.asked.isEmpty)
  }

  @Test func `who can't search the web makes no search, and writes reviews without one`() async throws {
    let id = try await fixture.drop()
    let own = ScriptedModel(at: .compatible)
    let down = Fault.needsPerson(.unknown, "no", service: .anthropic, cure: .advice("Act."))
    fixture.model.answers(.search, Act.fails(down))
    await #expect(throws: Fault.self) {
      try await metered(fallback: own).answer(question(.search, searches: 3), for: id)
    }
    own.answers(.review, Act.says("{}"))
    let given = try await metered(fallback: own).answer(question(.review, searches: 3), for: id)
    #expect(given.question.searches == 0 && given.question.model == "write-2")
  }

  @Test func `where both are away the scan waits`() async throws {
    let id = try await fixture.drop()
    fixture.model.answers(.reading, Act.fails(.needsPerson(.unknown, "no", service: .anthropic, cure: .advice("Act."))))
    other.answers(.reading, Act.fails(.retry(.unknown, "503", service: .openai)))
    let failure = await #expect(throws: Fault.self) { try await metered().answer(question(), for: id) }
    #expect(failure?.service == .openai)
  }
}
