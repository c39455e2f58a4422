import Glibc
package import SystemPackage

/// Marks that a program may leave unfinished files: a file that it locks while it works and removes at the end. A
/// marker that nobody locks is left from a crash.
package struct CrashMarker: ~Copyable, Sendable {
  private let file: OpenFile

  /// Creates the marker and flushes it to disk. The folder must exist.
  package init(in folder: FilePath) throws(DiskError) {
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    let file = try OpenFile(.lock, folder.appending(name), flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    _ = flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB)
    try Folder.flush(folder)
    self.file = file
  }

  /// Removes the marker: nothing is unfinished. If the marker stays, or comes back after a power failure, the only cost
  /// is a sweep.
  package consuming func clear() { Folder.removeFile(file.path) }

  /// The markers that crashes left.
  package static func left(in folder: FilePath) throws(DiskError) -> [FilePath] {
    try Folder.names(in: folder).map { folder.appending($0) }
      .filter { !Folder.isThere($0) && !StagedFolder.isInUse($0) }
  }
}
