import Albums
import Foundation
import Pages
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// What albums' pages say of the library, and which of them are written.
@Suite struct LibraryNotesTests {
  private static let key = String(repeating: "0123456789abcdef", count: 2)
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func notes() -> LibraryNotes {
    LibraryNotes(
      ledger: fixture.ledger, root: fixture.root, renderer: HTMLRenderer(), imaging: fixture.context().imaging,
      publishing: ConcurrencyLimit(1),
      file: fixture.root.appending("state/pages.json"))
  }

  private func note(_ tracks: Int, key: String = key) -> LibraryNote {
    LibraryNote(LibraryStatus(tracks: tracks), key: key)
  }

  /// Albums in `done/` with their pages, numbered.
  private func albums(_ count: Int) async throws -> [OfferedAlbum] {
    for number in 1...count {
      let path = try fixture.folder.write(SamplePhoto.copy(number), to: "inbox/\(number).jpg")
      guard let photo = try await IncomingPhoto.open(path),
        case .accepted(let id) = try await photo.readAndEnqueue(in: fixture.ledger, now: fixture.time.now)
      else { throw LedgerError("not accepted") }
      let scan = try #require(try await fixture.ledger.claim(only: [id], now: fixture.time.now))
      let album = Identification(
        artistName: "Marla Quist", albumTitle: "Album \(number)", means: .call1, confidence: .claimed, evidence: [])
      let contents = BundleContents(
        scan: scan, picture: PictureRecord(jpeg: scan.digest, width: 1, height: 1, notes: []),
        reading: VisionAnswer(strategy: .twoTier, cover: CoverReading(outcome: .identified)), candidates: [album])
      let document = contents.document(scannedAt: fixture.time.now, calls: [])
      try fixture.folder.makeFolder("done/\(number)")
      try fixture.folder.write(HTMLRenderer().albumPage(document).utf8, to: "done/\(number)/index.html")
      try await fixture.ledger.finish(
        id, as: document, album: "\(number)", bundle: "done/\(number)", now: fixture.time.now)
    }
    return try await fixture.ledger.scannedAlbums()
  }

  private func page(_ number: Int) throws -> String {
    String(decoding: try fixture.folder.read("done/\(number)/index.html"), as: UTF8.self)
  }

  private func filesWritten(by body: () async throws -> Void) async throws -> [String] {
    let before = try FolderSnapshot(of: fixture.root) { $0.hasPrefix("done") || $0.hasPrefix("state") }
    try await body()
    return try before.written()
  }

  @Test func `an album that comes to the library, changes there or leaves it has its own page written, and no other`()
    async throws
  {
    let albums = try await albums(5)
    let notes = notes()
    #expect(try await notes.say([ScanID(2): note(11)], on: albums) == 1)
    #expect(try page(2).contains("In your library: <strong>11 tracks</strong>"))
    #expect(try page(2).contains("albumscan:play?scan=2&amp;k=\(Self.key)"))
    let own = ["done/4/index.html", "state/pages.json"]
    #expect(
      try await filesWritten { try await notes.say([ScanID(2): note(11), ScanID(4): note(3)], on: albums) } == own)
    #expect(
      try await filesWritten { try await notes.say([ScanID(2): note(11), ScanID(4): note(4)], on: albums) } == own)
    #expect(try page(4).contains("<strong>4 tracks</strong>"))
    // It is as it was before it came.
    let document = try #require(try await fixture.ledger.scan(ScanID(4))?.document)
    #expect(try await filesWritten { try await notes.say([ScanID(2): note(11)], on: albums) } == own)
    #expect(try page(4) == HTMLRenderer().albumPage(document))
    // Another key, as of a wallet that was made anew.
    let other = String(repeating: "f", count: 32)
    try await notes.say([ScanID(2): note(11, key: other)], on: albums)
    #expect(try page(2).contains("k=\(other)"))
  }

  @Test func `where nothing is new nothing is written, after a start, too`() async throws {
    let albums = try await albums(3)
    let said = [ScanID(1): note(2)]
    try await notes().say(said, on: albums)
    let notes = notes()
    let written = try await filesWritten {
      try await notes.say(said, on: albums)
      try await self.notes().say(said, on: albums)
    }
    #expect(written == [])
    // A library that holds nothing of it writes no page at all.
    try FileManager.default.removeItem(atPath: fixture.root.appending("state").string)
    try await self.notes().say([:], on: albums)
    let silent = self.notes()
    #expect(try await filesWritten { try await silent.say([:], on: albums) } == [])
  }

  @Test func `where it is forgotten what pages say, they are read`() async throws {
    let albums = try await albums(4)
    try await notes().say([ScanID(1): note(2), ScanID(2): note(3)], on: albums)
    try FileManager.default.removeItem(atPath: fixture.root.appending("state").string)
    let written = try await filesWritten {
      // The first has left the library since.
      try await notes().say([ScanID(2): note(3), ScanID(3): note(4)], on: albums)
    }
    #expect(written == ["done/1/index.html", "done/3/index.html", "state/pages.json"])
    #expect(try !page(1).contains("In your library"))
  }

  @Test func `what was being written when it ended is looked at again`() async throws {
    let albums = try await albums(2)
    let notes = notes()
    try await notes.say([:], on: albums)
    // The disk of the results goes away.
    let own = fixture.root.appending("done/2/index.html")
    try FileManager.default.removeItem(atPath: fixture.root.appending("done").string)
    try FileManager.default.removeItem(atPath: fixture.root.appending("unsure").string)
    await #expect(throws: (any Error).self) { try await notes.say([ScanID(2): note(3)], on: albums) }
    try fixture.folder.makeFolder("done/2")
    let document = try #require(try await fixture.ledger.scan(ScanID(2))?.document)
    try fixture.folder.write(HTMLRenderer().albumPage(document).utf8, to: "done/2/index.html")
    // It had been written, and the album has left the library since: only who looks knows what it says.
    try Data(HTMLRenderer().albumPage(document, library: note(3)).utf8).write(to: URL(filePath: own.string))
    #expect(try await self.notes().say([:], on: albums) == 1)
    #expect(try page(2) == HTMLRenderer().albumPage(document))
  }

  @Test func `a page that somebody took away isn't made, nor is anything where the results' disk is gone`() async throws
  {
    let albums = try await albums(2)
    try FileManager.default.removeItem(atPath: fixture.root.appending("done/1").string)
    let notes = notes()
    let said = [ScanID(1): note(2), ScanID(2): note(2)]
    #expect(try await notes.say(said, on: albums) == 1)
    #expect(try await filesWritten { try await notes.say(said, on: albums) } == [])
    #expect(fixture.folder.names(in: "done") == ["2"])
  }

  @Test func `a page that is written for another reason goes on saying it, and one that is made anew begins without`()
    async throws
  {
    var fixture = try PipelineFixture()
    let notes = LibraryNotes(
      ledger: fixture.ledger, root: fixture.root, renderer: HTMLRenderer(), imaging: fixture.context().imaging,
      publishing: ConcurrencyLimit(1), file: fixture.root.appending("state/pages.json"))
    fixture.notes = notes
    fixture.settings.review.enabled = false
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified()))
    fixture.catalog.searches.answers(.success([CannedAnswers.album()]))
    fixture.catalog.lookups.answers(.success(CannedAnswers.album()))
    fixture.covers.fronts.answers(
      .failure(.retry(.unknown, "502", service: .coverartarchive)), .success(try CannedAnswers.artwork()))
    let scan = try await fixture.scan()
    let bundle = try #require(scan.bundle)
    func page() throws -> String { String(decoding: try fixture.folder.read("\(bundle)/index.html"), as: UTF8.self) }
    try await notes.say([scan.id: note(7)], on: try await fixture.ledger.scannedAlbums())
    let first = try page()
    #expect(first.contains("<strong>7 tracks</strong>") && !first.contains("artwork.jpg"))
    fixture.time.clock.advance(by: .seconds(3600))
    try await fixture.runFollowUps()
    let second = try page()
    #expect(second.contains("<strong>7 tracks</strong>") && second.contains("data:image/jpeg"))

    #expect(try await fixture.ledger.redo(scan.id, from: .bundle, strategy: nil, now: fixture.time.now) == .carriedOut)
    let albums = try await fixture.ledger.scannedAlbums()
    #expect(albums.isEmpty)
    try await fixture.finish(scan.id)
    #expect(try !page().contains("In your library"))
    try await notes.say([scan.id: note(7)], on: try await fixture.ledger.scannedAlbums())
    #expect(try page().contains("<strong>7 tracks</strong>"))
  }
}
