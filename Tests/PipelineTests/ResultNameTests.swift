import Albums
import DrawnCovers
import Foundation
import Glibc
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Disk
@testable import Pipeline

/// What results, photos and failures are called on the disk, so that they can go anywhere.
@Suite struct ResultNameTests {
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func tell(_ title: String) {
    let album = CannedAnswers.album(CannedAnswers.artist, title)
    fixture.model.answers(.reading, Act.says(CannedAnswers.identified(CannedAnswers.artist, title)))
    fixture.catalog.searches.answers(.success([album]))
    fixture.catalog.lookups.answers(.success(album))
    fixture.covers.fronts.answers(.success(nil))
    fixture.model.answers(.review, Act.says(CannedAnswers.review))
  }

  /// As an older version would have named it.
  private func rename(_ scan: Scan, to old: String) async throws -> Scan {
    try FileManager.default.moveItem(
      atPath: fixture.root.appending(try #require(scan.bundle)).string,
      toPath: fixture.root.appending("done/\(old)").string)
    try await fixture.ledger.revise(scan.id, to: try #require(scan.document), bundle: "done/\(old)")
    return try #require(try await fixture.ledger.scan(scan.id))
  }

  @Test func `a result's folder, its photo and its failure can be held everywhere, and say the true names`()
    async throws
  {
    tell("What-Ever: \"Never\"*")
    let done = try await fixture.scan("12:30 <a>?.jpg")
    #expect(done.bundle == "done/12-30 (a) Marla Quist - What-Ever- 'Never'-")
    #expect(done.photoNow == "originals/2026-11/12-30 (a).jpg")
    let document = try fixture.document(of: done)
    #expect(document.album.albumTitle == "What-Ever: \"Never\"*")
    #expect(document.photo.name == "12:30 <a>?.jpg")
    #expect(document.photo.now == done.photoNow)
    try await fixture.gallery.refresh()
    let gallery = String(decoding: try fixture.folder.read("done/index.html"), as: UTF8.self)
    #expect(gallery.contains("12-30%20%28a%29%20Marla%20Quist%20-%20What-Ever-%20%27Never%27-/index.html"))

    let failed = try await fixture.scan("CON.jpg", SamplePhoto.broken)
    #expect(failed.bundle == "failed/CON_.jpg (\(failed.id))")
    #expect(failed.photoNow == "originals/2026-11/CON_.jpg")
    let failure = try fixture.folder.read("\(try #require(failed.bundle))/failure.json")
    #expect(String(decoding: failure, as: UTF8.self).contains("\"CON.jpg\""))
  }

  @Test func `a folder whose disk hangs keeps no other folder from its names`() throws {
    let (slow, other) = (fixture.root.appending("done"), fixture.root.appending("originals"))
    for folder in [slow, other] { try Folder.make(folder) }
    let name = try Folder.take(PathName("a"), in: slow) { (_: FilePath) throws(DiskError) in
      // In the middle of it.
      try Folder.take(PathName("b"), in: other) { (_: FilePath) throws(DiskError) in true } == "b"
    }
    #expect(name == "a")
  }

  @Test func `a lock that somebody keeps on a folder is waited for a while, and says nothing of the disk`() throws {
    let done = fixture.root.appending("done")
    try Folder.make(done)
    let other = open(done.string, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    let error = #expect(throws: DiskError.self) {
      try Folder.take(PathName("a"), in: done, patience: .zero) { (_: FilePath) throws(DiskError) in true }
    }
    #expect(error?.description.hasPrefix("Cannot lock \(done): another program holds its lock") == true)
    #expect(error.map { UnwritableFolder($0, below: fixture.root) == nil } == true, "other folders can be written to")

    #expect(flock(other, LOCK_UN) == 0)
    #expect(
      try Folder.take(PathName("a"), in: done, patience: .zero) { (_: FilePath) throws(DiskError) in true } == "a")
  }

  @Test func `results that differ in case alone get numbers`() async throws {
    tell("Undertow")
    tell("UNDERTOW")
    let first = try await fixture.scan("IMG.jpg")
    #expect(first.bundle == "done/IMG Marla Quist - Undertow")
    let second = try await fixture.scan("img.jpg", SamplePhoto.copy(300))
    #expect(second.bundle?.lowercased() == "done/img marla quist - undertow 2")
  }

  @Test func `failures of photos with long names have folders of their own`() async throws {
    let name = String(repeating: "x", count: 220)
    var folders: Set<String> = []
    for number in 1...2 {
      let photo = SamplePhoto.broken + Data("\(number)".utf8)
      let scan = try await fixture.scan("\(name)\(number).jpg", photo)
      let folder = try #require(scan.bundle)
      #expect(folder.hasSuffix(" (\(scan.id))") && folder.utf8.count <= 207)
      folders.insert(folder)
    }
    #expect(folders.count == 2)
  }

  @Test func `a folder of an older version stays where it is when its scan is made anew`() async throws {
    tell("Who's Next?")
    let old = "IMG_1 Marla Quist - Who's Next?"
    let scan = try await rename(try await fixture.scan(), to: old)
    tell("Who's Next?")
    fixture.time.advance(to: fixture.time.now + 60)
    #expect(try await fixture.ledger.redo(scan.id, from: .reading, strategy: nil, now: fixture.time.now) == .carriedOut)
    let anew = try await fixture.finish(scan.id)
    #expect(anew.state == .done && anew.bundle == "done/\(old)")
    #expect(fixture.bundles() == [old])
    #expect(try fixture.document(of: anew).scannedAt != scan.document?.scannedAt)
  }

  @Test func `a deleted folder of an older version comes back under a name that can be held everywhere`() async throws {
    tell("Who's Next?")
    let scan = try await rename(try await fixture.scan(), to: "IMG_1 Marla Quist - Who's Next? 2")
    let trash = TrashFolder(root: fixture.root)
    #expect(try await fixture.ledger.delete(scan.id, now: fixture.time.now) == .carriedOut)
    try trash.moveBundle(try #require(scan.bundle), of: scan.id)
    #expect(fixture.bundles() == [])
    // Said again, as after a crash in between, it is found where it is.
    for _ in 1...2 { #expect(try trash.bringBack(scan) == "done/IMG_1 Marla Quist - Who's Next 2") }
    #expect(fixture.bundles() == ["IMG_1 Marla Quist - Who's Next 2"])
  }

  @Test func `a deletion is taken back where another result has the name by now`() async throws {
    tell("Undertow")
    let scan = try await fixture.scan()
    let trash = TrashFolder(root: fixture.root)
    _ = try await fixture.ledger.delete(scan.id, now: fixture.time.now)
    try trash.moveBundle(try #require(scan.bundle), of: scan.id)
    try fixture.folder.makeFolder("done/img_1 marla quist - undertow")
    for _ in 1...2 { #expect(try trash.bringBack(scan) == "done/IMG_1 Marla Quist - Undertow 2") }
    try await fixture.ledger.undelete(scan.id, bundle: "done/IMG_1 Marla Quist - Undertow 2")
    let back = try #require(try await fixture.ledger.scan(scan.id))
    #expect(try fixture.document(of: back).id == scan.id)
  }

  @Test(arguments: ["12:30 What?.jpg", "CON.jpg", "Cafe\u{301}.jpg", String(repeating: "é", count: 120) + ".jpg"])
  func `a move that a crash cut off is found again, by the photo's old name and by its new one`(
    name: String
  ) async throws {
    for (month, place) in [("2026-09", name), ("2026-10", PathName(ofFile: name).numbered(2))] {
      let id = try await fixture.drop(name, SamplePhoto.copy(month == "2026-09" ? 1 : 2))
      try fixture.folder.makeFolder("originals/\(month)")
      try FileManager.default.moveItem(
        atPath: fixture.root.appending("inbox/\(name)").string,
        toPath: fixture.root.appending("originals/\(month)/\(place)").string)
      let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
      #expect(scan.id == id)
      #expect(
        try await fixture.context().filer.file(scan).place == "originals/\(month)/\(place)")
    }
  }
}
