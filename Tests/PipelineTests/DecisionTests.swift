import Albums
import Dispatch
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What needs a person, what the person says, and that it is remembered.
@Suite struct DecisionTests {
  private static let otherGroup = MBID("6f1d2c3b-0000-4000-8000-000000000011")
  private let other = CannedAnswers.album(group: otherGroup, release: MBID("6f1d2c3b-0000-4000-8000-000000000012"))
  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  /// The catalog has two albums of the same name and year; the archive has covers of both, and neither is in the photo.
  private func tie() throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album(), other]))
    fixture.covers.fronts.answers(
      .success(try CannedAnswers.artwork(DrawnCollection.nightShift)),
      .success(try CannedAnswers.artwork(DrawnCollection.undertow)))
  }

  /// Sets a strategy, models and a prompt that would all ask anew.
  private func change(_ fixture: inout PipelineFixture) {
    fixture.settings.identification.strategy = .fourPhase
    fixture.promptBuilder.models = ModelNames(identification: "look-2", search: "search-2", review: "review-2")
    fixture.promptBuilder.prompts.review = Prompt(text: "Review otherwise.")
  }

  @Test func `albums that tie are laid before a person with their covers and numbers`() async throws {
    try tie()
    let scan = try await fixture.scan()
    #expect(scan.state == .unsure)
    let bundle = try #require(scan.bundle)
    #expect(
      fixture.folder.names(in: bundle) == ["album.json", "candidate-1.jpg", "candidate-2.jpg", "index.html"])
    let document = try fixture.document(of: scan)
    #expect(document.identification.candidates.map(\.number) == [1, 2])
    #expect(document.identification.candidates.map(\.artwork) == ["candidate-1.jpg", "candidate-2.jpg"])
    #expect(document.identification.candidates.allSatisfy { $0.why?.isEmpty == false })
    #expect(document.identification.reason == scan.reason)
    #expect(document.artwork.status == .none)
    fixture.expectAllTold()
  }

  @Test func `of albums that tie the one whose cover is in the photo is taken`() async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([other, CannedAnswers.album()]))
    fixture.covers.fronts.answers(to: Self.otherGroup, .success(try CannedAnswers.artwork(DrawnCollection.undertow)))
    fixture.covers.fronts.answers(to: CannedAnswers.group, .success(try CannedAnswers.artwork()))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.scan()
    let document = try fixture.document(of: scan)
    #expect(document.album.musicbrainz.releaseGroup == CannedAnswers.group)
    #expect(document.identification.confidence == .verified)
    #expect(document.identification.candidates.map(\.releaseGroup) == [Self.otherGroup])
    fixture.expectAllTold()
  }

  @Test func `an album whose artwork isn't in the photo is laid before a person, with what else it may be`()
    async throws
  {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(try CannedAnswers.artwork(DrawnCollection.nightShift)))
    // Where finds aren't shown, its review may have been begun by then.
    fixture.model.always(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.scan()
    #expect(scan.state == .unsure)
    #expect(scan.reason?.contains("isn't in the photo") == true)
    let document = try fixture.document(of: scan)
    #expect(
      document.identification.candidates.first?.evidence.contains {
        if case .artworkDiffers = $0 { true } else { false }
      } == true)
    #expect(document.cost.calls.first?.step == .reading)
    #expect(document.review.status != .written)
    fixture.expectAllTold()
  }

  @Test func `covers that are slow or missing hold nothing up`() async throws {
    var fixture = fixture
    let hold = Latch()
    fixture.covers.hold = hold
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album(), other]))
    let broken = Fault.retry(.unknown, "502", service: .coverartarchive)
    fixture.covers.fronts.always(.failure(broken))
    let id = try await fixture.drop()
    let walk = Task { [fixture] in try await fixture.runNext() }
    try await within { [fixture] in
      await fixture.covers.wasAsked.wait()
      await fixture.time.clock.untilSleeping()
      fixture.time.clock.advance(by: .seconds(5))
      hold.open()
    }
    _ = try await walk.value
    let scan = try #require(try await fixture.ledger.scan(id))
    #expect(fixture.folder.names(in: try #require(scan.bundle)) == ["album.json", "index.html"])
    #expect(try fixture.document(of: scan).identification.candidates.map(\.artwork) == [nil, nil])
  }

  @Test func `a choice ends with artwork and a review, at once and without a question about the album`() async throws {
    var fixture = fixture
    fixture.settings.review.holdSeconds = 3600
    try tie()
    let unsure = try await fixture.scan()
    #expect(try await fixture.ledger.accept(unsure.id, 2, now: fixture.time.now) == .carriedOut)
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.finish(unsure.id)
    let document = try fixture.document(of: scan)
    #expect(document.identification.by == .person && document.identification.confidence == .verified)
    #expect(document.album.musicbrainz.releaseGroup == Self.otherGroup)
    #expect(document.artwork.status == .present)
    #expect(document.review.status == .written)
    #expect(document.identification.candidates.map(\.releaseGroup) == [CannedAnswers.group])
    #expect(fixture.bundles(in: "unsure") == [])
    // The same photo again is known, whatever is set by now: no model, no catalog, no archive.
    change(&fixture)
    let again = try await fixture.scan("again.jpg")
    let second = try fixture.document(of: again)
    #expect(again.state == .done)
    #expect(second.identification.by == .samePhoto && second.identification.confidence == .verified)
    #expect(second.identification.evidence.first == .person)
    #expect(second.album == document.album)
    #expect(second.review.cached == true && second.review.contextSummary == document.review.contextSummary)
    #expect(second.cost == AlbumDocument.Cost(usd: 0, calls: []))
    fixture.expectAllTold()
  }

  @Test func `the same photo again costs nothing though models, prompts and strategy have changed`() async throws {
    var fixture = fixture
    fixture.tellAll()
    let first = try await fixture.scan("IMG_1.jpg")
    change(&fixture)
    let again = try await fixture.scan("IMG_2.jpg")
    #expect(again.document?.identification.by == .samePhoto)
    #expect(again.document?.album == first.document?.album)
    #expect(again.document?.review.cached == true)
    #expect(again.document?.cost.calls == [])
    fixture.expectAllTold()
  }

  @Test func `a redo of a photo that was known reads it anew`() async throws {
    fixture.tellAll()
    try await fixture.scan("IMG_1.jpg")
    let again = try await fixture.scan("IMG_2.jpg")
    #expect(
      try await fixture.ledger.redo(again.id, from: .reading, strategy: nil, now: fixture.time.now) == .carriedOut)
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    let redone = try await fixture.finish(again.id)
    #expect(redone.document?.identification.by == .call1)
    fixture.expectAllTold()
  }

  @Test func `what was rejected isn't offered for that photo again, and nothing is asked twice`() async throws {
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    let live = CatalogAlbum(
      releaseGroup: Self.otherGroup, title: CannedAnswers.title, artistName: CannedAnswers.artist, primaryType: "Album",
      secondaryTypes: ["Live"], firstReleaseDate: "1974-11")
    fixture.catalog.searches.answers(.success([CannedAnswers.album(), live]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil), .success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let first = try await fixture.scan("IMG_1.jpg")
    #expect(first.state == .done)
    #expect(first.document?.identification.candidates.map(\.releaseGroup) == [Self.otherGroup])
    #expect(try await fixture.ledger.reject(first.id, now: fixture.time.now) == .carriedOut)

    let second = try await fixture.scan("IMG_2.jpg")
    #expect(second.state == .unsure)
    #expect(second.reason?.contains("You rejected Paper Lanterns by Marla Quist") == true)
    let offered = try fixture.document(of: second).identification.candidates
    #expect(offered.map(\.releaseGroup) == [Self.otherGroup])
    #expect(offered.first?.evidence.flatMap(\.penalties).map(\.name) == ["secondary-type"])

    #expect(try await fixture.ledger.reject(second.id, now: fixture.time.now) == .carriedOut)
    let third = try await fixture.scan("IMG_3.jpg")
    #expect(third.state == .failed)
    #expect(third.reason?.contains("nothing else fits") == true)
    #expect(third.hint?.contains("albumscanctl retry") == true)
    fixture.expectAllTold()
  }

  @Test(arguments: [true, false])
  func `a result that is taken away while its review is put on the page goes whole`(isDeleted: Bool) async throws {
    fixture.tellAll()
    let id = try await fixture.drop()
    let shown = try #require(try await fixture.runNext())
    #expect(shown.state == .done && fixture.bundles().count == 1)
    let followUp = try #require(try await fixture.ledger.claimFollowUp(now: fixture.time.now))
    #expect(followUp.kind == .review)
    let (draws, draw) = AsyncStream<Void>.makeStream()
    let isTakenAway = DispatchSemaphore(value: 0)
    let renderer = StuckRenderer {
      draw.yield()
      isTakenAway.wait()
    }
    async let published: Void = fixture.runner(on: fixture.context(renderer: renderer)).run(followUp)
    for await _ in draws { break }
    if isDeleted {
      #expect(try await fixture.ledger.delete(id, now: fixture.time.now) == .carriedOut)
      try TrashFolder(root: fixture.root).moveBundle(try #require(shown.bundle), of: id)
    } else {
      let rejection = Rejection(ledger: fixture.ledger, root: fixture.root, gallery: fixture.gallery)
      #expect(try await rejection.reject(id, now: fixture.time.now) == .carriedOut)
    }
    isTakenAway.signal()
    try await published
    #expect(fixture.bundles() == [] && fixture.folder.names(in: ".deleted") == ["\(id)"])
    #expect(try await fixture.ledger.claimFollowUp(now: fixture.time.now) == nil)
    #expect(try await fixture.ledger.scan(id)?.reviewStatus == .pending)
  }
}
