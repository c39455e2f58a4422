import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What becomes of photos that need a search of the web while the catalog can't be asked first.
@Suite struct SearchWithoutCatalogTests {
  private var fixture: PipelineFixture
  private let words = "MARLA QUIST\nPAPER LANTERNS"

  init() throws { fixture = try PipelineFixture() }

  private func tell(_ absence: Fault, finding: String = CannedAnswers.searched()) {
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded(text: words), dollars: 0.01))
    fixture.catalog.searches.answers(.failure(absence))
    fixture.model.answers(.search, Act.says(finding, dollars: 0.03))
  }

  private func tellLate() {
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
  }

  private static let absences = [
    Fault.retry(.unknown, "503", service: .musicbrainz, after: 60),
    // As without a contact.
    Fault.needsPerson(.unknown, "shut out", service: .musicbrainz, cure: .advice("Give a contact.")),
  ]

  @Test(arguments: absences)
  func `the search is made, its find shown, and the catalog completes it`(absence: Fault) async throws {
    var fixture = fixture
    fixture.catalogPatience = .seconds(5)
    tell(absence)
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let began = fixture.time.now
    let scan = try await fixture.scan()
    #expect(scan.state == .done && fixture.time.now == began)
    let first = try fixture.document(of: scan)
    #expect(first.identification.by == .call2 && first.identification.confidence == .claimed)
    #expect(first.identification.catalogue == .pending && first.review.status == .written)

    tellLate()
    fixture.time.clock.advance(by: ServiceGate.attentionInterval + .seconds(1))
    try await fixture.runFollowUps()
    let completed = try fixture.document(of: try #require(try await fixture.ledger.scan(scan.id)))
    #expect(completed.identification.confidence == .corroborated && completed.identification.catalogue == nil)
    #expect(completed.cost.calls.map(\.usd) == [0.01, 0.03, 0.02])
    fixture.expectAllTold()
  }

  @Test func `a catalog that is back soon is waited for, and saves the search`() async throws {
    var fixture = fixture
    fixture.catalogPatience = .seconds(5)
    let clock = fixture.time.clock
    fixture.source = TimeSource(
      now: fixture.source.now, sleep: { clock.advance(by: $0 + .milliseconds(1)) }, uptime: fixture.source.uptime)
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded(text: words)))
    fixture.catalog.searches.answers(.failure(.retry(.unknown, "503", service: .musicbrainz, after: 2)))
    tellLate()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.scan()
    #expect(scan.document?.identification.confidence == .corroborated)
    #expect(fixture.model.asked(.search).isEmpty)
    fixture.expectAllTold()
  }

  @Test func `a search that finds nothing waits for the catalog, and isn't paid for again`() async throws {
    tell(Self.absences[0], finding: CannedAnswers.searched(nil, nil))
    let id = try await fixture.drop()
    let waiting = try #require(try await fixture.runNext())
    #expect((waiting.state, waiting.heldBy) == (.waiting, "musicbrainz"))

    tellLate()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.finish(id)
    #expect(scan.state == .done)
    let identification = try fixture.document(of: scan).identification
    #expect(identification.by == .call1 && identification.confidence == .corroborated)
    #expect(fixture.catalog.searches.asked.last == CatalogQuery(text: words))
    #expect(fixture.model.asked(.search).count == 1)
    fixture.expectAllTold()
  }

  @Test func `what neither the search nor the catalog knows fails in the end`() async throws {
    tell(Self.absences[0], finding: CannedAnswers.searched(nil, nil))
    let id = try await fixture.drop()
    try await fixture.runNext()
    fixture.catalog.searches.answers(.success([]))
    let scan = try await fixture.finish(id)
    #expect(scan.state == .failed)
    #expect(scan.reason?.contains("nothing fits") == true)
    fixture.expectAllTold()
  }

  @Test func `where a claim is no result, no search is paid for before the catalog was asked`() async throws {
    var fixture = fixture
    fixture.settings.identification.require = .corroborated
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded(text: words)))
    fixture.catalog.searches.answers(.failure(Self.absences[0]))
    let id = try await fixture.drop()
    let waiting = try #require(try await fixture.runNext())
    #expect((waiting.state, waiting.heldBy) == (.waiting, "musicbrainz"))

    tellLate()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    #expect(try await fixture.finish(id).state == .done)
    #expect(fixture.model.asked(.search).isEmpty)
    fixture.expectAllTold()
  }
}
