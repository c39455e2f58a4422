import Albums
import DrawnCovers
import Foundation
import Glibc
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

@Suite struct PhotoFilerTests {
  private var fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func tell(_ fixture: PipelineFixture, times: Int = 1) {
    for _ in 1...times { fixture.model.answers(.reading, Act.says(CannedAnswers.notIdentifiable(.unreadable))) }
  }

  private func inbox(_ fixture: PipelineFixture) -> [String] { fixture.folder.names(in: "inbox") }

  @Test func `moved photos are put away by month, byte for byte`() async throws {
    fixture.tellAll()
    let scan = try await fixture.scan()
    #expect(scan.photoNow == "originals/2026-11/IMG_1.jpg")
    #expect(FilePath(bytes: scan.path) == fixture.root.appending("originals/2026-11/IMG_1.jpg"))
    #expect(Data(try fixture.folder.read("originals/2026-11/IMG_1.jpg")) == SamplePhoto.lanterns)
    #expect(inbox(fixture) == [])
  }

  @Test func `a kept photo stays, and is not scanned again`() async throws {
    var fixture = fixture
    fixture.fate = .keep
    fixture.tellAll()
    let scan = try await fixture.scan()
    #expect(scan.photoNow == "inbox/IMG_1.jpg")
    #expect(inbox(fixture) == ["IMG_1.jpg"])
    #expect(try await fixture.receive(fixture.root.appending("inbox/IMG_1.jpg")) == .known(scan.id))
    #expect(fixture.folder.names(in: "originals") == [])
  }

  @Test func `a photo is deleted where the user chose that`() async throws {
    var fixture = fixture
    fixture.fate = .delete
    fixture.tellAll()
    let scan = try await fixture.scan()
    #expect(scan.photoNow == nil)
    #expect(inbox(fixture) == [])
    #expect(fixture.folder.names(in: "originals") == [])
  }

  @Test func `photos of one name get numbers`() async throws {
    tell(fixture, times: 3)
    var places: [String?] = []
    for number in 1...3 {
      // Other pixels, so that each is read.
      let photo = SamplePhoto.jpeg(of: DrawnCollection.paperLanterns, size: 200 + 8 * number)
      places.append(try await fixture.scan("IMG_1.jpg", photo).photoNow)
    }
    #expect(
      places == [
        "originals/2026-11/IMG_1.jpg", "originals/2026-11/IMG_1 2.jpg", "originals/2026-11/IMG_1 3.jpg",
      ])
  }

  @Test func `a photo that was scanned where it lies stays there`() async throws {
    let path = try fixture.folder.write(SamplePhoto.lanterns, to: "elsewhere.jpg")
    tell(fixture)
    guard let photo = try await IncomingPhoto.open(path),
      case .accepted(let id) = try await photo.readAndEnqueue(
        in: fixture.ledger, origin: .command, now: fixture.time.now)
    else {
      Issue.record("not accepted")
      return
    }
    #expect(try await fixture.finish(id).photoNow == "elsewhere.jpg")
    #expect(fixture.folder.names().contains("elsewhere.jpg"))
  }

  @Test(arguments: [PhotoFate.move, .delete])
  func `another photo that has taken the name meanwhile is left alone`(
    afterwards: PhotoFate
  ) async throws {
    var fixture = fixture
    fixture.fate = afterwards
    let other = SamplePhoto.copy(2)
    let replace: @Sendable () async -> Void = { [folder = fixture.folder] in
      _ = try? folder.write(other, to: "inbox/IMG_1.jpg")
    }
    fixture.model.answers(.reading, Act.after(replace, Act.says(CannedAnswers.notIdentifiable(.unreadable))))
    let scan = try await fixture.scan("IMG_1.jpg")
    #expect(scan.state == .failed)
    #expect(scan.photoNow == nil)
    #expect(Data(try fixture.folder.read("inbox/IMG_1.jpg")) == other)
    // And it is a new photo.
    let result = try await fixture.receive(fixture.root.appending("inbox/IMG_1.jpg"))
    #expect(result == .accepted(ScanID(scan.id.number + 1)))
  }

  @Test func `a photo that its owner took away meanwhile is done all the same`() async throws {
    let remove: @Sendable () async -> Void = { [path = fixture.root.appending("inbox/IMG_1.jpg")] in
      try? FileManager.default.removeItem(atPath: path.string)
    }
    fixture.model.answers(.reading, Act.after(remove, Act.says("Sorry.")))
    fixture.tellAll()
    let scan = try await fixture.scan()
    #expect(scan.state == .done)
    #expect(scan.photoNow == nil)
  }

  /// Some devices take the dots off their letters: one that a reader sees is two that are stored.
  @Test(arguments: ["IMG_1.jpg", "U\u{308}bung.jpg", "👨‍👩‍👧.jpg"])
  func `a photo that vanished before it could be read fails with that reason`(name: String) async throws {
    let id = try await fixture.drop(name)
    try FileManager.default.removeItem(atPath: fixture.root.appending("inbox/\(name)").string)
    let scan = try await fixture.finish(id)
    #expect(scan.state == .failed)
    #expect(scan.reason == "\(name) was removed before it could be read")
    #expect(scan.hint == "Copy it to the inbox again")
    #expect(try await fixture.ledger.faults(of: id).count == 3)
    #expect(fixture.folder.names(in: "failed") == ["\(name) (\(id))"])
  }

  @Test func `a file that is no picture fails, and is put away`() async throws {
    let scan = try await fixture.scan("notes.jpg", SamplePhoto.broken)
    #expect(scan.state == .failed)
    #expect(scan.step == .picture)
    #expect(scan.photoNow == "originals/2026-11/notes.jpg")
    #expect(scan.attempts == 1)
  }

  @Test func `a file that is no picture is found again where a crash left it after its move`() async throws {
    let id = try await fixture.drop("notes.jpg", SamplePhoto.broken)
    try fixture.folder.makeFolder("originals/2026-11")
    try FileManager.default.moveItem(
      atPath: fixture.root.appending("inbox/notes.jpg").string,
      toPath: fixture.root.appending("originals/2026-11/notes.jpg").string)
    let scan = try await fixture.finish(id)
    #expect(scan.state == .failed)
    #expect(scan.reason?.hasPrefix("The photo is damaged") == true)
    #expect(scan.photoNow == "originals/2026-11/notes.jpg")
    #expect(scan.attempts == 1)
    // Where it lies it is that scan's: another one whose photo is gone doesn't take it.
    let again = try await fixture.drop("notes.jpg", SamplePhoto.broken)
    #expect(again != id)
    try FileManager.default.removeItem(atPath: fixture.root.appending("inbox/notes.jpg").string)
    #expect(try await fixture.finish(again).reason == "notes.jpg was removed before it could be read")
  }

  @Test func `a photo that was replaced before it could be read gives way to the new one`() async throws {
    var fixture = fixture
    fixture.fate = .keep
    let old = try await fixture.drop("IMG_1.jpg")
    // The scan is in hand already, so that it can't simply be given the new bytes.
    let claimed = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    let new = try await fixture.drop("IMG_1.jpg", SamplePhoto.copy(2))
    #expect(new != old)
    try await ScanRunner(
      context: fixture.context(), gallery: fixture.gallery, disks: fixture.disks,
      isStopping: { false }
    )
    .run(claimed)
    let ended = try #require(try await fixture.ledger.scan(old))
    #expect(ended.state == .failed)
    #expect(ended.reason == "IMG_1.jpg was replaced by another photo before it could be read")
    tell(fixture)
    #expect(try await fixture.finish(new).reason?.hasPrefix(ProgressLine.notIdentified) == true)
  }

  @Test func `a photo that is still being written is tried again, as often as it takes`() async throws {
    let id = try await fixture.drop("IMG_1.jpg")
    try fixture.folder.write(SamplePhoto.copy(2), to: "inbox/IMG_1.jpg")
    for _ in 1...5 {
      fixture.time.advance(to: try #require(try await fixture.ledger.scan(id)).notBefore)
      #expect(try await fixture.runNext()?.state == .waiting)
    }
    #expect(try await fixture.ledger.scan(id)?.attempts == 0)
    try fixture.folder.write(SamplePhoto.lanterns, to: "inbox/IMG_1.jpg")
    fixture.tellAll()
    #expect(try await fixture.finish(id).state == .done)
  }

  /// It takes no room on the disk, but reading it would take minutes, for which others wait.
  @Test(arguments: [true, false])
  func `a huge file that took a photo's place isn't read, and stays`(isStudied: Bool) async throws {
    let path = fixture.root.appending("inbox/IMG_1.jpg").string
    let replace: @Sendable () async -> Void = {
      unlink(path)
      #expect(FileManager.default.createFile(atPath: path, contents: nil) && truncate(path, 4 << 30) == 0)
    }
    if isStudied { fixture.model.answers(.reading, Act.after(replace, Act.says(CannedAnswers.identified()))) }
    fixture.tellAll()
    let id = try await fixture.drop()
    if !isStudied { await replace() }
    let before = try Self.bytesRead()
    let scan = try await fixture.finish(id)
    #expect(try Self.bytesRead() - before < 1 << 30)
    #expect(scan.state == (isStudied ? .done : .failed))
    #expect(scan.photoNow == nil)
    #expect(inbox(fixture) == ["IMG_1.jpg"])
  }

  /// "rchar: 12345", all that this process has read (proc_pid_io(5)).
  private static func bytesRead() throws -> Int {
    let io = try String(contentsOfFile: "/proc/self/io", encoding: .utf8).split(separator: "\n")
    return try #require(io.first { $0.hasPrefix("rchar: ") }.flatMap { Int($0.dropFirst(7)) })
  }

  @Test func `where originals can't be made the photo stays, and the result doesn't wait`() async throws {
    fixture.tellAll()
    let id = try await fixture.drop()
    // `originals` is a file: no folder can be made in it.
    try fixture.folder.write([], to: "originals")
    let scan = try await fixture.finish(id)
    #expect(scan.state == .done)
    #expect(inbox(fixture) == ["IMG_1.jpg"])
    #expect(try await fixture.receive(fixture.root.appending("inbox/IMG_1.jpg")) == .known(id))
  }
}
