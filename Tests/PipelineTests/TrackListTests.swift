import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// The catalog's track list, and what it does to reviews.
@Suite struct TrackListTests {
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func album(_ titles: [String]) -> CatalogAlbum {
    var album = CannedAnswers.album()
    album.releases[0].tracks = titles.enumerated().map { index, title in
      CatalogTrack(
        id: MBID("d0000000-0000-4000-8000-00000000000\(index)"), medium: 1, position: index + 1, title: title,
        number: "A\(index + 1)", seconds: 200)
    }
    return album
  }

  private func tell(_ titles: [String] = []) {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    tellCatalog(titles)
  }

  private func tellCatalog(_ titles: [String]) {
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(titles.isEmpty ? CannedAnswers.album() : album(titles)))
    fixture.covers.fronts.answers(.success(nil))
  }

  private let another = SamplePhoto.jpeg(of: DrawnCollection.nightShift, size: 256)

  @Test func `tracks are in album.json and the question for the review, and its songs are checked against them`()
    async throws
  {
    tell(["Ferry Light", "Paper Lanterns (2003 remaster)", "Undertow"])
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.scan()
    let document = try fixture.document(of: scan)
    #expect(document.album.tracks.map(\.title) == ["Ferry Light", "Paper Lanterns (2003 remaster)", "Undertow"])
    #expect(document.album.tracks.map(\.number) == ["A1", "A2", "A3"] && document.album.tracks[0].seconds == 200)
    #expect(document.review.keyTracks == ["Ferry Light", "Paper Lanterns (2003 remaster)"])
    let asked = fixture.model.asked(.review)
    #expect(asked.count == 1 && asked[0].material.contains(#""tracks":["Ferry Light","#))
    #expect(try await fixture.ledger.review(shownBy: scan)?.absentSongs == ["Hollow Year"])
    fixture.expectAllTold()
  }

  @Test func `fewer than two key tracks that are there are asked for once more, with the list`() async throws {
    tell(["Ferry Light", "Undertow", "Low Bridge"])
    fixture.model.answers(.review, Act.says(CannedAnswers.review), Act.says(CannedAnswers.review))
    let document = try fixture.document(of: try await fixture.scan())
    #expect(document.review.status == .written && document.review.keyTracks == ["Ferry Light"])
    let again = try #require(fixture.model.asked(.review).last)
    #expect(
      again.material.contains("doesn't have \"Paper Lanterns\", \"Hollow Year\"")
        && again.material.contains("Low Bridge"))
    fixture.expectAllTold()
  }

  @Test func `a long list is cut in the question, and not where songs are checked`() async throws {
    let titles = (1...150).map { "Song \($0)" } + ["Hollow Year", "Ferry Light"]
    tell(titles)
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let document = try fixture.document(of: try await fixture.scan())
    #expect(document.review.keyTracks == ["Ferry Light", "Hollow Year"])
    let material = try #require(fixture.model.asked(.review).first).material
    #expect(material.contains("\"Song 100\"") && !material.contains("\"Song 101\""))
  }

  @Test func `without a list every song stays`() async throws {
    tell()
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let document = try fixture.document(of: try await fixture.scan())
    #expect(document.album.tracks.isEmpty && document.review.keyTracks?.count == 3)
    #expect(fixture.model.asked(.review).allSatisfy { !$0.material.contains("tracks") })
  }

  @Test func `a review is checked when the catalog comes late, without a call`() async throws {
    let away = Fault.retry(.unknown, "503", service: .musicbrainz, after: 60)
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.failure(away))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.scan()
    #expect(try fixture.document(of: scan).review.keyTracks?.count == 3)
    tellCatalog(["Ferry Light", "Hollow Year", "Undertow"])
    fixture.time.clock.advance(by: .seconds(61))
    try await fixture.runFollowUps()
    let after = try #require(try await fixture.ledger.scan(scan.id))
    #expect(try fixture.document(of: after).album.tracks.count == 3)
    #expect(try fixture.document(of: after).review.keyTracks == ["Ferry Light", "Hollow Year"])
    #expect(fixture.model.asked(.review).count == 1)
    fixture.expectAllTold()
  }

  @Test func `a known review is checked, and an older page has the list when it is next written`() async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    let away = Fault.retry(.unknown, "503", service: .coverartarchive)
    fixture.covers.fronts.answers(.failure(away))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let old = try await fixture.scan("IMG_1.jpg")
    #expect(old.artworkStatus == .pending && old.document?.review.keyTracks?.count == 3)

    tell(["Ferry Light", "Hollow Year", "Undertow"])
    let new = try await fixture.scan("IMG_2.jpg", another)
    #expect(new.document?.review.cached == true)
    #expect(new.document?.review.keyTracks == ["Ferry Light", "Hollow Year"])

    fixture.covers.fronts.always(.success(nil))
    while let due = try await fixture.ledger.nextDue() {
      fixture.time.advance(to: max(due, fixture.time.now))
      try await fixture.runFollowUps()
    }
    let after = try #require(try await fixture.ledger.scan(old.id))
    #expect(after.artworkStatus != .pending)
    #expect(try fixture.document(of: after).album.tracks.count == 3)
    #expect(try fixture.document(of: after).review.keyTracks == ["Ferry Light", "Hollow Year"])
    #expect(fixture.model.asked(.review).count == 1)
  }
}
