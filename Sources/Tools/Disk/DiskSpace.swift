import Glibc
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
