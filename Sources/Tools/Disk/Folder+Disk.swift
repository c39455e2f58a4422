internal import CLinux
internal import Glibc
package import SystemPackage

/// Disks.
extension Folder {
  /// How many bytes this user may still write at `path`, which needn't exist yet.
  package static func freeSpace(at path: FilePath) throws(DiskError) -> Int64 {
    var status = statvfs()
    do throws(DiskError) {
      try systemCall(.examine, path) { path.withPlatformString { statvfs($0, &status) } }
    } catch {
      guard error.errno == .noSuchFileOrDirectory, path.parentFolder != path else { throw error }
      return try freeSpace(at: path.parentFolder)
    }
    return Int64(
      clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue)
  }

  /// The identity of the file system of `path`, which for most disks is the same wherever they are mounted (statfs(2),
  /// `f_fsid`); nil if the path doesn't exist, or if the file system has no identity.
  package static func fileSystem(of path: FilePath) -> Int64? {
    let number = path.withPlatformString { clinux_file_system_id($0) }
    return number == 0 ? nil : number
  }
}
