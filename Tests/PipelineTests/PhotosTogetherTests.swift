import Albums
import DrawnCovers
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// Several photos of one record: its front, its back, and whatever else is taken of it.
struct PhotosTogetherTests {
  var fixture: PipelineFixture

  init() throws {
    fixture = try PipelineFixture()
    fixture.settings.togetherSeconds = 120
    fixture.hasModel = false
    fixture.settings.models.provider = .none
    fixture.settings.review.enabled = false
  }

  private static let album = DrawnCollection.paperLanterns
  private static let list = ["1. Ferry Light", "2. Paper Lanterns", "3. Hollow Year", "4. The Rope", "5. Low Water"]
  private static let front = ["MARLA QUIST", "PAPER LANTERNS"]

  private func taken(_ seconds: Int, _ photo: Data) -> Data {
    let (minute, second) = (seconds / 60 + 3, seconds % 60)
    let time = "2026:11:21 14:\(minute < 10 ? "0" : "")\(minute):\(second < 10 ? "0" : "")\(second)"
    return ExifBlock(taken: time).added(to: photo)
  }

  /// A context in which this is read on every photo.
  private func reading(_ lines: [String]) -> ScanContext {
    var fixture = fixture
    fixture.printed = lines
    return fixture.context()
  }

  private func catalogHas(_ album: CatalogAlbum = CannedAnswers.album(), artwork: DrawnAlbum? = album) throws {
    fixture.catalog.printed.always(.success([album]))
    fixture.catalog.searches.always(.success([album]))
    fixture.catalog.lookups.always(.success(album))
    fixture.covers.fronts.always(.success(try artwork.map { try CannedAnswers.artwork($0) }))
  }

  @Test func `a back that was taken after a front is shown on the front's page`() async throws {
    try catalogHas()
    let front = try await fixture.drop("IMG_1.jpg", taken(0, SamplePhoto.lanterns))
    #expect(try await fixture.runNext(on: reading(Self.front))?.state == .done)
    let back = try await fixture.drop("IMG_2.jpg", taken(20, SamplePhoto.front(3)))
    let joined = try #require(try await fixture.runNext(on: reading(Self.list)))
    #expect(joined.state == .rejected && joined.joined == front && joined.side == .back)
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    try await fixture.runFollowUps()
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Paper Lanterns"])
    let document = try fixture.document(of: try #require(try await fixture.ledger.scan(front)))
    #expect(document.photos.map(\.name) == ["IMG_1.jpg", "IMG_2.jpg"])
    #expect(document.photos.map(\.kind) == [.front, .back])
    #expect(document.photos.map(\.now) == ["originals/2026-11/IMG_1.jpg", "originals/2026-11/IMG_2.jpg"])
    #expect(fixture.folder.names(in: "inbox") == [])
    #expect(try await fixture.ledger.scans().map(\.id) == [front])
    #expect(try await fixture.ledger.counts() == [.done: 1])
    #expect(back != front)
  }
}
