internal import CLinux
internal import Glibc
package import SystemPackage

/// Creates, lists, flushes, and removes folders.
package enum Folder {
  /// Creates a folder, and missing folders above it.
  package static func make(_ path: FilePath, permissions: FilePermissions = .ownerReadWriteExecute) throws(DiskError) {
    do throws(DiskError) {
      try systemCall(.create, at: path) { mkdirat($0, $1, permissions.rawValue) }
    } catch {
      switch error.errno {
      case .fileExists where isThere(path): return
      case .fileExists where isLink(path): throw DiskError(.create, path, failing: .tooManySymbolicLinkLevels)
      case .noSuchFileOrDirectory where path.parentFolder != path:
        try make(path.parentFolder, permissions: permissions)
        try make(path, permissions: permissions)
        // The new name must survive a power failure, like everything that will be written below it.
        try flush(path.parentFolder)
      default: throw error
      }
    }
  }

  /// The names directly inside, in no particular order.
  package static func names(in path: FilePath) throws(DiskError) -> [FilePath.Component] {
    let folder = try OpenFile(.list, folder: path)
    // readdir's stream owns and closes its descriptor, so it gets a duplicate.
    let own = try systemCall(.list, path) { fcntl(folder.descriptor.rawValue, F_DUPFD_CLOEXEC, 0) }
    guard let stream = fdopendir(own) else {
      let code = errno
      close(own)
      throw DiskError(.list, path, Errno(rawValue: code))
    }
    defer { closedir(stream) }
    var names: [FilePath.Component] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0) }
      }
      if let component = name.lastComponent, component.kind == .regular { names.append(component) }
    }
    guard errno == 0 else { throw DiskError(.list, path, Errno(rawValue: errno)) }
    return names
  }

  /// Removes a folder and the files in it that AlbumScan made. What somebody else put there stays, and the folder with
  /// it. A missing folder isn't an error.
  /// - Parameter isOurs: whether AlbumScan gives files this name there.
  /// - Returns: whether the folder is gone.
  @discardableResult
  package static func remove(_ path: FilePath, only isOurs: (String) -> Bool) throws(DiskError) -> Bool {
    do throws(DiskError) {
      for name in try names(in: path) where isOurs(name.string) || TemporaryName.matches(name) {
        do throws(DiskError) {
          try systemCall(.remove, at: path.appending(name)) { unlinkat($0, $1, 0) }
        } catch {
          // A folder isn't ours, whatever its name is.
          guard error.errno == .isDirectory else { throw error }
        }
      }
      try systemCall(.remove, at: path) { unlinkat($0, $1, AT_REMOVEDIR) }
      return true
    } catch {
      if error.errno == .directoryNotEmpty { return false }
      guard error.errno == .noSuchFileOrDirectory else { throw error }
      return true
    }
  }

  /// Removes a file that is no longer needed; of a symbolic link, the link itself.
  package static func removeFile(_ path: FilePath) {
    // A file that can't be removed only takes up space, so nothing fails because of it.
    _ = try? systemCall(.remove, at: path) { unlinkat($0, $1, 0) }
  }

  /// The names directly inside, in no particular order; empty if the folder doesn't exist or can't be listed.
  package static func namesIfReadable(in path: FilePath) -> [FilePath.Component] {
    // Callers look for something that may be elsewhere, so a folder that can't be listed counts as empty.
    (try? names(in: path)) ?? []
  }

  /// Flushes the names inside to disk.
  package static func flush(_ path: FilePath) throws(DiskError) {
    do throws(DiskError) {
      try OpenFile(.flush, folder: path).flush()
    } catch {
      // Network and FUSE file systems that can't flush a folder return these errors; they store names in their own way.
      guard error.errno == .invalidArgument || error.errno == .notSupported else { throw error }
    }
  }

  /// True for a folder, but not for a symbolic link to one.
  package static func isThere(_ path: FilePath) -> Bool { kind(of: path) == S_IFDIR }

  /// True for anything, also for a symbolic link that leads nowhere.
  package static func exists(_ path: FilePath) -> Bool { status(of: path) != nil }

  /// True for a file, but not for a symbolic link to one.
  package static func isFile(_ path: FilePath) -> Bool { kind(of: path) == S_IFREG }

  /// True for a symbolic link.
  package static func isLink(_ path: FilePath) -> Bool { kind(of: path) == S_IFLNK }

  private static func kind(of path: FilePath) -> mode_t? { status(of: path).map { $0.st_mode & S_IFMT } }

  /// The status of a file or folder, or of a symbolic link itself; nil if there is none or it can't be examined.
  static func status(of path: FilePath) -> stat? {
    var status = stat()
    // Nil says it.
    return (try? systemCall(.examine, at: path) { fstatat($0, $1, &status, AT_SYMLINK_NOFOLLOW) }) == nil ? nil : status
  }

  /// The device of a path, which needn't exist: that of the nearest existing folder. Nil on an overlay, where files
  /// have another device than their folders (Linux, filesystems/overlayfs.rst, "Non-directories").
  package static func device(around path: FilePath) -> UInt64? {
    var folder = path
    var status = stat()
    while folder.removeLastComponent() {
      guard folder.withPlatformString({ stat($0, &status) }) == 0 else { continue }
      return folder.withPlatformString { clinux_is_overlay($0) } == 1 ? nil : UInt64(status.st_dev)
    }
    return nil
  }
}

extension Folder {
  /// Moves a folder within its file system.
  /// - Returns: its new name.
  package static func move(_ path: FilePath, into folder: FilePath, as name: PathName) throws(DiskError) -> String {
    let final = try take(name, in: folder) { (target) throws(DiskError) in try Renaming.folder(path, to: target) }
    try flush(folder)
    return final
  }

  /// Gives something a name in a folder: this one, or this one with the first number for which no existing name counts
  /// as the same on any system.
  /// - Parameters:
  ///   - patience: how long others may have their turn, each of whom needs some milliseconds.
  ///   - rename: returns false if the name was taken in the meantime.
  /// - Returns: the name.
  static func take(
    _ name: PathName, in folder: FilePath, patience: Duration = .seconds(10),
    by rename: (FilePath) throws(DiskError) -> Bool
  ) throws(DiskError) -> String {
    // One after another, commands too, because this disk may treat two names that differ only in case as different; and
    // a folder that hangs holds up no other.
    let turn = try OpenFile(.list, folder: folder)
    try lock(turn, patience)
    // Comparing letters is slow, and similar names have the same digits.
    let taken = Dictionary(grouping: try names(in: folder).map(\.string), by: digits)
    var number = 1
    var candidate = name.text
    while true {
      let likeness = PathName.likeness(candidate)
      let isTaken = taken[digits(of: candidate)]?.contains { PathName.likeness($0) == likeness } ?? false
      if !isTaken, try rename(folder.appending(candidate)) { return candidate }
      number += 1
      candidate = name.numbered(number)
    }
  }

  private static func lock(_ folder: borrowing OpenFile, _ patience: Duration) throws(DiskError) {
    let end = ContinuousClock.now + patience
    while flock(folder.descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 {
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK where ContinuousClock.now < end: usleep(5_000)
      // Whoever may read a folder may lock it, for as long as they like.
      case EWOULDBLOCK:
        throw DiskError(
          .lock, folder.path, .resourceTemporarilyUnavailable,
          explanation: "another program holds its lock; `lslocks` may show which")
      // It can't be locked: then two such names are all that may happen.
      default: return
      }
    }
  }

  private static func digits(of name: String) -> [UInt8] { name.utf8.filter { (0x30...0x39).contains($0) } }
}
