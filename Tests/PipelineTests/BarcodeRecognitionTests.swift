import Albums
import DrawnCovers
import Foundation
import ImagingClient
import ImagingProtocol
import Records
import TestSupport
import Testing

@testable import Pipeline

/// Barcodes in a photo, and whose they are.
struct BarcodeRecognitionTests {
  let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private static let album = DrawnCollection.paperLanterns
  private static let code = album.barcode
  private static let back = photo(album)

  private static func photo(_ album: DrawnAlbum, share: Double = 0.92) -> Data {
    var photo = DrawnPhoto(.back(album)).megapixels(1)
    photo.share = share
    do { return try photo.jpeg() } catch { preconditionFailure("\(error)") }
  }

  /// What the catalog has for a barcode.
  private static func sold(
    _ title: String = CannedAnswers.title, group: MBID = CannedAnswers.group, release: MBID = CannedAnswers.release,
    as barcode: String = code
  ) -> CatalogAlbum {
    var album = CannedAnswers.album(CannedAnswers.artist, title, group: group, release: release)
    album.releases[0].barcode = barcode
    return album
  }

  private static let other = sold(
    "Tin Lanterns", group: MBID("6f1d2c3b-0000-4000-8000-000000000011"),
    release: MBID("6f1d2c3b-0000-4000-8000-000000000012"))

  private func tell(_ albums: CatalogAlbum...) { fixture.catalog.searches.answers(.success(albums)) }

  @Test func `a barcode of one album identifies it without a model`() async throws {
    tell(Self.sold())
    fixture.catalog.lookups.answers(.success(Self.sold()))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let scan = try await fixture.scan("IMG_1.jpg", Self.back)
    let document = try fixture.document(of: scan)
    #expect(document.album.albumTitle == CannedAnswers.title && document.album.artistName == CannedAnswers.artist)
    #expect(document.album.releaseYear == "1974" && document.album.genres == ["folk rock"])
    #expect(document.album.recordLabel == "Tin Harbour" && document.album.musicbrainz.release == CannedAnswers.release)
    #expect(document.identification.by == .barcode)
    #expect(document.identification.confidence == .verified)
    #expect(document.identification.evidence == [.barcode(Self.code)])
    #expect(document.cost.calls.map(\.step) == [.review])
    #expect(fixture.catalog.searches.asked == [CatalogQuery(barcode: Self.code)])
    fixture.expectAllTold()
  }

  @Test func `a barcode that nobody knows leaves the photo to the model, and chooses the release`() async throws {
    let reissue = MBID("6f1d2c3b-0000-4000-8000-000000000009")
    var album = CannedAnswers.album()
    album.releases.append(
      CatalogRelease(id: reissue, title: CannedAnswers.title, status: "Official", date: "1999", barcode: Self.code))
    tell()
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    tell(album)
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let document = try fixture.document(of: try await fixture.scan("IMG_1.jpg", Self.back))
    #expect(document.identification.by == .call1)
    #expect(document.identification.confidence == .corroborated)
    #expect(fixture.catalog.lookups.asked == [reissue])
    fixture.expectAllTold()
  }

  @Test func `what the catalog answers without that barcode isn't believed`() async throws {
    tell(Self.sold(as: "2900000000018"))
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.backCover)))
    #expect(try await fixture.scan("IMG_1.jpg", Self.back).state == .failed)
    fixture.expectAllTold()
  }

  @Test func `where several albums share a barcode, a model's word settles it`() async throws {
    tell(Self.other, Self.sold())
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    tell(CannedAnswers.album())
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let document = try fixture.document(of: try await fixture.scan("IMG_1.jpg", Self.back))
    #expect(document.album.albumTitle == CannedAnswers.title)
    #expect(document.identification.confidence == .verified)
    #expect(document.identification.evidence.first == .barcode(Self.code))
    fixture.expectAllTold()
  }

  @Test(arguments: [
    CannedAnswers.notIdentifiable(.backCover), CannedAnswers.identified("Somebody Else", "Another Record"),
  ])
  func `where several albums share a barcode and nobody settles it, a person does`(reading: String) async throws {
    tell(Self.other, Self.sold())
    fixture.model.answers(.reading, Act.says(reading))
    fixture.catalog.searches.always(.success([]))
    fixture.covers.fronts.always(.success(nil))
    let scan = try await fixture.scan("IMG_1.jpg", Self.back)
    #expect(scan.state == .unsure)
    #expect(scan.reason?.contains("barcode in the photo belongs to several albums") == true)
    let document = try fixture.document(of: scan)
    #expect(document.identification.candidates.map(\.albumTitle).prefix(2) == ["Tin Lanterns", CannedAnswers.title])
    #expect(document.identification.candidates.prefix(2).allSatisfy { $0.evidence == [.barcode(Self.code)] })
  }

  @Test func `while the catalog is away the scan waits, and nothing is paid for`() async throws {
    fixture.catalog.searches.answers(.failure(.retry(.unknown, "away", service: .musicbrainz, after: 60)))
    let id = try await fixture.drop("IMG_1.jpg", Self.back)
    try await fixture.runNext()
    #expect(try await fixture.ledger.scan(id)?.state == .waiting)
    tell(Self.sold())
    fixture.catalog.lookups.answers(.success(Self.sold()))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    #expect(try await fixture.finish(id).state == .done)
    fixture.expectAllTold()
  }

  @Test func `a second photo of a back is known here, and asks nobody`() async throws {
    tell(Self.sold())
    fixture.catalog.lookups.answers(.success(Self.sold()))
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork(Self.album)))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    _ = try await fixture.scan("IMG_1.jpg", Self.back)
    let scan = try await fixture.scan("IMG_2.jpg", Self.photo(Self.album, share: 0.88))
    let document = try fixture.document(of: scan)
    #expect(document.identification.by == .barcode)
    #expect(document.identification.known?.scan == ScanID(1))
    #expect(document.artwork.status == .present)
    #expect(document.cost == AlbumDocument.Cost(usd: 0, calls: []))
    fixture.expectAllTold()
  }

  @Test func `without a model a barcode is enough; the review is pending`() async throws {
    var fixture = fixture
    fixture.hasModel = false
    fixture.settings.models.provider = .none
    tell(Self.sold())
    fixture.catalog.lookups.answers(.success(Self.sold()))
    fixture.covers.fronts.answers(.success(nil))
    let scan = try await fixture.scan("IMG_1.jpg", Self.back)
    #expect(scan.state == .done && scan.reviewStatus == .pending)
    fixture.expectAllTold()
  }

  @Test func `with recognition on this machine turned off, no barcode is looked up`() async throws {
    var fixture = fixture
    fixture.settings.identification.onDevice = false
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.backCover)))
    #expect(try await fixture.scan("IMG_1.jpg", Self.back).state == .failed)
    fixture.expectAllTold()
  }

  @Test func `an album that was rejected isn't proven by its barcode any more`() async throws {
    tell(Self.sold())
    fixture.catalog.lookups.answers(.success(Self.sold()))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let scan = try await fixture.scan("IMG_1.jpg", Self.back)
    _ = try await fixture.ledger.reject(scan.id, now: fixture.time.now)
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.backCover)))
    fixture.catalog.searches.always(.success([Self.sold()]))
    fixture.catalog.lookups.always(.success(Self.sold()))
    #expect(try await fixture.scan("IMG_2.jpg", Self.back).state == .failed)
  }
}
