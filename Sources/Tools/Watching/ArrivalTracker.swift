package import SystemPackage

/// Decides which files are complete: from events and observations it determines which files to inspect and when, and
/// which to announce.
///
/// It accesses no file and no clock: `now` is the time since any fixed moment and never decreases. Each path is
/// announced once per identity, until it is removed.
package struct ArrivalTracker: Sendable {
  /// What happened to a file.
  package enum Event: Hashable, Sendable {
    /// Closed after writing.
    case closed
    case movedIn
    /// A new name: of a file that is about to be written, or of a hard link.
    case created
    /// Permissions, times or the number of names have changed.
    case attributes
    /// Deleted, or moved elsewhere.
    case gone
  }

  /// How a file was found without an event.
  package enum Occasion: Hashable, Sendable {
    /// Everything is new: at the start, after a pause, or in a new folder.
    case firstListing
    /// There should have been an event.
    case reconciliation
  }

  private struct Pending {
    var due: Duration?
    var stamp: FileStamp?
    var verdict: Completeness.Verdict?
    /// When the file last changed.
    var quietSince: Duration
    /// The file was closed after writing, or moved in, since it last changed.
    var isClosed = false
    /// The file was closed since the last look.
    var wasJustClosed = false
    /// The file was announced, and only its attributes have changed since.
    var isTouched = false
    var isOverlooked = false
    /// A program has the file open, but hasn't written to it for so long that it may never finish.
    var isStalled = false
    var looks = 0
    var failures = 0
  }

  private let patience: SettleTimes
  private let sizeLimit: Int64
  private var pending: [FilePath: Pending] = [:]
  private var announced: [FilePath: (identity: FileIdentity, generation: UInt32)] = [:]
  private var generation: UInt32 = 0
  /// Files that are ready according to an event. They come before files that are only due.
  private var urgent: [FilePath] = []
  private var urgentTaken = 0
  private var dueQueue = DueQueue()

  /// - Parameter sizeLimit: of a file, in bytes; a larger one is never read.
  package init(patience: SettleTimes = SettleTimes(), sizeLimit: Int64 = .max) {
    self.patience = patience
    self.sizeLimit = sizeLimit
  }

  /// How many files are being waited for.
  package var pendingCount: Int { pending.count }

  /// Whether all pending files are ones that repeatedly couldn't be opened, or whose writers have stalled.
  package var isSettled: Bool { pending.values.allSatisfy { $0.failures >= 3 || $0.isStalled } }
}

// MARK: Events

extension ArrivalTracker {
  package mutating func note(_ event: Event, at path: FilePath, now: Duration) {
    switch event {
    case .gone:
      pending[path] = nil
      announced[path] = nil
    case .closed, .movedIn:
      var file = pending[path] ?? Pending(quietSince: now)
      file.isClosed = true
      file.wasJustClosed = true
      file.isTouched = false
      file.isOverlooked = false
      file.failures = 0
      // A queued path is looked at once, however often it is closed in the meantime.
      if file.due != nil || pending[path] == nil { urgent.append(path) }
      file.due = nil
      pending[path] = file
    case .created:
      if pending[path] == nil { plan(path, Pending(quietSince: now), at: now + patience.firstLook) }
    case .attributes:
      if let file = pending[path] {
        if file.failures > 0 { plan(path, file, at: now) }
      } else if announced[path] != nil {
        var file = Pending(quietSince: now)
        file.isTouched = true
        plan(path, file, at: now + patience.touch)
      }
    }
  }

  /// A folder is gone, with everything below it.
  package mutating func forget(below folder: FilePath) {
    pending = pending.filter { !$0.key.starts(with: folder) }
    announced = announced.filter { !$0.key.starts(with: folder) }
  }

  /// Whether a listed file is neither announced nor pending.
  package func isNew(_ path: FilePath, _ identity: FileIdentity) -> Bool {
    announced[path]?.identity != identity && pending[path] == nil
  }

  /// A listing contains this file.
  package mutating func found(_ path: FilePath, _ stamp: FileStamp, on occasion: Occasion, now: Duration) {
    if announced[path]?.identity == stamp.identity {
      announced[path]?.generation = generation
    } else if pending[path] == nil {
      var file = Pending(quietSince: now)
      file.stamp = stamp
      file.isOverlooked = occasion == .reconciliation
      plan(path, file, at: now + patience.secondLook)
    }
  }

  /// A listing contains this file, which an earlier run has already processed.
  package mutating func adopt(_ path: FilePath, _ identity: FileIdentity) {
    pending[path] = nil
    announced[path] = (identity, generation)
  }

  /// Starts a listing: files that aren't `found` or adopted until it ends are missing.
  package mutating func beginListing() { generation &+= 1 }

  /// The listing of `inbox` is complete: files that it didn't contain are gone.
  ///
  /// Files on another device are kept: an inbox that isn't mounted looks empty.
  package mutating func endListing(of inbox: FilePath, device: UInt64) {
    announced = announced.filter { path, file in
      file.generation == generation || file.identity.device != device || !path.starts(with: inbox)
        || pending[path] != nil
    }
  }
}

// MARK: Inspections

extension ArrivalTracker {
  /// When to look at the next file; nil if there is nothing to wait for.
  package mutating func nextTime() -> Duration? {
    if !urgent.isEmpty { return .zero }
    while let entry = dueQueue.first {
      if pending[entry.path]?.due == entry.due { return entry.due }
      dueQueue.removeFirst()
    }
    return nil
  }

  /// The next file to look at, if it is time. Report the result with `saw`.
  package mutating func nextInspection(now: Duration) -> Inspection? {
    while urgentTaken < urgent.count {
      let path = urgent[urgentTaken]
      urgentTaken += 1
      if urgentTaken == urgent.count { (urgent, urgentTaken) = ([], 0) }
      if let file = pending[path], file.due == nil { return inspection(of: path, file) }
    }
    guard let time = nextTime(), time <= now, let path = dueQueue.first?.path, let file = pending[path] else {
      return nil
    }
    dueQueue.removeFirst()
    pending[path]?.due = nil
    return inspection(of: path, file)
  }

  /// Takes the result of an inspection, and returns the arrival if the file is complete.
  package mutating func saw(_ sight: Sight, at path: FilePath, now: Duration) -> Finding? {
    guard var file = pending[path] else { return nil }
    switch sight {
    case .gone:
      pending[path] = nil
      announced[path] = nil
      return nil
    case .refused:
      pending[path] = nil
      return nil
    case .unreadable:
      file.failures += 1
      let pause = Duration.milliseconds(500) * (1 << min(file.failures - 1, 10))
      plan(path, file, at: now + min(pause, patience.longestRetry))
      return nil
    case .file(let stamp, let verdict, let hasWriter): return saw(stamp, verdict, hasWriter, at: path, &file, now: now)
    }
  }

  /// A file to announce, and whether an expected event was missing.
  package struct Finding: Hashable, Sendable {
    package let arrival: Arrival
    package let isOverlooked: Bool
  }

  private mutating func saw(
    _ stamp: FileStamp, _ verdict: Completeness.Verdict?, _ hasWriter: Bool, at path: FilePath, _ file: inout Pending,
    now: Duration
  ) -> Finding? {
    if let before = announced[path] {
      let isNothingNew = before.identity == stamp.identity
      let isTouchedOnly = file.isTouched && before.identity.differsOnlyInTime(from: stamp.identity)
      if isNothingNew || isTouchedOnly {
        pending[path] = nil
        announced[path] = (stamp.identity, generation)
        return nil
      }
    }
    if file.isTouched {
      // More than the attributes changed: a program is writing. From here on, the file is treated like any other.
      file.isTouched = false
      plan(path, file, at: now)
      return nil
    }
    if file.stamp != stamp {
      // A program is writing and hasn't closed the file yet: an earlier close says nothing about these bytes.
      if file.stamp != nil, !file.wasJustClosed { file.isClosed = false }
      file.quietSince = now
      file.looks = 0
    }
    let isClosing = hasWriter && file.wasJustClosed
    file.stamp = stamp
    file.verdict = verdict
    file.wasJustClosed = false
    file.failures = 0
    file.looks += 1
    guard let verdict else {
      plan(path, file, at: now + patience.secondLook)
      return nil
    }
    let quiet = now - file.quietSince
    file.isStalled = hasWriter && quiet >= patience.unfinished
    let needed = patience.quiet(for: verdict, isClosed: file.isClosed || stamp.isLinked, hasWriter: hasWriter)
    guard let needed, quiet >= needed else {
      let pause = isClosing ? patience.closing : pause(before: file, hasWriter: hasWriter)
      plan(path, file, at: needed.map { min(now + pause, file.quietSince + $0) } ?? now + pause)
      return nil
    }
    pending[path] = nil
    announced[path] = (stamp.identity, generation)
    return Finding(arrival: Arrival(path: path, identity: stamp.identity), isOverlooked: file.isOverlooked)
  }

  private func pause(before file: Pending, hasWriter: Bool) -> Duration {
    if hasWriter, file.verdict == .complete { return patience.secondLook }
    let longest = file.isStalled ? patience.longestPauseHeld : patience.longestPause
    return min(patience.secondLook * (1 << min(file.looks - 1, 10)), longest)
  }

  private mutating func plan(_ path: FilePath, _ file: Pending, at due: Duration) {
    var file = file
    file.due = due
    pending[path] = file
    dueQueue.add((due, path))
  }

  private func inspection(of path: FilePath, _ file: Pending) -> Inspection {
    Inspection(
      path: path, reading: file.isTouched ? .never : file.isClosed ? .always : .ifUnchanged, known: file.stamp,
      verdict: file.verdict, limit: sizeLimit)
  }
}
