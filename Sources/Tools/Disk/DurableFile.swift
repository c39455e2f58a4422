internal import Glibc
package import SystemPackage

/// Writes files that are complete or absent, even after a power cut.
package enum DurableFile {
  /// Writes aside in the same folder, flushes, renames over whatever has the name, flushes the folder.
  ///
  /// The user's umask applies to `permissions`. The folder must be there.
  package static func write(
    _ bytes: some Sequence<UInt8>, to path: FilePath, permissions: FilePermissions = [.ownerReadWrite]
  ) throws(DiskError) {
    let aside = path.parentFolder.appending(TemporaryName.make())
    do throws(DiskError) {
      try create(bytes, at: aside, permissions: permissions)
      try systemCall(.rename, path) { final in aside.withPlatformString { rename($0, final) } }
    } catch {
      _ = aside.withPlatformString { unlink($0) }
      // The temporary name means nothing to people.
      throw DiskError(error.operation, path, error.errno)
    }
    try Folder.flush(path.parentFolder)
  }

  /// Writes what differs from what is there. Where nothing does, the disk is left alone: one that sleeps continues
  /// sleeping.
  package static func update(
    _ bytes: some Collection<UInt8>, at path: FilePath, permissions: FilePermissions = [.ownerReadWrite]
  ) throws(DiskError) {
    if holds(bytes, at: path) { return }
    try write(bytes, to: path, permissions: permissions)
  }

  private static func holds(_ bytes: some Collection<UInt8>, at path: FilePath) -> Bool {
    do throws(DiskError) {
      let file = try OpenFile(.examine, path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      guard try Int(file.status().st_size) == bytes.count else { return false }
      let there = try file.contents(upTo: bytes.count)
      return bytes.withContiguousStorageIfAvailable { there.elementsEqual($0) } ?? there.elementsEqual(bytes)
    } catch {
      return false
    }
  }

  /// Has somebody else write a file aside in the same folder, flushes it, and renames it over whatever has the name.
  /// - Parameter fill: is given the path of an empty file (mode 0600).
  package static func write(to path: FilePath, by fill: (FilePath) throws -> Void) throws {
    let aside = path.parentFolder.appending(TemporaryName.make())
    do {
      try create([], at: aside, permissions: .ownerReadWrite)
      try fill(aside)
      try OpenFile(.flush, aside, flags: O_RDONLY | O_NOFOLLOW).flush()
      try systemCall(.rename, path) { final in aside.withPlatformString { rename($0, final) } }
      try Folder.flush(path.parentFolder)
    } catch {
      _ = aside.withPlatformString { unlink($0) }
      if let error = error as? DiskError, error.path == aside { throw DiskError(error.operation, path, error.errno) }
      throw error
    }
  }

  /// Writes and flushes a file that isn't there yet.
  static func create(
    _ bytes: some Sequence<UInt8>, at path: FilePath, permissions: FilePermissions
  ) throws(DiskError) {
    let file = try OpenFile(
      .create, path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: permissions.rawValue)
    _ = flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB)  // "in use", for the sweep
    try file.write(bytes)
    try file.flush()
  }
}

/// Temporary names for files under construction: hidden, with AlbumScan's prefix, and unique.
enum TemporaryName {
  static let prefix = ".albumscan-"
  static let suffix = ".tmp"
  /// Before the name of a folder that was moved out of the way by a replacement that isn't finished.
  static let displaced = ".albumscan-old-"

  static func make() -> FilePath.Component {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let name = FilePath(prefix + number + suffix).lastComponent
    guard let name else { preconditionFailure("a name without a slash is one component") }
    return name
  }

  static func matches(_ name: FilePath.Component) -> Bool {
    name.string.hasPrefix(prefix) && name.string.hasSuffix(suffix) && !name.string.hasPrefix(displaced)
  }
}
