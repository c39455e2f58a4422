internal import Glibc
package import SystemPackage

/// Writes files that are complete or absent, even after a power cut.
package enum DurableFile {
  /// Writes a temporary file in the same folder, flushes it, renames it over the existing file, and flushes the folder.
  ///
  /// The user's umask applies to `permissions`. The folder must exist.
  package static func write(
    _ bytes: some Sequence<UInt8>, to path: FilePath, permissions: FilePermissions = [.ownerReadWrite]
  ) throws(DiskError) {
    let aside = path.parentFolder.appending(TemporaryName.make())
    do throws(DiskError) {
      try create(bytes, at: aside, permissions: permissions)
      try Renaming.replace(path, by: aside)
    } catch {
      Folder.removeFile(aside)
      // Name the final path: the temporary name means nothing to people.
      throw error.isLink ? error : DiskError(error.operation, path, error.errno)
    }
    try Folder.flush(path.parentFolder)
  }

  /// Writes the file only if its contents differ, so that a sleeping disk isn't woken for nothing.
  package static func update(
    _ bytes: some Collection<UInt8>, at path: FilePath, permissions: FilePermissions = [.ownerReadWrite]
  ) throws(DiskError) {
    if holds(bytes, at: path) { return }
    try write(bytes, to: path, permissions: permissions)
  }

  private static func holds(_ bytes: some Collection<UInt8>, at path: FilePath) -> Bool {
    do throws(DiskError) {
      let file = try OpenFile(.examine, path, flags: O_RDONLY)
      guard try Int(file.status().st_size) == bytes.count else { return false }
      let there = try file.contents(upTo: bytes.count)
      return bytes.withContiguousStorageIfAvailable { there.elementsEqual($0) } ?? there.elementsEqual(bytes)
    } catch {
      return false
    }
  }

  /// Lets the caller write a temporary file in the same folder, flushes it, and renames it over the existing file.
  /// - Parameter fill: gets the path of an empty file (mode 0600).
  package static func write(to path: FilePath, by fill: (FilePath) throws -> Void) throws {
    let aside = path.parentFolder.appending(TemporaryName.make())
    do {
      try create([], at: aside, permissions: .ownerReadWrite)
      try fill(aside)
      try OpenFile(.flush, aside, flags: O_RDONLY).flush()
      try Renaming.replace(path, by: aside)
      try Folder.flush(path.parentFolder)
    } catch {
      Folder.removeFile(aside)
      if let error = error as? DiskError, error.path == aside { throw DiskError(error.operation, path, error.errno) }
      throw error
    }
  }

  /// Writes and flushes a new file.
  static func create(
    _ bytes: some Sequence<UInt8>, at path: FilePath, permissions: FilePermissions
  ) throws(DiskError) {
    let file = try OpenFile(
      .create, path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: permissions.rawValue)
    _ = flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB)  // "in use", for the sweep
    try file.write(bytes)
    try file.flush()
  }
}

/// Temporary names for files under construction: hidden, with AlbumScan's prefix, and unique.
enum TemporaryName {
  static let prefix = ".albumscan-"
  static let suffix = ".tmp"
  /// The prefix of a folder that was moved aside by an unfinished replacement.
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
