package import SystemPackage

/// A condition that hinders watching, reported once when it begins and once, as `cleared`, when it ends.
package enum WatchCondition: Hashable, Sendable {
  /// No more inotify watches to be had for this folder; it is listed every few seconds instead.
  case watchLimit(FilePath)
  /// No inotify instance to be had; all folders are listed every few seconds instead.
  case instanceLimit
  /// Others may write here unnoticed by this kernel; it is listed every few seconds.
  case networkFolder(FilePath)
  /// Not there, or no folder. It is taken up again as soon as it is back.
  case inboxMissing(FilePath)
  case unreadableFolder(FilePath, Errno)
  /// A file that can't be opened for now. It is tried again, with growing pauses, until it can.
  case unreadableFile(FilePath, Errno)
  /// Something that can't be a photo, and why. Said once while it lies there.
  case refused(FilePath, because: String)
  /// The kernel dropped events, so many times in this run by then; all was listed again. Over when it hasn't for a while.
  case overflow(count: Int)
  /// Files that only a regular listing found, not an event.
  case overlooked(count: Int)
  indirect case cleared(WatchCondition)
}

extension WatchCondition: CustomStringConvertible {
  /// For people: what, why, and the command that cures it where there is one.
  package var description: String {
    switch self {
    case .watchLimit(let path):
      "No inotify watch is left for \(path), so it is listed every few seconds. "
        + "`sudo sysctl fs.inotify.max_user_watches=524288` allows more."
    case .instanceLimit:
      "No inotify instance is left, so folders are listed every few seconds. "
        + "`sudo sysctl fs.inotify.max_user_instances=512` allows more."
    case .networkFolder(let path): "\(path) is on a network file system, so it is listed every few seconds."
    case .inboxMissing(let path): "\(path) doesn't exist. Create it with `mkdir -p`, or mount its disk."
    case .unreadableFolder(let path, let errno):
      "The folder \(path) can't be watched: \(errno). `ls -ld` shows its owner."
    case .unreadableFile(let path, let errno): "\(path) can't be read: \(errno). `ls -l` shows its owner."
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
    case .cleared(.overflow): "The kernel reports all changes again."
    case .cleared(let condition): "Resolved: \(condition)"
    }
  }
}
