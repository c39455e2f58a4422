import SystemPackage
import Testing
import Watching

@Suite struct ListingTests {
  let path: FilePath = "/inbox/IMG.jpg"

  @Test func `a file met in a listing is announced when a second look finds it unchanged`() throws {
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .complete)
    fixture.tracker.found(path, try #require(fixture.files[path]).stamp, on: .firstListing, now: fixture.now)
    fixture.settle()
    #expect(fixture.announced.isEmpty)
    fixture.pass(.milliseconds(300))
    #expect(fixture.announced.map(\.path) == [path])
    #expect(fixture.looks == 1)
  }

  @Test func `a file met in a listing while it is written is waited for`() throws {
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .incomplete)
    fixture.tracker.found(path, try #require(fixture.files[path]).stamp, on: .firstListing, now: fixture.now)
    fixture.pass(.seconds(20))
    fixture.write(path, size: 20, .complete)
    fixture.pass(.seconds(2))
    #expect(fixture.announced.map(\.identity.size) == [20])
  }

  @Test func `listing again announces nothing twice, and reads nothing twice`() throws {
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .complete)
    fixture.note(.movedIn, path)
    let stamp = try #require(fixture.files[path]).stamp
    for _ in 0..<50 {
      fixture.tracker.beginListing()
      fixture.tracker.found(path, stamp, on: .reconciliation, now: fixture.now)
      fixture.tracker.endListing(of: "/inbox", device: 1)
      fixture.pass(.seconds(60))
    }
    #expect(fixture.announced.count == 1)
    #expect(fixture.looks == 1)
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
    var fixture = TrackerFixture()
    fixture.write(path, size: 10, .complete)
    let identity = try #require(fixture.files[path]).stamp.identity
    #expect(fixture.tracker.isNew(path, identity))
    fixture.tracker.adopt(path, identity)
    #expect(!fixture.tracker.isNew(path, identity))
    fixture.pass(.seconds(60))
    #expect(fixture.looks == 0)
    fixture.write(path, size: 11, .complete)
    fixture.note(.closed, path)
    #expect(fixture.announced.count == 1)
  }

  @Test func `what a listing doesn't meet is gone, but not what lies on a device that isn't mounted`() {
    for (device, isForgotten) in [(UInt64(1), true), (UInt64(2), false)] {
      var fixture = TrackerFixture()
      fixture.write(path, size: 10, .complete)
      fixture.note(.movedIn, path)
      fixture.tracker.beginListing()
      fixture.tracker.endListing(of: "/inbox", device: device)
      fixture.note(.movedIn, path)
      #expect(fixture.announced.count == (isForgotten ? 2 : 1))
    }
  }

  @Test func `what an event says is ready goes before a thousand files that are only due`() throws {
    var fixture = TrackerFixture()
    for number in 0..<1_000 {
      let path = FilePath("/inbox/\(number).jpg")
      fixture.write(path, size: 10, .complete)
      fixture.tracker.found(path, try #require(fixture.files[path]).stamp, on: .firstListing, now: fixture.now)
    }
    fixture.write(path, size: 10, .complete)
    fixture.tracker.note(.movedIn, at: path, now: fixture.now)
    fixture.now += .seconds(1)
    #expect(fixture.tracker.nextInspection(now: fixture.now)?.path == path)
    fixture.settle()
    #expect(fixture.announced.count == 1_000)
  }
}
