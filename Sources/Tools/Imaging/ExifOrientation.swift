/// Finds the orientation in untrusted EXIF data, where every length may be wrong (JEITA CP-3451, 4.5–4.6).
///
/// It reads only what it needs: the TIFF header, and the entries of the first directory. It follows no offset twice, so
/// it can't loop.
enum ExifOrientation {
  private static let name = Array("Exif\0\0".utf8)

  /// Upright where no segment says otherwise.
  static func of(jpeg: UnsafeRawBufferPointer) -> Orientation {
    JPEGSegments(jpeg).first { $0.marker == 0xE1 && $0.body.starts(with: name) }.map { of(tiff: $0.body) } ?? .upright
  }

  /// Of the data itself, whether or not it begins with the name that it has in a JPEG: some write it everywhere.
  static func of(tiff data: UnsafeRawBufferPointer) -> Orientation {
    let hasName = data.starts(with: name)
    return fromTIFF(UnsafeRawBufferPointer(rebasing: data.dropFirst(hasName ? name.count : 0))) ?? .upright
  }

  private static func fromTIFF(_ tiff: UnsafeRawBufferPointer) -> Orientation? {
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
