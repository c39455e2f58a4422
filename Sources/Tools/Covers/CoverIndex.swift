internal import CFeatures
package import FoundationEssentials
internal import Glibc
package import SystemPackage

/// The known covers as of the moment the file was opened: their keys and their features.
///
/// It maps the file and keeps little in memory. Open it, search it, and release it.
package struct CoverIndex: Sendable {
  /// In the order in which they were added. An index into it is a cover's number, until the file is opened again.
  package let covers: [KnownCover]
  let path: FilePath
  let birth: UInt64
  let end: Int
  let mapping: Mapping
  /// Nil where there are none, or they are another file's.
  let words: CoverWords?

  /// Nil where there is no such file, or only the beginning of one, which a crash or another who is about to write left:
  /// then no cover is known.
  package init?(at path: FilePath) throws(CoverIndexError) {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
    } catch {
      let errno = error as? Errno ?? .ioError
      if errno == .noSuchFileOrDirectory { return nil }
      throw .file(path, errno)
    }
    var status = stat()
    guard fstat(file.rawValue, &status) != 0 || Int(status.st_size) >= CoverFormat.headSize else {
      try? file.close()
      return nil
    }
    let outcome: Result<(CoverScan, Mapping), CoverIndexError>
    do throws(CoverIndexError) {
      let scan = try CoverScan(file, path)
      outcome = .success((scan, try Mapping(file, path, count: scan.end)))
    } catch { outcome = .failure(error) }
    try? file.close()
    let (scan, mapping) = try outcome.get()
    (covers, birth, end, self.mapping) = (scan.covers, scan.birth, scan.end, mapping)
    self.path = path
    words = CoverWords(at: Self.wordsPath(of: path), birth: scan.birth)
  }

  /// What a cover is recognized by; nil where the disk gave back something else than was written.
  package func features(of number: Int) -> Data? {
    let cover = covers[number]
    let payload = UnsafeRawBufferPointer(rebasing: mapping.bytes[cover.features.lowerBound..<cover.payloadEnd])
    guard Checksum.of(payload) == cover.checksum else { return nil }
    return Data(payload.prefix(cover.features.count))
  }
}
