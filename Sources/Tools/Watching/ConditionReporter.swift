package import SystemPackage

/// Reports each condition once when it begins and once when it ends, however often it is seen in between.
struct ConditionReporter {
  private let tell: @Sendable (WatchCondition) -> Void
  private var standing: Set<WatchCondition> = []
  /// The conditions of single files, of which there may be many.
  private var files: [FilePath: WatchCondition] = [:]
  /// Only so many files that are too large are named: there may be a whole folder of videos.
  private static let namedLargeFiles = 20
  private var largeFiles: Set<FilePath> = []

  init(_ tell: @escaping @Sendable (WatchCondition) -> Void) { self.tell = tell }

  mutating func set(_ condition: WatchCondition, _ isSo: Bool = true) {
    if isSo {
      if standing.insert(condition).inserted { tell(condition) }
    } else if standing.remove(condition) != nil {
      tell(.cleared(condition))
    }
  }

  /// Reports an overflow once, until it is over.
  mutating func setOverflow(count: Int) {
    if overflow == nil { set(.overflow(count: count)) }
  }

  mutating func endOverflow() { overflow.map { set($0, false) } }

  private var overflow: WatchCondition? { standing.first { if case .overflow = $0 { true } else { false } } }

  /// A folder's error, or nil if it has none (any longer).
  mutating func setTrouble(_ errno: Errno?, ofFolder path: FilePath) {
    let old = standing.filter { if case .unreadableFolder(path, _) = $0 { true } else { false } }
    let new = errno.map { WatchCondition.unreadableFolder(path, $0) }
    for condition in old where condition != new { set(condition, false) }
    if let new { set(new) }
  }

  /// A file's condition, or nil if it has none (any longer).
  mutating func set(_ condition: WatchCondition?, ofFile path: FilePath) {
    let before = files[path]
    guard before != condition else { return }
    // It may grow on.
    if case .tooLarge = before, case .tooLarge = condition { return }
    files[path] = condition
    switch before {
    case .unreadableFile(let path, let errno) where condition == nil: tell(.cleared(.unreadableFile(path, errno)))
    case .tooLarge where largeFiles.remove(path) != nil: before.map { tell(.cleared($0)) }
    default: break
    }
    if case .tooLarge = condition {
      guard largeFiles.count < Self.namedLargeFiles else { return }
      largeFiles.insert(path)
    }
    condition.map(tell)
  }

  /// A file is gone, and its condition with it.
  mutating func forget(_ path: FilePath) { set(nil, ofFile: path) }

  mutating func forget(below folder: FilePath) {
    for path in files.keys where path.starts(with: folder) { forget(path) }
    for case .unreadableFolder(let path, let errno) in standing where path.starts(with: folder) {
      set(.unreadableFolder(path, errno), false)
    }
  }

  /// A complete listing of an inbox contained these folders. The errors of all others end.
  mutating func keepTroubles(ofFolders met: Set<FilePath>, below inbox: FilePath) {
    for case .unreadableFolder(let path, let errno) in standing where path.starts(with: inbox) && !met.contains(path) {
      set(.unreadableFolder(path, errno), false)
    }
  }

  /// Reports an event rather than a lasting condition.
  func say(_ condition: WatchCondition) { tell(condition) }
}

/// A condition that hinders watching, reported once when it begins and once, as `cleared`, when it ends.
package enum WatchCondition: Hashable, Sendable {
  /// No more inotify watches available for this folder; it is listed every few seconds instead.
  case watchLimit(FilePath)
  /// No inotify instance available; all folders are listed every few seconds instead.
  case instanceLimit
  /// Other computers may write here without this kernel's knowledge, so it is listed every few seconds.
  case networkFolder(FilePath)
  /// It doesn't exist or isn't a folder. Watching continues as soon as it is back.
  case inboxMissing(FilePath)
  case unreadableFolder(FilePath, Errno)
  /// A file that can't be opened at the moment. It is retried, at growing intervals, until it can be.
  case unreadableFile(FilePath, Errno)
  /// A file that is larger than a photo may be, both in bytes. It isn't read.
  case tooLarge(FilePath, size: Int64, limit: Int64)
  /// An inbox with more folders than are looked into.
  case tooManyFolders(FilePath, limit: Int)
  /// Something that can't be a photo, and why. Reported once while it is there.
  case refused(FilePath, because: String)
  /// The kernel dropped events (`count` times in this run), so everything was listed again. It ends when no more were
  /// dropped for a while.
  case overflow(count: Int)
  /// Files found only by a regular listing, without an event.
  case overlooked(count: Int)
  indirect case cleared(WatchCondition)
}

extension WatchCondition: CustomStringConvertible {
  /// For people: the problem, its cause, and the command that fixes it, if there is one.
  package var description: String {
    switch self {
    case .watchLimit(let path):
      "No inotify watch is left for \(path), so it is listed every few seconds. "
        + "`\(Self.moreWatches)` allows more."
    case .instanceLimit:
      "No inotify instance is left, so folders are listed every few seconds. "
        + "`\(Self.moreInstances)` allows more."
    case .networkFolder(let path): "\(path) is on a network file system, so it is listed every few seconds."
    case .inboxMissing(let path): "\(path) doesn't exist. Create it with `mkdir -p`, or mount its disk."
    case .unreadableFolder(let path, let errno):
      "The folder \(path) can't be watched: \(errno). `ls -ld` shows its owner."
    case .unreadableFile(let path, let errno): "\(path) can't be read: \(errno). `ls -l` shows its owner."
    case .tooLarge(let path, let size, let limit):
      "\(path) isn't scanned: it has \(Self.inWords(size)), and a photo may have at most \(Self.inWords(limit)). Make it "
        + "smaller: `vipsthumbnail PHOTO --size 4000 -o small.jpg`."
    case .tooManyFolders(let path, let limit):
      "\(path) contains more than \(limit) folders. Photos in the others aren't scanned. Move folders that aren't for "
        + "AlbumScan elsewhere, or name them in folders.ignore."
    case .refused(let path, let reason): "\(path) is ignored: \(reason)."
    case .overflow(let count):
      "More changed at once than the kernel could report (\(count) times now), so all folders are listed again; "
        + "nothing is lost."
    case .overlooked(let count): "\(count) files were found only by the regular listing."
    case .cleared(.inboxMissing(let path)): "\(path) is back."
    case .cleared(.watchLimit(let path)): "\(path) is watched through inotify again."
    case .cleared(.instanceLimit): "Folders are watched through inotify again."
    case .cleared(.networkFolder(let path)): "\(path) is on a local file system again."
    case .cleared(.unreadableFolder(let path, _)), .cleared(.unreadableFile(let path, _)):
      "\(path) can be read again, or is gone."
    case .cleared(.tooLarge(let path, _, _)): "\(path) is smaller now, or is gone."
    case .cleared(.tooManyFolders(let path, _)): "All folders in \(path) are looked into again."
    case .cleared(.overflow): "The kernel reports all changes again."
    case .cleared(let condition): "Resolved: \(condition)"
    }
  }
}

extension WatchCondition {
  /// The command that resolves it; nil if there is none that fits all computers.
  package var command: String? {
    switch self {
    case .watchLimit: Self.moreWatches
    case .instanceLimit: Self.moreInstances
    default: nil
    }
  }

  private static let moreWatches = "sudo sysctl fs.inotify.max_user_watches=524288"
  private static let moreInstances = "sudo sysctl fs.inotify.max_user_instances=512"

  /// Rounded up: what is just above a limit isn't said to be at it.
  private static func inWords(_ bytes: Int64) -> String {
    let (unit, shift) = bytes > 10 << 30 ? ("GB", 30) : ("MB", 20)
    return "\((bytes - 1) >> shift + 1) \(unit)"
  }
}
