import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

@Suite struct StrategyTests {
  private var shop: Workshop

  init() throws { shop = try Workshop() }

  private func tellCatalogue() {
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.covers.fronts.answers(.success(nil))
  }

  @Test func `four phases describe the photo first, and find the name without it`() async throws {
    var shop = shop
    shop.settings.strategy = .fourPhase
    shop.model.answers(.reading, Act.says(Told.described("PAPER LANTERNS")))
    shop.catalogue.searches.answers(.success([]))
    shop.model.answers(.search, Act.says(Told.searched(), sources: [Source(title: "A page", url: "https://a.example")]))
    shop.catalogue.searches.answers(.success([Told.album()]))
    tellCatalogue()
    shop.model.answers(.review, Act.says(Told.review))
    let document = try shop.document(of: try await shop.scan())
    #expect(document.identification.strategy == "four-phase")
    #expect(document.identification.by == .phase1B)
    #expect(document.identification.confidence == .corroborated)
    let look = try #require(shop.model.asked(.reading).first)
    #expect(look.instructions == "Describe.")
    #expect(look.schema == .extraction)
    #expect(look.searches == 0)
    #expect(look.picture != nil)
    let mapping = try #require(shop.model.asked(.search).first)
    #expect(mapping.instructions == "Map.")
    #expect(mapping.picture == nil)
    #expect(mapping.searches > 0)
    #expect(mapping.material.contains("PAPER LANTERNS"))
    shop.expectAllTold()
  }

  @Test func `four phases need no second call where the catalogue knows the text`() async throws {
    var shop = shop
    shop.settings.strategy = .fourPhase
    shop.model.answers(.reading, Act.says(Told.described("MARLA QUIST\nPAPER LANTERNS")))
    shop.catalogue.searches.answers(.success([Told.album()]))
    tellCatalogue()
    shop.model.answers(.review, Act.says(Told.review))
    let document = try shop.document(of: try await shop.scan())
    #expect(document.identification.by == .phase1B)
    // The model only read; it named nothing, and nobody searched the web.
    let found = document.identification
    let words = EvidenceWords.belief(found.confidence, found.evidence, by: found.by)
    #expect(words.hasSuffix("Found in MusicBrainz by the words that were read on it."))
    #expect(!document.identification.evidence.contains { if case .model = $0 { true } else { false } })
    #expect(document.cost.calls.map(\.step) == [.reading, .review])
    shop.expectAllTold()
  }

  @Test func `four phases without the web ask for what the model knows`() async throws {
    var shop = shop
    shop.settings.strategy = .fourPhase
    shop.settings.webSearch = false
    shop.model.answers(.reading, Act.says(Told.described("PAPER LANTERNS")))
    shop.catalogue.searches.answers(.success([]))
    shop.model.answers(.search, Act.says(Told.searched()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    tellCatalogue()
    shop.model.answers(.review, Act.says(Told.review))
    #expect(try await shop.scan().state == .done)
    #expect(shop.model.asked(.search).map(\.searches) == [0])
    shop.expectAllTold()
  }

  @Test func `phase 1B is asked by the description where nothing can be read`() async throws {
    var shop = shop
    shop.settings.strategy = .fourPhase
    shop.model.answers(.reading, Act.says(Told.described(nil)))
    shop.model.answers(.search, Act.says(Told.searched()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    tellCatalogue()
    shop.model.answers(.review, Act.says(Told.review))
    #expect(try await shop.scan().state == .done)
    shop.expectAllTold()
  }

  @Test func `a single call names the album and reviews it`() async throws {
    var shop = shop
    shop.settings.strategy = .singleCall
    shop.model.answers(.reading, Act.says(Told.everything()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    tellCatalogue()
    let document = try shop.document(of: try await shop.scan())
    #expect(document.identification.strategy == "single-call")
    #expect(document.identification.by == .singleCall)
    // Nothing was read that could bear the name out.
    #expect(document.identification.confidence == .claimed)
    #expect(document.review.status == .written)
    #expect(document.review.rating == 8.4)
    #expect(document.review.model == "look-1")
    #expect(document.cost.calls.map(\.step) == [.reading])
    shop.expectAllTold()
  }

  @Test func `a single call whose review talks of money gets one from the critic`() async throws {
    var shop = shop
    shop.settings.strategy = .singleCall
    shop.model.answers(
      .reading, Act.says(Told.everything("Copies fetch a fortune at auction. Buy it as an investment.")))
    shop.catalogue.searches.answers(.success([Told.album()]))
    tellCatalogue()
    shop.model.answers(.review, Act.says(Told.review))
    let document = try shop.document(of: try await shop.scan())
    #expect(document.review.status == .written)
    #expect(document.review.contextSummary?.contains("investment") == false)
    #expect(document.cost.calls.map(\.step) == [.reading, .review])
    shop.expectAllTold()
  }

  @Test(arguments: ["I would rather not.", Told.moneyTalk])
  func `a single call whose review talks of money is used without those sentences where the critic is no help`(
    critic: String
  ) async throws {
    var shop = shop
    shop.settings.strategy = .singleCall
    shop.model.answers(.reading, Act.says(Told.everything("It carries far. Copies fetch a fortune at auction.")))
    shop.catalogue.searches.answers(.success([Told.album()]))
    tellCatalogue()
    shop.model.answers(.review, Act.says(critic))
    let scan = try await shop.scan()
    #expect(scan.document?.review.contextSummary == "It carries far.")
    #expect(scan.document?.review.model == "look-1")
    #expect(
      try await shop.ledger.review(shownBy: scan)?.mends == [
        "Cut 1 sentence about money or collecting.", "No label was given; used \"Reliable Listen\".",
      ])
    shop.expectAllTold()
  }

  @Test func `another review of a single call is the critic's`() async throws {
    var shop = shop
    shop.settings.strategy = .singleCall
    shop.model.answers(.reading, Act.says(Told.everything()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    tellCatalogue()
    let scan = try await shop.scan()
    shop.model.answers(.review, Act.says(Told.reviewSaying("It has aged after all.")))
    _ = try await shop.ledger.redo(scan.id, from: .review, strategy: nil, now: shop.time.now)
    let document = try shop.document(of: try await shop.finish(scan.id))
    #expect(document.review.contextSummary == "It has aged after all.")
    #expect(document.cost.calls.map(\.step) == [.reading, .review])
    shop.expectAllTold()
  }

  @Test func `a single call that names nothing is no result`() async throws {
    var shop = shop
    shop.settings.strategy = .singleCall
    shop.model.answers(.reading, Act.says(Told.everything(nil)))
    #expect(try await shop.scan().state == .failed)
    shop.expectAllTold()
  }

  @Test func `a search that answers in prose is put into shape by a small call`() async throws {
    let prose = "I am certain that this is Paper Lanterns by Marla Quist."
    shop.model.answers(.reading, Act.says(Told.searchNeeded()))
    shop.catalogue.searches.answers(.success([]))
    let source = Source(title: "A page", url: "https://a.example")
    shop.model.answers(.search, Act.says(prose, sources: [source]), Act.says(Told.searched()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    tellCatalogue()
    shop.model.answers(.review, Act.says(Told.review))
    let scan = try await shop.scan()
    #expect(scan.state == .done)
    let asked = shop.model.asked(.search)
    #expect(asked.map(\.instructions) == ["Search.", "Extract."])
    #expect(asked.last?.material == prose)
    #expect(asked.last?.searches == 0)
    #expect(asked.last?.schema == .searchFinding)
    #expect(try await shop.ledger.output(of: .search, in: scan.id, as: Lead.self)?.sources == [source])
    shop.expectAllTold()
  }

  @Test func `a crash before the small call doesn't buy the search again`() async throws {
    shop.model.answers(.reading, Act.says(Told.searchNeeded()))
    shop.catalogue.searches.answers(.success([]), .success([]))
    shop.model.answers(
      .search, Act.says("It is Paper Lanterns by Marla Quist, no doubt."),
      Act.fails(.transient("gone", service: .anthropic, burnsAttempt: false)), Act.says(Told.searched()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    tellCatalogue()
    shop.model.answers(.review, Act.says(Told.review))
    #expect(try await shop.scan().state == .done)
    #expect(shop.model.asked(.search).map(\.instructions) == ["Search.", "Extract.", "Extract."])
    shop.expectAllTold()
  }
}
