import Glibc
import SystemPackage

/// A watched folder, and how it is currently watched.
struct Inbox {
  enum Mode: Equatable {
    /// Watched by events, with a listing now and then to verify them.
    case watched
    /// Listed every few seconds.
    case listed
    case missing
  }

  /// The folder that `path` led to when watching began. Another folder there is another inbox.
  struct Root: Equatable {
    let device: UInt64
    let inode: UInt64

    /// Nil if there is no folder at `path`, or if a symbolic link is in it: the ones on the way that the user named were
    /// resolved at the start.
    init?(at path: FilePath) {
      var status = stat()
      guard (try? path.onDescriptor({ fstat($0, &status) })) != nil else { return nil }
      device = UInt64(status.st_dev)
      inode = UInt64(status.st_ino)
    }
  }

  let path: FilePath
  var mode = Mode.missing
  var root: Root?
  /// The next listing.
  var due = Duration.zero
  /// The next attempt to get events again.
  var nextAttempt = Duration.zero
  /// The watch on a folder above, while the inbox is missing.
  var sentinel: Int32?
  /// It contains more folders than are watched.
  var hasMoreFolders = false
}
