import Albums
import Darkroom
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// Albums that are found by the words on their sleeves.
struct PrintedWordsTests {
  var shop: Workshop

  init() throws {
    shop = try Workshop()
    shop.printed = ["MARLA QU1ST", "PAPER LANTEKNS", "STEREO"]
  }

  private static let cover = DrawnCollection.paperLanterns
  private static let photo = photo(of: cover)
  private static let otherGroup = MBID("6f1d2c3b-0000-4000-8000-000000000021")
  private static let other = Told.album(
    Told.artist, "Tin Harbour", group: otherGroup, release: MBID("6f1d2c3b-0000-4000-8000-000000000022"))

  private static func photo(of album: DrawnAlbum) -> Data {
    var photo = DrawnPhoto(.front(album)).megapixels(1)
    photo.share = 0.9
    do { return try photo.jpeg() } catch { preconditionFailure("\(error)") }
  }

  private func noModel() -> Workshop {
    var shop = shop
    shop.hasModel = false
    shop.settings.asksModels = false
    return shop
  }

  private func catalogueHas(_ albums: CatalogueAlbum..., artwork: DrawnAlbum? = cover) throws {
    shop.catalogue.printed.always(.success(albums))
    shop.catalogue.lookups.always(.success(albums.first))
    shop.covers.fronts.always(.success(try artwork.map { try Told.artwork($0) }))
  }

  @Test func `words and artwork verify an album without a key`() async throws {
    try catalogueHas(Told.album())
    let shop = noModel()
    let scan = try await shop.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .done)
    let document = try shop.document(of: scan)
    #expect(document.album.albumTitle == Told.title && document.album.musicbrainz.releaseGroup == Told.group)
    #expect(document.identification.by == .text && document.identification.confidence == .verified)
    #expect(
      document.identification.evidence.contains(
        .text(matched: ["artist", "title"], words: ["MARLA QU1ST", "PAPER LANTEKNS"])))
    #expect(document.identification.extractedText?.contains("MARLA QU1ST") == true)
    #expect(document.artwork.status == .present)
    #expect(document.cost == AlbumDocument.Cost(usd: 0, calls: []))
    #expect(shop.catalogue.printed.asked.count == 1 && shop.catalogue.lookups.asked.count == 1)
  }

  @Test func `a model isn't asked what words and artwork have shown, and that is counted`() async throws {
    try catalogueHas(Told.album())
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    let document = try shop.document(of: try await shop.scan("IMG_1.jpg", Self.photo))
    #expect(document.identification.by == .text && document.identification.confidence == .verified)
    #expect(document.cost.calls.map(\.step) == [.review])
    #expect(try await shop.ledger.savings(search: nil).map(\.kind) == [.reading])
    #expect(shop.model.left == 0)
  }

  @Test func `one name is enough where the artwork of the artist's albums is there`() async throws {
    try catalogueHas(Self.other, Told.album())
    var shop = noModel()
    shop.printed = ["MARLA QUIST"]
    let covers = try [Told.group: Told.artwork(Self.cover), Self.otherGroup: Told.artwork(DrawnCollection.albums[1])]
    for (group, artwork) in covers { shop.covers.fronts.answers(to: group, .success(artwork)) }
    let document = try shop.document(of: try await shop.scan("IMG_1.jpg", Self.photo))
    #expect(document.album.albumTitle == Told.title && document.identification.confidence == .verified)
  }

  @Test func `without artwork both names corroborate, and the words stand in the document`() async throws {
    try catalogueHas(Told.album(), artwork: nil)
    let shop = noModel()
    let scan = try await shop.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .done)
    let document = try shop.document(of: scan)
    #expect(document.identification.by == .text && document.identification.confidence == .corroborated)
  }

  @Test func `two albums of one name without artwork are a person's to choose from`() async throws {
    let twin = Told.album(group: Self.otherGroup, release: MBID("6f1d2c3b-0000-4000-8000-000000000022"))
    try catalogueHas(Told.album(), twin, artwork: nil)
    let shop = noModel()
    let scan = try await shop.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .unsure)
    #expect(try shop.document(of: scan).identification.candidates.count == 2)
  }

  @Test func `words that lead to nothing are named`() async throws {
    shop.catalogue.printed.always(.success([]))
    let shop = noModel()
    let scan = try await shop.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .failed)
    #expect(scan.reason?.contains("MARLA QU1ST") == true)
    #expect((1...PrintedLadder.most).contains(shop.catalogue.printed.asked.count))
  }

  @Test func `artwork of another album leaves it to the model`() async throws {
    try catalogueHas(Told.album(), artwork: nil)
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    let document = try shop.document(of: try await shop.scan("IMG_1.jpg", Self.photo))
    #expect(document.identification.by == .call1 && document.identification.confidence == .corroborated)
    #expect(shop.model.left == 0)
  }

  @Test func `where the words clearly say another album than the model, a person decides`() async throws {
    try catalogueHas(Told.album(), artwork: nil)
    shop.model.answers(.reading, Act.says(Told.identified("Somebody Else", "Another Record", text: "Another Record")))
    shop.catalogue.searches.always(.success([]))
    let scan = try await shop.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .unsure)
    #expect(scan.reason?.contains("words on the sleeve") == true)
  }

  @Test func `without a model a scan waits for the catalogue`() async throws {
    shop.catalogue.printed.answers(.failure(.transient("away", service: .musicbrainz, retryAfter: 60)))
    let shop = noModel()
    let id = try await shop.drop("IMG_1.jpg", Self.photo)
    try await shop.carryNext()
    #expect(try await shop.ledger.scan(id)?.state == .waiting)
    try catalogueHas(Told.album())
    #expect(try await shop.finish(id).state == .done)
  }

  @Test func `with a model a scan goes on without the catalogue`() async throws {
    shop.catalogue.printed.answers(.failure(.transient("away", service: .musicbrainz, retryAfter: 60)))
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.model.answers(.review, Act.says(Told.review, dollars: 0.02))
    shop.catalogue.searches.always(.failure(.transient("away", service: .musicbrainz, retryAfter: 60)))
    shop.covers.fronts.always(.success(nil))
    let scan = try await shop.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .done)
    #expect(try shop.document(of: scan).identification.by == .call1)
  }

  @Test func `switched off, nothing is read`() async throws {
    var shop = noModel()
    shop.settings.reads = false
    #expect(try await shop.scan("IMG_1.jpg", Self.photo).state == .failed)
    #expect(shop.catalogue.printed.asked.isEmpty)
  }
}
