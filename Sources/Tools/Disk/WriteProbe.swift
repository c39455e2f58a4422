import Glibc
package import SystemPackage

/// Checks whether a folder is writable by writing to it, since free space and permissions aren't enough: there are
/// quotas, failing disks, and file systems that became read-only.
package enum WriteProbe {
  /// Writes into a folder, or into the nearest above it that is there, and takes it away again.
  /// - Parameters:
  ///   - bytes: how much room is asked for.
  ///   - flushes: whether it has to reach the disk itself.
  package static func tryOut(_ folder: FilePath, bytes: Int64, flushing flushes: Bool = true) throws(DiskError) {
    let path = folder.appending(TemporaryName.make())
    do throws(DiskError) {
      let file = try OpenFile(.create, path, flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      defer { _ = path.withPlatformString { unlink($0) } }
      _ = flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB)  // "in use", for the sweep
      // It says its error by what it returns.
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
        // The temporary name means nothing to people.
        throw DiskError(error.operation, folder, error.errno)
      }
      try tryOut(folder.parentFolder, bytes: bytes, flushing: flushes)
    }
  }
}
