internal import CFeatures
internal import Glibc
internal import SystemPackage

/// The contents of a cover index file, up to its last complete record.
///
/// It reads the file instead of mapping it, so that truncating the file in the meantime does no harm.
struct CoverScan {
  /// In the order in which they were added, without those that were removed or replaced.
  private(set) var covers: [KnownCover] = []
  /// Distinguishes this file from one that replaces it.
  let birth: UInt64
  /// The end of the last complete record.
  private(set) var end = CoverFormat.headSize

  private let file: FileDescriptor
  private let path: FilePath

  init(_ file: FileDescriptor, _ path: FilePath) throws(CoverIndexError) {
    self.file = file
    self.path = path
    let head = try Self.bytes(CoverFormat.headSize, at: 0, of: file, path)
    guard let birth = CoverFormat.birth(inHead: head, featureSize: MemoryLayout<cfeature>.stride) else {
      throw .notAnIndex(path)
    }
    self.birth = birth
    try readRecords()
  }

  private struct Found {
    let head: CoverFormat.RecordHead
    let start: Int
    let names: [UInt8]

    var key: String { String(decoding: names.prefix(head.keyLength), as: UTF8.self) }
    var album: String { String(decoding: names.dropFirst(head.keyLength), as: UTF8.self) }
  }

  private mutating func readRecords() throws(CoverIndexError) {
    var records: [Found] = []
    var sealed = 0
    while let record = try record(at: end) {
      end = record.start + record.head.length
      records.append(record)
      if record.head.kind == .seal { sealed = records.count }
    }
    // Everything before a seal was on disk before the seal was written. Anything after it may be on disk in part, and
    // in any order.
    for (number, record) in records.enumerated().dropFirst(sealed) where try !isWhole(record) {
      end = record.start
      records.removeSubrange(number...)
      break
    }
    keep(records)
  }

  /// The last record for a key counts.
  private mutating func keep(_ records: [Found]) {
    var last: [String: Int] = [:]
    for (number, record) in records.enumerated() where record.head.kind != .seal { last[record.key] = number }
    for (number, record) in records.enumerated()
    where record.head.kind == .cover && last[record.key] == number {
      let start = record.start + CoverFormat.recordHeadSize
      covers.append(
        KnownCover(
          key: record.key, album: record.album, features: start..<(start + record.head.featuresLength),
          payloadEnd: start + record.head.payloadLength, checksum: record.head.checksum))
    }
  }

  /// Nil if no complete record starts here.
  private func record(at start: Int) throws(CoverIndexError) -> Found? {
    let bytes = try Self.bytes(CoverFormat.recordHeadSize, at: start, of: file, path)
    guard let head = bytes.withUnsafeBytes({ CoverFormat.RecordHead($0) }) else { return nil }
    let names = try Self.bytes(
      head.keyLength + head.albumLength, at: start + CoverFormat.recordHeadSize + head.featuresLength, of: file, path)
    guard names.count == head.keyLength + head.albumLength else { return nil }
    return Found(head: head, start: start, names: names)
  }

  private func isWhole(_ record: Found) throws(CoverIndexError) -> Bool {
    let length = record.head.length - CoverFormat.recordHeadSize
    let rest = try Self.bytes(length, at: record.start + CoverFormat.recordHeadSize, of: file, path)
    return rest.count == length
      && rest.withUnsafeBytes { crc32(of: UnsafeRawBufferPointer(rebasing: $0[..<record.head.payloadLength])) }
        == record.head.checksum
  }

  /// Up to `count` bytes, as many as there are.
  private static func bytes(
    _ count: Int, at offset: Int, of file: FileDescriptor, _ path: FilePath
  ) throws(CoverIndexError) -> [UInt8] {
    var failure: Errno?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, filled in
      while filled < count {
        let piece = pread(file.rawValue, room.baseAddress! + filled, count - filled, offset + filled)
        if piece < 0 && errno == EINTR { continue }
        if piece < 0 { failure = Errno(rawValue: errno) }
        if piece <= 0 { break }
        filled += piece
      }
    }
    if let failure { throw .file(path, failure) }
    return bytes
  }
}
