internal import Glibc
internal import SystemPackage
internal import Threads

/// The shell around the tracker: it reads events, lists folders, and looks at files.
///
/// It runs on one thread and does one thing at a time, events always first.
final class Watcher {
  let settings: Arrivals.Settings
  let stop: PollableFlag
  private let announce: (Arrival) -> Void
  private let mounts = MountTable()
  var tracker: ArrivalTracker
  var reporter: ConditionReporter
  var watches = FolderWatches()
  var inboxes: [Inbox]
  var overflows = OverflowBackoff()
  var overlooked = 0

  init(_ settings: Arrivals.Settings, stop: PollableFlag, announce: @escaping (Arrival) -> Void) {
    self.settings = settings
    self.stop = stop
    self.announce = announce
    tracker = ArrivalTracker(patience: settings.patience, sizeLimit: settings.limits.bytes)
    reporter = ConditionReporter(settings.conditions)
    inboxes = settings.folders.map { Inbox(path: $0.lexicallyNormalized()) }
  }

  /// Watches until the stop flag is set, or until everything is settled if that is all the caller wants.
  func run() {
    for index in inboxes.indices { takeUp(index) }
    settings.ready?()
    while !stop.isSet {
      takeEvents()
      let now = Self.now()
      listWhatIsDue(now)
      if let next = tracker.nextInspection(now: now) {
        inspect(next)
      } else if settings.untilSettled, tracker.isSettled {
        return
      } else {
        sleep(until: nextTime())
      }
    }
  }

  static func now() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

// MARK: Waiting

extension Watcher {
  private func nextTime() -> Duration? {
    let times = inboxes.map(\.due) + [tracker.nextTime(), overflows.listing, overflows.end].compactMap { $0 }
    return times.min()
  }

  /// Sleeps until the given time, an event, a change of the mounts, or the stop flag.
  private func sleep(until time: Duration?) {
    var milliseconds: Int32 = -1
    if let time {
      let left = (time - Self.now()).components
      // Rounded up, to avoid waking a moment too early over and over.
      let whole = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000 + 1
      milliseconds = Int32(clamping: max(0, whole))
    }
    var requests = [
      stop.request,
      pollfd(fd: watches.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mounts.descriptor, events: Int16(POLLPRI), revents: 0),
    ]
    guard poll(&requests, nfds_t(requests.count), milliseconds) > 0, requests[2].revents != 0 else { return }
    for index in inboxes.indices { checkRoot(index) }
  }
}

// MARK: Files

extension Watcher {
  private func inspect(_ next: ArrivalTracker.Inspection) {
    let outcome = FileInspection.look(at: next)
    switch outcome.sight {
    case .file(let stamp, _, _) where refuseIfTooLarge(next.path, stamp):
      _ = tracker.saw(.refused, at: next.path, now: Self.now())
      return
    case .file: reporter.set(nil, ofFile: next.path)
    case .gone: reporter.forget(next.path)
    case .refused:
      reporter.set(outcome.refusal.map { .refused(next.path, because: $0) }, ofFile: next.path)
    case .unreadable:
      reporter.set(outcome.trouble.map { .unreadableFile(next.path, $0) }, ofFile: next.path)
    }
    if let finding = tracker.saw(outcome.sight, at: next.path, now: Self.now()) {
      if finding.isOverlooked { overlooked += 1 }
      announce(finding.arrival)
    }
  }

  /// True if the file is too large for a photo, which is reported.
  func refuseIfTooLarge(_ path: FilePath, _ stamp: FileStamp) -> Bool {
    let (size, limit) = (stamp.identity.size, settings.limits.bytes)
    if size > limit { reporter.set(.tooLarge(path, size: size, limit: limit), ofFile: path) }
    return size > limit
  }
}

// MARK: Events

extension Watcher {
  private func takeEvents() {
    while !stop.isSet {
      let events = watches.read()
      if events.isEmpty { return }
      for event in events { take(event) }
    }
  }

  private func take(_ event: Inotify.Event) {
    if event.has(IN_Q_OVERFLOW) {
      overflows.add(now: Self.now())
      return reporter.setOverflow(count: overflows.count)
    }
    // A folder above a missing inbox: whatever happened there, check whether the inbox is back.
    for index in inboxes.indices where inboxes[index].sentinel == event.watch { checkRoot(index) }
    let folder = watches.folder(event.watch)
    if event.has(IN_IGNORED) { watches.forget(event.watch) }
    guard let folder else { return }
    guard !event.name.isEmpty else {
      let isLost =
        event.has(IN_DELETE_SELF) || event.has(IN_MOVE_SELF) || event.has(IN_UNMOUNT) || event.has(IN_IGNORED)
      if isLost, inboxes[folder.inbox].path == folder.path { checkRoot(folder.inbox, wasMoved: true) }
      return
    }
    let path = folder.path.appending(nameOf: event)
    let inbox = inboxes[folder.inbox].path
    let isFolder = event.isFolder
    guard settings.rules.rule(ignoring: event.name, at: path, below: inbox, isFolder: isFolder) == nil else { return }
    if isFolder {
      takeFolder(event, path, folder.inbox)
    } else {
      takeFile(event, path)
    }
  }

  private func takeFolder(_ event: Inotify.Event, _ path: FilePath, _ inbox: Int) {
    if event.has(IN_MOVED_FROM) || event.has(IN_DELETE) {
      watches.remove(below: path)
      tracker.forget(below: path)
      reporter.forget(below: path)
    } else if inboxes[inbox].hasMoreFolders {
      // A look at each of so many would keep the photos waiting.
    } else if event.has(IN_CREATE) || event.has(IN_MOVED_TO) || (event.has(IN_ATTRIB) && !watches.contains(path)) {
      if list(path, of: inbox, watching: true, on: .firstListing) == .watchLimit {
        // List it now rather than when it is due, so that the folder isn't missed until then.
        inboxes[inbox].due = .zero
      }
    }
  }

  private func takeFile(_ event: Inotify.Event, _ path: FilePath) {
    let now = Self.now()
    if event.has(IN_DELETE) || event.has(IN_MOVED_FROM) {
      tracker.note(.gone, at: path, now: now)
      reporter.forget(path)
    } else if event.has(IN_CLOSE_WRITE) {
      tracker.note(.closed, at: path, now: now)
    } else if event.has(IN_MOVED_TO) {
      tracker.note(.movedIn, at: path, now: now)
    } else if event.has(IN_CREATE) {
      tracker.note(.created, at: path, now: now)
    } else if event.has(IN_ATTRIB) {
      tracker.note(.attributes, at: path, now: now)
    }
  }
}

extension FilePath {
  fileprivate func appending(nameOf event: Inotify.Event) -> FilePath {
    (event.name + [0]).withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return self }
        return pushing(FilePath(platformString: start))
      }
    }
  }
}

/// Wakes poll(2) (POLLPRI) when something is mounted or unmounted, which folder watches don't report. proc(5)
struct MountTable: ~Copyable {
  /// -1, which poll(2) ignores, if there is no /proc.
  let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)

  deinit { if descriptor >= 0 { close(descriptor) } }
}

/// When to list folders again after the kernel dropped events: soon at first, then at growing intervals while it
/// continues.
struct OverflowBackoff {
  private(set) var count = 0
  /// The next listing after an overflow.
  var listing: Duration?
  /// When the condition ends, if no more events are dropped.
  private(set) var end: Duration?
  private var pause = Duration.milliseconds(100)
  private var last: Duration?

  mutating func add(now: Duration) {
    count += 1
    if let last, now - last < .seconds(60) {
      pause = min(pause * 2, .seconds(30))
    } else {
      pause = .milliseconds(100)
    }
    last = now
    end = now + .seconds(60)
    if listing == nil { listing = now + pause }
  }

  /// True once, when it ends.
  mutating func hasEnded(by now: Duration) -> Bool {
    guard let end, end <= now, listing == nil else { return false }
    self.end = nil
    return true
  }
}
