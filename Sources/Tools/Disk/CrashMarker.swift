import Glibc
package import SystemPackage

/// Says that a program may have something half-made lying: a file that it holds while it works, and clears at its end.
/// One that nobody holds tells of a crash.
package struct CrashMarker: ~Copyable, Sendable {
  private let file: OpenFile

  /// Sets it, on the disk when this returns. The folder must be there.
  package init(in folder: FilePath) throws(DiskError) {
    let name = String(UInt64.random(in: .min ... .max), radix: 36)
    let file = try OpenFile(.lock, folder.appending(name), flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    _ = flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB)
    try Folder.flush(folder)
    self.file = file
  }

  /// Nothing half-made lies about any more. One that stays, or comes back after a power cut, costs a sweep.
  package consuming func clear() { Folder.removeIfPossible(file.path) }

  /// Those that crashes left.
  package static func left(in folder: FilePath) throws(DiskError) -> [FilePath] {
    try Folder.names(in: folder).map { folder.appending($0) }
      .filter { !Folder.isFolder($0) && !StagedFolder.isInUse($0) }
  }
}
