import Albums
import DrawnCovers
import Foundation
import ImagingClient
import ImagingProtocol
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// Albums that are found by the words on their sleeves.
struct PrintedWordsTests {
  var fixture: PipelineFixture

  init() throws {
    fixture = try PipelineFixture()
    fixture.printed = ["MARLA QU1ST", "PAPER LANTEKNS", "STEREO"]
  }

  private static let cover = DrawnCollection.paperLanterns
  private static let photo = photo(of: cover)
  private static let otherGroup = MBID("6f1d2c3b-0000-4000-8000-000000000021")
  private static let other = CannedAnswers.album(
    CannedAnswers.artist, "Tin Harbour", group: otherGroup, release: MBID("6f1d2c3b-0000-4000-8000-000000000022"))

  private static func photo(of album: DrawnAlbum, share: Double = 0.9) -> Data {
    var photo = DrawnPhoto(.front(album)).megapixels(1)
    photo.share = share
    do { return try photo.jpeg() } catch { preconditionFailure("\(error)") }
  }

  private func noModel() -> PipelineFixture {
    var fixture = fixture
    fixture.hasModel = false
    fixture.settings.models.provider = .none
    return fixture
  }

  private func catalogHas(_ albums: CatalogAlbum..., artwork: DrawnAlbum? = cover) throws {
    fixture.catalog.printed.always(.success(albums))
    fixture.catalog.lookups.always(.success(albums.first))
    fixture.covers.fronts.always(.success(try artwork.map { try CannedAnswers.artwork($0) }))
  }

  @Test func `words and artwork verify an album without a key`() async throws {
    try catalogHas(CannedAnswers.album())
    let fixture = noModel()
    let scan = try await fixture.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .done)
    let document = try fixture.document(of: scan)
    #expect(
      document.album.albumTitle == CannedAnswers.title && document.album.musicbrainz.releaseGroup == CannedAnswers.group
    )
    #expect(document.identification.by == .text && document.identification.confidence == .verified)
    #expect(
      document.identification.evidence.contains(
        .text(matched: ["artist", "title"], words: ["MARLA QU1ST", "PAPER LANTEKNS"])))
    #expect(document.identification.extractedText?.contains("MARLA QU1ST") == true)
    #expect(document.artwork.status == .present)
    #expect(document.cost == AlbumDocument.Cost(usd: 0, calls: []))
    #expect(fixture.catalog.printed.asked.count == 1 && fixture.catalog.lookups.asked.count == 1)
  }

  @Test func `a model isn't asked what words and artwork have shown`() async throws {
    try catalogHas(CannedAnswers.album())
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let document = try fixture.document(of: try await fixture.scan("IMG_1.jpg", Self.photo))
    #expect(document.identification.by == .text && document.identification.confidence == .verified)
    #expect(document.cost.calls.map(\.step) == [.review])
    #expect(fixture.model.left == 0)
  }

  @Test func `one name is enough where the artwork of the artist's albums is there`() async throws {
    try catalogHas(Self.other, CannedAnswers.album())
    var fixture = noModel()
    fixture.printed = ["MARLA QUIST"]
    let covers = try [
      CannedAnswers.group: CannedAnswers.artwork(Self.cover),
      Self.otherGroup: CannedAnswers.artwork(DrawnCollection.albums[1]),
    ]
    for (group, artwork) in covers { fixture.covers.fronts.answers(to: group, .success(artwork)) }
    let document = try fixture.document(of: try await fixture.scan("IMG_1.jpg", Self.photo))
    #expect(document.album.albumTitle == CannedAnswers.title && document.identification.confidence == .verified)
  }

  private var numbered: CatalogAlbum {
    var album = CannedAnswers.album()
    album.releases[0].catalogNumber = "SHVL 804"
    return album
  }

  @Test func `a catalog number and artwork verify an album whose names nobody can read`() async throws {
    try catalogHas(numbered)
    var fixture = noModel()
    fixture.printed = ["SHVL-804"]
    let document = try fixture.document(of: try await fixture.scan("IMG_1.jpg", Self.photo))
    #expect(document.identification.by == .catalogNumber && document.identification.confidence == .verified)
    #expect(document.identification.evidence.contains(.catalogNumber("SHVL-804")))
    #expect(fixture.catalog.printed.asked.count == 1)
  }

  @Test func `a catalog number and one name corroborate without artwork`() async throws {
    try catalogHas(numbered, artwork: nil)
    var fixture = noModel()
    fixture.printed = ["MARLA QUIST", "SHVL-804"]
    let document = try fixture.document(of: try await fixture.scan("IMG_1.jpg", Self.photo))
    #expect(document.identification.by == .catalogNumber && document.identification.confidence == .corroborated)
    #expect(fixture.catalog.printed.asked.count == 1)
  }

  @Test func `a catalog number alone is a person's to judge`() async throws {
    try catalogHas(numbered, artwork: nil)
    var fixture = noModel()
    fixture.printed = ["SHVL-804"]
    let scan = try await fixture.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .unsure)
    #expect(try fixture.document(of: scan).identification.candidates.count == 1)
  }

  @Test func `of an artist with many albums, the one whose artwork is in the photo is found, however far behind`()
    async throws
  {
    let others = (10..<28).map { number in
      CannedAnswers.album(
        CannedAnswers.artist, "Tin Harbour \(number)", group: MBID("6f1d2c3b-0000-4000-8000-0000000001\(number)"),
        release: MBID("6f1d2c3b-0000-4000-8000-0000000002\(number)"))
    }
    fixture.catalog.printed.always(.success(others + [CannedAnswers.album()]))
    fixture.catalog.lookups.always(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(to: CannedAnswers.group, .success(try CannedAnswers.artwork(Self.cover)))
    fixture.covers.fronts.always(.success(try CannedAnswers.artwork(DrawnCollection.albums[1])))
    var fixture = noModel()
    fixture.printed = ["MARLA QUIST"]
    let document = try fixture.document(of: try await fixture.scan("IMG_1.jpg", Self.photo))
    #expect(document.album.albumTitle == CannedAnswers.title && document.identification.confidence == .verified)
    #expect(fixture.catalog.printed.asked.count <= TextQueries.most)
  }

  @Test func `without artwork both names corroborate, and the words stand in the document`() async throws {
    try catalogHas(CannedAnswers.album(), artwork: nil)
    let fixture = noModel()
    let scan = try await fixture.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .done)
    let document = try fixture.document(of: scan)
    #expect(document.identification.by == .text && document.identification.confidence == .corroborated)
  }

  @Test func `two albums of one name without artwork are a person's to choose from`() async throws {
    let twin = CannedAnswers.album(group: Self.otherGroup, release: MBID("6f1d2c3b-0000-4000-8000-000000000022"))
    try catalogHas(CannedAnswers.album(), twin, artwork: nil)
    let fixture = noModel()
    let scan = try await fixture.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .unsure)
    #expect(try fixture.document(of: scan).identification.candidates.count == 2)
  }

  @Test func `of two albums of one name, the one whose artwork is in the photo has its label`() async throws {
    var found = CannedAnswers.album()
    found.releases[0].label = nil
    let twin = CannedAnswers.album(group: Self.otherGroup, release: MBID("6f1d2c3b-0000-4000-8000-000000000022"))
    fixture.catalog.printed.answers(.success([found, twin]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(to: CannedAnswers.group, .success(try CannedAnswers.artwork(Self.cover)))
    fixture.covers.fronts.answers(to: Self.otherGroup, .success(nil))
    let document = try fixture.document(of: try await noModel().scan("IMG_1.jpg", Self.photo))
    #expect(document.identification.confidence == .verified && document.album.recordLabel == "Tin Harbour")
  }

  @Test func `words that lead to nothing are named`() async throws {
    fixture.catalog.printed.always(.success([]))
    let fixture = noModel()
    let scan = try await fixture.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .failed)
    #expect(scan.reason?.contains("MARLA QU1ST") == true)
    #expect((1...TextQueries.most).contains(fixture.catalog.printed.asked.count))
  }

  @Test func `artwork of another album leaves it to the model`() async throws {
    try catalogHas(CannedAnswers.album(), artwork: nil)
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let document = try fixture.document(of: try await fixture.scan("IMG_1.jpg", Self.photo))
    #expect(document.identification.by == .call1 && document.identification.confidence == .corroborated)
    #expect(fixture.model.left == 0)
  }

  @Test func `where the words clearly say another album than the model, a person decides`() async throws {
    try catalogHas(CannedAnswers.album(), artwork: nil)
    fixture.model.answers(
      .reading, Act.says(CannedAnswers.identified("Somebody Else", "Another Record", text: "Another Record")))
    // Of the album that the words say, before the model is asked.
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    fixture.catalog.searches.always(.success([]))
    let scan = try await fixture.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .unsure)
    #expect(scan.reason?.contains("text on the sleeve") == true)
  }

  @Test func `without a model a scan waits for the catalog`() async throws {
    fixture.catalog.printed.answers(.failure(.retry(.unknown, "away", service: .musicbrainz, after: 60)))
    let fixture = noModel()
    let id = try await fixture.drop("IMG_1.jpg", Self.photo)
    try await fixture.runNext()
    #expect(try await fixture.ledger.scan(id)?.state == .waiting)
    try catalogHas(CannedAnswers.album())
    #expect(try await fixture.finish(id).state == .done)
  }

  @Test func `with a model a scan goes on without the catalog`() async throws {
    fixture.catalog.printed.answers(.failure(.retry(.unknown, "away", service: .musicbrainz, after: 60)))
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    fixture.catalog.searches.always(.failure(.retry(.unknown, "away", service: .musicbrainz, after: 60)))
    fixture.covers.fronts.always(.success(nil))
    let scan = try await fixture.scan("IMG_1.jpg", Self.photo)
    #expect(scan.state == .done)
    #expect(try fixture.document(of: scan).identification.by == .call1)
  }

  /// Scans a photo whose sleeve has other words than the whole photo.
  private func scan(
    on fixture: PipelineFixture, share: Double, sleeve: [String], whole: [String]
  ) async throws -> (scan: Scan, whole: Data) {
    let id = try await fixture.drop("IMG_1.jpg", Self.photo(of: Self.cover, share: share))
    let file = try FileDescriptor.open(fixture.root.appending("inbox/IMG_1.jpg"), .readOnly)
    let picture = try await Data(fixture.context().imaging.whole(file).jpeg)
    try file.close()
    try await fixture.runNext(
      on: fixture.context(textRecognizer: { CannedAnswers.lines($0 == picture ? whole : sleeve) }))
    return (try #require(try await fixture.ledger.scan(id)), picture)
  }

  @Test(arguments: [(0.9, []), (0.9, ["STEREO"]), (0.6, ["MARLA QUIST"])])
  func `where the sleeve names no album, or is small and names none clearly, the whole photo is read`(
    share: Double, sleeve: [String]
  ) async throws {
    try catalogHas(CannedAnswers.album(), artwork: nil)
    let fixture = noModel()
    let scan = try await scan(on: fixture, share: share, sleeve: sleeve, whole: ["MARLA QUIST", "PAPER LANTERNS"]).scan
    #expect(scan.state == .done)
    #expect(try fixture.document(of: scan).identification.extractedText?.contains("PAPER LANTERNS") == true)
  }

  @Test func `where a large sleeve has a name, nothing else in the photo is read`() async throws {
    try catalogHas(CannedAnswers.album(), artwork: nil)
    let scan = try await scan(
      on: noModel(), share: 0.9, sleeve: ["MARLA QUIST"], whole: ["MARLA QUIST", "PAPER LANTERNS"]
    ).scan
    #expect(scan.state != .done)
  }

  @Test(arguments: [(["STEREO"], true), (["MARLA QUIST", "PAPER LANTERNS"], false)])
  func `a model gets the whole photo only where the sleeve names no album`(sleeve: [String], isWhole: Bool) async throws
  {
    try catalogHas(CannedAnswers.album(), artwork: nil)
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
    let whole = try await scan(on: fixture, share: 0.9, sleeve: sleeve, whole: ["STEREO", "SIDE ONE"]).whole
    #expect(fixture.model.asked(.reading).map { $0.picture?.jpeg == whole } == [isWhole])
  }

  @Test func `switched off, nothing is read`() async throws {
    var fixture = noModel()
    fixture.settings.identification.textRecognition = false
    #expect(try await fixture.scan("IMG_1.jpg", Self.photo).state == .failed)
    #expect(fixture.catalog.printed.asked.isEmpty)
  }
}
