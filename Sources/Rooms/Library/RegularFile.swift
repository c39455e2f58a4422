internal import FoundationEssentials
internal import Glibc
internal import SystemPackage

/// A regular file opened for reading. Other kinds of files are refused, so opening never blocks.
struct RegularFile: ~Copyable {
  let descriptor: FileDescriptor
  let size: Int

  init(_ path: FilePath) throws(Unreadable) {
    let opened: FileDescriptor
    do { opened = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .nonBlocking]) } catch {
      throw Unreadable(error as? Errno ?? .ioError)
    }
    var status = stat()
    guard fstat(opened.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      // Nothing is written to it any more: closing can lose nothing.
      try? opened.close()
      throw Unreadable("it isn't a regular file")
    }
    descriptor = opened
    size = Int(status.st_size)
  }

  // Nothing is written to it any more: closing can lose nothing.
  deinit { try? descriptor.close() }

  func contents(upTo limit: Int) throws(Unreadable) -> Data {
    guard size <= limit else { throw Unreadable("it has \(size) bytes, more than \(limit)") }
    do {
      var bytes = Data(count: size)
      var filled = 0
      while filled < size {
        let rest = try bytes.withUnsafeMutableBytes {
          try descriptor.read(
            fromAbsoluteOffset: Int64(filled), into: UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
        }
        if rest == 0 { break }
        filled += rest
      }
      return bytes.prefix(filled)
    } catch { throw Unreadable(error as? Errno ?? .ioError) }
  }
}

/// Why a file or folder of a collection can't be read, as a text that follows "can't be read:".
package struct Unreadable: Error, Equatable, Sendable {
  package let reason: String

  init(_ reason: String) { self.reason = reason }

  init(_ errno: Errno) {
    reason =
      switch errno {
      case .permissionDenied, .notPermitted: "you aren't allowed to read it"
      case .noSuchFileOrDirectory: "it doesn't exist"
      case .tooManySymbolicLinkLevels: "its symbolic links form a loop"
      case .noSuchAddressOrDevice: "it isn't a regular file"
      case .notDirectory: "it isn't a folder"
      default: "\(errno)"
      }
  }
}
