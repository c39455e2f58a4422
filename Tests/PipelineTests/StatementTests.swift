import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// What a person states about an album.
@Suite struct StatementTests {
  private static let otherGroup = MBID("6f1d2c3b-0000-4000-8000-000000000011")
  private static let otherRelease = MBID("6f1d2c3b-0000-4000-8000-000000000012")
  private static let discogs = CatalogReference.address("https://www.discogs.com/release/4711")
  private let other = CannedAnswers.album(group: otherGroup, release: otherRelease)
  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func accept(_ id: ScanID, _ statement: String) async throws -> CommandOutcome {
    try await fixture.ledger.accept(id, statement: statement, now: fixture.time.now)
  }

  private func failed() async throws -> Scan {
    fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable)))
    let scan = try await fixture.scan()
    #expect(scan.state == .failed)
    return scan
  }

  /// The catalog has the album and the archive its cover; a review is written.
  private func tellTheRest(artwork: Bool = true) throws {
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(artwork ? try CannedAnswers.artwork() : nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
  }

  @Test func `a failed scan is settled by artist and title, with artwork and review, and no question to a model`()
    async throws
  {
    let failed = try await failed()
    let folder = try #require(failed.bundle)
    #expect(try await accept(failed.id, "marla quist – paper lanterns") == .carriedOut)
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    try tellTheRest()
    let scan = try await fixture.finish(failed.id)
    let document = try fixture.document(of: scan)
    #expect(scan.state == .done)
    #expect(document.identification.by == .person && document.identification.confidence == .verified)
    #expect(document.identification.evidence.first == .person)
    #expect(document.album.musicbrainz.releaseGroup == CannedAnswers.group)
    #expect(document.album.albumTitle == CannedAnswers.title)
    #expect(document.artwork.status == .present && document.review.status == .written)
    #expect(document.cost.calls.map(\.step) == [.reading, .review])
    #expect(!fixture.folder.names(in: "failed").contains(String(folder.dropFirst("failed/".count))))
    fixture.expectAllTold()
    // Its cover is known from now on, and the same photo, too.
    let known = try await fixture.scan("again.jpg", SamplePhoto.copy(1))
    #expect(known.document?.identification.by == .coverIndex)
    #expect(known.document?.album.musicbrainz.releaseGroup == CannedAnswers.group)
    let same = try await fixture.scan("same.jpg")
    #expect(same.document?.identification.by == .samePhoto)
    fixture.expectAllTold()
  }

  @Test func `an unsure scan is settled by an ID, whatever confidence is required`() async throws {
    var fixture = fixture
    fixture.settings.identification.require = .verified
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([other]))
    fixture.catalog.lookups.answers(.success(other))
    fixture.covers.fronts.answers(.success(nil))
    let unsure = try await fixture.scan()
    #expect(unsure.state == .unsure)
    #expect(try await accept(unsure.id, CannedAnswers.group.value.uppercased()) == .carriedOut)
    fixture.catalog.references.answers(to: .entry(CannedAnswers.group), .success([CannedAnswers.album()]))
    try tellTheRest()
    let scan = try await fixture.finish(unsure.id)
    #expect(scan.state == .done)
    #expect(scan.document?.album.musicbrainz.releaseGroup == CannedAnswers.group)
    #expect(fixture.bundles(in: "unsure") == [])
    fixture.expectAllTold()
  }

  @Test func `a wrong album is replaced by the stated one, and the redo can be undone`() async throws {
    fixture.tellAll()
    let wrong = try await fixture.scan()
    let own = CannedAnswers.album(group: Self.otherGroup, release: Self.otherRelease)
    #expect(try await accept(wrong.id, "https://www.discogs.com/de/release/4711-Some-Title?x=1") == .carriedOut)
    fixture.catalog.references.answers(to: Self.discogs, .success([own]))
    fixture.catalog.lookups.answers(.success(own))
    fixture.covers.fronts.answers(.success(nil))
    let right = try await fixture.finish(wrong.id)
    #expect(right.document?.album.musicbrainz.releaseGroup == Self.otherGroup)
    #expect(fixture.bundles().count == 1)
    #expect(right.document?.cost.calls.map(\.step) == [.reading, .review])

    #expect(try await fixture.ledger.undoRedo(wrong.id) == .carriedOut)
    let undone = try await fixture.finish(wrong.id)
    #expect(undone.document?.album.musicbrainz.releaseGroup == CannedAnswers.group)
    #expect(undone.document?.identification.by == .call1)
    fixture.expectAllTold()
  }

  @Test func `several albums become candidates, and the last is what was stated`() async throws {
    let failed = try await failed()
    #expect(try await accept(failed.id, "Marla Quist - Paper Lanterns") == .carriedOut)
    fixture.catalog.searches.answers(.success([CannedAnswers.album(), other]))
    fixture.covers.fronts.answers(.success(nil), .success(nil))
    let unsure = try await fixture.finish(failed.id)
    #expect(unsure.state == .unsure)
    let candidates = try fixture.document(of: unsure).identification.candidates
    #expect(candidates.map(\.releaseGroup) == [CannedAnswers.group, Self.otherGroup, nil])
    #expect(try await fixture.ledger.accept(unsure.id, 2, now: fixture.time.now) == .carriedOut)
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.finish(unsure.id)
    #expect(scan.document?.album.musicbrainz.releaseGroup == Self.otherGroup)
    fixture.expectAllTold()
  }

  @Test func `what the catalog doesn't have is taken as it was stated`() async throws {
    var fixture = fixture
    fixture.settings.identification.require = .verified
    let failed = try await failed()
    #expect(try await accept(failed.id, "Nobody's \u{202e}Band - Demo  Tape") == .carriedOut)
    fixture.catalog.searches.answers(.success([]))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let scan = try await fixture.finish(failed.id)
    let document = try fixture.document(of: scan)
    #expect(document.album.artistName == "Nobody's Band" && document.album.albumTitle == "Demo Tape")
    #expect(document.identification.by == .person && document.artwork.status == .none)
    #expect(document.album.musicbrainz.releaseGroup == nil)
    fixture.expectAllTold()
  }

  @Test func `a barcode settles a scan that several albums don't share`() async throws {
    let failed = try await failed()
    #expect(try await accept(failed.id, "4 006381 333931") == .carriedOut)
    var sold = CannedAnswers.album()
    sold.releases[0].barcode = "4006381333931"
    fixture.catalog.searches.answers(.success([sold, other]))
    try tellTheRest()
    let scan = try await fixture.finish(failed.id)
    #expect(scan.document?.album.musicbrainz.releaseGroup == CannedAnswers.group)
    #expect(fixture.catalog.searches.asked.last?.barcode == "4006381333931")
    fixture.expectAllTold()
  }

  @Test func `an address that the catalog doesn't know leaves a scan as it was, and says so`() async throws {
    fixture.tellAll()
    let done = try await fixture.scan()
    #expect(try await accept(done.id, "discogs.com/release/4711") == .carriedOut)
    fixture.catalog.references.answers(.success([]))
    let still = try await fixture.finish(done.id)
    #expect(still.state == .done && still.finished == done.finished && still.document == done.document)
    #expect(still.bundle == done.bundle && fixture.bundles().count == 1)
    let fault = try #require(try await fixture.ledger.faults(of: done.id).last)
    #expect(fault.code == "album-missing" && fault.reason.contains("https://www.discogs.com/release/4711"))
    #expect(try await fixture.ledger.statement(on: done.id) == nil)
    #expect(try await fixture.ledger.earlierAnswers(of: done.id).isEmpty)
    // What led to the album is there, too: it can be rejected.
    #expect(try await fixture.ledger.reject(done.id, now: fixture.time.now) == .carriedOut)
    #expect(try await fixture.ledger.rejectedAlbums(of: done.digest).map(\.releaseGroup) == [CannedAnswers.group])
    fixture.expectAllTold()
  }

  @Test func `a barcode that the catalog doesn't know leaves a failed scan its reason, and an unsure one its choice`()
    async throws
  {
    let failed = try await failed()
    #expect(try await accept(failed.id, "4006381333931") == .carriedOut)
    fixture.catalog.searches.answers(.success([]))
    let still = try await fixture.finish(failed.id)
    #expect((still.state, still.reason, still.hint) == (.failed, failed.reason, failed.hint))
    #expect(still.bundle == failed.bundle && still.finished == failed.finished)

    #expect(try await accept(failed.id, "Marla Quist - Paper Lanterns") == .carriedOut)
    fixture.catalog.searches.answers(.success([CannedAnswers.album(), other]))
    fixture.covers.fronts.answers(.success(nil), .success(nil))
    let unsure = try await fixture.finish(failed.id)
    #expect(unsure.state == .unsure)
    #expect(try await accept(unsure.id, "4006381333931") == .carriedOut)
    fixture.catalog.searches.answers(.success([]))
    let again = try await fixture.finish(unsure.id)
    #expect((again.state, again.reason, again.bundle) == (.unsure, unsure.reason, unsure.bundle))
    #expect(try await fixture.ledger.candidates(of: unsure.id).count == 3)
    fixture.expectAllTold()
  }

  @Test func `a cover that is named anew is no longer known by its first name`() async throws {
    let failed = try await failed()
    for name in ["Nobody's Band - Demo Tape", "Somebody's Band - Demo Tape"] {
      #expect(try await accept(failed.id, name) == .carriedOut)
      fixture.catalog.searches.answers(.success([]))
      fixture.model.answers(.review, Act.says(CannedAnswers.review))
      #expect(try await fixture.finish(failed.id).document?.artwork.status == ArtworkStatus.none)
    }
    #expect(try await fixture.ledger.covers().map(\.album.artistName) == ["Somebody's Band"])
    let again = try await fixture.scan("again.jpg", SamplePhoto.copy(1))
    #expect(again.document?.album.artistName == "Somebody's Band" && again.state == .done)
    // A name with artwork needs the photo no longer.
    #expect(try await accept(failed.id, "Marla Quist - Paper Lanterns") == .carriedOut)
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    try tellTheRest()
    #expect(try await fixture.finish(failed.id).document?.artwork.status == .present)
    #expect(try await fixture.ledger.covers().map(\.album.artistName) == [CannedAnswers.artist])
    fixture.expectAllTold()
  }

  @Test func `names are published while MusicBrainz is away, and completed when it answers`() async throws {
    let failed = try await failed()
    #expect(try await accept(failed.id, "Marla Quist - Paper Lanterns") == .carriedOut)
    fixture.catalog.searches.answers(.failure(.retry(.unreachable, "no answer", service: .musicbrainz)))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    let early = try await fixture.finish(failed.id)
    #expect(early.document?.identification.catalogue == .pending)
    #expect(early.document?.identification.by == .person)
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(.success(nil))
    fixture.time.advance(to: fixture.time.now + 3600)
    try await fixture.runFollowUps()
    let scan = try #require(try await fixture.ledger.scan(failed.id))
    #expect(scan.document?.identification.catalogue == nil)
    #expect(scan.document?.album.musicbrainz.releaseGroup == CannedAnswers.group)
    #expect(scan.document?.identification.by == .person)
    fixture.expectAllTold()
  }

  @Test func `a scan that waits for a model is settled without it, and a rejected statement is no statement`()
    async throws
  {
    let id = try await fixture.drop()
    #expect(try await accept(id, "Marla Quist - Paper Lanterns") == .carriedOut)
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    try tellTheRest()
    let done = try await fixture.finish(id)
    #expect(done.document?.identification.by == .person)
    #expect(done.document?.cost.calls.map(\.step) == [.review])
    #expect(try await fixture.ledger.reject(id, now: fixture.time.now) == .carriedOut)
    #expect(try await fixture.ledger.statement(on: id) == nil)
  }

  @Test func `a cover without artwork is known by its photo, which proves nothing`() async throws {
    var fixture = fixture
    let failed = try await failed()
    #expect(try await accept(failed.id, "Nobody's Band - Demo Tape") == .carriedOut)
    fixture.catalog.searches.answers(.success([]))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    try await fixture.finish(failed.id)
    let again = try await fixture.scan("again.jpg", SamplePhoto.copy(1))
    #expect(again.state == .done)
    #expect(again.document?.album.albumTitle == "Demo Tape")
    #expect(again.document?.identification.by == .coverIndex)
    #expect(again.document?.identification.confidence == .claimed)
    #expect(again.document?.artwork.status == ArtworkStatus.none)
    #expect(again.document?.cost.calls == [])
    fixture.settings.identification.require = .corroborated
    let third = try await fixture.scan("third.jpg", SamplePhoto.copy(2))
    #expect(third.state == .unsure)
    fixture.expectAllTold()
  }

  @Test func `a file beside a photo counts once, and what is said later by a command or a rejection stands`()
    async throws
  {
    let file = try fixture.folder.write("\u{feff}Marla Quist - Paper Lanterns\r\n\r\n".utf8, to: "inbox/IMG_1.txt")
    func takeFile() async throws -> Bool {
      try await PhotoIntake.takeStatement(at: file, ledger: fixture.ledger, now: fixture.time.now)
    }
    let failed = try await failed()
    #expect(try await takeFile())
    #expect(try await fixture.ledger.statement(on: failed.id) == "Marla Quist - Paper Lanterns")
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    try tellTheRest()
    #expect(try await fixture.finish(failed.id).state == .done)
    // Seen again after a start.
    #expect(try await takeFile())
    #expect(try await fixture.ledger.scan(failed.id)?.state == .done)
    #expect(try await accept(failed.id, "Nobody's Band - Demo Tape") == .carriedOut)
    #expect(try await takeFile())
    #expect(try await fixture.ledger.statement(on: failed.id) == "Nobody's Band - Demo Tape")
    fixture.catalog.searches.answers(.success([]))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
    #expect(try await fixture.finish(failed.id).document?.album.albumTitle == "Demo Tape")
    fixture.expectAllTold()
  }

  @Test func `a file that says anything else is no statement`() throws {
    for (name, text) in [
      ("IMG_1.txt", "notes of the day"), ("IMG_1.txt", "Can - Tago Mago\nCan - Future Days"), ("IMG_1.txt", ""),
      ("IMG_1.md", "Can - Tago Mago"), ("IMG_1.txt", String(repeating: "a - b ", count: 1000)),
    ] {
      let path = try fixture.folder.write(text.utf8, to: "inbox/\(name)")
      #expect(StatementFile(at: path) == nil, "\(text.prefix(40))")
    }
    let bytes: [UInt8] = [0xFF, 0x20, 0x2D, 0x20, 0x61]
    #expect(StatementFile(at: try fixture.folder.write(bytes, to: "inbox/IMG_2.txt")) == nil)
  }
}
