import Glibc

/// The identity and version of a file, as far as known without reading it; the same as Disk's `PhotoIdentity`, since tools
/// don't use each other.
///
/// The modification time is only compared for equality: sync tools keep the phone's time, which may be any year.
package struct FileIdentity: Hashable, Codable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  /// In bytes.
  package let size: Int64
  /// Last change of the contents, in nanoseconds since 1970.
  package let modified: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// Whether the two differ only in the time: the file was touched, or rewritten with the same length.
  func differsOnlyInTime(from other: FileIdentity) -> Bool {
    self != other && device == other.device && inode == other.inode && size == other.size
  }
}

/// The parts of a file's status that change when a program works on it.
package struct FileStamp: Hashable, Sendable {
  package let identity: FileIdentity
  /// Last change of contents or attributes (ctime), in nanoseconds since 1970.
  package let changed: Int64
  /// Whether the file has another name elsewhere: then it arrived as a hard link, and no close event follows.
  package let isLinked: Bool

  package init(identity: FileIdentity, changed: Int64, isLinked: Bool = false) {
    self.identity = identity
    self.changed = changed
    self.isLinked = isLinked
  }

  init(_ status: stat) {
    identity = FileIdentity(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Self.nanoseconds(status.st_mtim))
    changed = Self.nanoseconds(status.st_ctim)
    isLinked = status.st_nlink > 1
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
