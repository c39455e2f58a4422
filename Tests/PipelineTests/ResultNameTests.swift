import Albums
import DrawnCovers
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Disk
@testable import Pipeline

/// What results, photos and failures are called on the disk, so that they can go anywhere.
@Suite struct ResultNameTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  private func tell(_ title: String) {
    let album = Told.album(Told.artist, title)
    shop.model.answers(.reading, Act.says(Told.identified(Told.artist, title)))
    shop.catalogue.searches.answers(.success([album]))
    shop.catalogue.lookups.answers(.success(album))
    shop.covers.fronts.answers(.success(nil))
    shop.model.answers(.review, Act.says(Told.review))
  }

  /// As an older version would have named it.
  private func rename(_ scan: Scan, to old: String) async throws -> Scan {
    try FileManager.default.moveItem(
      atPath: shop.root.appending(try #require(scan.bundle)).string, toPath: shop.root.appending("done/\(old)").string)
    try await shop.ledger.revise(scan.id, to: try #require(scan.document), bundle: "done/\(old)")
    return try #require(try await shop.ledger.scan(scan.id))
  }

  @Test func `a result's folder, its photo and its failure can be held everywhere, and say the true names`()
    async throws
  {
    tell("What-Ever: \"Never\"*")
    let done = try await shop.scan("12:30 <a>?.jpg")
    #expect(done.bundle == "done/12-30 (a) Marla Quist - What-Ever- 'Never'-")
    #expect(done.photoNow == "originals/2026-11/12-30 (a).jpg")
    let document = try shop.document(of: done)
    #expect(document.album.albumTitle == "What-Ever: \"Never\"*")
    #expect(document.photo.name == "12:30 <a>?.jpg")
    #expect(document.photo.now == done.photoNow)
    try await shop.gallery.refresh()
    let gallery = String(decoding: try shop.folder.read("done/index.html"), as: UTF8.self)
    #expect(gallery.contains("12-30%20%28a%29%20Marla%20Quist%20-%20What-Ever-%20%27Never%27-/index.html"))

    let failed = try await shop.scan("CON.jpg", SamplePhoto.broken)
    #expect(failed.bundle == "failed/CON_.jpg (\(failed.id))")
    #expect(failed.photoNow == "originals/2026-11/CON_.jpg")
    let failure = try shop.folder.read("\(try #require(failed.bundle))/failure.json")
    #expect(String(decoding: failure, as: UTF8.self).contains("\"CON.jpg\""))
  }

  @Test func `results that differ in case alone get numbers`() async throws {
    tell("Undertow")
    tell("UNDERTOW")
    let first = try await shop.scan("IMG.jpg")
    #expect(first.bundle == "done/IMG Marla Quist - Undertow")
    let second = try await shop.scan("img.jpg", SamplePhoto.copy(300))
    #expect(second.bundle?.lowercased() == "done/img marla quist - undertow 2")
  }

  @Test func `failures of photos with long names have folders of their own`() async throws {
    let name = String(repeating: "x", count: 220)
    var folders: Set<String> = []
    for number in 1...2 {
      let photo = SamplePhoto.broken + Data("\(number)".utf8)
      let scan = try await shop.scan("\(name)\(number).jpg", photo)
      let folder = try #require(scan.bundle)
      #expect(folder.hasSuffix(" (\(scan.id))") && folder.utf8.count <= 207)
      folders.insert(folder)
    }
    #expect(folders.count == 2)
  }

  @Test func `a folder of an older version stays where it is when its scan is made anew`() async throws {
    tell("Who's Next?")
    let old = "IMG_1 Marla Quist - Who's Next?"
    let scan = try await rename(try await shop.scan(), to: old)
    tell("Who's Next?")
    shop.time.advance(to: shop.time.now + 60)
    #expect(try await shop.ledger.redo(scan.id, from: .reading, strategy: nil, now: shop.time.now) == .carriedOut)
    let anew = try await shop.finish(scan.id)
    #expect(anew.state == .done && anew.bundle == "done/\(old)")
    #expect(shop.bundles() == [old])
    #expect(try shop.document(of: anew).scannedAt != scan.document?.scannedAt)
  }

  @Test func `a deleted folder of an older version comes back under a name that can be held everywhere`() async throws {
    tell("Who's Next?")
    let scan = try await rename(try await shop.scan(), to: "IMG_1 Marla Quist - Who's Next? 2")
    let bin = Bin(root: shop.root)
    #expect(try await shop.ledger.delete(scan.id, now: shop.time.now) == .carriedOut)
    try bin.putAway(try #require(scan.bundle), of: scan.id)
    #expect(shop.bundles() == [])
    // Said again, as after a crash in between, it is found where it is.
    for _ in 1...2 { #expect(try bin.bringBack(scan) == "done/IMG_1 Marla Quist - Who's Next 2") }
    #expect(shop.bundles() == ["IMG_1 Marla Quist - Who's Next 2"])
  }

  @Test func `a deletion is taken back where another result has the name by now`() async throws {
    tell("Undertow")
    let scan = try await shop.scan()
    let bin = Bin(root: shop.root)
    _ = try await shop.ledger.delete(scan.id, now: shop.time.now)
    try bin.putAway(try #require(scan.bundle), of: scan.id)
    try shop.folder.makeFolder("done/img_1 marla quist - undertow")
    for _ in 1...2 { #expect(try bin.bringBack(scan) == "done/IMG_1 Marla Quist - Undertow 2") }
    try await shop.ledger.undelete(scan.id, bundle: "done/IMG_1 Marla Quist - Undertow 2")
    let back = try #require(try await shop.ledger.scan(scan.id))
    #expect(try shop.document(of: back).id == scan.id)
  }

  @Test(arguments: ["12:30 What?.jpg", "CON.jpg", "Cafe\u{301}.jpg", String(repeating: "é", count: 120) + ".jpg"])
  func `a move that a crash cut off is found again, by the photo's old name and by its new one`(
    name: String
  ) async throws {
    for (month, place) in [("2026-09", name), ("2026-10", PathName(ofFile: name).numbered(2))] {
      let id = try await shop.drop(name, SamplePhoto.copy(month == "2026-09" ? 1 : 2))
      try shop.folder.makeFolder("originals/\(month)")
      try FileManager.default.moveItem(
        atPath: shop.root.appending("inbox/\(name)").string,
        toPath: shop.root.appending("originals/\(month)/\(place)").string)
      let scan = try #require(try await shop.ledger.claim(now: shop.time.now))
      #expect(scan.id == id)
      #expect(try await shop.line().filing(shop.ledger).file(scan).place == "originals/\(month)/\(place)")
    }
  }
}
