internal import CLinux
package import SystemPackage

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
