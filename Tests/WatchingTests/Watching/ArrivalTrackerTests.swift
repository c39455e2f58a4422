import SystemPackage
import Testing
import Watching

@Suite struct ArrivalTrackerTests {
  let path: FilePath = "/inbox/IMG.jpg"

  @Test(arguments: [ArrivalTracker.Event.closed, .movedIn])
  func `a whole photo that was closed or moved in is announced at once, and once`(event: ArrivalTracker.Event) {
    var world = TrackedWorld()
    world.write(path, size: 10, .complete)
    world.note(event, path)
    #expect(world.announced.map(\.path) == [path])
    #expect(world.announced.map(\.complete) == [true])
    for _ in 0..<100 { world.note(event, path) }
    world.pass(.seconds(3_600))
    #expect(world.announced.count == 1)
    #expect(world.tracker.pendingCount == 0)
  }

  @Test func `a photo that grows is announced once, when its writer closes it`() {
    var world = TrackedWorld()
    world.note(.created, path)
    for size in 1...100 {
      world.write(path, size: Int64(size), .incomplete)
      world.pass(.milliseconds(700))
    }
    #expect(world.announced.isEmpty)
    world.write(path, size: 101, .complete)
    world.note(.closed, path)
    #expect(world.announced.map(\.identity.size) == [101])
    world.pass(.seconds(60))
    #expect(world.announced.count == 1)
  }

  @Test(arguments: [100, 1_000, 9_900, 30_000])
  func `a writer that closes and opens again between its pieces is waited for`(pause: Int) {
    var world = TrackedWorld()
    for size in 1...5 {
      world.write(path, size: Int64(size), .incomplete)
      world.note(.closed, path)
      world.pass(.milliseconds(pause))
    }
    #expect(world.announced.isEmpty)
    world.write(path, size: 6, .complete)
    world.note(.closed, path)
    #expect(world.announced.map(\.complete) == [true])
  }

  @Test func `a photo that is never closed is announced within two seconds of its last byte`() {
    var world = TrackedWorld()
    world.note(.created, path)
    for size in 1...30 {
      world.write(path, size: Int64(size), .incomplete)
      world.pass(.seconds(1))
    }
    world.write(path, size: 31, .complete)
    world.pass(.seconds(2))
    #expect(world.announced.map(\.identity.size) == [31])
  }

  @Test(arguments: [Completeness.Verdict.incomplete, .empty])
  func `a photo that nobody finishes is announced as such after more than half a minute of quiet`(
    verdict: Completeness.Verdict
  ) {
    var world = TrackedWorld()
    world.write(path, size: 5, verdict)
    world.note(.closed, path)
    world.pass(.seconds(34))
    #expect(world.announced.isEmpty)
    world.pass(.seconds(2))
    #expect(world.announced.map(\.complete) == [false])
    world.pass(.seconds(600))
    #expect(world.announced.count == 1)
    world.write(path, size: 50, .complete)
    world.note(.closed, path)
    #expect(world.announced.map(\.complete) == [false, true])
  }

  @Test func `a photo is not read while it grows`() {
    var world = TrackedWorld()
    world.note(.created, path)
    for size in 1...1_000 {
      world.write(path, size: Int64(size), .incomplete)
      world.pass(.milliseconds(100))
    }
    #expect(world.reads == 0)
    world.write(path, size: 1_001, .complete)
    world.note(.closed, path)
    #expect(world.reads == 1)
    #expect(world.announced.count == 1)
  }

  @Test func `waiting for a photo costs few looks`() {
    var world = TrackedWorld()
    world.write(path, size: 5, .incomplete)
    world.note(.closed, path)
    world.pass(.seconds(3_600))
    #expect(world.looks < 40)
  }

  @Test func `a file of another kind is announced when it was quiet for a while after its writer closed it`() {
    var world = TrackedWorld()
    world.write(path, size: 5, .unknown)
    world.note(.closed, path)
    world.pass(.milliseconds(1_400))
    #expect(world.announced.isEmpty)
    world.write(path, size: 6, .unknown)
    world.note(.closed, path)
    world.pass(.milliseconds(1_400))
    #expect(world.announced.isEmpty)
    world.pass(.milliseconds(300))
    #expect(world.announced.map(\.identity.size) == [6])
    #expect(world.announced.map(\.complete) == [true])
  }

  @Test func `a file of another kind that somebody writes to again is not taken for closed`() {
    var world = TrackedWorld()
    world.write(path, size: 5, .unknown)
    world.note(.closed, path)
    world.pass(.milliseconds(500))
    world.write(path, size: 6, .unknown)
    world.pass(.seconds(5))
    #expect(world.announced.isEmpty)
    world.pass(.seconds(10))
    #expect(world.announced.count == 1)
  }

  @Test func `the same name with other contents is announced again, each time`() {
    var world = TrackedWorld()
    for size in 1...20 {
      world.write(path, size: Int64(size), .complete, inode: UInt64(size))
      world.note(.movedIn, path)
      world.pass(.milliseconds(500))
    }
    #expect(world.announced.map(\.identity.size) == Array(1...20))
  }

  @Test func `a file taken away and dropped in again is announced again`() {
    var world = TrackedWorld()
    world.write(path, size: 10, .complete)
    world.note(.movedIn, path)
    world.note(.gone, path)
    world.note(.movedIn, path)
    #expect(world.announced.count == 2)
  }

  @Test func `a new time set right after the move, as sync tools do, is no new photo`() throws {
    var world = TrackedWorld()
    world.write(path, size: 10, .complete)
    world.note(.movedIn, path)
    world.now += .milliseconds(1)
    world.write(path, size: 10, .complete)
    world.note(.attributes, path)
    world.pass(.seconds(60))
    world.tracker.found(path, try #require(world.files[path]).stamp, on: .reconciliation, now: world.now)
    world.pass(.seconds(60))
    #expect(world.announced.count == 1)
  }

  @Test func `contents rewritten to the same length, with the time set before closing, are a new photo`() {
    var world = TrackedWorld()
    world.write(path, size: 10, .complete)
    world.note(.movedIn, path)
    world.now += .milliseconds(1)
    world.write(path, size: 10, .complete)
    world.note(.attributes, path)
    world.note(.closed, path)
    world.pass(.seconds(60))
    #expect(world.announced.count == 2)
  }

  @Test func `a touched file that turns out to be growing is treated as one that grows`() {
    var world = TrackedWorld()
    world.write(path, size: 10, .complete)
    world.note(.movedIn, path)
    world.write(path, size: 20, .incomplete)
    world.note(.attributes, path)
    world.pass(.seconds(5))
    #expect(world.announced.count == 1)
    world.write(path, size: 30, .complete)
    world.pass(.seconds(2))
    #expect(world.announced.map(\.identity.size) == [10, 30])
  }

  @Test func `a file that can't be opened is tried again, ever more rarely, and at once when its permissions change`() {
    var world = TrackedWorld()
    world.write(path, size: 10, .complete)
    world.unreadable = [path]
    world.note(.movedIn, path)
    world.pass(.seconds(3_600))
    #expect(world.announced.isEmpty)
    #expect(world.looks > 60 && world.looks < 80)
    world.unreadable = []
    world.note(.attributes, path)
    #expect(world.announced.count == 1)
  }

  @Test func `all is settled when only files are left that can't be opened`() {
    var world = TrackedWorld()
    #expect(world.tracker.isSettled)
    world.write(path, size: 10, .complete)
    world.unreadable = [path]
    world.note(.movedIn, path)
    #expect(!world.tracker.isSettled)
    world.pass(.seconds(10))
    #expect(world.tracker.isSettled)
    world.unreadable = []
    world.pass(.seconds(60))
    #expect(world.tracker.isSettled && world.announced.count == 1)
  }

  @Test func `a hard link to a whole file is announced at the first look`() {
    var world = TrackedWorld()
    let identity = FileIdentity(device: 1, inode: 1, size: 10, modified: 5)
    world.files[path] = (FileStamp(identity: identity, changed: 5, isLinked: true), .complete)
    world.note(.created, path)
    world.pass(.milliseconds(250))
    #expect(world.announced.count == 1)
  }

  @Test func `a file that vanishes while it is waited for is forgotten`() {
    var world = TrackedWorld()
    world.write(path, size: 10, .incomplete)
    world.note(.closed, path)
    world.files = [:]
    world.pass(.seconds(60))
    #expect(world.announced.isEmpty)
    #expect(world.tracker.pendingCount == 0)
    #expect(world.tracker.nextTime() == nil)
  }

  @Test func `everything below a folder goes with it, and nothing beside it`() {
    var world = TrackedWorld()
    for path in ["/inbox/a/1.jpg", "/inbox/a/b/2.jpg", "/inbox/ab/3.jpg"] as [FilePath] {
      world.write(path, size: 10, .complete)
      world.note(.movedIn, path)
    }
    world.tracker.forget(below: "/inbox/a")
    for path in ["/inbox/a/1.jpg", "/inbox/a/b/2.jpg", "/inbox/ab/3.jpg"] as [FilePath] { world.note(.movedIn, path) }
    #expect(
      world.announced.map(\.path.string) == [
        "/inbox/a/1.jpg", "/inbox/a/b/2.jpg", "/inbox/ab/3.jpg", "/inbox/a/1.jpg", "/inbox/a/b/2.jpg",
      ])
  }

  @Test func `the file's own time plays no part`() {
    for modified: Int64 in [.min, -1, 0, 4_070_908_800_000_000_000, .max] {
      var world = TrackedWorld()
      let identity = FileIdentity(device: 1, inode: 1, size: 10, modified: modified)
      world.files[path] = (FileStamp(identity: identity, changed: modified), .complete)
      world.note(.closed, path)
      #expect(world.announced.count == 1)
    }
  }
}
