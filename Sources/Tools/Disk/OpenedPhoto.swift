import Glibc
package import SystemPackage

/// The identity and version of a file, as far as known without reading it.
package struct PhotoIdentity: Hashable, Codable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  /// In bytes.
  package let size: Int64
  /// Last change of the contents, in nanoseconds since 1970. Any value is possible: sync tools keep the phone's.
  package let modified: Int64

  package init(device: UInt64, inode: UInt64, size: Int64, modified: Int64) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  init(_ status: stat) {
    self.init(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
  }
}

/// A photo opened for reading: guaranteed to be a regular file, and the same file even if it is renamed.
package struct OpenedPhoto: ~Copyable, Sendable {
  package let identity: PhotoIdentity
  package let permissions: FilePermissions
  let file: OpenFile

  /// Opens a photo. Symbolic links, in its place or above it, pipes, devices, and folders are refused with their type;
  /// none can block.
  package init(_ path: FilePath) throws(DiskError) {
    let opened = try Self.open(path)
    let status = try opened.status()
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw Self.refusal(path, "it is a folder, not a photo")
    case S_IFIFO: throw Self.refusal(path, "it is a pipe, not a photo")
    default: throw Self.refusal(path, "it is a socket or a device, not a photo")
    }
    identity = PhotoIdentity(status)
    permissions = FilePermissions(rawValue: status.st_mode & 0o7777)
    file = opened
  }

  /// Reads from the start; closed with the photo.
  package var descriptor: FileDescriptor { file.descriptor }

  /// Whether nothing has written to the file since it was opened.
  package func isUnchanged() throws(DiskError) -> Bool { PhotoIdentity(try file.status()) == identity }

  /// Whether `path` still leads to this file.
  package func isStill(at path: FilePath) -> Bool {
    guard let status = Folder.status(of: path) else { return false }
    return UInt64(status.st_dev) == identity.device && UInt64(status.st_ino) == identity.inode
  }

  private static func open(_ path: FilePath) throws(DiskError) -> OpenFile {
    do throws(DiskError) {
      return try OpenFile(.read, path, flags: O_RDONLY | O_NOCTTY)
    } catch {
      switch error.errno {
      case .tooManySymbolicLinkLevels where error.path == path:
        throw refusal(path, "it is a symbolic link, not a photo")
      case .tooManySymbolicLinkLevels: throw refusal(path, "\(error.path) is a symbolic link, which isn't followed")
      case .noSuchAddressOrDevice: throw refusal(path, "it is a socket or a device, not a photo")
      default: throw error
      }
    }
  }

  private static func refusal(_ path: FilePath, _ explanation: String) -> DiskError {
    DiskError(.read, path, .invalidArgument, explanation: explanation)
  }
}
