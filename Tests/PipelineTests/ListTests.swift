import Albums
import Foundation
import Pages
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// Lists: by the folder in the inbox, by a person's word, and what pages say of them.
@Suite struct ListTests {
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func page(of scan: Scan) throws -> String {
    String(decoding: try fixture.folder.read(try #require(scan.bundle) + "/index.html"), as: UTF8.self)
  }

  @Test(arguments: [
    ("inbox/wanted/IMG_1.jpg", "wanted"), ("inbox/Wanted/2026/11/IMG_1.jpg", "wanted"),
    ("inbox/Lisbon 2026/IMG_1.jpg", "Lisbon 2026"), ("inbox/IMG_1.jpg", nil), ("inbox/DCIM/wanted/IMG_1.jpg", nil),
    ("inbox/2026-11/IMG_1.jpg", nil), ("elsewhere/wanted/IMG_1.jpg", nil), ("inbox/phone/wanted/IMG_1.jpg", "wanted"),
  ])
  func `the first folder below the inbox is a list`(_ path: String, _ name: String?) {
    let inboxes = ["/a/inbox", "/a/inbox/phone"].map { FilePath($0) }
    #expect(IncomingPhoto.list(of: FilePath("/a/\(path)"), in: inboxes)?.text == name)
  }

  @Test func `a photo of a list's folder puts its album there, with the first page, and a redo keeps it`() async throws
  {
    fixture.tellAll()
    try fixture.folder.makeFolder("inbox/Wanted")
    let scan = try await fixture.scan("Wanted/IMG_1.jpg")
    let document = try fixture.document(of: scan)
    #expect(document.lists == [AlbumList(name: "wanted", since: scan.arrived.rfc3339)])
    #expect(!document.owned && document == scan.document)
    #expect(try page(of: scan).contains("<li>Wanted: on your list since"))
    #expect(try await fixture.ledger.claimFollowUp(now: fixture.time.now)?.kind != .lists)

    #expect(
      try await fixture.ledger.redo(scan.id, from: .verdict, strategy: nil, now: fixture.time.now) == .carriedOut)
    #expect(try fixture.document(of: try await fixture.finish(scan.id)).lists == document.lists)
  }

  @Test func `a person's word replaces the page, and another photo of the album says so at once`() async throws {
    fixture.tellAll()
    let scan = try await fixture.scan()
    #expect(try fixture.document(of: scan).lists.isEmpty)
    #expect(try await fixture.ledger.mark(scan.id, as: .owned, now: fixture.time.now) == .carriedOut)
    #expect(try await fixture.ledger.rate(scan.id, 8.5, now: fixture.time.now) == .carriedOut)
    try await fixture.runFollowUps()
    let document = try fixture.document(of: scan)
    #expect(document.owned && document.yourRating == 8.5)
    #expect(try page(of: scan).contains("<li>You own it, since"))
    #expect(try page(of: scan).contains("<li>Your rating: 8.5</li>"))

    fixture.tellAll()
    let again = try await fixture.scan("again.jpg", SamplePhoto.copy(1))
    #expect(try fixture.document(of: again).owned)
    #expect(try page(of: again).contains("<li>You own it, since"))
  }

  @Test func `the phone's page lists what is owned and wanted, scanned or not`() async throws {
    fixture.tellAll()
    let scan = try await fixture.scan()
    let updater = PhonePageUpdater(
      ledger: fixture.ledger, root: fixture.root, renderer: HTMLRenderer(), gallery: fixture.gallery, notes: nil,
      albums: { 100 }, time: fixture.time.source)
    #expect(try await updater.refresh())
    let page = { String(decoding: try fixture.folder.read("done/phone.html"), as: UTF8.self) }
    #expect(try !page().contains("What you have"))
    updater.show([
      PhoneContents.ListEntry(artistName: "Can", albumTitle: "Tago Mago", mark: "10 of 12 tracks"),
      PhoneContents.ListEntry(artistName: "Faust", albumTitle: "So Far"),
    ])
    _ = try await fixture.ledger.mark(scan.id, as: .wanted, now: fixture.time.now)
    _ = try await fixture.ledger.importCollection(
      [("Can", "Tago Mago", ListName.owned), ("Neu!", "Neu! 75", .owned), ("Low", "Hey What", .heard)].map {
        CollectionEntry(album: KnownAlbum(artistName: $0, albumTitle: $1), lists: [$2], line: 2)
      }, now: fixture.time.now)
    #expect(try await updater.refresh())
    let text = try page()
    #expect(text.contains("What you have and want: 4"))
    #expect(text.contains("<li><b>Can</b> Tago Mago <i>10 of 12 tracks</i></li>"))
    #expect(text.contains("<li><b>Neu!</b> Neu! 75</li>") && text.contains("<li><b>Faust</b> So Far</li>"))
    #expect(text.contains("<i>wanted</i>") && text.contains(" · <b>wanted</b>") && !text.contains("Hey What"))
  }
}
