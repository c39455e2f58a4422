import Glibc
import SystemPackage

/// Why a small text file couldn't be read.
enum SmallFileError: Error, Equatable {
  case system(Errno)
  /// It is larger than the limit.
  case tooLarge
  case notUTF8
}

/// A small text file: settings, prompts, keys.
struct SmallFile {
  let text: String
  let permissions: FilePermissions
  let isOwnedByUs: Bool

  /// Nil when there is no such file.
  /// - Parameter limit: in bytes.
  static func read(_ path: FilePath, limit: Int) throws(SmallFileError) -> SmallFile? {
    do {
      // Not blocking: a pipe in the file's place must not hold up the start.
      let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking])
      return try file.closeAfter {
        let status = try file.stat()
        guard status.type == .regular else { throw Errno.invalidArgument }
        guard status.size <= limit else { throw SmallFileError.tooLarge }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while case let count = try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
          bytes += buffer[..<count]
          guard bytes.count <= limit else { throw SmallFileError.tooLarge }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw SmallFileError.notUTF8 }
        return SmallFile(text: text, permissions: status.permissions, isOwnedByUs: status.userID.rawValue == geteuid())
      }
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    } catch let error as SmallFileError {
      throw error
    } catch {
      throw .system(error as? Errno ?? .ioError)
    }
  }

  /// Writes `text` with mode 0600: aside, flushed, then renamed.
  static func write(_ text: String, to path: FilePath, aside: FilePath) throws(Errno) {
    do {
      _ = try remove(aside)
      let file = try FileDescriptor.open(
        aside, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec], permissions: .ownerReadWrite)
      try file.closeAfter {
        try file.writeAll(text.utf8)
        guard fsync(file.rawValue) == 0 else { throw Errno(rawValue: errno) }
      }
      guard aside.withPlatformString({ from in path.withPlatformString { rename(from, $0) } }) == 0 else {
        throw Errno(rawValue: errno)
      }
      let folder = try FileDescriptor.open(
        path.removingLastComponent(), .readOnly, options: [.directory, .closeOnExec])
      try folder.closeAfter { guard fsync(folder.rawValue) == 0 else { throw Errno(rawValue: errno) } }
    } catch {
      throw error as? Errno ?? .ioError
    }
  }

  /// Makes a folder and those above it; itself with mode 0700, whether it is new or not.
  static func makeFolder(_ path: FilePath) throws(Errno) {
    var missing: [FilePath] = []
    var folder = path
    while !folder.components.isEmpty, folder.withPlatformString({ access($0, F_OK) }) != 0 {
      missing.append(folder)
      folder.removeLastComponent()
    }
    for folder in missing.reversed() where folder.withPlatformString({ mkdir($0, 0o700) }) != 0 && errno != EEXIST {
      throw Errno(rawValue: errno)
    }
    guard path.withPlatformString({ chmod($0, 0o700) }) == 0 else { throw Errno(rawValue: errno) }
  }

  /// False when there was none.
  static func remove(_ path: FilePath) throws(Errno) -> Bool {
    if path.withPlatformString({ unlink($0) }) == 0 { return true }
    guard errno == ENOENT else { throw Errno(rawValue: errno) }
    return false
  }
}
