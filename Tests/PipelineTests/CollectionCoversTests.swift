import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// Covers of imported albums.
@Suite struct CollectionCoversTests {
  private let fixture: PipelineFixture
  private let reference = ScriptedReference()

  init() throws { fixture = try PipelineFixture() }

  private func importAlbums(_ albums: [KnownAlbum]) async throws {
    _ = try await fixture.ledger.importCollection(
      albums.map { CollectionEntry(album: $0, lists: [.owned], line: 2) }, wantsCovers: true, now: fixture.time.now)
  }

  private var covers: CollectionCovers {
    let context = fixture.context(backgroundCatalog: reference)
    return CollectionCovers(ledger: fixture.ledger, context: { context })
  }

  @Test func `a cover is fetched by group or by names, and a photo of it is known without a model`() async throws {
    try await importAlbums([
      KnownAlbum(artistName: "Other names", albumTitle: "Of it", releaseGroup: CannedAnswers.group),
      KnownAlbum(artistName: "Nobody", albumTitle: "Nothing"),
    ])
    #expect(try await fixture.ledger.wantedCovers() == 2)
    reference.groups.answers(.success(CannedAnswers.album()))
    reference.titles.answers(.success([CannedAnswers.album()]))
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork()))
    #expect(try await covers.fetchAll())
    // The second is by somebody else.
    #expect(try await fixture.ledger.wantedCovers() == 0)
    fixture.expectAllTold()

    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.scan()
    let document = try fixture.document(of: scan)
    #expect(document.identification.by == .coverIndex && document.owned)
    #expect(document.album.artistName == CannedAnswers.album().artistName)
    #expect(document.identification.known == nil, "it is in no music library")
  }

  @Test func `nobody is asked while a scan is in progress, and a service that fails is asked again later`() async throws
  {
    try await importAlbums([KnownAlbum(artistName: "A", albumTitle: "B", releaseGroup: CannedAnswers.group)])
    let id = try await fixture.drop()
    _ = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    #expect(try await covers.fetchAll())
    #expect(reference.groups.asked.isEmpty)
    try await fixture.ledger.release(id)
    reference.groups.answers(.failure(.retry(.unknown, "busy", service: .musicbrainz)))
    #expect(try await !covers.fetchAll())
    #expect(try await fixture.ledger.wantedCovers() == 1)
  }
}
