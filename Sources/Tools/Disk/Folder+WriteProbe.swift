import Glibc
package import SystemPackage

/// Checks whether a folder is writable by writing to it, since free space and permissions aren't enough: there are
/// quotas, failing disks, and file systems that became read-only.
extension Folder {
  /// Writes a test file into a folder, or into the nearest existing one above it, and removes it again.
  /// - Parameters:
  ///   - bytes: how much space is needed.
  ///   - flushes: whether the file has to reach the disk.
  package static func tryOut(_ folder: FilePath, bytes: Int64, flushing flushes: Bool = true) throws(DiskError) {
    let path = folder.appending(TemporaryName.make())
    do throws(DiskError) {
      let file = try OpenFile(.create, path, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
      defer { Folder.removeFile(path) }
      _ = flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB)  // "in use", for the sweep
      // posix_fallocate returns its error instead of setting errno.
      let code = posix_fallocate(file.descriptor.rawValue, 0, off_t(max(1, bytes)))
      guard code == 0 else { throw DiskError(.write, folder, Errno(rawValue: code)) }
      do throws(DiskError) {
        try file.write([0])
        if flushes { try file.flush() }
      } catch {
        throw DiskError(error.operation, folder, error.errno)
      }
    } catch {
      guard error.errno == .noSuchFileOrDirectory, folder.parentFolder != folder else {
        // Name the folder: the temporary name means nothing to people.
        throw error.isLink ? error : DiskError(error.operation, folder, error.errno)
      }
      try tryOut(folder.parentFolder, bytes: bytes, flushing: flushes)
    }
  }
}
