import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// Sleeves that name no artist: the model knows the title alone.
@Suite struct CompilationTests {
  private let fixture: PipelineFixture
  private let tribute = "Harbour Lights: A Tribute"

  init() throws { fixture = try PipelineFixture() }

  private func album(by artist: String, group: Int = 1, type: String? = nil) -> CatalogAlbum {
    var album = CannedAnswers.album(
      artist, tribute, group: MBID("6f1d2c3b-0000-4000-8000-00000000010\(group)"),
      release: MBID("6f1d2c3b-0000-4000-8000-00000000020\(group)"))
    if let type { album.secondaryTypes = [type] }
    return album
  }

  /// The document that a title comes to, where the catalog has these albums by it.
  private func document(_ albums: [CatalogAlbum], text: String? = nil) async throws -> AlbumDocument {
    fixture.model.answers(.reading, Act.says(CannedAnswers.titled(tribute, text: text ?? tribute)))
    fixture.catalog.searches.answers(
      to: CatalogQuery(albumTitle: tribute, releaseYear: "1974"), .success(albums))
    fixture.covers.fronts.always(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.scan()
    return try #require(scan.document, "\(scan.reason ?? "")")
  }

  @Test func `the catalog's album by various artists is the find, for one call`() async throws {
    let various = album(by: "Various Artists", group: 2, type: "Compilation")
    fixture.catalog.lookups.answers(.success(various))
    let document = try await document([album(by: "Somebody Else"), various])
    #expect(document.album.artistName == "Various Artists")
    #expect(document.album.musicbrainz.releaseGroup == various.releaseGroup)
    #expect(document.identification.confidence == .corroborated)
    #expect(document.cost.calls.map(\.step) == [.reading, .review])
    fixture.expectAllTold()
  }

  @Test(arguments: [true, false])
  func `an album that the sleeve's text means, or the only one of the title, is the find`(isOnly: Bool) async throws {
    let quist = album(by: "Marla Quist")
    fixture.catalog.lookups.answers(.success(quist))
    let document = try await document(
      isOnly ? [quist] : [quist, album(by: "Somebody Else", group: 2)],
      text: isOnly ? tribute : "Marla Quist\n\(tribute)")
    #expect(document.album.artistName == "Marla Quist")
    #expect(fixture.model.asked(.search).isEmpty)
  }

  @Test func `what the catalog can't decide is searched for`() async throws {
    fixture.model.answers(.search, Act.says(CannedAnswers.searched("Somebody Else", tribute)))
    let albums = [album(by: "Marla Quist"), album(by: "Somebody Else", group: 2)]
    fixture.catalog.lookups.answers(.success(albums[1]))
    fixture.catalog.searches.always(.success(albums))
    let document = try await document(albums)
    #expect(document.album.artistName == "Somebody Else")
    #expect(document.identification.by == .call2)
    #expect(fixture.model.asked(.search).count == 1)
  }

  @Test func `what nobody knows is claimed by various artists, never asked three times`() async throws {
    fixture.model.answers(.search, Act.says(CannedAnswers.searched(nil, nil)))
    fixture.catalog.searches.always(.success([]))
    let document = try await document([])
    #expect(document.album.artistName == "Various Artists" && document.album.albumTitle == tribute)
    #expect(document.identification.confidence == .claimed)
    #expect(fixture.model.asked(.reading).count == 1)
  }

  @Test func `without the catalog a title is claimed, and completed later`() async throws {
    fixture.model.answers(
      .reading, Act.says(CannedAnswers.titled(tribute, text: tribute, confidence: "low")))
    fixture.catalog.searches.always(.failure(.retry(.unknown, "503", service: .musicbrainz, after: 60)))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let document = try #require(try await fixture.scan().document)
    #expect(document.album.artistName == "Various Artists")
    #expect(document.identification.catalogue == .pending)
    #expect(fixture.model.asked.map(\.step) == [.reading, .review])
  }
}
