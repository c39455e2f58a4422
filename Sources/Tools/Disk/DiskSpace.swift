internal import CLinux
internal import Glibc
package import SystemPackage

/// The free space on a disk.
package enum DiskSpace {
  /// Bytes that this user may still write at `path`, or where it would lie once it is made.
  package static func free(at path: FilePath) throws(DiskError) -> Int64 {
    var status = statvfs()
    do throws(DiskError) {
      try systemCall(.examine, path) { statvfs($0, &status) }
    } catch {
      guard error.errno == .noSuchFileOrDirectory, path.parentFolder != path else { throw error }
      return try free(at: path.parentFolder)
    }
    return Int64(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }
}

/// The identity of a file system, for most disks the same wherever they are mounted: statfs(2), `f_fsid`.
package struct FileSystemID: Equatable, Sendable {
  package let number: Int64

  package init(number: Int64) { self.number = number }

  /// That of what `path` lies on; nil where it isn't there, or where the file system has none.
  package init?(of path: FilePath) {
    number = path.withPlatformString { clinux_file_system_id($0) }
    if number == 0 { return nil }
  }
}
