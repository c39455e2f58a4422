internal import CFeatures
package import FoundationEssentials
internal import Glibc
package import SystemPackage

/// Adds covers to the index file or removes them, exclusively. Reading continues meanwhile.
package struct CoverIndexWriter: ~Copyable {
  private let file: FileDescriptor
  private let path: FilePath
  private var end: Int

  /// Creates the file if there is none, and cuts off an incomplete record that a crash left. Waits for another writer.
  package init(at path: FilePath) throws(CoverIndexError) {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .closeOnExec], permissions: [.ownerReadWrite])
    } catch { throw .file(path, error as? Errno ?? .ioError) }
    do throws(CoverIndexError) {
      try Self.demand(path) { flock(file.rawValue, LOCK_EX) }
      var status = stat()
      try Self.demand(path) { fstat(file.rawValue, &status) }
      // A crash can leave a file without a complete header; with one, it never has fewer bytes.
      if Int(status.st_size) < CoverFormat.headSize {
        try Self.demand(path) { ftruncate(file.rawValue, 0) }
        let head = CoverFormat.head(birth: .random(in: 1 ... .max), featureSize: MemoryLayout<cfeature>.stride)
        try Self.write(head, at: 0, to: file, path)
      }
      let scan = try CoverScan(file, path)
      try Self.demand(path) { ftruncate(file.rawValue, off_t(scan.end)) }
      end = scan.end
    } catch {
      // The next line throws the error that matters.
      try? file.close()
      throw error
    }
    self.file = file
    self.path = path
  }

  // A caller that needs everything on disk calls `flush`.
  deinit { try? file.close() }

  /// Lets the next writer in before this scope ends. A writer in the same scope would otherwise wait forever.
  package consuming func close() {}

  /// Adds a cover, or replaces the one with the same key. It survives a power failure once `flush` has returned.
  ///
  /// - Parameters:
  ///   - key: identifies the cover; like `album`, at most 1,000 bytes.
  ///   - features: the imaging process's features of the cover.
  package mutating func add(key: String, album: String, features: Data) throws(CoverIndexError) {
    guard (1...CoverFormat.longestName).contains(key.utf8.count), album.utf8.count <= CoverFormat.longestName,
      Self.areWhole(features)
    else { throw .unfit(key: key) }
    try append(CoverFormat.record(.cover, features: features, key: key, album: album))
  }

  /// Removes the cover of this key. Its bytes stay in the file until the file is rebuilt.
  package mutating func remove(key: String) throws(CoverIndexError) {
    guard (1...CoverFormat.longestName).contains(key.utf8.count) else { throw .unfit(key: key) }
    try append(CoverFormat.record(.removal, key: key))
  }

  /// Flushes everything that was added to disk.
  package mutating func flush() throws(CoverIndexError) {
    let file = file
    try Self.demand(path) { fdatasync(file.rawValue) }
    // The seal itself needn't reach the disk: without it, the next reader only has more to check.
    try append(CoverFormat.record(.seal))
  }

  private mutating func append(_ record: [UInt8]) throws(CoverIndexError) {
    try Self.write(record, at: end, to: file, path)
    end += record.count
  }

  private static func areWhole(_ features: Data) -> Bool {
    let head = MemoryLayout<cfeatures_head>.size
    guard features.count >= head else { return false }
    let start = features.withUnsafeBytes { $0.loadUnaligned(as: cfeatures_head.self) }
    return features.count == cfeatures_size(start)
  }

  private static func write(
    _ bytes: [UInt8], at offset: Int, to file: FileDescriptor, _ path: FilePath
  ) throws(CoverIndexError) {
    do { _ = try file.writeAll(toAbsoluteOffset: Int64(offset), bytes) } catch {
      throw .file(path, error as? Errno ?? .ioError)
    }
  }

  private static func demand(_ path: FilePath, _ call: () -> Int32) throws(CoverIndexError) {
    while call() != 0 { if errno != EINTR { throw .file(path, Errno(rawValue: errno)) } }
  }
}
