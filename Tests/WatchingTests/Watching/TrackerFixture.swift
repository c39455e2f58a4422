import SystemPackage
import Watching

/// A tracker with a file to look at, and a clock that is moved on by hand.
struct TrackerFixture {
  var tracker = ArrivalTracker()
  var now = Duration.seconds(1_000)
  /// The file at each path; none is a file that is gone.
  var files: [FilePath: (stamp: FileStamp, verdict: Completeness.Verdict)] = [:]
  var unreadable: Set<FilePath> = []
  /// Open for writing.
  var held: Set<FilePath> = []
  var announced: [Arrival] = []
  var looks = 0
  /// Looks inside.
  var reads = 0

  mutating func write(_ path: FilePath, size: Int64, _ verdict: Completeness.Verdict, inode: UInt64 = 1) {
    let time = Int64(now / .nanoseconds(1))
    let identity = FileIdentity(device: 1, inode: inode, size: size, modified: time)
    files[path] = (FileStamp(identity: identity, changed: time), verdict)
  }

  mutating func note(_ event: ArrivalTracker.Event, _ path: FilePath) {
    tracker.note(event, at: path, now: now)
    settle()
  }

  /// Looks at everything that is due.
  mutating func settle() {
    while let next = tracker.nextInspection(now: now) {
      looks += 1
      let sight: ArrivalTracker.Sight
      if unreadable.contains(next.path) {
        sight = .unreadable
      } else if let file = files[next.path] {
        let isRead = next.wantsContents(file.stamp)
        reads += isRead && (next.known != file.stamp || next.verdict == nil) ? 1 : 0
        sight = .file(file.stamp, isRead ? file.verdict : nil, hasWriter: held.contains(next.path))
      } else {
        sight = .gone
      }
      if let finding = tracker.saw(sight, at: next.path, now: now) { announced.append(finding.arrival) }
    }
  }

  /// Lets time pass, with a look whenever the tracker asks for one.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let next = tracker.nextTime(), next <= end {
      now = max(now, next)
      settle()
    }
    now = end
    settle()
  }
}
