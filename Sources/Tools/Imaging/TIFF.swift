/// The directories of untrusted TIFF data, where every offset and count may be wrong (TIFF 6.0, section 2).
struct TIFF {
  private let bytes: UnsafeRawBufferPointer
  private let isLittle: Bool

  /// - Parameter data: with or without the name that it has in a JPEG: some programs write it everywhere.
  init?(_ data: UnsafeRawBufferPointer) {
    let name = JPEGSegments.exifName
    let bytes = UnsafeRawBufferPointer(rebasing: data.dropFirst(data.starts(with: name) ? name.count : 0))
    isLittle = bytes.starts(with: [0x49, 0x49, 0x2A, 0x00])
    guard isLittle || bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) else { return nil }
    self.bytes = bytes
  }

  /// Where the first directory is.
  var first: Int? { long(4) }

  /// The number that an entry of a directory has as its value.
  func value(of tag: Int, in directory: Int) -> Int? { entry(tag, in: directory).flatMap { long($0 + 8) } }

  /// The number that an entry has as its only value of 16 bits.
  func shortValue(of tag: Int, in directory: Int) -> Int? {
    guard let entry = entry(tag, in: directory), short(entry + 2) == 3, long(entry + 4) == 1 else { return nil }
    return short(entry + 8)
  }

  /// The text of an entry, without what is behind its end: at most 32 ASCII characters.
  func text(of tag: Int, in directory: Int) -> String? {
    guard let entry = entry(tag, in: directory), short(entry + 2) == 2, let count = long(entry + 4), count <= 32,
      let offset = long(entry + 8)
    else { return nil }
    let start = count <= 4 ? entry + 8 : offset
    guard start <= bytes.count - count else { return nil }
    let text = bytes[start..<start + count].prefix { $0 != 0 }
    return text.allSatisfy { 0x20..<0x7F ~= $0 } ? String(decoding: text, as: UTF8.self) : nil
  }

  private func entry(_ tag: Int, in directory: Int) -> Int? {
    guard let count = short(directory) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + index * 12
      guard let found = short(entry) else { return nil }
      if found == tag { return entry }
    }
    return nil
  }

  private func short(_ at: Int) -> Int? {
    guard at >= 0, at <= bytes.count - 2 else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)
    return Int(isLittle ? UInt16(littleEndian: value) : UInt16(bigEndian: value))
  }

  private func long(_ at: Int) -> Int? {
    guard at >= 0, at <= bytes.count - 4 else { return nil }
    let value = bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self)
    return Int(isLittle ? UInt32(littleEndian: value) : UInt32(bigEndian: value))
  }
}
