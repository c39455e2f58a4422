import Glibc
import SystemPackage
import TestSupport
import Testing
import Watching

/// Files that somebody has open for writing.
@Suite struct HeldFileTests {
  let path: FilePath = "/inbox/IMG.jpg"

  @Test(arguments: [Completeness.Verdict.incomplete, .empty, .unknown])
  func `half a photo is waited for as long as its writer has it open, and costs few looks`(
    verdict: Completeness.Verdict
  ) {
    var fixture = TrackerFixture()
    fixture.held = [path]
    fixture.write(path, size: 5, verdict)
    fixture.note(.created, path)
    fixture.pass(.seconds(3_600))
    #expect(fixture.announced.isEmpty)
    #expect(fixture.looks < 450)
    // Nobody waits for it who only wants what is there.
    #expect(fixture.tracker.isSettled)
    fixture.write(path, size: 50, .complete)
    fixture.held = []
    fixture.note(.closed, path)
    #expect(fixture.announced.map(\.identity.size) == [50])
  }

  @Test func `half a photo whose writer has ended is announced half a minute after its last byte`() {
    var fixture = TrackerFixture()
    fixture.held = [path]
    fixture.write(path, size: 5, .incomplete)
    fixture.note(.created, path)
    fixture.pass(.seconds(600))
    fixture.held = []
    fixture.note(.closed, path)
    #expect(fixture.announced.count == 1)
  }

  @Test func `a whole photo that is still open gets a moment, for what may follow behind it`() {
    var fixture = TrackerFixture()
    fixture.held = [path]
    fixture.note(.created, path)
    fixture.write(path, size: 10, .complete)
    fixture.pass(.seconds(1))
    fixture.write(path, size: 20, .complete)
    fixture.pass(.seconds(1))
    #expect(fixture.announced.isEmpty)
    fixture.pass(.seconds(1))
    #expect(fixture.announced.map(\.identity.size) == [20])
  }

  @Test func `a photo that is only just being closed is announced a moment later`() {
    var fixture = TrackerFixture()
    fixture.held = [path]
    fixture.write(path, size: 10, .complete)
    fixture.note(.closed, path)
    fixture.held = []
    fixture.pass(.milliseconds(30))
    #expect(fixture.announced.count == 1)
  }

  @Test func `the kernel says who still writes`() async throws {
    let inbox = try TemporaryFolder()
    var patience = SettleTimes()
    patience.unfinished = .milliseconds(300)
    let watch = try await Watch([inbox.path], patience: patience)
    let photo = Samples.jpeg()
    let open = try FileDescriptor.open(
      inbox.appending("open.jpg"), .writeOnly, options: .create, permissions: .ownerReadWrite)
    _ = try open.writeAll(photo.dropLast(9))
    try inbox.write(photo.dropLast(9), to: "left.jpg")
    // The other one was given up long after this one would have been.
    try inbox.write(photo.dropLast(8), to: "last.jpg")
    try await watch.until([inbox.appending("left.jpg"), inbox.appending("last.jpg")])
    #expect(watch.arrivals.elements.count == 2)
    _ = try open.writeAll(photo.suffix(9))
    try open.close()
    #expect(try await watch.until([inbox.appending("open.jpg")]).last?.identity.size == Int64(photo.count))
  }
}
