internal import CLinux
internal import Glibc
package import SystemPackage

extension FileDescriptor {
  /// An anonymous file that holds these bytes, to be read from its beginning: a program that doesn't read it fails nobody.
  package static func inMemory(holding bytes: some Sequence<UInt8>) throws(Errno) -> FileDescriptor {
    let descriptor = clinux_memory_file("albumscan")
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    let file = FileDescriptor(rawValue: descriptor)
    do {
      _ = try file.writeAll(bytes)
      _ = try file.seek(offset: 0, from: .start)
    } catch {
      // The error before matters more.
      try? file.close()
      throw error as? Errno ?? .ioError
    }
    return file
  }
}
