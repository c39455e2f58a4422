import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What needs a person, what the person says, and that it is remembered.
@Suite struct DecisionTests {
  private static let otherGroup = MBID("6f1d2c3b-0000-4000-8000-000000000011")
  private let other = Told.album(group: otherGroup, release: MBID("6f1d2c3b-0000-4000-8000-000000000012"))
  private var shop: Workshop

  init() throws { shop = try Workshop() }

  /// The catalogue has two albums of the same name and year; the archive has covers of both, and neither is in the photo.
  private func tie() throws {
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([Told.album(), other]))
    shop.covers.fronts.answers(
      .success(try Told.artwork(DrawnCollection.nightShift)), .success(try Told.artwork(DrawnCollection.undertow)))
  }

  /// What the line may ask: nothing at all.
  private var silent: LineSettings {
    var settings = shop.settings
    settings.strategy = .fourPhase
    settings.models = LineSettings.Models(identification: "look-2", search: "search-2", review: "review-2")
    settings.prompts.review = Prompt(text: "Review otherwise.")
    return settings
  }

  @Test func `albums that tie are laid before a person with their covers and numbers`() async throws {
    try tie()
    let scan = try await shop.scan()
    #expect(scan.state == .unsure)
    let bundle = try #require(scan.bundle)
    #expect(
      shop.folder.names(in: bundle) == ["album.json", "candidate-1.jpg", "candidate-2.jpg", "index.html"])
    let document = try shop.document(of: scan)
    #expect(document.identification.candidates.map(\.number) == [1, 2])
    #expect(document.identification.candidates.map(\.artwork) == ["candidate-1.jpg", "candidate-2.jpg"])
    #expect(document.identification.candidates.allSatisfy { $0.why?.isEmpty == false })
    #expect(document.identification.reason == scan.reason)
    #expect(document.artwork.status == .none)
    shop.expectAllTold()
  }

  @Test func `of albums that tie the one whose cover is in the photo is taken`() async throws {
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([other, Told.album()]))
    shop.covers.fronts.answers(to: Self.otherGroup, .success(try Told.artwork(DrawnCollection.undertow)))
    shop.covers.fronts.answers(to: Told.group, .success(try Told.artwork()))
    shop.model.answers(.review, Act.says(Told.review))
    let scan = try await shop.scan()
    let document = try shop.document(of: scan)
    #expect(document.album.musicbrainz.releaseGroup == Told.group)
    #expect(document.identification.confidence == .verified)
    #expect(document.identification.candidates.map(\.releaseGroup) == [Self.otherGroup])
    shop.expectAllTold()
  }

  @Test func `an album whose artwork isn't in the photo is laid before a person, with what else it may be`()
    async throws
  {
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.covers.fronts.answers(.success(try Told.artwork(DrawnCollection.nightShift)))
    // Where finds aren't shown, its review may have been begun by then.
    shop.model.always(.review, Act.says(Told.review))
    let scan = try await shop.scan()
    #expect(scan.state == .unsure)
    #expect(scan.reason?.contains("isn't in the photo") == true)
    let document = try shop.document(of: scan)
    #expect(
      document.identification.candidates.first?.evidence.contains {
        if case .artworkDiffers = $0 { true } else { false }
      } == true)
    #expect(document.cost.calls.first?.step == .reading)
    #expect(document.review.status != .written)
    shop.expectAllTold()
  }

  @Test func `covers that are slow or missing hold nothing up`() async throws {
    var shop = shop
    let hold = Latch()
    shop.covers.hold = hold
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([Told.album(), other]))
    let broken = Setback.transient("502", service: .coverartarchive)
    shop.covers.fronts.always(.failure(broken))
    let id = try await shop.drop()
    let walk = Task { [shop] in try await shop.carryNext() }
    try await within { [shop] in
      await shop.covers.wasAsked.wait()
      await shop.time.clock.untilSleeping()
      shop.time.clock.advance(by: .seconds(5))
      hold.open()
    }
    _ = try await walk.value
    let scan = try #require(try await shop.ledger.scan(id))
    #expect(shop.folder.names(in: try #require(scan.bundle)) == ["album.json", "index.html"])
    #expect(try shop.document(of: scan).identification.candidates.map(\.artwork) == [nil, nil])
  }

  @Test func `a choice ends with artwork and a review, at once and without a question about the album`() async throws {
    var shop = shop
    shop.settings.hold = .seconds(3600)
    try tie()
    let unsure = try await shop.scan()
    #expect(try await shop.ledger.accept(unsure.id, 2, now: shop.time.now) == .carriedOut)
    shop.model.answers(.review, Act.says(Told.review))
    let scan = try await shop.finish(unsure.id)
    let document = try shop.document(of: scan)
    #expect(document.identification.by == .person && document.identification.confidence == .verified)
    #expect(document.album.musicbrainz.releaseGroup == Self.otherGroup)
    #expect(document.artwork.status == .present)
    #expect(document.review.status == .written)
    #expect(document.identification.candidates.map(\.releaseGroup) == [Told.group])
    #expect(shop.bundles(in: "unsure") == [])
    // The same photo again is known, whatever is set by now: no model, no catalogue, no archive.
    shop.settings = silent
    let again = try await shop.scan("again.jpg")
    let second = try shop.document(of: again)
    #expect(again.state == .done)
    #expect(second.identification.by == .samePhoto && second.identification.confidence == .verified)
    #expect(second.identification.evidence.first == .person)
    #expect(second.album == document.album)
    #expect(second.review.cached == true && second.review.contextSummary == document.review.contextSummary)
    #expect(second.cost == AlbumDocument.Cost(usd: 0, calls: []))
    shop.expectAllTold()
  }

  @Test func `the same photo again costs nothing though models, prompts and strategy have changed`() async throws {
    var shop = shop
    shop.tellAll()
    let first = try await shop.scan("IMG_1.jpg")
    shop.settings = silent
    let again = try await shop.scan("IMG_2.jpg")
    #expect(again.document?.identification.by == .samePhoto)
    #expect(again.document?.album == first.document?.album)
    #expect(again.document?.review.cached == true)
    #expect(again.document?.cost.calls == [])
    shop.expectAllTold()
  }

  @Test func `a redo of a photo that was known reads it anew`() async throws {
    shop.tellAll()
    try await shop.scan("IMG_1.jpg")
    let again = try await shop.scan("IMG_2.jpg")
    #expect(
      try await shop.ledger.redo(again.id, from: .reading, strategy: nil, now: shop.time.now) == .carriedOut)
    shop.model.answers(.reading, Act.says(Told.identified()))
    shop.catalogue.searches.answers(.success([Told.album()]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    let redone = try await shop.finish(again.id)
    #expect(redone.document?.identification.by == .call1)
    shop.expectAllTold()
  }

  @Test func `what was rejected isn't offered for that photo again, and nothing is asked twice`() async throws {
    shop.model.answers(.reading, Act.says(Told.identified()))
    let live = CatalogueAlbum(
      releaseGroup: Self.otherGroup, title: Told.title, artistName: Told.artist, primaryType: "Album",
      secondaryTypes: ["Live"], firstReleaseDate: "1974-11")
    shop.catalogue.searches.answers(.success([Told.album(), live]))
    shop.catalogue.lookups.answers(.success(Told.album()))
    shop.covers.fronts.answers(.success(nil), .success(nil))
    shop.model.answers(.review, Act.says(Told.review))
    let first = try await shop.scan("IMG_1.jpg")
    #expect(first.state == .done)
    #expect(first.document?.identification.candidates.map(\.releaseGroup) == [Self.otherGroup])
    #expect(try await shop.ledger.reject(first.id, now: shop.time.now) == .carriedOut)

    let second = try await shop.scan("IMG_2.jpg")
    #expect(second.state == .unsure)
    #expect(second.reason?.contains("You rejected Paper Lanterns by Marla Quist") == true)
    let offered = try shop.document(of: second).identification.candidates
    #expect(offered.map(\.releaseGroup) == [Self.otherGroup])
    #expect(offered.first?.evidence.flatMap(\.penalties).map(\.name) == ["secondary-type"])

    #expect(try await shop.ledger.reject(second.id, now: shop.time.now) == .carriedOut)
    let third = try await shop.scan("IMG_3.jpg")
    #expect(third.state == .failed)
    #expect(third.reason?.contains("nothing else fits") == true)
    #expect(third.hint?.contains("albumscanctl retry") == true)
    shop.expectAllTold()
  }
}
