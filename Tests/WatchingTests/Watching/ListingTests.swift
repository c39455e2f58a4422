import SystemPackage
import Testing
import Watching

@Suite struct ListingTests {
  let path: FilePath = "/inbox/IMG.jpg"

  @Test func `a file met in a listing is announced when a second look finds it unchanged`() throws {
    var world = TrackedWorld()
    world.write(path, size: 10, .complete)
    world.tracker.found(path, try #require(world.files[path]).stamp, on: .firstListing, now: world.now)
    world.settle()
    #expect(world.announced.isEmpty)
    world.pass(.milliseconds(300))
    #expect(world.announced.map(\.path) == [path])
    #expect(world.looks == 1)
  }

  @Test func `a file met in a listing while it is written is waited for`() throws {
    var world = TrackedWorld()
    world.write(path, size: 10, .incomplete)
    world.tracker.found(path, try #require(world.files[path]).stamp, on: .firstListing, now: world.now)
    world.pass(.seconds(20))
    world.write(path, size: 20, .complete)
    world.pass(.seconds(2))
    #expect(world.announced.map(\.identity.size) == [20])
  }

  @Test func `listing again announces nothing twice, and reads nothing twice`() throws {
    var world = TrackedWorld()
    world.write(path, size: 10, .complete)
    world.note(.movedIn, path)
    let stamp = try #require(world.files[path]).stamp
    for _ in 0..<50 {
      world.tracker.beginListing()
      world.tracker.found(path, stamp, on: .reconciliation, now: world.now)
      world.tracker.endListing(of: "/inbox", device: 1)
      world.pass(.seconds(60))
    }
    #expect(world.announced.count == 1)
    #expect(world.looks == 1)
  }

  @Test func `a file that only a regular listing met is marked as overlooked`() throws {
    for (occasion, isOverlooked) in [(ArrivalTracker.Occasion.firstListing, false), (.reconciliation, true)] {
      var tracker = ArrivalTracker()
      let stamp = FileStamp(identity: .init(device: 1, inode: 1, size: 1, modified: 1), changed: 1)
      tracker.found(path, stamp, on: occasion, now: .zero)
      let inspection = tracker.nextInspection(now: .seconds(1))
      let next = try #require(inspection)
      let finding = tracker.saw(.file(stamp, .complete), at: next.path, now: .seconds(1))
      #expect(finding?.isOverlooked == isOverlooked)
    }
  }

  @Test func `a file dealt with in an earlier run is neither read nor announced`() throws {
    var world = TrackedWorld()
    world.write(path, size: 10, .complete)
    let identity = try #require(world.files[path]).stamp.identity
    #expect(world.tracker.isNew(path, identity))
    world.tracker.adopt(path, identity)
    #expect(!world.tracker.isNew(path, identity))
    world.pass(.seconds(60))
    #expect(world.looks == 0)
    world.write(path, size: 11, .complete)
    world.note(.closed, path)
    #expect(world.announced.count == 1)
  }

  @Test func `what a listing doesn't meet is gone, but not what lies on a device that isn't mounted`() {
    for (device, isForgotten) in [(UInt64(1), true), (UInt64(2), false)] {
      var world = TrackedWorld()
      world.write(path, size: 10, .complete)
      world.note(.movedIn, path)
      world.tracker.beginListing()
      world.tracker.endListing(of: "/inbox", device: device)
      world.note(.movedIn, path)
      #expect(world.announced.count == (isForgotten ? 2 : 1))
    }
  }

  @Test func `what an event says is ready goes before a thousand files that are only due`() throws {
    var world = TrackedWorld()
    for number in 0..<1_000 {
      let path = FilePath("/inbox/\(number).jpg")
      world.write(path, size: 10, .complete)
      world.tracker.found(path, try #require(world.files[path]).stamp, on: .firstListing, now: world.now)
    }
    world.write(path, size: 10, .complete)
    world.tracker.note(.movedIn, at: path, now: world.now)
    world.now += .seconds(1)
    #expect(world.tracker.nextInspection(now: world.now)?.path == path)
    world.settle()
    #expect(world.announced.count == 1_000)
  }
}
