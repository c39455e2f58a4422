import Albums
import Darkroom
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// Barcodes in a photo, and whose they are.
struct BarcodeRecognitionTests {
  let shop: Workshop

  init() throws { shop = try Workshop() }

  private static let album = DrawnCollection.paperLanterns
  private static let code = album.barcode
  private static let back = photo(album)

  private static func photo(_ album: DrawnAlbum, share: Double = 0.92) -> Data {
    var photo = DrawnPhoto(.back(album)).megapixels(1)
    photo.share = share
    do { return try photo.jpeg() } catch { preconditionFailure("\(error)") }
  }

  /// What the catalogue has for a barcode.
  private static func sold(
    _ title: String = Told.title, group: MBID = Told.group, release: MBID = Told.release, as barcode: String = code
  ) -> CatalogueAlbum {
    var album = Told.album(Told.artist, title, group: group, release: release)
    album.releases[0].barcode = barcode
    return album
  }

  private static let other = sold(
    "Tin Lanterns", group: MBID("6f1d2c3b-0000-4000-8000-000000000011"),
    release: MBID("6f1d2c3b-0000-4000-8000-000000000012"))

  private func tell(_ albums: CatalogueAlbum...) { shop.catalogue.searches.answers(.success(albums)) }

  @Test func `a barcode of one album identifies it without a model`() async throws {
    tell(Self.sold())
    shop.catalogue.lookups.answers(.success(Self.sold()))
    shop.covers.fronts.answers(.success(nil))
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    let scan = try await shop.scan("IMG_1.jpg", Self.back)
    let document = try shop.document(of: scan)
    #expect(document.album.albumTitle == Told.title && document.album.artistName == Told.artist)
    #expect(document.album.releaseYear == "1974" && document.album.genres == ["folk rock"])
    #expect(document.album.recordLabel == "Tin Harbour" && document.album.musicbrainz.release == Told.release)
    #expect(document.identification.by == .barcode)
    #expect(document.identification.confidence == .verified)
    #expect(document.identification.evidence == [.barcode(Self.code)])
    #expect(document.cost.calls.map(\.step) == [.review])
    #expect(shop.catalogue.searches.asked == [CatalogueQuery(barcode: Self.code)])
    shop.expectAllTold()
  }

  @Test func `a barcode that nobody knows leaves the photo to the model, and chooses the release`() async throws {
    let reissue = MBID("6f1d2c3b-0000-4000-8000-000000000009")
    var album = Told.album()
    album.releases.append(
      CatalogueRelease(id: reissue, title: Told.title, status: "Official", date: "1999", barcode: Self.code))
    tell()
    shop.model.answers(.reading, Act.says(Told.identified()))
    tell(album)
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.covers.fronts.answers(.success(nil))
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    let document = try shop.document(of: try await shop.scan("IMG_1.jpg", Self.back))
    #expect(document.identification.by == .call1)
    #expect(document.identification.confidence == .corroborated)
    #expect(shop.catalogue.lookups.asked == [reissue])
    shop.expectAllTold()
  }

  @Test func `what the catalogue answers without that barcode isn't believed`() async throws {
    tell(Self.sold(as: "2900000000018"))
    shop.model.answers(.reading, Act.says(Told.notIdentifiable(.backCover)))
    #expect(try await shop.scan("IMG_1.jpg", Self.back).state == .failed)
    shop.expectAllTold()
  }

  @Test func `where several albums share a barcode, a model's word settles it`() async throws {
    tell(Self.other, Self.sold())
    shop.model.answers(.reading, Act.says(Told.identified()))
    tell(Told.album())
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.covers.fronts.answers(.success(nil))
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    let document = try shop.document(of: try await shop.scan("IMG_1.jpg", Self.back))
    #expect(document.album.albumTitle == Told.title)
    #expect(document.identification.confidence == .verified)
    #expect(document.identification.evidence.first == .barcode(Self.code))
    shop.expectAllTold()
  }

  @Test(arguments: [Told.notIdentifiable(.backCover), Told.identified("Somebody Else", "Another Record")])
  func `where several albums share a barcode and nobody settles it, a person does`(reading: String) async throws {
    tell(Self.other, Self.sold())
    shop.model.answers(.reading, Act.says(reading))
    shop.catalogue.searches.always(.success([]))
    shop.covers.fronts.always(.success(nil))
    let scan = try await shop.scan("IMG_1.jpg", Self.back)
    #expect(scan.state == .unsure)
    #expect(scan.reason?.contains("barcode in the photo belongs to several albums") == true)
    let document = try shop.document(of: scan)
    #expect(document.identification.candidates.map(\.albumTitle).prefix(2) == ["Tin Lanterns", Told.title])
    #expect(document.identification.candidates.prefix(2).allSatisfy { $0.evidence == [.barcode(Self.code)] })
  }

  @Test func `while the catalogue is away the scan waits, and nothing is paid for`() async throws {
    shop.catalogue.searches.answers(.failure(.transient("away", service: .musicbrainz, retryAfter: 60)))
    let id = try await shop.drop("IMG_1.jpg", Self.back)
    try await shop.carryNext()
    #expect(try await shop.ledger.scan(id)?.state == .waiting)
    tell(Self.sold())
    shop.catalogue.lookups.answers(.success(Self.sold()))
    shop.covers.fronts.answers(.success(nil))
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    #expect(try await shop.finish(id).state == .done)
    shop.expectAllTold()
  }

  @Test func `a second photo of a back is known here, and asks nobody`() async throws {
    tell(Self.sold())
    shop.catalogue.lookups.answers(.success(Self.sold()))
    shop.covers.fronts.answers(.success(try Told.artwork(Self.album)))
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    _ = try await shop.scan("IMG_1.jpg", Self.back)
    let scan = try await shop.scan("IMG_2.jpg", Self.photo(Self.album, share: 0.88))
    let document = try shop.document(of: scan)
    #expect(document.identification.by == .barcode)
    #expect(document.identification.known?.scan == ScanID(1))
    #expect(document.artwork.status == .present)
    #expect(document.cost == AlbumDocument.Cost(usd: 0, calls: []))
    shop.expectAllTold()
  }

  @Test func `without a model a barcode is enough; the review is pending`() async throws {
    var shop = shop
    shop.hasModel = false
    shop.settings.asksModels = false
    tell(Self.sold())
    shop.catalogue.lookups.answers(.success(Self.sold()))
    shop.covers.fronts.answers(.success(nil))
    let scan = try await shop.scan("IMG_1.jpg", Self.back)
    #expect(scan.state == .done && scan.reviewStatus == .pending)
    shop.expectAllTold()
  }

  @Test func `with recognition on this machine turned off, no barcode is looked up`() async throws {
    var shop = shop
    shop.settings.recognises = false
    shop.model.answers(.reading, Act.says(Told.notIdentifiable(.backCover)))
    #expect(try await shop.scan("IMG_1.jpg", Self.back).state == .failed)
    shop.expectAllTold()
  }

  @Test func `an album that was rejected isn't proven by its barcode any more`() async throws {
    tell(Self.sold())
    shop.catalogue.lookups.answers(.success(Self.sold()))
    shop.covers.fronts.answers(.success(nil))
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    let scan = try await shop.scan("IMG_1.jpg", Self.back)
    _ = try await shop.ledger.reject(scan.id, now: shop.time.now)
    shop.model.answers(.reading, Act.says(Told.notIdentifiable(.backCover)))
    shop.catalogue.searches.always(.success([Self.sold()]))
    shop.catalogue.lookups.always(.success(Self.sold()))
    #expect(try await shop.scan("IMG_2.jpg", Self.back).state == .failed)
  }
}
