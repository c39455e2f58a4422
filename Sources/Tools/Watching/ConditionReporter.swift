import SystemPackage

/// Reports each condition once when it begins and once when it ends, however often it is seen in between.
struct ConditionReporter {
  private let tell: @Sendable (WatchCondition) -> Void
  private var standing: Set<WatchCondition> = []
  /// What is wrong with single files, of which there may be many.
  private var files: [FilePath: WatchCondition] = [:]

  init(_ tell: @escaping @Sendable (WatchCondition) -> Void) { self.tell = tell }

  mutating func set(_ condition: WatchCondition, _ isSo: Bool = true) {
    if isSo {
      if standing.insert(condition).inserted { tell(condition) }
    } else if standing.remove(condition) != nil {
      tell(.cleared(condition))
    }
  }

  /// Said once for all that come before it is over.
  mutating func setOverflow(count: Int) {
    if overflow == nil { set(.overflow(count: count)) }
  }

  mutating func endOverflow() { overflow.map { set($0, false) } }

  private var overflow: WatchCondition? { standing.first { if case .overflow = $0 { true } else { false } } }

  /// A folder's trouble, or nil when it has none (any more).
  mutating func setTrouble(_ errno: Errno?, ofFolder path: FilePath) {
    let old = standing.filter { if case .unreadableFolder(path, _) = $0 { true } else { false } }
    let new = errno.map { WatchCondition.unreadableFolder(path, $0) }
    for condition in old where condition != new { set(condition, false) }
    if let new { set(new) }
  }

  /// A file's condition, or nil when it has none (any more).
  mutating func set(_ condition: WatchCondition?, ofFile path: FilePath) {
    let before = files[path]
    guard before != condition else { return }
    files[path] = condition
    if let condition {
      tell(condition)
    } else if let before, case .unreadableFile = before {
      tell(.cleared(before))
    }
  }

  /// A file is gone, and its condition with it.
  mutating func forget(_ path: FilePath) { set(nil, ofFile: path) }

  mutating func forget(below folder: FilePath) {
    for path in files.keys where path.starts(with: folder) { forget(path) }
    for case .unreadableFolder(let path, let errno) in standing where path.starts(with: folder) {
      set(.unreadableFolder(path, errno), false)
    }
  }

  /// A whole listing of an inbox met these folders: what was wrong with others went with them.
  mutating func keepTroubles(ofFolders met: Set<FilePath>, below inbox: FilePath) {
    for case .unreadableFolder(let path, let errno) in standing where path.starts(with: inbox) && !met.contains(path) {
      set(.unreadableFolder(path, errno), false)
    }
  }

  /// Something that happens, rather than lasts.
  func say(_ condition: WatchCondition) { tell(condition) }
}
