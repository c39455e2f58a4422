/// Small files that are whole as far as their formats' outer shapes go. Nothing decodes them.
enum Samples {
  static func jpeg(thumbnail: [UInt8] = [], dataBytes: Int = 200) -> [UInt8] {
    let exif = Array("Exif\u{0}\u{0}".utf8) + thumbnail
    let data = (0..<dataBytes).map { UInt8(truncatingIfNeeded: $0 % 251) }
    return [0xFF, 0xD8] + segment(0xE1, exif) + segment(0xDB, [UInt8](repeating: 1, count: 65))
      + segment(0xDA, [1, 1, 0, 0, 63, 0]) + data + [0xFF, 0xD9]
  }

  static let trickyJPEG: [UInt8] =
    [0xFF, 0xD8] + segment(0xE0, Array("JFIF".utf8)) + [0xFF, 0xFF, 0xFF] + segment(0xDA, [1]).dropFirst()
    + [1, 2, 0xFF, 0x00, 3, 0xFF, 0xD0, 4, 0xFF, 0xD7, 5, 0xFF, 0x00] + segment(0xDA, [2]) + [6, 7, 0xFF, 0xFF, 0xD9]

  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", 13) + chunk("IDAT", 50) + chunk("IEND", 0)

  static let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0] + [0, 0, 0, 1, 1, 1]  // two colors
    + [0x21, 0xF9, 4, 0, 0, 0, 0, 0]  // graphic control
    + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80] + [0, 0, 0, 1, 1, 1] + [2, 2, 0x44, 0x01, 0] + [0x3B]

  static let webp: [UInt8] =
    Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [UInt8](repeating: 7, count: 28)

  static let heic: [UInt8] =
    box("ftyp", Array("heic".utf8) + [0, 0, 0, 0]) + box("meta", [UInt8](repeating: 2, count: 40))
    + [0, 0, 0, 1] + Array("mdat".utf8) + [0, 0, 0, 0, 0, 0, 0, 46] + [UInt8](repeating: 3, count: 30)

  private static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    let length = body.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + body
  }

  private static func chunk(_ type: String, _ length: UInt8) -> [UInt8] {
    [0, 0, 0, length] + Array(type.utf8) + [UInt8](repeating: 9, count: Int(length)) + [1, 2, 3, 4]
  }

  private static func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
    [0, 0, 0, UInt8(body.count + 8)] + Array(type.utf8) + body
  }
}
