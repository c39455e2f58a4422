/// Finds the orientation in a JPEG's EXIF segment, in bytes that may lie about every length (JEITA CP-3451, 4.5–4.6).
///
/// It reads what it needs and nothing else: the markers before the scan, the TIFF header, and the entries of the first
/// directory. No offset is followed twice, so nothing can make it loop.
struct ExifOrientation {
  private let bytes: UnsafeRawBufferPointer

  /// Upright where no segment says otherwise.
  static func of(jpeg: UnsafeRawBufferPointer) -> Orientation {
    ExifOrientation(bytes: jpeg).fromSegments() ?? .upright
  }

  private func fromSegments() -> Orientation? {
    var at = 2
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      if marker == 0xFF {  // fill
        at += 1
        continue
      }
      guard marker != 0xDA, marker != 0xD9, marker >= 0xC0, !(0xD0...0xD8 ~= marker) else { return nil }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      guard length >= 2 else { return nil }
      let body = (at + 4)..<max(at + 4, min(at + 2 + length, bytes.count))
      if marker == 0xE1, bytes[body].starts(with: Array("Exif\0\0".utf8)) {
        return fromTIFF(UnsafeRawBufferPointer(rebasing: bytes[body].dropFirst(6)))
      }
      at += 2 + length
    }
    return nil
  }

  private func fromTIFF(_ tiff: UnsafeRawBufferPointer) -> Orientation? {
    let isLittle = tiff.starts(with: [0x49, 0x49, 0x2A, 0x00])
    guard isLittle || tiff.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) else { return nil }
    func short(_ at: Int) -> UInt16? {
      guard at >= 0, at <= tiff.count - 2 else { return nil }
      let value = tiff.loadUnaligned(fromByteOffset: at, as: UInt16.self)
      return isLittle ? UInt16(littleEndian: value) : UInt16(bigEndian: value)
    }
    func long(_ at: Int) -> UInt32? {
      guard at >= 0, at <= tiff.count - 4 else { return nil }
      let value = tiff.loadUnaligned(fromByteOffset: at, as: UInt32.self)
      return isLittle ? UInt32(littleEndian: value) : UInt32(bigEndian: value)
    }

    guard let directory = long(4).map(Int.init), let count = short(directory) else { return nil }
    for index in 0..<Int(count) {
      let entry = directory + 2 + index * 12
      guard let tag = short(entry), let type = short(entry + 2), let values = long(entry + 4) else { return nil }
      guard tag == 0x0112 else { continue }
      guard type == 3, values == 1, let value = short(entry + 8) else { return nil }
      return Orientation(rawValue: value)
    }
    return nil
  }
}
