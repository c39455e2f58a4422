import Glibc
import SystemPackage

/// Maps watches to folders.
struct FolderWatches: ~Copyable {
  /// `inbox` is the index of its inbox.
  typealias Folder = (path: FilePath, inbox: Int)

  /// A folder watched in place of the missing inbox below it. Something else may be mounted there later.
  private struct Sentinel: Equatable {
    let path: FilePath
    let root: Inbox.Root
  }

  private var inotify: Inotify?
  private var folders: [Int32: Folder] = [:]
  private var numbers: [FilePath: Int32] = [:]
  private var sentinels: [Int32: Sentinel] = [:]

  // Without an inotify instance, `open()` tries again and reports it.
  init() { inotify = try? Inotify() }

  /// The descriptor to poll; -1, which poll(2) ignores, if there is none.
  var descriptor: Int32 {
    switch inotify {
    case .some(let inotify): inotify.descriptor
    case nil: -1
    }
  }

  /// False if the user has no inotify instances left; try again later.
  mutating func open() -> Bool {
    // False is the answer.
    if inotify == nil { inotify = try? Inotify() }
    return inotify != nil
  }

  func read() -> [Inotify.Event] { inotify?.read() ?? [] }
  func folder(_ watch: Int32) -> Folder? { folders[watch] }
  func count(of inbox: Int) -> Int { folders.values.count { $0.inbox == inbox } }
  func contains(_ folder: FilePath) -> Bool { numbers[folder] != nil }

  mutating func add(_ folder: FilePath, of inbox: Int) throws(Errno) {
    guard let watch = try inotify?.watch(folder, Inotify.arrivals) else { return }
    // The folder was moved here, but the event for its old name hasn't been processed yet.
    if let old = folders[watch], old.path != folder { numbers[old.path] = nil }
    if let old = numbers[folder], old != watch { folders[old] = nil }
    folders[watch] = (folder, inbox)
    numbers[folder] = watch
  }

  /// The kernel has dropped the watch.
  mutating func forget(_ watch: Int32) {
    sentinels[watch] = nil
    guard let folder = folders.removeValue(forKey: watch) else { return }
    if numbers[folder.path] == watch { numbers[folder.path] = nil }
  }

  mutating func remove(below folder: FilePath, except kept: Set<FilePath> = []) {
    for (path, watch) in numbers where path.starts(with: folder) && !kept.contains(path) {
      numbers[path] = nil
      folders[watch] = nil
      if sentinels[watch] == nil { inotify?.unwatch(watch) }
    }
  }
}

// MARK: Waiting for an inbox

extension FolderWatches {
  /// Watches the nearest existing folder above `path`.
  mutating func addSentinel(above path: FilePath) -> Int32? {
    while let nearest = Self.nearest(above: path) {
      // It may disappear before it is watched. Then another folder is the nearest.
      guard let watch = try? inotify?.watch(nearest.path, Inotify.newNames) else {
        if Self.nearest(above: path) == nearest { return nil }
        continue
      }
      sentinels[watch] = nearest
      return watch
    }
    return nil
  }

  /// Whether this is still the nearest existing folder above `path`.
  func isSentinelNearest(above path: FilePath, _ watch: Int32?) -> Bool {
    guard let watch, let watched = sentinels[watch] else { return false }
    return Self.nearest(above: path) == watched
  }

  private static func nearest(above path: FilePath) -> Sentinel? {
    var folder = path
    while folder.removeLastComponent(), !folder.isEmpty {
      if let root = Inbox.Root(at: folder) { return Sentinel(path: folder, root: root) }
    }
    return nil
  }

  mutating func removeSentinel(_ watch: Int32) {
    sentinels[watch] = nil
    if folders[watch] == nil { inotify?.unwatch(watch) }
  }
}
