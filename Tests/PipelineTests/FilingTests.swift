import Albums
import DrawnCovers
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

@Suite struct FilingTests {
  private var shop: Workshop

  init() throws { shop = try Workshop() }

  private func tell(_ shop: Workshop, times: Int = 1) {
    for _ in 1...times { shop.model.answers(.reading, Act.says(Told.notIdentifiable(.unreadable))) }
  }

  private func inbox(_ shop: Workshop) -> [String] { shop.folder.names(in: "inbox") }

  @Test func `moved photos are put away by month, byte for byte`() async throws {
    shop.tellAll()
    let scan = try await shop.scan()
    #expect(scan.photoNow == "originals/2026-11/IMG_1.jpg")
    #expect(FilePath(bytes: scan.path) == shop.root.appending("originals/2026-11/IMG_1.jpg"))
    #expect(Data(try shop.folder.read("originals/2026-11/IMG_1.jpg")) == SamplePhoto.lanterns)
    #expect(inbox(shop) == [])
  }

  @Test func `a kept photo stays, and is not scanned again`() async throws {
    var shop = shop
    shop.afterwards = .keep
    shop.tellAll()
    let scan = try await shop.scan()
    #expect(scan.photoNow == "inbox/IMG_1.jpg")
    #expect(inbox(shop) == ["IMG_1.jpg"])
    #expect(try await shop.receive(shop.root.appending("inbox/IMG_1.jpg")) == .known(scan.id))
    #expect(shop.folder.names(in: "originals") == [])
  }

  @Test func `a photo is deleted where the user chose that`() async throws {
    var shop = shop
    shop.afterwards = .delete
    shop.tellAll()
    let scan = try await shop.scan()
    #expect(scan.photoNow == nil)
    #expect(inbox(shop) == [])
    #expect(shop.folder.names(in: "originals") == [])
  }

  @Test func `photos of one name get numbers`() async throws {
    tell(shop, times: 3)
    var places: [String?] = []
    for number in 1...3 {
      // Other pixels, so that each is read.
      let photo = SamplePhoto.jpeg(of: DrawnCollection.paperLanterns, size: 200 + 8 * number)
      places.append(try await shop.scan("IMG_1.jpg", photo).photoNow)
    }
    #expect(
      places == [
        "originals/2026-11/IMG_1.jpg", "originals/2026-11/IMG_1 2.jpg", "originals/2026-11/IMG_1 3.jpg",
      ])
  }

  @Test func `a photo that was scanned where it lies stays there`() async throws {
    let path = try shop.folder.write(SamplePhoto.lanterns, to: "elsewhere.jpg")
    tell(shop)
    guard let photo = IncomingPhoto(at: path),
      case .accepted(let id) = try await photo.receive(into: shop.ledger, origin: .command, now: shop.time.now)
    else {
      Issue.record("not accepted")
      return
    }
    #expect(try await shop.finish(id).photoNow == "elsewhere.jpg")
    #expect(shop.folder.names().contains("elsewhere.jpg"))
  }

  @Test(arguments: [LineSettings.Afterwards.move, .delete])
  func `another photo that has taken the name meanwhile is left alone`(
    afterwards: LineSettings.Afterwards
  ) async throws {
    var shop = shop
    shop.afterwards = afterwards
    let other = SamplePhoto.copy(2)
    let replace: @Sendable () async -> Void = { [folder = shop.folder] in
      _ = try? folder.write(other, to: "inbox/IMG_1.jpg")
    }
    shop.model.answers(.reading, Act.after(replace, Act.says(Told.notIdentifiable(.unreadable))))
    let scan = try await shop.scan("IMG_1.jpg")
    #expect(scan.state == .failed)
    #expect(scan.photoNow == nil)
    #expect(Data(try shop.folder.read("inbox/IMG_1.jpg")) == other)
    // And it is a new photo.
    let reception = try await shop.receive(shop.root.appending("inbox/IMG_1.jpg"))
    #expect(reception == .accepted(ScanID(scan.id.number + 1)))
  }

  @Test func `a photo that its owner took away meanwhile is done all the same`() async throws {
    let remove: @Sendable () async -> Void = { [path = shop.root.appending("inbox/IMG_1.jpg")] in
      try? FileManager.default.removeItem(atPath: path.string)
    }
    shop.model.answers(.reading, Act.after(remove, Act.says("Sorry.")))
    shop.tellAll()
    let scan = try await shop.scan()
    #expect(scan.state == .done)
    #expect(scan.photoNow == nil)
  }

  @Test func `a photo that vanished before it could be read fails with that reason`() async throws {
    let id = try await shop.drop()
    try FileManager.default.removeItem(atPath: shop.root.appending("inbox/IMG_1.jpg").string)
    let scan = try await shop.finish(id)
    #expect(scan.state == .failed)
    #expect(scan.reason == "IMG_1.jpg was taken away before it could be read")
    #expect(scan.hint == "Drop it into the inbox again")
    #expect(shop.folder.names(in: "failed") == ["IMG_1.jpg (\(id))"])
  }

  @Test func `a file that is no picture fails, and is put away`() async throws {
    let scan = try await shop.scan("notes.jpg", SamplePhoto.broken)
    #expect(scan.state == .failed)
    #expect(scan.step == .picture)
    #expect(scan.photoNow == "originals/2026-11/notes.jpg")
    #expect(scan.attempts == 1)
  }

  @Test func `a file that is no picture is found again where a crash left it after its move`() async throws {
    let id = try await shop.drop("notes.jpg", SamplePhoto.broken)
    try shop.folder.makeFolder("originals/2026-11")
    try FileManager.default.moveItem(
      atPath: shop.root.appending("inbox/notes.jpg").string,
      toPath: shop.root.appending("originals/2026-11/notes.jpg").string)
    let scan = try await shop.finish(id)
    #expect(scan.state == .failed)
    #expect(scan.reason?.hasPrefix("The photo is damaged") == true)
    #expect(scan.photoNow == "originals/2026-11/notes.jpg")
    #expect(scan.attempts == 1)
    // Where it lies it is that scan's: another one whose photo is gone doesn't take it.
    let again = try await shop.drop("notes.jpg", SamplePhoto.broken)
    #expect(again != id)
    try FileManager.default.removeItem(atPath: shop.root.appending("inbox/notes.jpg").string)
    #expect(try await shop.finish(again).reason == "notes.jpg was taken away before it could be read")
  }

  @Test func `a photo that was replaced before it could be read gives way to the new one`() async throws {
    var shop = shop
    shop.afterwards = .keep
    let old = try await shop.drop("IMG_1.jpg")
    // The scan is in hand already, so that it can't simply be given the new bytes.
    let claimed = try #require(try await shop.ledger.claim(now: shop.time.now))
    let new = try await shop.drop("IMG_1.jpg", SamplePhoto.copy(2))
    #expect(new != old)
    try await Hands(
      line: shop.line(), ledger: shop.ledger, gallery: shop.gallery, disks: shop.disks, isStopping: { false }
    )
    .carry(claimed)
    let ended = try #require(try await shop.ledger.scan(old))
    #expect(ended.state == .failed)
    #expect(ended.reason == "IMG_1.jpg was replaced by another photo before it could be read")
    tell(shop)
    #expect(try await shop.finish(new).reason?.hasPrefix(ProgressLine.notIdentified) == true)
  }

  @Test func `a photo that is still being written is tried again, as often as it takes`() async throws {
    let id = try await shop.drop("IMG_1.jpg")
    try shop.folder.write(SamplePhoto.copy(2), to: "inbox/IMG_1.jpg")
    for _ in 1...5 {
      shop.time.advance(to: try #require(try await shop.ledger.scan(id)).notBefore)
      #expect(try await shop.carryNext()?.state == .waiting)
    }
    #expect(try await shop.ledger.scan(id)?.attempts == 0)
    try shop.folder.write(SamplePhoto.lanterns, to: "inbox/IMG_1.jpg")
    shop.tellAll()
    #expect(try await shop.finish(id).state == .done)
  }

  @Test func `a move that a crash cut off is found again`() async throws {
    shop.tellAll()
    let id = try await shop.drop()
    // The move was made, and nobody could write it down.
    try shop.folder.makeFolder("originals/2026-10")
    try FileManager.default.moveItem(
      atPath: shop.root.appending("inbox/IMG_1.jpg").string,
      toPath: shop.root.appending("originals/2026-10/IMG_1 2.jpg").string)
    try shop.folder.write(SamplePhoto.copy(9), to: "originals/2026-10/IMG_1.jpg")
    let scan = try #require(try await shop.ledger.claim(now: shop.time.now))
    let filed = try await shop.line().filing(shop.ledger).file(scan)
    #expect(filed.place == "originals/2026-10/IMG_1 2.jpg")
    #expect(try await shop.ledger.scan(id)?.photoNow == "originals/2026-10/IMG_1 2.jpg")
  }

  @Test func `where originals can't be made the photo stays, and the result doesn't wait`() async throws {
    shop.tellAll()
    let id = try await shop.drop()
    // `originals` is a file: no folder can be made in it.
    try shop.folder.write([], to: "originals")
    let scan = try await shop.finish(id)
    #expect(scan.state == .done)
    #expect(inbox(shop) == ["IMG_1.jpg"])
    #expect(try await shop.receive(shop.root.appending("inbox/IMG_1.jpg")) == .known(id))
  }
}
