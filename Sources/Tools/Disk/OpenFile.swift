import Glibc
package import SystemPackage

/// An open file or folder, closed with its owner.
package struct OpenFile: ~Copyable, Sendable {
  package let descriptor: FileDescriptor
  package let path: FilePath

  init(_ operation: DiskError.Operation, _ path: FilePath, flags: Int32, mode: mode_t = 0) throws(DiskError) {
    let number = try systemCall(operation, path) { open($0, flags | O_CLOEXEC, mode) }
    self.descriptor = FileDescriptor(rawValue: number)
    self.path = path
  }

  deinit { close(descriptor.rawValue) }

  func status() throws(DiskError) -> stat {
    var status = stat()
    try systemCall(.examine, path) { _ in fstat(descriptor.rawValue, &status) }
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
    try systemCall(.flush, path) { _ in fsync(descriptor.rawValue) }
  }
}
