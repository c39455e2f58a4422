internal import Glibc
package import SystemPackage

/// A failed disk operation: the operation, the path, and the system's reason.
package struct DiskError: Error, Equatable, Sendable {
  /// The operation, as a verb that follows "Cannot".
  package enum Operation: String, Sendable {
    case read, write, flush, rename, move, remove, list, create, lock, examine
  }

  package let operation: Operation
  package let path: FilePath
  package let errno: Errno
  /// Replaces the system's own message where that would mislead people.
  package let explanation: String?

  package init(_ operation: Operation, _ path: FilePath, _ errno: Errno, explanation: String? = nil) {
    self.operation = operation
    self.path = path
    self.errno = errno
    self.explanation = explanation
  }

  /// Of a failed system call; of a symbolic link in the path, it names the link.
  init(_ operation: Operation, _ path: FilePath, failing errno: Errno) {
    guard errno == .tooManySymbolicLinkLevels else {
      self.init(operation, path, errno)
      return
    }
    self.init(
      operation, path.firstLink ?? path, errno, explanation: "it is a symbolic link, and AlbumScan follows none there")
  }

  /// A symbolic link is in the path; `path` names it.
  package var isLink: Bool { errno == .tooManySymbolicLinkLevels }
  /// The disk or the user's quota is full.
  package var isFull: Bool { errno == .noSpace || errno == .diskQuotaExceeded }
  package var isReadOnly: Bool { errno == .readOnlyFileSystem }
  package var isPermission: Bool { errno == .permissionDenied || errno == .notPermitted }
  /// The device fails or is gone.
  package var isBroken: Bool {
    errno == .ioError || errno == .noSuchAddressOrDevice || errno.rawValue == ENODEV || errno.rawValue == EUCLEAN
  }
  /// Whether the error concerns the disk rather than one file: other writes would fail in the same way.
  package var isOfTheDisk: Bool { isFull || isReadOnly || isPermission || isBroken }
  /// The folder that couldn't be written to, whatever file was being created there.
  package var folder: FilePath {
    var folder = path
    folder.components = FilePath.ComponentView(path.components.prefix { !$0.string.hasPrefix(TemporaryName.prefix) })
    return folder == path && !Folder.isThere(path) ? path.parentFolder : folder
  }
  /// The file, or a folder on the way to it, doesn't exist (any longer).
  package var isMissing: Bool { errno == .noSuchFileOrDirectory || errno == .notDirectory }
  /// The path leads to a different file than before.
  package var isChanged: Bool { errno == .staleNFSFileHandle }
}

extension DiskError: CustomStringConvertible {
  /// What failed, why, and what to do about it.
  package var description: String {
    let name = String(
      path.string.unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        .reduce(into: String.UnicodeScalarView()) { $0.append($1) })
    let failure = "Cannot \(operation.rawValue) \(name): \(explanation ?? "\(errno)")."
    return cure.map { "\(failure) \($0)" } ?? failure
  }

  private var cure: String? {
    if isFull { return "Free some space there; `df -h` shows how much is left." }
    if isReadOnly { return "The file system is mounted read-only; `findmnt -T` shows it, `journalctl -k` may say why." }
    if isPermission { return "`ls -ld` on it and its folder shows the owner." }
    if isLink { return "`ls -l` shows where it leads; `rm` removes it, and nothing behind it." }
    return nil
  }
}

/// Makes a system call, retries it if a signal interrupts it, and names the operation and the path if it fails.
@discardableResult
func systemCall(
  _ operation: DiskError.Operation, _ path: FilePath, _ call: () -> Int32
) throws(DiskError) -> Int32 {
  while true {
    let (result, code) = (call(), errno)
    if result >= 0 { return result }
    if code != EINTR { throw DiskError(operation, path, failing: Errno(rawValue: code)) }
  }
}

/// Makes a system call on a name in its folder, which is reached without following a symbolic link in any component of
/// the path. A link at the name itself is up to the call.
@discardableResult
func systemCall(
  _ operation: DiskError.Operation, at path: FilePath, _ call: (_ folder: Int32, UnsafePointer<CChar>) -> Int32
) throws(DiskError) -> Int32 {
  let folder = try OpenFolder(operation, path.parentFolder)
  let name = path.lastComponent ?? "."
  guard name.kind != .parentDirectory else { throw DiskError(operation, path, .invalidArgument) }
  return try systemCall(operation, path) { name.withPlatformString { call(folder.descriptor, $0) } }
}
