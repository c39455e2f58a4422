internal import CLinux
internal import Glibc
package import SystemPackage

/// The free space on a disk.
package enum DiskSpace {
  /// How many bytes this user may still write at `path`, which needn't exist yet.
  package static func free(at path: FilePath) throws(DiskError) -> Int64 {
    var status = statvfs()
    do throws(DiskError) {
      try systemCall(.examine, path) { path.withPlatformString { statvfs($0, &status) } }
    } catch {
      guard error.errno == .noSuchFileOrDirectory, path.parentFolder != path else { throw error }
      return try free(at: path.parentFolder)
    }
    return Int64(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }
}

/// The identity of a file system; for most disks, it is the same wherever they are mounted. statfs(2), `f_fsid`.
package struct FileSystemID: Equatable, Sendable {
  package let number: Int64

  package init(number: Int64) { self.number = number }

  /// The identity of the file system of `path`; nil if the path doesn't exist, or if the file system has no identity.
  package init?(of path: FilePath) {
    number = path.withPlatformString { clinux_file_system_id($0) }
    if number == 0 { return nil }
  }
}
