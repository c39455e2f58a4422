internal import Glibc
internal import SystemPackage

/// The beginning of a file, mapped into memory.
///
/// Map only bytes that are never truncated or changed: accessing missing ones ends the program.
final class Mapping: Sendable {
  // Nobody writes to it, and it lives as long as this does.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  init(_ file: FileDescriptor, _ path: FilePath, count: Int) throws(CoverIndexError) {
    let start = mmap(nil, count, PROT_READ, MAP_SHARED, file.rawValue, 0)
    guard let start, start != MAP_FAILED else { throw .file(path, Errno(rawValue: errno)) }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}
