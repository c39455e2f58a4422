import Glibc
import SystemPackage

/// Makes a system call on a path, retries it if a signal interrupts it, and names the operation and the path if it
/// fails.
@discardableResult
func systemCall(
  _ operation: DiskError.Operation, _ path: FilePath, _ call: (UnsafePointer<CChar>) -> Int32
) throws(DiskError) -> Int32 {
  while true {
    let (result, code) = path.withPlatformString { (call($0), errno) }
    if result >= 0 { return result }
    if code != EINTR { throw DiskError(operation, path, Errno(rawValue: code)) }
  }
}

extension FilePath {
  /// The folder that holds this path; for a bare name, the current one.
  var parentFolder: FilePath {
    let parent = removingLastComponent()
    return parent.isEmpty ? "." : parent
  }
}
