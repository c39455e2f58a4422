import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

@Suite struct StrategyTests {
  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func tellCatalog() {
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
  }

  @Test func `four phases describe the photo first, and find the name without it`() async throws {
    var fixture = fixture
    fixture.settings.identification.strategy = .fourPhase
    fixture.model.answers(.reading, Act.says(CannedAnswers.described("PAPER LANTERNS")))
    fixture.catalog.searches.answers(.success([]))
    fixture.model.answers(
      .search, Act.says(CannedAnswers.searched(), sources: [Source(title: "A page", url: "https://a.example")]))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    tellCatalog()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let document = try fixture.document(of: try await fixture.scan())
    #expect(document.identification.strategy == "four-phase")
    #expect(document.identification.by == .phase1B)
    #expect(document.identification.confidence == .corroborated)
    let look = try #require(fixture.model.asked(.reading).first)
    #expect(look.instructions == "Describe.")
    #expect(look.schema == .extraction)
    #expect(look.searches == 0)
    #expect(look.picture != nil)
    let mapping = try #require(fixture.model.asked(.search).first)
    #expect(mapping.instructions == "Map.")
    #expect(mapping.picture == nil)
    #expect(mapping.searches > 0)
    #expect(mapping.material.contains("PAPER LANTERNS"))
    fixture.expectAllTold()
  }

  @Test func `four phases need no second call where the catalog knows the text`() async throws {
    var fixture = fixture
    fixture.settings.identification.strategy = .fourPhase
    fixture.model.answers(.reading, Act.says(CannedAnswers.described("MARLA QUIST\nPAPER LANTERNS")))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    tellCatalog()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let document = try fixture.document(of: try await fixture.scan())
    #expect(document.identification.by == .phase1B)
    // The model only read; it named nothing, and nobody searched the web.
    let found = document.identification
    let words = EvidenceText.belief(found.confidence, found.evidence, by: found.by)
    #expect(words.hasSuffix("Found in MusicBrainz by the text read on it."))
    #expect(!document.identification.evidence.contains { if case .model = $0 { true } else { false } })
    #expect(document.cost.calls.map(\.step) == [.reading, .review])
    fixture.expectAllTold()
  }

  @Test func `four phases without the web ask for what the model knows`() async throws {
    var fixture = fixture
    fixture.settings.identification.strategy = .fourPhase
    fixture.settings.identification.webSearch = false
    fixture.model.answers(.reading, Act.says(CannedAnswers.described("PAPER LANTERNS")))
    fixture.catalog.searches.answers(.success([]))
    fixture.model.answers(.search, Act.says(CannedAnswers.searched()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    tellCatalog()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    #expect(try await fixture.scan().state == .done)
    #expect(fixture.model.asked(.search).map(\.searches) == [0])
    fixture.expectAllTold()
  }

  @Test func `phase 1B is asked by the description where nothing can be read`() async throws {
    var fixture = fixture
    fixture.settings.identification.strategy = .fourPhase
    fixture.model.answers(.reading, Act.says(CannedAnswers.described(nil)))
    fixture.model.answers(.search, Act.says(CannedAnswers.searched()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    tellCatalog()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    #expect(try await fixture.scan().state == .done)
    fixture.expectAllTold()
  }

  @Test func `a single call names the album and reviews it`() async throws {
    var fixture = fixture
    fixture.settings.identification.strategy = .singleCall
    fixture.model.answers(.reading, Act.says(CannedAnswers.everything()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    tellCatalog()
    let document = try fixture.document(of: try await fixture.scan())
    #expect(document.identification.strategy == "single-call")
    #expect(document.identification.by == .singleCall)
    // Nothing was read that could bear the name out.
    #expect(document.identification.confidence == .claimed)
    #expect(document.review.status == .written)
    #expect(document.review.rating == 8.4)
    #expect(document.review.model == "look-1")
    #expect(document.cost.calls.map(\.step) == [.reading])
    fixture.expectAllTold()
  }

  @Test func `a single call whose review talks of money gets one from the critic`() async throws {
    var fixture = fixture
    fixture.settings.identification.strategy = .singleCall
    fixture.model.answers(
      .reading, Act.says(CannedAnswers.everything("Copies fetch a fortune at auction. Buy it as an investment.")))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    tellCatalog()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let document = try fixture.document(of: try await fixture.scan())
    #expect(document.review.status == .written)
    #expect(document.review.contextSummary?.contains("investment") == false)
    #expect(document.cost.calls.map(\.step) == [.reading, .review])
    fixture.expectAllTold()
  }

  @Test(arguments: ["I would rather not.", CannedAnswers.moneyTalk])
  func `a single call whose review talks of money is used without those sentences where the critic is no help`(
    reviewProducer: String
  ) async throws {
    var fixture = fixture
    fixture.settings.identification.strategy = .singleCall
    fixture.model.answers(
      .reading, Act.says(CannedAnswers.everything("It carries far. Copies fetch a fortune at auction.")))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    tellCatalog()
    fixture.model.answers(.review, Act.says(reviewProducer))
    let scan = try await fixture.scan()
    #expect(scan.document?.review.contextSummary == "It carries far.")
    #expect(scan.document?.review.model == "look-1")
    #expect(
      try await fixture.ledger.review(shownBy: scan)?.mends == [
        "Cut 1 sentence about money or collecting.", "No label was given; used \"Reliable Listen\".",
      ])
    fixture.expectAllTold()
  }

  @Test func `another review of a single call is the critic's`() async throws {
    var fixture = fixture
    fixture.settings.identification.strategy = .singleCall
    fixture.model.answers(.reading, Act.says(CannedAnswers.everything()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    tellCatalog()
    let scan = try await fixture.scan()
    fixture.model.answers(.review, Act.says(CannedAnswers.reviewSaying("It has aged after all.")))
    _ = try await fixture.ledger.redo(scan.id, from: .review, strategy: nil, now: fixture.time.now)
    let document = try fixture.document(of: try await fixture.finish(scan.id))
    #expect(document.review.contextSummary == "It has aged after all.")
    #expect(document.cost.calls.map(\.step) == [.reading, .review])
    fixture.expectAllTold()
  }

  @Test func `a single call that names nothing is no result`() async throws {
    var fixture = fixture
    fixture.settings.identification.strategy = .singleCall
    fixture.model.answers(.reading, Act.says(CannedAnswers.everything(nil)))
    #expect(try await fixture.scan().state == .failed)
    fixture.expectAllTold()
  }

  @Test func `a search that answers in prose is put into shape by a small call`() async throws {
    let prose = "I am certain that this is Paper Lanterns by Marla Quist."
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded()))
    fixture.catalog.searches.answers(.success([]))
    let source = Source(title: "A page", url: "https://a.example")
    fixture.model.answers(.search, Act.says(prose, sources: [source]), Act.says(CannedAnswers.searched()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    tellCatalog()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.scan()
    #expect(scan.state == .done)
    let asked = fixture.model.asked(.search)
    #expect(asked.map(\.instructions) == ["Search.", "Extract."])
    #expect(asked.last?.material == prose)
    #expect(asked.last?.searches == 0)
    #expect(asked.last?.schema == .searchAnswer)
    #expect(try await fixture.ledger.output(of: .search, in: scan.id, as: FindOutcome.self)?.sources == [source])
    fixture.expectAllTold()
  }

  @Test func `a crash before the small call doesn't buy the search again`() async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded()))
    fixture.catalog.searches.answers(.success([]), .success([]))
    fixture.model.answers(
      .search, Act.says("It is Paper Lanterns by Marla Quist, no doubt."),
      Act.fails(.retry(.unknown, "gone", service: .anthropic, isCounted: false)), Act.says(CannedAnswers.searched()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    tellCatalog()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    #expect(try await fixture.scan().state == .done)
    #expect(fixture.model.asked(.search).map(\.instructions) == ["Search.", "Extract.", "Extract."])
    fixture.expectAllTold()
  }
}
