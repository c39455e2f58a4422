import SystemPackage
import Testing
import Watching

@Suite struct ArrivalTrackerTests {
  let path: FilePath = "/inbox/IMG.jpg"

  @Test(arguments: [ArrivalTracker.Event.closed, .movedIn])
  func `a whole photo that was closed or moved in is announced at once, and once`(event: ArrivalTracker.Event) {
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .complete)
    fixture.note(event, path)
    #expect(fixture.announced.map(\.path) == [path])
    #expect(fixture.announced.count == 1)
    for _ in 0..<100 { fixture.note(event, path) }
    fixture.pass(.seconds(3_600))
    #expect(fixture.announced.count == 1)
    #expect(fixture.tracker.pendingCount == 0)
  }

  @Test func `a photo that grows is announced once, when its writer closes it`() {
    var fixture = TrackerFixture()
    fixture.note(.created, path)
    for size in 1...100 {
      fixture.write(path, size: Int64(size), .incomplete)
      fixture.pass(.milliseconds(700))
    }
    #expect(fixture.announced.isEmpty)
    fixture.write(path, size: 101, .complete)
    fixture.note(.closed, path)
    #expect(fixture.announced.map(\.identity.size) == [101])
    fixture.pass(.seconds(60))
    #expect(fixture.announced.count == 1)
  }

  @Test(arguments: [100, 1_000, 9_900, 30_000])
  func `a writer that closes and opens again between its pieces is waited for`(pause: Int) {
    var fixture = TrackerFixture()
    for size in 1...5 {
      fixture.write(path, size: Int64(size), .incomplete)
      fixture.note(.closed, path)
      fixture.pass(.milliseconds(pause))
    }
    #expect(fixture.announced.isEmpty)
    fixture.write(path, size: 6, .complete)
    fixture.note(.closed, path)
    #expect(fixture.announced.count == 1)
  }

  @Test func `a photo that is never closed is announced within two seconds of its last byte`() {
    var fixture = TrackerFixture()
    fixture.note(.created, path)
    for size in 1...30 {
      fixture.write(path, size: Int64(size), .incomplete)
      fixture.pass(.seconds(1))
    }
    fixture.write(path, size: 31, .complete)
    fixture.pass(.seconds(2))
    #expect(fixture.announced.map(\.identity.size) == [31])
  }

  @Test(arguments: [Completeness.Verdict.incomplete, .empty])
  func `a photo that nobody finishes is announced after more than half a minute of quiet`(
    verdict: Completeness.Verdict
  ) {
    var fixture = TrackerFixture()
    fixture.write(path, size: 5, verdict)
    fixture.note(.closed, path)
    fixture.pass(.seconds(34))
    #expect(fixture.announced.isEmpty)
    fixture.pass(.seconds(2))
    #expect(fixture.announced.count == 1)
    fixture.pass(.seconds(600))
    #expect(fixture.announced.count == 1)
    fixture.write(path, size: 50, .complete)
    fixture.note(.closed, path)
    #expect(fixture.announced.map(\.identity.size) == [5, 50])
  }

  @Test func `a photo is not read while it grows`() {
    var fixture = TrackerFixture()
    fixture.note(.created, path)
    for size in 1...1_000 {
      fixture.write(path, size: Int64(size), .incomplete)
      fixture.pass(.milliseconds(100))
    }
    #expect(fixture.reads == 0)
    fixture.write(path, size: 1_001, .complete)
    fixture.note(.closed, path)
    #expect(fixture.reads == 1)
    #expect(fixture.announced.count == 1)
  }

  @Test func `waiting for a photo costs few looks`() {
    var fixture = TrackerFixture()
    fixture.write(path, size: 5, .incomplete)
    fixture.note(.closed, path)
    fixture.pass(.seconds(3_600))
    #expect(fixture.looks < 40)
  }

  @Test func `a file of another kind is announced when it was quiet for a while after its writer closed it`() {
    var fixture = TrackerFixture()
    fixture.write(path, size: 5, .unknown)
    fixture.note(.closed, path)
    fixture.pass(.milliseconds(1_400))
    #expect(fixture.announced.isEmpty)
    fixture.write(path, size: 6, .unknown)
    fixture.note(.closed, path)
    fixture.pass(.milliseconds(1_400))
    #expect(fixture.announced.isEmpty)
    fixture.pass(.milliseconds(300))
    #expect(fixture.announced.map(\.identity.size) == [6])
    #expect(fixture.announced.count == 1)
  }

  @Test func `a file of another kind that somebody writes to again is not taken for closed`() {
    var fixture = TrackerFixture()
    fixture.write(path, size: 5, .unknown)
    fixture.note(.closed, path)
    fixture.pass(.milliseconds(500))
    fixture.write(path, size: 6, .unknown)
    fixture.pass(.seconds(5))
    #expect(fixture.announced.isEmpty)
    fixture.pass(.seconds(10))
    #expect(fixture.announced.count == 1)
  }

  @Test func `the same name with other contents is announced again, each time`() {
    var fixture = TrackerFixture()
    for size in 1...20 {
      fixture.write(path, size: Int64(size), .complete, inode: UInt64(size))
      fixture.note(.movedIn, path)
      fixture.pass(.milliseconds(500))
    }
    #expect(fixture.announced.map(\.identity.size) == Array(1...20))
  }

  @Test func `a file taken away and dropped in again is announced again`() {
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .complete)
    fixture.note(.movedIn, path)
    fixture.note(.gone, path)
    fixture.note(.movedIn, path)
    #expect(fixture.announced.count == 2)
  }

  @Test func `a new time set right after the move, as sync tools do, is no new photo`() throws {
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .complete)
    fixture.note(.movedIn, path)
    fixture.now += .milliseconds(1)
    fixture.write(path, size: 10, .complete)
    fixture.note(.attributes, path)
    fixture.pass(.seconds(60))
    fixture.tracker.found(path, try #require(fixture.files[path]).stamp, on: .reconciliation, now: fixture.now)
    fixture.pass(.seconds(60))
    #expect(fixture.announced.count == 1)
  }

  @Test func `contents rewritten to the same length, with the time set before closing, are a new photo`() {
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .complete)
    fixture.note(.movedIn, path)
    fixture.now += .milliseconds(1)
    fixture.write(path, size: 10, .complete)
    fixture.note(.attributes, path)
    fixture.note(.closed, path)
    fixture.pass(.seconds(60))
    #expect(fixture.announced.count == 2)
  }

  @Test func `a touched file that turns out to be growing is treated as one that grows`() {
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .complete)
    fixture.note(.movedIn, path)
    fixture.write(path, size: 20, .incomplete)
    fixture.note(.attributes, path)
    fixture.pass(.seconds(5))
    #expect(fixture.announced.count == 1)
    fixture.write(path, size: 30, .complete)
    fixture.pass(.seconds(2))
    #expect(fixture.announced.map(\.identity.size) == [10, 30])
  }

  @Test func `a file that can't be opened is tried again, ever more rarely, and at once when its permissions change`() {
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .complete)
    fixture.unreadable = [path]
    fixture.note(.movedIn, path)
    fixture.pass(.seconds(3_600))
    #expect(fixture.announced.isEmpty)
    #expect(fixture.looks > 60 && fixture.looks < 80)
    fixture.unreadable = []
    fixture.note(.attributes, path)
    #expect(fixture.announced.count == 1)
  }

  @Test func `all is settled when only files are left that can't be opened`() {
    var fixture = TrackerFixture()
    #expect(fixture.tracker.isSettled)
    fixture.write(path, size: 10, .complete)
    fixture.unreadable = [path]
    fixture.note(.movedIn, path)
    #expect(!fixture.tracker.isSettled)
    fixture.pass(.seconds(10))
    #expect(fixture.tracker.isSettled)
    fixture.unreadable = []
    fixture.pass(.seconds(60))
    #expect(fixture.tracker.isSettled && fixture.announced.count == 1)
  }

  @Test func `a hard link to a whole file is announced at the first look`() {
    var fixture = TrackerFixture()
    let identity = FileIdentity(device: 1, inode: 1, size: 10, modified: 5)
    fixture.files[path] = (FileStamp(identity: identity, changed: 5, isLinked: true), .complete)
    fixture.note(.created, path)
    fixture.pass(.milliseconds(250))
    #expect(fixture.announced.count == 1)
  }

  @Test func `a file that vanishes while it is waited for is forgotten`() {
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .incomplete)
    fixture.note(.closed, path)
    fixture.files = [:]
    fixture.pass(.seconds(60))
    #expect(fixture.announced.isEmpty)
    #expect(fixture.tracker.pendingCount == 0)
    #expect(fixture.tracker.nextTime() == nil)
  }

  @Test func `everything below a folder goes with it, and nothing beside it`() {
    var fixture = TrackerFixture()
    for path in ["/inbox/a/1.jpg", "/inbox/a/b/2.jpg", "/inbox/ab/3.jpg"] as [FilePath] {
      fixture.write(path, size: 10, .complete)
      fixture.note(.movedIn, path)
    }
    fixture.tracker.forget(below: "/inbox/a")
    for path in ["/inbox/a/1.jpg", "/inbox/a/b/2.jpg", "/inbox/ab/3.jpg"] as [FilePath] { fixture.note(.movedIn, path) }
    #expect(
      fixture.announced.map(\.path.string) == [
        "/inbox/a/1.jpg", "/inbox/a/b/2.jpg", "/inbox/ab/3.jpg", "/inbox/a/1.jpg", "/inbox/a/b/2.jpg",
      ])
  }

  @Test func `the file's own time plays no part`() {
    for modified: Int64 in [.min, -1, 0, 4_070_908_800_000_000_000, .max] {
      var fixture = TrackerFixture()
      let identity = FileIdentity(device: 1, inode: 1, size: 10, modified: modified)
      fixture.files[path] = (FileStamp(identity: identity, changed: modified), .complete)
      fixture.note(.closed, path)
      #expect(fixture.announced.count == 1)
    }
  }
}
