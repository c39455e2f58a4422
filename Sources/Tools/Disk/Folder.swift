internal import CLinux
internal import Glibc
internal import Synchronization
package import SystemPackage

/// Creates, lists, flushes, and removes folders.
package enum Folder {
  /// Makes a folder and those above it that are missing.
  package static func make(_ path: FilePath, permissions: FilePermissions = .ownerReadWriteExecute) throws(DiskError) {
    do throws(DiskError) {
      try systemCall(.create, path) { mkdir($0, permissions.rawValue) }
    } catch {
      switch error.errno {
      case .fileExists where isFolder(path): return
      case .noSuchFileOrDirectory where path.parentFolder != path:
        try make(path.parentFolder, permissions: permissions)
        try make(path, permissions: permissions)
        // The new name must outlive a power cut as surely as what will be written below it.
        try flush(path.parentFolder)
      default: throw error
      }
    }
  }

  /// The names directly inside, in no order.
  package static func names(in path: FilePath) throws(DiskError) -> [FilePath.Component] {
    let folder = try OpenFile(.list, path, flags: O_RDONLY | O_DIRECTORY)
    // readdir's stream owns and closes its descriptor, so it gets one of its own.
    let own = try systemCall(.list, path) { _ in fcntl(folder.descriptor.rawValue, F_DUPFD_CLOEXEC, 0) }
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

  /// Removes a folder with everything in it; symbolic links are removed, never followed. One that is gone is no error.
  package static func remove(_ path: FilePath) throws(DiskError) {
    do throws(DiskError) {
      for name in try names(in: path) {
        let child = path.appending(name)
        if isFolder(child) {
          try remove(child)
        } else {
          try systemCall(.remove, child) { unlink($0) }
        }
      }
      try systemCall(.remove, path) { rmdir($0) }
    } catch {
      guard error.errno == .noSuchFileOrDirectory else { throw error }
    }
  }

  /// Removes a file, or a folder with everything in it, that nothing needs any more.
  package static func removeIfPossible(_ path: FilePath) {
    // What can't be removed takes room, and is in nobody's way: no work fails for it.
    if isFolder(path) { try? remove(path) } else { _ = path.withPlatformString { unlink($0) } }
  }

  /// The names directly inside, in no order; none where it isn't there, or can't be listed.
  package static func namesIfReadable(in path: FilePath) -> [FilePath.Component] {
    // For who looks for something that may be elsewhere: a folder that can't be listed has nothing to offer.
    (try? names(in: path)) ?? []
  }

  /// Returns once the names inside are on the disk.
  package static func flush(_ path: FilePath) throws(DiskError) {
    do throws(DiskError) {
      try OpenFile(.flush, path, flags: O_RDONLY | O_DIRECTORY).flush()
    } catch {
      // Network and FUSE file systems that can't flush a folder say so with these; they keep names in their own way.
      guard error.errno == .invalidArgument || error.errno == .notSupported else { throw error }
    }
  }

  /// True for a folder, also by way of a link.
  package static func isThere(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The device that a path lies on, or would: that of the nearest folder above it that is there. Nil on an overlay, where
  /// files have another device than the folders that they are in (Linux, filesystems/overlayfs.rst, "Non-directories").
  package static func device(around path: FilePath) -> UInt64? {
    var folder = path
    var status = stat()
    while folder.removeLastComponent() {
      guard folder.withPlatformString({ stat($0, &status) }) == 0 else { continue }
      return folder.withPlatformString { clinux_is_overlay($0) } == 1 ? nil : UInt64(status.st_dev)
    }
    return nil
  }

  /// True for a folder itself, not for a symbolic link to one.
  static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

extension Folder {
  /// Moves a folder within its file system.
  /// - Returns: the name it got.
  package static func move(_ path: FilePath, into folder: FilePath, as name: PathName) throws(DiskError) -> String {
    let final = try take(name, in: folder) { (target) throws(DiskError) in try Renaming.folder(path, to: target) }
    try flush(folder)
    return final
  }

  private static let turn = Mutex(())

  /// Gives something a name in a folder: this one, or it with the first number under which nothing is there that any system
  /// takes for the same.
  /// - Parameter rename: says false where the name is taken after all.
  /// - Returns: the name it got.
  static func take(
    _ name: PathName, in folder: FilePath, by rename: (FilePath) throws(DiskError) -> Bool
  ) throws(DiskError) -> String {
    // One after another: two that differ in case alone don't meet on this disk.
    try turn.withLock { (_: inout Void) throws(DiskError) -> String in
      // Letters are slowly compared, and digits are the same in names that are alike.
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
  }

  private static func digits(of name: String) -> [UInt8] { name.utf8.filter { (0x30...0x39).contains($0) } }
}
