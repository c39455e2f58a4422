import Glibc
import SystemPackage

/// A watched folder as the user named it, and how it is currently watched.
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

    /// Nil if there is no folder at `path`. A symbolic link is followed, since the user named it.
    init?(at path: FilePath) {
      var status = stat()
      guard path.withPlatformString({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
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
}
