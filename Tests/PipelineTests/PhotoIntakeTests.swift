import Albums
import Disk
import Foundation
import Records
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline
@testable import Watching

@Suite struct PhotoIntakeTests {
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func named() async throws -> [String] {
    try await fixture.ledger.conditions().filter { $0.health == .samePhoto }.compactMap(\.place)
  }

  @discardableResult
  private func receive(_ name: String, _ photo: Data) async throws -> Bool {
    let path = try fixture.folder.write(photo, to: "inbox/\(name)")
    guard let photo = try await IncomingPhoto.open(path) else { throw LedgerError("\(path) can't be opened") }
    return try await PhotoIntake.enqueue(photo, in: fixture.ledger, now: fixture.time.now)
  }

  @Test func `a copy of a photo that waits is named, until another photo takes its place`() async throws {
    #expect(try await receive("IMG_1.jpg", Data("one".utf8)))
    #expect(try await !receive("copy.jpg", Data("one".utf8)))
    #expect(try await named() == [fixture.root.appending("inbox/copy.jpg").string])
    let item = try #require(try await fixture.ledger.conditions().first)
    #expect(item.isOnlyToKnow && item.reason.contains("copy.jpg is the same photo as scan 1"))
    #expect(try await receive("copy.jpg", Data("another".utf8)))
    #expect(try await named().isEmpty)
  }

  @Test func `only so many are named, and those that are gone make room`() async throws {
    try await receive("IMG_1.jpg", Data("one".utf8))
    for number in 1...25 { try await receive("copy \(number).jpg", Data("one".utf8)) }
    #expect(try await named().count == 20)
    for number in 1...20 {
      try FileManager.default.removeItem(atPath: fixture.root.appending("inbox/copy \(number).jpg").string)
    }
    try await receive("last.jpg", Data("one".utf8))
    #expect(try await named() == [fixture.root.appending("inbox/last.jpg").string])
  }

  /// Runs the intake on these files; what it does while it sleeps is the test's to say.
  /// - Parameter announcedSize: in bytes; nil for the one that each has.
  private func run(
    _ names: [String], announcedSize: Int64? = nil, once: Bool = false,
    meanwhile: @escaping @Sendable () throws -> Void = {}
  ) async throws {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Arrival.self)
    for name in names {
      let path = fixture.root.appending("inbox/\(name)")
      let size = announcedSize ?? (try? OpenedPhoto(path).identity.size) ?? 1
      arrive.yield(Arrival(path: path, identity: FileIdentity(device: 1, inode: 1, size: size, modified: 1)))
    }
    arrive.finish()
    let now = fixture.time.now
    let time = TimeSource(now: { now }, sleep: { _ in try meanwhile() })
    try await PhotoIntake(
      arrivals: arrivals, ledger: fixture.ledger, wakeSignal: WakeSignal(), once: once, time: time
    ).run()
  }

  @Test func `the film of a photo isn't scanned, and a video on its own is`() async throws {
    for name in ["IMG_1.HEIC", "IMG_1.MOV", "IMG_2_JPG.MOV", "IMG_2.JPG", "holiday.mp4"] {
      try fixture.folder.write(Data(name.utf8), to: "inbox/\(name)")
    }
    try await run(["IMG_1.MOV", "IMG_2_JPG.MOV", "IMG_1.HEIC", "IMG_2.JPG", "holiday.mp4"])
    let scans = try await fixture.ledger.scans().map(\.name)
    #expect(scans.sorted() == ["IMG_1.HEIC", "IMG_2.JPG", "holiday.mp4"])
  }

  @Test func `a film is known as one after its photo was moved away`() async throws {
    try await receive("IMG_1.HEIC", Data("photo".utf8))
    try FileManager.default.removeItem(atPath: fixture.root.appending("inbox/IMG_1.HEIC").string)
    let film = try fixture.folder.write(Data("film".utf8), to: "inbox/IMG_1.MOV")
    #expect(try await PhotoIntake.isFilm(film, ledger: fixture.ledger))
    let other = try fixture.folder.write(Data("film".utf8), to: "inbox/IMG_2.MOV")
    #expect(try await !PhotoIntake.isFilm(other, ledger: fixture.ledger))
  }

  @Test func `a film that comes before its photo isn't scanned either`() async throws {
    try fixture.folder.write(Data("film".utf8), to: "inbox/IMG_1.MOV")
    let folder = fixture.folder
    try await run(["IMG_1.MOV"]) { try folder.write(Data("photo".utf8), to: "inbox/IMG_1.HEIC") }
    #expect(try await fixture.ledger.scans().isEmpty)
  }

  @Test func `a photo that is being written again after it was announced is queued when it is whole`() async throws {
    try fixture.folder.write(Data(), to: "inbox/IMG_1.jpg")
    let folder = fixture.folder
    let looks = Mutex(0)
    try await run(["IMG_1.jpg"], announcedSize: 5) {
      let look = looks.withLock {
        $0 += 1
        return $0
      }
      // Empty at the next look too, then in part, then whole.
      let written = ["", "pho", "photo"][min(look, 3) - 1]
      try folder.write(Data(written.utf8), to: "inbox/IMG_1.jpg")
    }
    #expect(looks.withLock { $0 } == 4)
    #expect(try await !receive("copy.jpg", Data("photo".utf8)), "the same bytes")
  }

  @Test func `a photo that was emptied after it was announced, and stays so, is queued after a while`() async throws {
    try fixture.folder.write(Data(), to: "inbox/IMG_1.jpg")
    try await run(["IMG_1.jpg"], announcedSize: 5)
    #expect(try await fixture.ledger.scans().map(\.name) == ["IMG_1.jpg"])
  }

  @Test func `once, nothing is waited for but the end of a photo that is being written`() async throws {
    let unreadable = String(repeating: "x", count: 300) + ".jpg"
    let folder = fixture.folder
    for name in ["IMG_1.MOV", "IMG_2.jpg"] { try folder.write(Data(name.utf8), to: "inbox/\(name)") }
    try await run(["IMG_1.MOV", unreadable, "IMG_2.jpg"], once: true) { Issue.record("it waited") }
    #expect(try await fixture.ledger.scans().map(\.name).sorted() == ["IMG_1.MOV", "IMG_2.jpg"])
    let conditions = try await fixture.ledger.conditions()
    #expect(conditions.map(\.place) == [fixture.root.appending("inbox/\(unreadable)").string])

    try folder.write(Data(), to: "inbox/IMG_3.jpg")
    try await run(["IMG_3.jpg"], announcedSize: 5, once: true) {
      try folder.write(Data("photo".utf8), to: "inbox/IMG_3.jpg")
    }
    #expect(try await !receive("copy.jpg", Data("photo".utf8)), "the same bytes")
  }
}
