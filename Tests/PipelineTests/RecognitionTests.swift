import Albums
import Covers
import DrawnCovers
import Foundation
import ImagingClient
import ImagingProtocol
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// Covers that are known here cost nothing.
struct RecognitionTests {
  let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private static let album = DrawnCollection.paperLanterns
  /// Another photo of the same cover, from further away.
  private static let another = photo(of: .front(album), share: 0.8)
  private static let stranger = photo(of: .front(DrawnCollection.albums[1]))

  private static func photo(of subject: DrawnPhoto.Subject, share: Double = 0.9) -> Data {
    var photo = DrawnPhoto(subject).megapixels(1)
    photo.share = share
    do { return try photo.jpeg() } catch { preconditionFailure("\(error)") }
  }

  private var coverStore: CoverStore { fixture.context().coverStore }

  /// As `learn` does it.
  @discardableResult
  private func learn(_ album: DrawnAlbum = album, as known: KnownAlbum? = nil) async throws -> CoverRecord {
    let picture = try DrawnCover(album).jpeg(size: 500)
    let prepared = try await fixture.context().imaging.artwork(picture)
    let store = fixture.context().pictures
    let artwork = KeptArtwork(
      picture: try await store.keep(Data(prepared.jpeg)), thumbnail: try await store.keep(Data(prepared.thumbnail)),
      width: prepared.width,
      height: prepared.height, source: .library)
    let entry = known ?? KnownAlbum(artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: "1999")
    return try await coverStore.add(entry, by: artwork, from: .library, at: Data("/music/one".utf8)).cover
  }

  /// The model finds the album, the catalog has it, and the archive its cover.
  private func tellAll() throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork(Self.album)))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
  }

  @Test func `an album of the library is recognized without asking anybody`() async throws {
    try await learn()
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let scan = try await fixture.scan("IMG_1.jpg", Self.another)
    let document = try fixture.document(of: scan)
    #expect(document.album.albumTitle == Self.album.albumTitle)
    #expect(document.album.releaseYear == "1999")
    #expect(document.identification.by == .coverIndex)
    #expect(document.identification.confidence == .verified)
    #expect(document.identification.known == PriorKnowledge(inLibrary: true))
    #expect(document.artwork.status == .present)
    #expect(document.artwork.source == .library)
    #expect(document.cost.calls.map(\.step) == [.review])
    #expect(fixture.folder.names(in: try #require(scan.bundle)).contains("artwork.jpg"))
    fixture.expectAllTold()
  }

  @Test func `a second photo of an album costs nothing, and says when it was scanned before`() async throws {
    try tellAll()
    _ = try await fixture.scan("IMG_1.jpg", Self.photo(of: .front(Self.album)))
    let scan = try await fixture.scan("IMG_2.jpg", Self.another)
    let document = try fixture.document(of: scan)
    #expect(document.identification.by == .coverIndex)
    #expect(document.identification.known?.scan == ScanID(1))
    #expect(document.review.cached == true)
    #expect(document.cost == AlbumDocument.Cost(usd: 0, calls: []))
    #expect(document.artwork.source?.service == .coverartarchive)
    #expect(document.album.musicbrainz.releaseGroup == CannedAnswers.group)
    #expect(
      try String(decoding: fixture.folder.read(try #require(scan.bundle) + "/index.html"), as: UTF8.self).contains(
        "Scanned before on"))
    fixture.expectAllTold()
  }

  @Test func `the same photo again goes by what it was recognized by`() async throws {
    try await learn()
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    _ = try await fixture.scan("IMG_1.jpg", Self.another)
    let scan = try await fixture.scan("IMG_1.jpg", Self.another)
    let document = try fixture.document(of: scan)
    #expect(document.identification.by == .samePhoto)
    #expect(document.identification.confidence == .verified)
    #expect(document.cost == AlbumDocument.Cost(usd: 0, calls: []))
  }

  @Test func `another cover isn't taken for one that is known`() async throws {
    try await learn()
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let scan = try await fixture.scan("IMG_1.jpg", Self.stranger)
    #expect(scan.state == .failed)
    fixture.expectAllTold()
  }

  @Test func `two known covers in one photo need a person`() async throws {
    let other = DrawnCollection.albums[1]
    try await learn()
    try await learn(other)
    let scan = try await fixture.scan("IMG_1.jpg", Self.photo(of: .fronts(Self.album, other)))
    #expect(scan.state == .unsure)
    let document = try fixture.document(of: scan)
    #expect(
      Set(document.identification.candidates.map(\.albumTitle)) == [Self.album.albumTitle, other.albumTitle])
    fixture.expectAllTold()
  }

  @Test func `a cover that is forgotten isn't recognized any more`() async throws {
    let cover = try await learn()
    #expect(try await coverStore.remove(cover.id))
    #expect(try await !coverStore.remove(cover.id))
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    #expect(try await fixture.scan("IMG_1.jpg", Self.another).state == .failed)
  }

  @Test func `without a model the known ones are identified, and the others fail with what would help`() async throws {
    var fixture = fixture
    fixture.hasModel = false
    fixture.settings.models.provider = .none
    try await learn()
    let known = try await fixture.scan("IMG_1.jpg", Self.another)
    #expect(known.state == .done)
    #expect(known.reviewStatus == .pending)
    let unknown = try await fixture.scan("IMG_2.jpg", Self.stranger)
    #expect(unknown.state == .failed)
    #expect(unknown.hint?.contains("albumscanctl learn") == true)
  }

  @Test func `a redo from the reading asks the model even so`() async throws {
    try await learn()
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let scan = try await fixture.scan("IMG_1.jpg", Self.another)
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([]))
    _ = try await fixture.ledger.redo(scan.id, from: .reading, strategy: nil, now: fixture.time.now)
    try await fixture.finish(scan.id)
    fixture.expectAllTold()
  }

  @Test func `an index that was lost or damaged is made anew`() async throws {
    try await learn()
    let index = fixture.root.appending("covers")
    for damage in [nil, Data("nonsense, not an index of covers at all".utf8)] {
      try FileManager.default.removeItem(atPath: index.string)
      try damage?.write(to: URL(filePath: index.string))
      try await coverStore.tidy()
      #expect(try CoverIndex(at: index)?.covers.count == 1)
    }
  }

  @Test func `a cover is forgotten though its index can't be read`() async throws {
    let cover = try await learn()
    let index = fixture.root.appending("covers")
    try Data("an index of another format".utf8).write(to: URL(filePath: index.string))
    #expect(try await coverStore.remove(cover.id))
    try await coverStore.tidy()
    #expect(try await fixture.ledger.coverIDs().isEmpty)
    #expect(try CoverIndex(at: index)?.covers.isEmpty != false)
  }

  @Test func `artwork of scans from before there was an index is taken in`() async throws {
    try tellAll()
    _ = try await fixture.scan("IMG_1.jpg", Self.photo(of: .front(Self.album)))
    for cover in try await fixture.ledger.covers() { _ = try await fixture.ledger.forget(cover.id) }
    try await coverStore.tidy()
    #expect(try await fixture.ledger.covers().map(\.origin) == [.scan])
    #expect(try CoverIndex(at: fixture.root.appending("covers"))?.covers.count == 1)
  }

  @Test func `the edition whose artwork lies in the photo is chosen`() async throws {
    let second = MBID("6f1d2c3b-0000-4000-8000-000000000099")
    var album = CannedAnswers.album()
    album.releases.append(
      CatalogRelease(
        id: second, title: CannedAnswers.title, status: "Official", date: "1981", country: "JP", label: "Far Shore"))
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([album]))
    fixture.catalog.lookups.answers(.success(nil))
    let other = try CannedAnswers.artwork(DrawnCollection.gullibleOfPages)
    let right = DownloadedArtwork(
      bytes: try CannedAnswers.artwork(Self.album).bytes,
      source: ArtworkSource(kind: .release, id: second, url: "https://coverartarchive.org/release/y/front-500"))
    fixture.covers.fronts.answers(.success(other), .success(right))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let document = try fixture.document(of: try await fixture.scan("IMG_1.jpg", Self.another))
    #expect(document.identification.confidence == .verified)
    #expect(document.album.musicbrainz.release == second)
    #expect(document.album.recordLabel == "Far Shore")
    #expect(document.artwork.source?.id == second)
    #expect(!document.identification.evidence.contains { if case .artworkDiffers = $0 { true } else { false } })
    fixture.expectAllTold()
  }

  @Test func `artwork that comes late verifies, or takes back what was thought`() async throws {
    let broken = Fault.retry(.unknown, "502", service: .coverartarchive)
    for (cover, confidence) in [(Self.album, Confidence.verified), (DrawnCollection.gullibleOfPages, .claimed)] {
      let fixture = try PipelineFixture()
      fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
      fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
      fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
      fixture.covers.fronts.answers(.failure(broken), .success(try CannedAnswers.artwork(cover)))
      fixture.model.answers(.review, Act.says(CannedAnswers.review))
      let scan = try await fixture.scan("IMG_1.jpg", Self.another)
      #expect(scan.document?.identification.confidence == .corroborated)
      try await fixture.runFollowUps()
      let after = try #require(try await fixture.ledger.scan(scan.id))
      #expect(after.artworkStatus == .present)
      #expect(try fixture.document(of: after).identification.confidence == confidence)
      #expect(fixture.pictures.allSatisfy { !$0.hasSuffix(".features") })
      fixture.expectAllTold()
    }
  }
}
