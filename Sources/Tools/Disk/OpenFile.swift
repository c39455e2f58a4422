import Glibc
package import SystemPackage

/// An open file or folder, closed with its owner.
package struct OpenFile: ~Copyable, Sendable {
  package let descriptor: FileDescriptor
  package let path: FilePath

  /// Opens or creates a file. A symbolic link is refused, in the file's place as well as above it; a pipe never blocks.
  init(_ operation: DiskError.Operation, _ path: FilePath, flags: Int32, mode: mode_t = 0) throws(DiskError) {
    let number = try systemCall(operation, at: path) {
      openat($0, $1, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, mode)
    }
    self.descriptor = FileDescriptor(rawValue: number)
    self.path = path
  }

  /// Opens a folder to list or flush it.
  init(_ operation: DiskError.Operation, folder path: FilePath) throws(DiskError) {
    let folder = try OpenFolder(operation, path)
    let number = try systemCall(operation, path) { openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    self.descriptor = FileDescriptor(rawValue: number)
    self.path = path
  }

  /// The contents of a regular file; nil if there is none.
  /// - Parameter limit: in bytes. A larger file is refused with EFBIG before anything is read: whoever may write into a
  ///   results folder may put a file of any size there.
  package static func contents(of path: FilePath, upTo limit: Int) throws(DiskError) -> [UInt8]? {
    do throws(DiskError) {
      let file = try OpenFile(.read, path, flags: O_RDONLY | O_NOCTTY)
      let status = try file.status()
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw DiskError(.read, path, .invalidArgument, explanation: "it isn't a regular file")
      }
      guard status.st_size <= limit else {
        throw DiskError(.read, path, .fileTooLarge, explanation: "it is larger than \(limit) bytes")
      }
      return try file.contents(upTo: Int(status.st_size))
    } catch {
      if error.isMissing { return nil }
      throw error
    }
  }

  deinit { close(descriptor.rawValue) }

  func status() throws(DiskError) -> stat {
    var status = stat()
    try systemCall(.examine, path) { fstat(descriptor.rawValue, &status) }
    return status
  }

  func write(_ bytes: some Sequence<UInt8>) throws(DiskError) {
    do {
      _ = try descriptor.writeAll(bytes)
    } catch {
      throw DiskError(.write, path, error as? Errno ?? .ioError)
    }
  }

  /// Reads from the current position; zero bytes mean the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DiskError) -> Int {
    do {
      return try descriptor.read(into: buffer)
    } catch {
      throw DiskError(.read, path, error as? Errno ?? .ioError)
    }
  }

  /// Reads from the current position; fewer bytes than `count` mean the end.
  func contents(upTo count: Int) throws(DiskError) -> [UInt8] {
    var contents = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = try contents.withUnsafeMutableBufferPointer { buffer throws(DiskError) in
        try read(into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]))
      }
      if more == 0 { break }
      filled += more
    }
    contents.removeLast(count - filled)
    return contents
  }

  /// Flushes the contents, and the metadata needed to find them, to disk.
  func flush() throws(DiskError) {
    try systemCall(.flush, path) { fsync(descriptor.rawValue) }
  }
}
