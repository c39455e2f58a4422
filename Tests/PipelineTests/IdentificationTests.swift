import Albums
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

@Suite struct IdentificationTests {
  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  @Test func `an identified album becomes a whole bundle`() async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork()))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let scan = try await fixture.scan("IMG_1.jpg")
    #expect(scan.state == .done)
    #expect(scan.bundle == "done/IMG_1 Marla Quist - Paper Lanterns")
    #expect(
      fixture.folder.names(in: try #require(scan.bundle))
        == ["album.json", "artwork.jpg", "index.html", "thumbnail.jpg"])

    let document = try fixture.document(of: scan)
    #expect(document == scan.document)
    #expect(document.album.artistName == "Marla Quist")
    #expect(document.album.releaseYear == "1974")
    #expect(document.album.recordLabel == "Tin Harbour")
    #expect(document.album.musicbrainz.release == CannedAnswers.release)
    #expect(document.identification.by == .call1)
    #expect(document.identification.confidence == .verified)
    #expect(document.identification.evidence.first.map { if case .artwork = $0 { true } else { false } } == true)
    #expect(
      document.identification.evidence.contains(
        .text(matched: ["artist", "title"], words: ["Marla Quist", "Paper Lanterns"])))
    #expect(document.artwork.status == .present)
    #expect(document.review.status == .written)
    #expect(document.review.cached == false)
    #expect(document.review.tier == 4)
    #expect(document.photo.now == "originals/2026-11/IMG_1.jpg")
    #expect(document.cost.calls.map(\.step) == [.reading, .review])
    #expect(document.cost.usd == 0.03)
    fixture.expectAllTold()
  }

  @Test func `the photo goes to the model as a square picture without what the camera wrote`() async throws {
    fixture.tellAll()
    try await fixture.scan("IMG_1.jpg", SamplePhoto.copy(1))
    let picture = try #require(fixture.model.asked(.reading).first?.picture)
    #expect((picture.width, picture.height) == (1024, 1024))
    #expect(picture.jpeg.range(of: Data("copy 1".utf8)) == nil)
    // The search and the review never get it.
    #expect(fixture.model.asked(.review).first?.picture == nil)
  }

  @Test func `where the catalog knows the text, no search is paid for`() async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded(text: "MARLA QUIST\nPAPER LANTERNS")))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let document = try #require(try await fixture.scan().document)
    #expect(document.identification.by == .call1)
    #expect(document.identification.confidence == .corroborated)
    #expect(fixture.catalog.searches.asked == [CatalogQuery(text: "MARLA QUIST\nPAPER LANTERNS")])
    fixture.expectAllTold()
  }

  @Test func `where it doesn't, the web is searched with the text and never with the photo`() async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded()))
    fixture.model.answers(.search, Act.says(CannedAnswers.searched(), dollars: 0.03))
    fixture.catalog.searches.answers(.success([]), .success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let document = try #require(try await fixture.scan().document)
    #expect(document.identification.by == .call2)
    #expect(document.cost.calls.map(\.step) == [.reading, .search, .review])
    let search = try #require(fixture.model.asked(.search).first)
    #expect(search.picture == nil)
    #expect(search.searches > 0)
    #expect(search.material.contains("PAPER LANTERNS"))
    fixture.expectAllTold()
  }

  @Test(arguments: [("ab", "high"), ("PAPER LANTERNS", "low"), (nil, nil)] as [(String?, String?)])
  func `too little to go by is no reason to pay for a search`(text: String?, confidence: String?) async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded(text: text, confidence: confidence)))
    fixture.catalog.searches.always(.success([]))
    let scan = try await fixture.scan()
    #expect(scan.state == .failed)
    #expect(scan.reason?.hasPrefix(ProgressLine.notIdentified) == true)
    #expect(scan.hint == ProgressLine.notIdentifiedHint)
  }

  @Test func `without web search call 2 never happens`() async throws {
    var fixture = fixture
    fixture.settings.identification.webSearch = false
    fixture.settings.identification.alwaysSearch = true
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded()))
    fixture.catalog.searches.answers(.success([]))
    #expect(try await fixture.scan().state == .failed)
  }

  @Test func `alwaysSearch searches with next to nothing`() async throws {
    var fixture = fixture
    fixture.settings.identification.alwaysSearch = true
    fixture.model.answers(.reading, Act.says(CannedAnswers.searchNeeded(text: "a", confidence: "low")))
    fixture.model.answers(.search, Act.says(CannedAnswers.searched(nil, nil)))
    #expect(try await fixture.scan().state == .failed)
    fixture.expectAllTold()
  }

  @Test(arguments: CoverReading.Reason.allCases.map(Optional.some) + [nil])
  func `what can't be identified fails with a reason of its own`(reason: CoverReading.Reason?) async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(reason)))
    let scan = try await fixture.scan("IMG_9.jpg")
    #expect(scan.state == .failed)
    #expect(scan.bundle == "failed/IMG_9.jpg (\(scan.id))")
    #expect(fixture.folder.names(in: "failed/IMG_9.jpg (\(scan.id))") == ["failure.json", "index.html"])
    let file = try fixture.folder.read("failed/IMG_9.jpg (\(scan.id))/failure.json")
    let failure = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
    #expect(failure["schema"] as? String == "albumscan/failure/1")
    #expect(failure["id"] as? Int == Int(scan.id.number))
    #expect((failure["reason"] as? String)?.hasPrefix(ProgressLine.notIdentified) == true)
    let hint = try #require(failure["hint"] as? String)
    #expect(reason == .severalCovers ? hint.hasPrefix("Lay them side by side") : hint == ProgressLine.notIdentifiedHint)
    #expect(failure["retry"] as? String == "albumscanctl retry \(scan.id)")
    #expect((failure["photo"] as? [String: Any])?["now"] as? String == "originals/2026-11/IMG_9.jpg")
    #expect(fixture.bundles() == [])
    fixture.expectAllTold()
  }

  @Test func `an album that the catalog doesn't know is only claimed`() async throws {
    fixture.model.answers(
      .reading, Act.says(CannedAnswers.identified("Nobody At All", "Nothing Much", text: "NOTHING MUCH")))
    fixture.catalog.searches.answers(.success([]))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let document = try #require(try await fixture.scan().document)
    #expect(document.identification.confidence == .claimed)
    #expect(document.album.musicbrainz.releaseGroup == nil)
    #expect(document.artwork.status == .none)
    fixture.expectAllTold()
  }

  @Test func `too little evidence for the settings makes a bundle that needs a person`() async throws {
    var fixture = fixture
    fixture.settings.identification.require = .corroborated
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified("Nobody At All", "Nothing Much")))
    fixture.catalog.searches.answers(.success([]))
    let scan = try await fixture.scan()
    #expect(scan.state == .unsure)
    #expect(scan.reason?.contains("identification.require") == true)
    #expect(fixture.bundles(in: "unsure") == ["IMG_1 Nobody At All - Nothing Much"])
    #expect(fixture.bundles() == [])
    #expect(try fixture.document(of: scan).state == .unsure)
    // No review is paid for before a person has chosen.
    #expect(fixture.model.asked(.review).isEmpty)
    #expect(fixture.folder.names(in: "originals/2026-11") == ["IMG_1.jpg"])
  }

  @Test func `a choice has to wait while the same photo is in the line`() async throws {
    var fixture = fixture
    fixture.settings.identification.require = .corroborated
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified("Nobody At All", "Nothing Much")))
    fixture.catalog.searches.answers(.success([]))
    let unsure = try await fixture.scan("IMG_1.jpg")
    try await fixture.drop("IMG_1.jpg")
    guard case .notNow(let why) = try await fixture.ledger.accept(unsure.id, 1) else {
      Issue.record("it was accepted")
      return
    }
    #expect(why.contains("already in the queue"))
  }

  @Test func `the prepared picture is put away when the scan is done, and kept when it isn't`() async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let failed = try await fixture.scan("IMG_1.jpg")
    #expect(Set(fixture.pictures.map { FilePath($0).extension }) == ["jpg", "features"])
    fixture.tellAll()
    #expect(try await fixture.ledger.retry(failed.id) == .carriedOut)
    try await fixture.finish(failed.id)
    #expect(fixture.pictures == [])
  }
}

extension PipelineFixture {
  /// Names of all files in the picture store.
  var pictures: [String] {
    folder.names(in: "pictures").flatMap { folder.names(in: "pictures/\($0)") }
  }
}
