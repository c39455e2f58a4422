internal import CLinux
internal import Glibc
internal import SystemPackage

/// A folder that was reached without following a symbolic link in any component of its path.
///
/// Whoever may write into an inbox or a results folder can put a link in the place of any name in it, at any moment. So
/// everything in this module looks up names in the descriptor of their folder.
struct OpenFolder: ~Copyable {
  let descriptor: Int32

  init(_ operation: DiskError.Operation, _ path: FilePath) throws(DiskError) {
    descriptor = try systemCall(operation, path) { path.withPlatformString { clinux_open_folder($0) } }
  }

  deinit { close(descriptor) }
}
