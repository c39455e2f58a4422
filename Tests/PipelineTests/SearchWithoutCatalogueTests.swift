import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What becomes of photos that need a search of the web while the catalogue can't be asked first.
@Suite struct SearchWithoutCatalogueTests {
  private var shop: Workshop
  private let words = "MARLA QUIST\nPAPER LANTERNS"

  init() throws { shop = try Workshop() }

  private func tell(_ absence: Setback, finding: String = Told.searched()) {
    shop.model.answers(.reading, Act.says(Told.searchNeeded(text: words), dollars: 0.01))
    shop.catalogue.searches.answers(.failure(absence))
    shop.model.answers(.search, Act.says(finding, dollars: 0.03))
  }

  private func tellLate() {
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.covers.fronts.answers(.success(nil))
  }

  private static let absences = [
    Setback.transient("503", service: .musicbrainz, retryAfter: 60),
    // As without a contact.
    Setback.needsAttention("shut out", service: .musicbrainz, cure: "Give a contact."),
  ]

  @Test(arguments: absences)
  func `the search is made, its find shown, and the catalogue completes it`(absence: Setback) async throws {
    var shop = shop
    shop.settings.cataloguePatience = .seconds(5)
    tell(absence)
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    let began = shop.time.now
    let scan = try await shop.scan()
    #expect(scan.state == .done && shop.time.now == began)
    let first = try shop.document(of: scan)
    #expect(first.identification.by == .call2 && first.identification.confidence == .claimed)
    #expect(first.identification.catalogue == .pending && first.review.status == .written)

    tellLate()
    shop.time.clock.advance(by: Gate.attentionInterval + .seconds(1))
    try await shop.runErrands()
    let completed = try shop.document(of: try #require(try await shop.ledger.scan(scan.id)))
    #expect(completed.identification.confidence == .corroborated && completed.identification.catalogue == nil)
    #expect(completed.cost.calls.map(\.usd) == [0.01, 0.03, 0.02])
    shop.expectAllTold()
  }

  @Test func `a catalogue that is back soon is waited for, and saves the search`() async throws {
    var shop = shop
    shop.settings.cataloguePatience = .seconds(5)
    let clock = shop.time.clock
    shop.source = TimeSource(
      now: shop.source.now, sleep: { clock.advance(by: $0 + .milliseconds(1)) }, uptime: shop.source.uptime)
    shop.model.answers(.reading, Act.says(Told.searchNeeded(text: words)))
    shop.catalogue.searches.answers(.failure(.transient("503", service: .musicbrainz, retryAfter: 2)))
    tellLate()
    shop.model.answers(.review, Act.says(Told.review))
    let scan = try await shop.scan()
    #expect(scan.document?.identification.confidence == .corroborated)
    #expect(shop.model.asked(.search).isEmpty)
    shop.expectAllTold()
  }

  @Test func `a search that finds nothing waits for the catalogue, and isn't paid for again`() async throws {
    tell(Self.absences[0], finding: Told.searched(nil, nil))
    let id = try await shop.drop()
    let waiting = try #require(try await shop.carryNext())
    #expect((waiting.state, waiting.heldBy) == (.waiting, "musicbrainz"))

    tellLate()
    shop.model.answers(.review, Act.says(Told.review))
    let scan = try await shop.finish(id)
    #expect(scan.state == .done)
    let identification = try shop.document(of: scan).identification
    #expect(identification.by == .call1 && identification.confidence == .corroborated)
    #expect(shop.catalogue.searches.asked.last == CatalogueQuery(text: words))
    #expect(shop.model.asked(.search).count == 1)
    shop.expectAllTold()
  }

  @Test func `what neither the search nor the catalogue knows fails in the end`() async throws {
    tell(Self.absences[0], finding: Told.searched(nil, nil))
    let id = try await shop.drop()
    try await shop.carryNext()
    shop.catalogue.searches.answers(.success([]))
    let scan = try await shop.finish(id)
    #expect(scan.state == .failed)
    #expect(scan.reason?.contains("nothing fits") == true)
    shop.expectAllTold()
  }

  @Test func `where a claim is no result, no search is paid for before the catalogue was asked`() async throws {
    var shop = shop
    shop.settings.require = .corroborated
    shop.model.answers(.reading, Act.says(Told.searchNeeded(text: words)))
    shop.catalogue.searches.answers(.failure(Self.absences[0]))
    let id = try await shop.drop()
    let waiting = try #require(try await shop.carryNext())
    #expect((waiting.state, waiting.heldBy) == (.waiting, "musicbrainz"))

    tellLate()
    shop.model.answers(.review, Act.says(Told.review))
    #expect(try await shop.finish(id).state == .done)
    #expect(shop.model.asked(.search).isEmpty)
    shop.expectAllTold()
  }
}
